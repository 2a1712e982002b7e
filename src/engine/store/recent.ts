/** recent.json: the newest messages, verbatim (recent.md §1). */
import type { Sql } from '../ports.ts'
import { insertRows } from './insert-rows.ts'

export interface RecentRow {
  readonly seq: number
  readonly doc: string
  readonly turnId: string | null
}

export interface NewRecentRow {
  readonly doc: string
  readonly turnId: string | null
}

type StoredRow = { seq: number; doc: string; turn_id: string | null }

export const recentTable = {
  /** All items, oldest first. */
  async list(sql: Sql): Promise<RecentRow[]> {
    const rows = await sql.all<StoredRow>('SELECT seq, doc, turn_id FROM recent ORDER BY seq')
    return rows.map((row) => ({ seq: row.seq, doc: row.doc, turnId: row.turn_id }))
  },

  async count(sql: Sql): Promise<number> {
    return (await sql.first<{ n: number }>('SELECT count(*) AS n FROM recent'))?.n ?? 0
  },

  async append(sql: Sql, rows: readonly NewRecentRow[]): Promise<void> {
    await insertRows(
      sql,
      'INSERT INTO recent (doc, turn_id)',
      rows.map((row) => [row.doc, row.turnId]),
    )
  },

  /** Replaces the whole list. A document that stays, by its text, keeps its turn id. */
  async replaceAll(sql: Sql, docs: readonly string[]): Promise<void> {
    const turnIds = new Map<string, (string | null)[]>()
    for (const row of await recentTable.list(sql)) {
      turnIds.set(row.doc, [...(turnIds.get(row.doc) ?? []), row.turnId])
    }
    await sql.run('DELETE FROM recent')
    await recentTable.append(
      sql,
      docs.map((doc) => ({ doc, turnId: turnIds.get(doc)?.shift() ?? null })),
    )
  },

  /** Gives lines that came back the turns that they are of: those with the very same message, newest first. */
  async findTurns(sql: Sql): Promise<void> {
    const rows = await sql.all<StoredRow>(
      'SELECT seq, doc, turn_id FROM recent WHERE turn_id IS NULL ORDER BY seq',
    )
    if (rows.length === 0) return
    const turns = await sql.all<{ message: string; turn_id: string }>(
      `SELECT message, turn_id FROM time_indexed_original
       WHERE message IN (SELECT value FROM json_each(?)) AND turn_id IS NOT NULL
         AND turn_id NOT IN (SELECT turn_id FROM recent WHERE turn_id IS NOT NULL) ORDER BY id`,
      [JSON.stringify(rows.map(({ doc }) => doc))],
    )
    for (const { seq, doc } of rows.reverse()) {
      const place = turns.findLastIndex(({ message }) => message === doc)
      const [turn] = place < 0 ? [] : turns.splice(place, 1)
      if (turn !== undefined)
        await sql.run('UPDATE recent SET turn_id = ? WHERE seq = ?', [turn.turn_id, seq])
    }
  },

  /** Puts `rows` in the place of the items with `fromSeq <= seq <= toSeq`; later items move up when needed. */
  async replaceRange(sql: Sql, fromSeq: number, toSeq: number, rows: readonly NewRecentRow[]): Promise<void> {
    await sql.run('DELETE FROM recent WHERE seq BETWEEN ? AND ?', [fromSeq, toSeq])
    const shift = rows.length - (toSeq - fromSeq + 1)
    if (shift > 0) {
      // Two steps, through negative numbers, so that no row passes over another one's key.
      await sql.run('UPDATE recent SET seq = -(seq + ?) WHERE seq > ?', [shift, toSeq])
      await sql.run('UPDATE recent SET seq = -seq WHERE seq < 0')
    }
    await insertRows(
      sql,
      'INSERT INTO recent (seq, doc, turn_id)',
      rows.map((row, index) => [fromSeq + index, row.doc, row.turnId]),
    )
  },
}
