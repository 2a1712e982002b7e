/** Rows of any table as texts, for going over them to take out or rewrite what a caller picks. */
import type { Sql, SqlValue } from '../ports.ts'

/** Tables that hold what somebody said, and what names a row of theirs. */
export const rowKeys = {
  facts: 'seq',
  reflections: 'seq',
  persona_entries: 'seq',
  persona_sections: 'seq',
  archive_entries: 'seq',
  corrections: 'seq',
  time_indexed_original: 'id',
  surfaced: 'seq',
  dedup_queue: 'seq',
  directives: 'seq',
  fact_sources: 'seq',
  envelopes: 'name',
  documents: 'name',
  quarantine: 'seq',
  recent: 'seq',
  time_indexed_compressed: 'id',
  outbox: 'seq',
  events: 'seq',
  ledger: 'seq',
  refusals: 'seq',
  idempotency: 'key',
  change_operations: 'operation_id',
  journal: 'seq',
  journal_rows: 'seq',
} as const

export type KeyedTable = keyof typeof rowKeys

/** Tables whose rows are numbered in the order in which they came. */
export const numberedTables = Object.keys(rowKeys)
  .map((table) => table as KeyedTable) // `Object.keys` forgets what the keys are
  .filter((table) => rowKeys[table] === 'seq' || rowKeys[table] === 'id')

/** Names a row of a table: its number, or its name where it has none. */
export type RowKey = string | number

/** Columns of a row as texts. */
export type TextRow = Readonly<Record<string, string | null>>

export interface KeyedRow {
  readonly key: RowKey
  readonly texts: TextRow
}

/** At most `limit` rows behind `after`, in the order of their keys; from the first one where it is null. */
export async function textSlice(
  sql: Sql,
  table: KeyedTable,
  columns: readonly string[],
  after: RowKey | null,
  limit: number,
): Promise<KeyedRow[]> {
  const key = rowKeys[table]
  const behind = after === null ? '' : `WHERE ${key} > ?`
  const rows = await sql.all(
    `SELECT ${key} AS row_key, ${columns.join(', ')} FROM ${table} ${behind} ORDER BY ${key} LIMIT ?`,
    after === null ? [limit] : [after, limit],
  )
  return rows.map(keyedRow)
}

/** The rows of these keys; those that are gone are left out. */
export async function textRows(
  sql: Sql,
  table: KeyedTable,
  columns: readonly string[],
  keys: readonly RowKey[],
): Promise<KeyedRow[]> {
  if (keys.length === 0) return []
  const key = rowKeys[table]
  const rows = await sql.all(
    `SELECT ${key} AS row_key, ${columns.join(', ')} FROM ${table}
     WHERE ${key} IN (SELECT value FROM json_each(?)) ORDER BY ${key}`,
    [JSON.stringify(keys)],
  )
  return rows.map(keyedRow)
}

export async function deleteKeyed(sql: Sql, table: KeyedTable, key: RowKey): Promise<void> {
  await sql.run(`DELETE FROM ${table} WHERE ${rowKeys[table]} = ?`, [key])
}

/** Gives the row these columns. */
export async function rewriteKeyed(sql: Sql, table: KeyedTable, key: RowKey, texts: TextRow): Promise<void> {
  const fields = Object.keys(texts)
  const set = fields.map((field) => `${field} = ?`).join(', ')
  await sql.run(`UPDATE ${table} SET ${set} WHERE ${rowKeys[table]} = ?`, [
    ...fields.map((field) => texts[field] ?? null),
    key,
  ])
}

function keyedRow({ row_key: key, ...values }: Readonly<Record<string, SqlValue>>): KeyedRow {
  return { key: typeof key === 'string' ? key : Number(key), texts: textsOf(values) }
}

function textsOf(row: Readonly<Record<string, SqlValue>>): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null,
    ]),
  )
}
