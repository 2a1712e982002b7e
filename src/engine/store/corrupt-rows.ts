/** Rows whose document cannot be read are set aside when a store is opened (design.md rule 10). */
import type { Database } from '../ports.ts'
import { ROWS_CHECKED_AT_ONCE, ROWS_CHECKED_AT_OPENING } from '../settings.ts'
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
 * Moves corrupt rows to the quarantine, verbatim, so that every list and JSON view can be read again: among the newest
 * of each table, where what was being written last is. All others are looked at by `createOlderRowsCheck`: reading a
 * hundred thousand documents takes seconds. Resolves to how many there were; the quarantine has them with table and place.
 */
export async function setCorruptRowsAside(db: Database): Promise<number> {
  let moved = 0
  for (const table of Object.keys(TABLES)) {
    const newest = await newestOf(db, table)
    moved += await setAside(db, table, newest - ROWS_CHECKED_AT_OPENING, newest)
  }
  return moved
}

/**
 * All rows of a store, once while it is open, in slices between which `pause` lets other work in; resolves
 * to how many were moved. Where `goOn` ends it, the next call goes on.
 */
export function createOlderRowsCheck(
  pause: () => Promise<void> = () => Promise.resolve(),
): (db: Database, goOn: () => boolean) => Promise<number> {
  /** Places that are checked, by table; goes with the database. */
  const progress = new WeakMap<Database, Map<string, number>>()

  return async (db, goOn) => {
    const checked = progress.get(db) ?? new Map<string, number>()
    progress.set(db, checked)
    let moved = 0
    for (const table of Object.keys(TABLES)) {
      const end = await newestOf(db, table)
      for (let from = checked.get(table) ?? 0; from < end; from = checked.get(table) ?? end) {
        if (!goOn()) return moved
        const to = Math.min(end, from + ROWS_CHECKED_AT_ONCE)
        moved += await setAside(db, table, from, to)
        checked.set(table, to)
        await pause()
      }
      // Rows that come later are written by this build.
      checked.set(table, Infinity)
    }
    return moved
  }
}

async function newestOf(db: Database, table: string): Promise<number> {
  return (await db.first<{ newest: number | null }>(`SELECT max(seq) AS newest FROM ${table}`))?.newest ?? 0
}

/** Those behind the place `from`, up to `to`. */
async function setAside(db: Database, table: string, from: number, to: number): Promise<number> {
  const types = TABLES[table] ?? ''
  const rows = await db.all<{ seq: number }>(
    `SELECT seq FROM ${table} WHERE seq > ? AND seq <= ?
     AND CASE json_valid(doc) WHEN 1 THEN json_type(doc) NOT IN (${types}) ELSE 1 END`,
    [from, to],
  )
  if (rows.length === 0) return 0
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
  return rows.length
}
