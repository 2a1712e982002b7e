/**
 * Rows of which every change is kept, so that any change can be taken back (issue 5 §1). The database itself keeps
 * them, by triggers, so that no writer can forget to: what a row was before, and which change it was part of.
 */
import { parseObject } from '../document.ts'
import type { Sql, SqlValue } from '../ports.ts'
import { trackedTables, type TrackedTable } from './schema-v3.ts'

export type TrackedName = (typeof trackedTables)[number]['table']

/** A row before one write; a change has one for each of its writes. */
export interface RowImage {
  readonly seq: number
  readonly change: number
  readonly table: TrackedName
  readonly op: 'insert' | 'update' | 'delete'
  /** What identifies the row; null where only its place does. */
  readonly entry: string | null
  readonly rowSeq: number
  /** Null before an insert. */
  readonly before: RowState | null
}

/** Document and columns of a row. Tables without a document have none. */
export interface RowState {
  readonly doc: string | null
  readonly place: Readonly<Record<string, SqlValue>>
}

/** A row as it is now, and where. */
export interface CurrentRow extends RowState {
  readonly seq: number
}

type StoredImage = {
  seq: number
  change_id: number
  source: string
  op: string
  entry: string | null
  row_seq: number
  before: string | null
  place: string | null
}

const SELECT = 'SELECT seq, change_id, source, op, entry, row_seq, before, place FROM journal_rows'

export const journalRowsTable = {
  /** All images of one change, in the order of writing. */
  async ofChange(sql: Sql, change: number): Promise<RowImage[]> {
    return (await sql.all<StoredImage>(`${SELECT} WHERE change_id = ? ORDER BY seq`, [change])).map(imageOf)
  },

  /** The first image of the same row in a later change: what the row was when `image`'s change was done. */
  async next(sql: Sql, image: RowImage): Promise<RowImage | null> {
    const [key, value] = image.entry === null ? ['row_seq', image.rowSeq] : ['entry', image.entry]
    const row = await sql.first<StoredImage>(
      `${SELECT} WHERE source = ? AND ${key} = ? AND ${image.entry === null ? 'entry IS NULL AND' : ''}
         change_id > ? ORDER BY seq LIMIT 1`,
      [image.table, value, image.change],
    )
    return row === undefined ? null : imageOf(row)
  },

  /** Changes that wrote the row of this identity, newest first. */
  async changesOf(sql: Sql, table: TrackedName, entry: string): Promise<number[]> {
    const rows = await sql.all<{ change_id: number }>(
      'SELECT DISTINCT change_id FROM journal_rows WHERE source = ? AND entry = ? ORDER BY change_id DESC',
      [table, entry],
    )
    return rows.map((row) => row.change_id)
  },
}

/** The row that `entry`, or else `rowSeq`, names now. */
export async function currentRow(
  sql: Sql,
  table: TrackedName,
  entry: string | null,
  rowSeq: number,
): Promise<CurrentRow | null> {
  const spec = specOf(table)
  const seq = spec.seq === '0' ? '0' : `t.${spec.seq}`
  const { where, params } = entry === null ? { where: `${seq} = ?`, params: [rowSeq] } : named(table, entry)
  const columns = spec.columns.map((column) => `t.${column} AS ${column}`)
  const doc = spec.doc === null ? 'NULL' : `t.${spec.doc}`
  const row = await sql.first(
    `SELECT ${seq} AS tracked_seq, ${doc} AS tracked_doc, ${columns.join(', ')}
     FROM ${table} t WHERE ${where} ORDER BY tracked_seq LIMIT 1`,
    params,
  )
  if (row === undefined) return null
  const { tracked_seq: place, tracked_doc: text, ...columnsNow } = row
  return { seq: Number(place), doc: typeof text === 'string' ? text : null, place: columnsNow }
}

export async function deleteRow(sql: Sql, table: TrackedName, seq: number): Promise<void> {
  await sql.run(`DELETE FROM ${table} WHERE ${specOf(table).seq} = ?`, [seq])
}

/** Writes document and columns of a row in its place. */
export async function writeRow(sql: Sql, table: TrackedName, seq: number, state: RowState): Promise<void> {
  const spec = specOf(table)
  const { names, values } = valuesOf(spec, state)
  await sql.run(
    `UPDATE ${table} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE ${spec.seq} = ?`,
    [...values, seq],
  )
}

/**
 * Puts a row back where it was. Where another stands there by now, that one and those behind it move up by one; in
 * tables whose rows have no identity of their own it goes to the end instead.
 */
export async function insertRow(sql: Sql, table: TrackedName, seq: number, state: RowState): Promise<void> {
  const spec = specOf(table)
  const { names, values } = valuesOf(spec, state)
  const taken = await sql.first(`SELECT 1 FROM ${table} WHERE ${spec.seq} = ?`, [seq])
  const keepsPlace = spec.seq === 'seq' || spec.seq === 'id'
  if (taken !== undefined && spec.movable) {
    // Two steps, through negative numbers, so that no row passes over another one's key.
    await sql.run(`UPDATE ${table} SET ${spec.seq} = -(${spec.seq} + 1) WHERE ${spec.seq} >= ?`, [seq])
    await sql.run(`UPDATE ${table} SET ${spec.seq} = -${spec.seq} WHERE ${spec.seq} < 0`)
  }
  const placed = keepsPlace && (taken === undefined || spec.movable)
  const columns = placed ? [spec.seq, ...names] : names
  const marks = columns.map(() => '?').join(', ')
  await sql.run(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`,
    placed ? [seq, ...values] : values,
  )
}

export function specOf(table: TrackedName): TrackedTable {
  const spec = trackedTables.find((candidate) => candidate.table === table)
  if (spec === undefined) throw new Error(`no rows of ${table} are tracked`)
  return spec
}

/** The row of an identity, by the index that its table has for it. */
function named(
  table: TrackedName,
  entry: string,
): { readonly where: string; readonly params: readonly SqlValue[] } {
  const slash = entry.indexOf('/')
  const [front, behind] = [entry.slice(0, slash), entry.slice(slash + 1)]
  switch (table) {
    case 'persona_entries':
      return { where: 't.id = ? AND t.section = ?', params: [behind, Number(front)] }
    case 'archive_entries':
      return { where: 't.kind = ? AND t.id = ?', params: [front, behind] }
    case 'archive_shards':
      return { where: 't.kind = ? AND t.shard = ?', params: [front, behind] }
    case 'fact_sources': {
      // Written by the trigger as `json_array(fact_id, turn_id, quote)`.
      const [fact = '', turn = '', quote = ''] = JSON.parse(entry) as string[]
      return { where: 't.fact_id = ? AND t.turn_id = ? AND t.quote = ?', params: [fact, turn, quote] }
    }
    default:
      return { where: `${specOf(table).entry('t')} = ?`, params: [entry] }
  }
}

function valuesOf(
  spec: TrackedTable,
  state: RowState,
): { readonly names: readonly string[]; readonly values: readonly SqlValue[] } {
  const places = spec.columns.map((column) => state.place[column] ?? null)
  return spec.doc === null
    ? { names: spec.columns, values: places }
    : { names: [spec.doc, ...spec.columns], values: [state.doc ?? '', ...places] }
}

function imageOf(row: StoredImage): RowImage {
  // Written by the triggers: names of tracked tables, and objects of their columns.
  const place = (row.place === null ? null : parseObject(row.place)) as Record<string, SqlValue> | null
  return {
    seq: row.seq,
    change: row.change_id,
    table: row.source,
    op: row.op as RowImage['op'],
    entry: row.entry,
    rowSeq: row.row_seq,
    before: place === null ? null : { doc: row.before, place },
  }
}
