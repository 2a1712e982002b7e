/** time_indexed_original: every message ever said (recent.md §9), stamped in the statement that inserts it. */
import type { Instant, Sql } from '../ports.ts'
import { CLOCK_AHEAD_MS } from '../settings.ts'
import { idList, insertRows } from './insert-rows.ts'

export interface NewTimeRow {
  readonly sessionId: string
  /** `{"type","data":{"content"}}`, verbatim. */
  readonly message: string
  /** `YYYY-MM-DD HH:MM:SS[.ffffff]`, naive local, as first written. */
  readonly timestamp: string
  readonly instant: Instant
  readonly zone: string
  readonly turnId: string
  readonly role: string
}

export interface TimeRow extends Omit<NewTimeRow, 'instant' | 'zone' | 'turnId' | 'role'> {
  readonly id: number
  /** The four are null in rows that came from a reference database and were not yet given a zone. */
  readonly instant: Instant | null
  readonly zone: string | null
  readonly turnId: string | null
  readonly role: string | null
}

type StoredRow = {
  id: number
  session_id: string
  message: string
  timestamp: string
  instant: number | null
  zone: string | null
  turn_id: string | null
  role: string | null
}

const SELECT =
  'SELECT id, session_id, message, timestamp, instant, zone, turn_id, role FROM time_indexed_original'
/** Role of a turn of which only place, time and id are left. */
export const FORGOTTEN_ROLE = 'forgotten'
/** SQL for the turns that still say something; the index of schema-v6.ts finds the others. */
export const TURNS_LEFT = `(SELECT * FROM time_indexed_original
  WHERE id NOT IN (SELECT id FROM time_indexed_original WHERE role = '${FORGOTTEN_ROLE}'))`
/** SQLite reads a negative LIMIT as none. */
const NO_LIMIT = -1

export const timeIndexTable = {
  /**
   * Inserts the messages whose turn id is not stored yet and resolves to those ids, in the order given.
   * A repeated id, stored or within `rows`, is skipped.
   */
  async insert(sql: Sql, rows: readonly NewTimeRow[]): Promise<string[]> {
    const inserted = await insertRows<{ turn_id: string }>(
      sql,
      'INSERT INTO time_indexed_original (session_id, message, timestamp, instant, zone, turn_id, role)',
      rows.map((row) => [
        row.sessionId,
        row.message,
        row.timestamp,
        row.instant,
        row.zone,
        row.turnId,
        row.role,
      ]),
      'ON CONFLICT (turn_id) DO NOTHING RETURNING turn_id',
    )
    const ids = new Set(inserted.map((row) => row.turn_id))
    return rows.map((row) => row.turnId).filter((id) => ids.delete(id))
  },

  /** Rows after `rowId` in the order of insertion. */
  async afterRow(sql: Sql, rowId: number, limit = NO_LIMIT): Promise<TimeRow[]> {
    return rowsOf(await sql.all<StoredRow>(`${SELECT} WHERE id > ? ORDER BY id LIMIT ?`, [rowId, limit]))
  },

  /** Rows of `[from, to]`, both inclusive, oldest first; rows without an instant are never in a range. */
  async range(sql: Sql, from: Instant, to: Instant, limit = NO_LIMIT): Promise<TimeRow[]> {
    return rowsOf(
      await sql.all<StoredRow>(`${SELECT} WHERE instant BETWEEN ? AND ? ORDER BY instant, id LIMIT ?`, [
        from,
        to,
        limit,
      ]),
    )
  },

  /** Takes what was said out of the row; its place, time and id stay. */
  async blank(sql: Sql, turn: string | number): Promise<void> {
    const column = typeof turn === 'number' ? 'id' : 'turn_id'
    await sql.run(`UPDATE time_indexed_original SET message = ?, role = ? WHERE ${column} = ?`, [
      // Of a type that nobody learns from, shows or recalls.
      '{"type":"system","data":{"content":""}}',
      FORGOTTEN_ROLE,
      turn,
    ])
  },

  /** The user's newest rows, `limit` at most, in the order of insertion; behind `rowId` only. */
  async newestOfUser(sql: Sql, rowId: number, limit: number): Promise<TimeRow[]> {
    const rows = await sql.all<StoredRow>(
      `${SELECT} WHERE id > ? AND (role = 'human' OR role IS NULL) ORDER BY id DESC LIMIT ?`,
      [rowId, limit],
    )
    return rowsOf(rows.toReversed())
  },

  async byRowIds(sql: Sql, rowIds: readonly number[]): Promise<TimeRow[]> {
    if (rowIds.length === 0) return []
    return rowsOf(
      await sql.all<StoredRow>(`${SELECT} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`, [
        idList(rowIds),
      ]),
    )
  },

  /** When the user first spoke in `[from, to)` among the rows inserted after `rowId`; null when never. */
  async firstSaidAfterRow(sql: Sql, rowId: number, from: Instant, to: Instant): Promise<Instant | null> {
    const row = await sql.first<{ instant: number | null }>(
      `SELECT min(instant) AS instant FROM time_indexed_original
       WHERE id > ? AND role = 'human' AND instant >= ? AND instant < ?`,
      [rowId, from, to],
    )
    return row?.instant ?? null
  },

  /** The reference's own query (recent.md §9.3): naive stamps compared as text, both ends inclusive. */
  async rangeByTimestamp(sql: Sql, from: string, to: string, limit = NO_LIMIT): Promise<TimeRow[]> {
    return rowsOf(
      await sql.all<StoredRow>(`${SELECT} WHERE timestamp BETWEEN ? AND ? ORDER BY timestamp, id LIMIT ?`, [
        from,
        to,
        limit,
      ]),
    )
  },

  async byTurnIds(sql: Sql, turnIds: readonly string[]): Promise<TimeRow[]> {
    if (turnIds.length === 0) return []
    return rowsOf(
      await sql.all<StoredRow>(
        `${SELECT} WHERE turn_id IN (SELECT value FROM json_each(?)) ORDER BY instant, id`,
        [idList(turnIds)],
      ),
    )
  },

  /**
   * When something was said last; null when nothing was. What bears a time to come, of a clock that was ahead, is left out:
   * until then every gap would be negative.
   */
  async lastSaid(sql: Sql, now: Instant): Promise<Instant | null> {
    const row = await sql.first<{ last: number | null }>(
      'SELECT max(instant) AS last FROM time_indexed_original WHERE instant <= ?',
      [now + CLOCK_AHEAD_MS],
    )
    return row === undefined || row.last === null ? null : Math.min(row.last, now)
  },

  /** Id of the row inserted last; null when there is none. */
  async lastId(sql: Sql): Promise<number | null> {
    return (
      (await sql.first<{ id: number | null }>('SELECT max(id) AS id FROM time_indexed_original'))?.id ?? null
    )
  },

  async count(sql: Sql): Promise<number> {
    return (await sql.first<{ n: number }>('SELECT count(*) AS n FROM time_indexed_original'))?.n ?? 0
  },

  async removeByTurnIds(sql: Sql, turnIds: readonly string[]): Promise<number> {
    return sql.run('DELETE FROM time_indexed_original WHERE turn_id IN (SELECT value FROM json_each(?))', [
      idList(turnIds),
    ])
  },
}

function rowsOf(rows: readonly StoredRow[]): TimeRow[] {
  return rows.map((row) => ({
    id: row.id,
    sessionId: row.session_id,
    message: row.message,
    timestamp: row.timestamp,
    instant: row.instant,
    zone: row.zone,
    turnId: row.turn_id,
    role: row.role,
  }))
}
