/** Entries of MEMORY.md as facts (ui.md §9.2): as they are written, the same text once. No model is asked. */
import type { JsonObject } from '../document.ts'
import { persistFact } from '../facts/persist.ts'
import { importedFilter } from '../forgetting/tombstones.ts'
import type { Entity } from '../model/memory-model.ts'
import type { Moment, Transaction } from '../ports.ts'
import type { RowChanges } from '../recall-pools.ts'
import { IMPORT_FACT_IMPORTANCE } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { trimSpace } from '../text/whitespace.ts'
import { toNaive } from '../time/stamp.ts'

export interface ExternalFact {
  readonly entity: Entity
  readonly text: string
  readonly sourceFile: string
  readonly sourceSection: string
}

/** Keeps all of them in the caller's transaction; how many were new. */
export async function importFacts(
  tx: Transaction,
  store: CharacterStore,
  facts: readonly ExternalFact[],
  options: { readonly format: string; readonly now: Moment; readonly names: readonly string[] },
  onFacts: (changes: RowChanges) => void,
): Promise<number> {
  const { format, now, names } = options
  const upserted = new Map<string, JsonObject>()
  const forgotten = await importedFilter(tx)
  let added = 0
  for (const { entity, text, sourceFile, sourceSection } of facts) {
    if (forgotten?.({ kind: 'fact', id: null, text }) === true) continue
    const imported = {
      format,
      file: sourceFile,
      section: sourceSection,
      event_date: null,
      imported_at: toNaive(now),
    }
    const persisted = await persistFact(
      tx,
      store,
      {
        item: {
          text: trimSpace(text),
          importance: IMPORT_FACT_IMPORTANCE,
          entity,
          source: 'user_observation',
          eventWhen: null,
          imported,
        },
        confidence: 'normal',
        times: { created: now, said: now, event: null },
        sources: [],
        outdated: false,
      },
      { now, who: 'external_import', names, nearDuplicates: false },
    )
    if (persisted.document !== null) upserted.set(persisted.id, persisted.document)
    if (persisted.kind === 'added') added += 1
  }
  if (upserted.size > 0) onFacts({ upserted, removed: new Set() })
  return added
}
