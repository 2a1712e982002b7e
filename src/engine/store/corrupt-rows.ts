/** Rows whose document cannot be read are set aside when a store is opened (design.md rule 10). */
import type { Database } from '../ports.ts'
import { idList } from './insert-rows.ts'

/** Tables of documents, and what a document may be. recent.json has its own way, which keeps places. */
const TABLES: Readonly<Record<string, string>> = {
  facts: `'object'`,
  reflections: `'object'`,
  surfaced: `'object'`,
  corrections: `'object'`,
  dedup_queue: `'object'`,
  directives: `'object'`,
  archive_entries: `'object'`,
  persona_entries: `'object', 'text'`,
}

/**
 * Moves corrupt rows to the quarantine, verbatim, so that every list and JSON view can be read again.
 * Resolves to how many there were; the quarantine has them with table and place.
 */
export async function setCorruptRowsAside(db: Database): Promise<number> {
  let moved = 0
  for (const [table, types] of Object.entries(TABLES)) {
    const rows = await db.all<{ seq: number }>(
      `SELECT seq FROM ${table} WHERE CASE json_valid(doc) WHEN 1 THEN json_type(doc) NOT IN (${types}) ELSE 1 END`,
    )
    if (rows.length === 0) continue
    const seqs = idList(rows.map((row) => row.seq))
    await db.transaction(async (tx) => {
      await tx.run(
        `INSERT INTO quarantine (table_name, row_seq, doc, reason)
         SELECT '${table}', seq, doc, 'The stored document cannot be read.' FROM ${table}
         WHERE seq IN (SELECT value FROM json_each(?))`,
        [seqs],
      )
      await tx.run(`DELETE FROM ${table} WHERE seq IN (SELECT value FROM json_each(?))`, [seqs])
    })
    moved += rows.length
  }
  return moved
}
