/**
 * What recall reads of the store: which rows were written since (`recall_changes`, see schema-v2.ts), and documents by
 * their places.
 */
import { parseJson } from '../document.ts'
import type { Sql } from '../ports.ts'
import type { RecallRow, RecallSource } from '../recall/slots.ts'
import { idList } from './insert-rows.ts'
import { RECALL_REFLECTIONS } from './schema-v2.ts'

export interface RecallChange {
  /** Counts up over all changes. */
  readonly change: number
  readonly source: RecallSource
  readonly seq: number
}

export const recallLogTable = {
  /** The number of the last change; 0 before the first. */
  async last(sql: Sql): Promise<number> {
    const row = await sql.first<{ last: number | null }>('SELECT max(change) AS last FROM recall_changes')
    return row?.last ?? 0
  },

  /** Changes after the one of number `change`, in order. */
  async since(sql: Sql, change: number): Promise<RecallChange[]> {
    const rows = await sql.all<{ change: number; source: number; seq: number }>(
      'SELECT change, source, seq FROM recall_changes WHERE change > ? ORDER BY change',
      [change],
    )
    return rows.map((row) => ({
      change: row.change,
      source: row.source === RECALL_REFLECTIONS ? 'reflections' : 'facts',
      seq: row.seq,
    }))
  },

  /** Rows of a table at these places, in file order; a place without a row is missing. */
  async rowsAt(sql: Sql, source: RecallSource, seqs: readonly number[]): Promise<RecallRow[]> {
    if (seqs.length === 0) return []
    return rows(sql, source, 'WHERE seq IN (SELECT value FROM json_each(?))', [idList(seqs)])
  },

  /** The first `limit` rows of a table behind the place `seq`, in file order. */
  async rowsAfter(sql: Sql, source: RecallSource, seq: number, limit: number): Promise<RecallRow[]> {
    return rows(sql, source, 'WHERE seq > ? ORDER BY seq LIMIT ?', [seq, limit])
  },
}

async function rows(
  sql: Sql,
  source: RecallSource,
  where: string,
  params: (string | number)[],
): Promise<RecallRow[]> {
  if (source === 'reflections') {
    const found = await sql.all<{ seq: number; doc: string }>(
      `SELECT seq, doc FROM reflections ${where}`,
      params,
    )
    return found.map(({ seq, doc }) => ({ tier: 'reflection', seq, doc: parseJson(doc) }))
  }
  const found = await sql.all<{ seq: number; archived: number; doc: string }>(
    `SELECT seq, archived, doc FROM facts ${where}`,
    params,
  )
  // An unreadable document is no object and is never found; it stays in the store.
  return found.map(({ seq, archived, doc }) => ({
    tier: archived === 1 ? 'fact_archive' : 'fact',
    seq,
    doc: parseJson(doc),
  }))
}
