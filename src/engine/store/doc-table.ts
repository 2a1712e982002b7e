/**
 * A table that is one JSON array of the reference: documents in order, with hot columns beside them.
 * The tables differ in their columns only, so this is their repository.
 */
import type { Sql, SqlRow, SqlValue } from '../ports.ts'
import { idList, insertRows } from './insert-rows.ts'

export type HotValue = string | number | boolean | null

/** Property of the hot columns → SQL column. A flag is 0/1 in SQL and a boolean here. */
export type Columns<Hot> = { readonly [P in keyof Hot]: { readonly column: string; readonly flag?: true } }

export type DocRow<Hot> = { readonly seq: number; readonly doc: string } & Hot

export interface DocTable<Hot> {
  /** All rows in file order. */
  list(sql: Sql): Promise<DocRow<Hot>[]>
  /** Those of these places, in file order. */
  bySeqs(sql: Sql, seqs: readonly number[]): Promise<DocRow<Hot>[]>
  count(sql: Sql): Promise<number>
  /** Appends at the end of the file. */
  insert(sql: Sql, rows: readonly ({ readonly doc: string } & Hot)[]): Promise<void>
  /** Replaces the document and its hot columns; the place in the file stays. */
  update(sql: Sql, seq: number, doc: string, hot: Hot): Promise<void>
  remove(sql: Sql, seqs: readonly number[]): Promise<void>
  clear(sql: Sql): Promise<void>
}

export function createDocTable<Hot extends { readonly [P in keyof Hot]: HotValue }>(
  table: string,
  columns: Columns<Hot>,
): DocTable<Hot> {
  const codec = createHotCodec(columns)
  const names = ['doc', ...codec.columns]
  const select = `SELECT seq, ${names.join(', ')} FROM ${table}`

  return {
    async list(sql) {
      return (await sql.all(`${select} ORDER BY seq`)).map(codec.toRow)
    },
    async bySeqs(sql, seqs) {
      const some = `${select} WHERE seq IN (SELECT value FROM json_each(?)) ORDER BY seq`
      return (await sql.all(some, [idList(seqs)])).map(codec.toRow)
    },
    async count(sql) {
      return (await sql.first<{ n: number }>(`SELECT count(*) AS n FROM ${table}`))?.n ?? 0
    },
    async insert(sql, rows) {
      const values = rows.map((row) => [row.doc, ...codec.toValues(row)])
      await insertRows(sql, `INSERT INTO ${table} (${names.join(', ')})`, values)
    },
    async update(sql, seq, doc, hot) {
      const set = names.map((name) => `${name} = ?`).join(', ')
      await sql.run(`UPDATE ${table} SET ${set} WHERE seq = ?`, [doc, ...codec.toValues(hot), seq])
    },
    async remove(sql, seqs) {
      if (seqs.length === 0) return
      await sql.run(`DELETE FROM ${table} WHERE seq IN (SELECT value FROM json_each(?))`, [idList(seqs)])
    },
    async clear(sql) {
      await sql.run(`DELETE FROM ${table}`)
    },
  }
}

export interface HotCodec<Hot> {
  readonly columns: readonly string[]
  toValues(hot: Hot): SqlValue[]
  toRow(row: SqlRow): DocRow<Hot>
}

/** Turns hot columns into SQL values and rows back into properties. */
export function createHotCodec<Hot extends { readonly [P in keyof Hot]: HotValue }>(
  columns: Columns<Hot>,
): HotCodec<Hot> {
  const properties = Object.keys(columns) as (keyof Hot & string)[] // Object.keys forgets the key type
  return {
    columns: properties.map((property) => columns[property].column),
    toValues(hot) {
      return properties.map((property) => {
        const value: HotValue = hot[property]
        return typeof value === 'boolean' ? Number(value) : value
      })
    },
    toRow(row) {
      const result: Record<string, SqlValue | boolean> = { seq: row['seq'] ?? null, doc: row['doc'] ?? null }
      for (const property of properties) {
        const { column, flag } = columns[property]
        const value = row[column] ?? null
        result[property] = flag === true ? value === 1 : value
      }
      // Built from the columns that declare exactly the properties of Hot.
      return result as DocRow<Hot>
    },
  }
}
