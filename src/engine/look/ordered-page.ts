/** One page of rows in an order of several terms, and the place of one row in that order, without reading the rest. */
import type { Sql, SqlRow, SqlValue } from '../ports.ts'

/** SQLite orders NULL before everything else; so does the place of a row. */
export interface OrderTerm {
  readonly column: string
  readonly descending: boolean
}

export interface Selection {
  /** A table, or a select in brackets. */
  readonly from: string
  /** Conditions, all of which must hold. */
  readonly where: readonly Condition[]
  /** Parameters of `from`. */
  readonly params?: readonly SqlValue[]
}

export interface Condition {
  readonly sql: string
  readonly params: readonly SqlValue[]
}

/** A condition that takes no parameters. */
export function given(sql: string): Condition {
  return { sql, params: [] }
}

/** `columns` of the rows from `offset`, at most `limit` of them. */
export async function orderedPage(
  sql: Sql,
  selection: Selection,
  columns: readonly string[],
  order: readonly OrderTerm[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<SqlRow[]> {
  const { text, params } = fromWhere(selection)
  const terms = order.map(({ column, descending }) => `${column}${descending ? ' DESC' : ''}`)
  return sql.all(`SELECT ${columns.join(', ')} ${text} ORDER BY ${terms.join(', ')} LIMIT ? OFFSET ?`, [
    ...params,
    limit,
    offset,
  ])
}

export async function countOf(sql: Sql, selection: Selection): Promise<number> {
  const { text, params } = fromWhere(selection)
  return (await sql.first<{ n: number }>(`SELECT count(*) AS n ${text}`, params))?.n ?? 0
}

/** How many rows of the selection stand before `row`; null when it is not among them. */
export async function placeOf(
  sql: Sql,
  selection: Selection,
  order: readonly OrderTerm[],
  row: Condition,
): Promise<number | null> {
  const [found] = await orderedPage(
    sql,
    { ...selection, where: [...selection.where, row] },
    order.map(({ column }, at) => `${column} AS v${String(at)}`),
    order,
    { offset: 0, limit: 1 },
  )
  if (found === undefined) return null
  const values = order.map((_, at) => found[`v${String(at)}`] ?? null)
  return countOf(sql, { ...selection, where: [...selection.where, before(order, values)] })
}

/** Rows that come first: earlier by the first term, or equal there and earlier by the second, and so on. */
function before(order: readonly OrderTerm[], values: readonly SqlValue[]): Condition {
  const params: SqlValue[] = []
  const ways = order.flatMap(({ column, descending }, at) => {
    const value = values[at] ?? null
    const own = earlier(column, descending, value)
    if (own === null) return []
    const equal = order.slice(0, at).map((term, index) => {
      params.push(values[index] ?? null)
      return `${term.column} IS ?`
    })
    params.push(...own.params)
    return [`(${[...equal, own.sql].join(' AND ')})`]
  })
  return ways.length === 0 ? given('0') : { sql: `(${ways.join(' OR ')})`, params }
}

function earlier(column: string, descending: boolean, value: SqlValue): Condition | null {
  if (descending)
    return value === null ? given(`${column} IS NOT NULL`) : { sql: `${column} > ?`, params: [value] }
  return value === null ? null : { sql: `(${column} < ? OR ${column} IS NULL)`, params: [value] }
}

function fromWhere({ from, where, params = [] }: Selection): { text: string; params: readonly SqlValue[] } {
  const conditions = where.length === 0 ? '' : ` WHERE ${where.map(({ sql }) => sql).join(' AND ')}`
  return { text: `FROM ${from}${conditions}`, params: [...params, ...where.flatMap((one) => one.params)] }
}
