/** Multi-row INSERT with few distinct statement texts, so that prepared statements are found again. */
import type { Sql, SqlRow, SqlValue } from '../ports.ts'

/** Up to this many rows go out in one statement of their exact number (a turn has fewer). */
const EXACT_ROWS = 8
/** Statement sizes of a bulk load; below SQLite's 32,766 parameters for any table here. */
const BULK_ROWS = [256, 32, EXACT_ROWS] as const

/**
 * Runs `head VALUES (…),(…) tail` over all rows, in order. Rows must be of one width.
 * Resolves to what `RETURNING` in `tail` gives, if it is there.
 */
export async function insertRows<T extends SqlRow = SqlRow>(
  sql: Sql,
  head: string,
  rows: readonly (readonly SqlValue[])[],
  tail = '',
): Promise<T[]> {
  const returned: T[] = []
  let from = 0
  while (from < rows.length) {
    const left = rows.length - from
    const take = left <= EXACT_ROWS ? left : (BULK_ROWS.find((size) => size <= left) ?? left)
    const batch = rows.slice(from, from + take)
    const width = batch[0]?.length ?? 0
    const tuple = `(${new Array<string>(width).fill('?').join(',')})`
    const text = `${head} VALUES ${new Array<string>(take).fill(tuple).join(',')} ${tail}`
    for (const row of await sql.all<T>(text, batch.flat())) returned.push(row)
    from += take
  }
  return returned
}

/** Values of a list for `IN (SELECT value FROM json_each(?))`: one statement text for any number of them. */
export function idList(ids: readonly (string | number)[]): string {
  return JSON.stringify(ids)
}
