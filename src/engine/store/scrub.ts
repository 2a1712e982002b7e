/** Going over all rows of a table to take out or rewrite those that a caller picks by their texts. */
import type { Sql, SqlValue } from '../ports.ts'

/** Tables that are gone over, and what names a row of theirs. */
const keys = {
  surfaced: 'seq',
  corrections: 'seq',
  dedup_queue: 'seq',
  directives: 'seq',
  fact_sources: 'seq',
  persona_sections: 'seq',
  envelopes: 'name',
  documents: 'name',
  quarantine: 'seq',
  recent: 'seq',
  time_indexed_compressed: 'id',
  ledger: 'seq',
  refusals: 'seq',
  idempotency: 'key',
  change_operations: 'operation_id',
  journal: 'seq',
  journal_rows: 'seq',
} as const

export type ScrubbedTable = keyof typeof keys

/** Columns of a row as texts. */
export type TextRow = Readonly<Record<string, string | null>>

/** `delete`, the columns as they are to be, or null for a row that stays. How many rows were changed. */
export async function scrubTable(
  sql: Sql,
  table: ScrubbedTable,
  columns: readonly string[],
  verdict: (row: TextRow) => 'delete' | TextRow | null,
): Promise<number> {
  const key = keys[table]
  const rows = await sql.all(`SELECT ${key} AS scrub_key, ${columns.join(', ')} FROM ${table}`)
  let changed = 0
  for (const { scrub_key: name = null, ...values } of rows) {
    const decided = verdict(textsOf(values))
    if (decided === null) continue
    changed += 1
    if (decided === 'delete') {
      await sql.run(`DELETE FROM ${table} WHERE ${key} = ?`, [name])
      continue
    }
    const fields = Object.keys(decided)
    const set = fields.map((field) => `${field} = ?`).join(', ')
    await sql.run(`UPDATE ${table} SET ${set} WHERE ${key} = ?`, [
      ...fields.map((field) => decided[field] ?? null),
      name,
    ])
  }
  return changed
}

function textsOf(row: Readonly<Record<string, SqlValue>>): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null,
    ]),
  )
}
