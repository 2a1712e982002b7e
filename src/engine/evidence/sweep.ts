/** The archive sweep: counts a day for what evidence speaks against, and archives what has had enough (evidence.md §8). */
import { archiveEntry } from '../archive/archive-entry.ts'
import { isTruthy, parseObject, type JsonObject } from '../document.ts'
import { type Core, nowOf } from '../core.ts'
import type { Memory } from '../memories.ts'
import type { Ids, Moment } from '../ports.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { evidenceOf } from './apply.ts'
import { writeEvidence } from './dispatch.ts'
import { findEntry, type EvidenceTarget } from './entries.ts'
import { isArchiveDue, markSubZero } from './sub-zero.ts'

export interface Sweep {
  readonly counted: number
  readonly archived: number
}

/** One sweep of a character: reflections of every status, and the entries of every section of the persona. */
export async function sweepArchive(core: Core, { store }: Memory): Promise<Sweep> {
  return sweepStore(store, nowOf(core), core.deps.ids)
}

export async function sweepStore(store: CharacterStore, now: Moment, ids: Ids): Promise<Sweep> {
  let counted = 0
  let archived = 0
  for (const target of await candidates(store, now)) {
    // The row may have changed since it was listed, so it is looked at again.
    const outcome = await store.db.transaction(async (tx) => {
      const found = await findEntry(tx, store, target)
      if (found === null) return { counted: false, archived: false }
      const marked = markSubZero(found.entry, now)
      if (marked.incremented) {
        const write = { source: 'archive_sweep', evidence: () => markedFields(marked.entry) } as const
        await writeEvidence(tx, store, target, write, now, ids)
      }
      const due = isArchiveDue(marked.entry)
      return {
        counted: marked.incremented,
        archived: due && (await archiveEntry(tx, store, target, now, ids)),
      }
    })
    if (outcome.counted) counted += 1
    if (outcome.archived) archived += 1
  }
  return { counted, archived }
}

/** Rows with an id that a sweep at `now` would count or archive. */
async function candidates(store: CharacterStore, now: Moment): Promise<EvidenceTarget[]> {
  const concerned = (doc: string): boolean => {
    const entry = parseObject(doc)
    if (entry === null || isTruthy(entry['protected'])) return false
    return markSubZero(entry, now).incremented || isArchiveDue(entry)
  }
  const reflections = await store.reflections.list(store.db)
  const persona = await store.persona.entries.list(store.db)
  return [
    ...reflections.flatMap(({ id, doc }): EvidenceTarget[] =>
      id !== null && concerned(doc) ? [{ targetType: 'reflection', targetId: id }] : [],
    ),
    ...persona.flatMap(({ id, doc, section }): EvidenceTarget[] =>
      id !== null && concerned(doc) ? [{ targetType: 'persona', targetId: id, entityKey: section }] : [],
    ),
  ]
}

function markedFields(entry: JsonObject): JsonObject {
  return { ...evidenceOf(entry), sub_zero_last_increment_date: entry['sub_zero_last_increment_date'] ?? null }
}
