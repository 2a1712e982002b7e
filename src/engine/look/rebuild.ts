/** Building the indexes of a memory anew from its rows. */
import { stopNamesOf, type Core } from '../core.ts'
import { parseObject, textField } from '../document.ts'
import { indexedText } from '../facts/persist.ts'
import type { Sql } from '../ports.ts'
import { STEP_ROWS } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { forgetSnapshot } from '../store/recall-snapshot.ts'

/** In steps, each of which leaves the index in order; resolves when recall has its index again. */
export async function rebuildIndexes(
  core: Core,
  character: string,
  pause: () => Promise<void>,
): Promise<void> {
  const names = await stopNamesOf(core, character)
  await core.memories.read(
    character,
    async ({ store }) => {
      await dropOrphans(store.db)
      for (let after = Number.MIN_SAFE_INTEGER; ;) {
        const last = await indexStep(store, after, names)
        if (last === null) break
        after = last
        await pause()
      }
      await store.db.transaction(forgetSnapshot)
    },
    () => undefined,
  )
  // What recall holds in memory goes with the open database.
  await core.memories.release(character)
  await core.memories.read(
    character,
    (memory) => core.pools.of(memory),
    () => undefined,
  )
}

/** Puts into the full-text index the active facts that are not in it, as after an import. */
export async function indexMissing(sql: Sql, store: CharacterStore, names: readonly string[]): Promise<void> {
  const rows = await sql.all<{ id: string; doc: string }>(
    `SELECT id, doc FROM facts WHERE archived = 0 AND id IS NOT NULL
     AND id NOT IN (SELECT fact_id FROM facts_fts_rows)`,
  )
  for (const { id, doc } of rows) await store.facts.fts.index(sql, id, indexedText(textIn(doc), names))
}

async function dropOrphans(sql: Sql): Promise<void> {
  await sql.run(`DELETE FROM facts_fts WHERE rowid NOT IN (SELECT docid FROM facts_fts_rows)`)
  await sql.run(`DELETE FROM facts_fts WHERE rowid IN (
    SELECT docid FROM facts_fts_rows WHERE fact_id NOT IN (SELECT id FROM facts WHERE id IS NOT NULL))`)
  await sql.run(`DELETE FROM facts_fts_rows WHERE fact_id NOT IN (SELECT id FROM facts WHERE id IS NOT NULL)`)
}

/** The place of the last row of the step; null when there was none. */
async function indexStep(
  store: CharacterStore,
  after: number,
  names: readonly string[],
): Promise<number | null> {
  return store.db.transaction(async (tx) => {
    const rows = await tx.all<{ seq: number; id: string | null; doc: string; archived: number }>(
      'SELECT seq, id, doc, archived FROM facts WHERE seq > ? ORDER BY seq LIMIT ?',
      [after, STEP_ROWS],
    )
    for (const { id, doc, archived } of rows) {
      if (id === null) continue
      // Archived ones keep what they were indexed by (facts.md §9); only their words are put in order.
      const indexed = await tx.first('SELECT 1 FROM facts_fts_rows WHERE fact_id = ?', [id])
      if (archived === 1 && indexed === undefined) continue
      await store.facts.fts.delete(tx, id)
      await store.facts.fts.index(tx, id, indexedText(textIn(doc), names))
    }
    return rows.at(-1)?.seq ?? null
  })
}

function textIn(doc: string): string {
  return textField(parseObject(doc) ?? {}, 'text') ?? ''
}
