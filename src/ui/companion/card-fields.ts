/** The character card as rows of the form: ordered, editable, and back to an object. */

export interface CardRow {
  /** Tells rows apart while they are edited. */
  readonly id: number
  key: string
  value: string
}

/** Rows of a stored card. A value that is no text is shown as JSON and read back as JSON. */
export function rowsOf(card: Readonly<Record<string, unknown>>): CardRow[] {
  return Object.entries(card).map(([key, value], id) => ({
    id,
    key,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }))
}

/** The card of the rows; rows without a key or without a text are left out. A value that was not touched keeps its type. */
export function cardOf(
  rows: readonly CardRow[],
  stored: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const untouched = new Map(rowsOf(stored).map(({ key, value }) => [`${key}\n${value}`, stored[key]]))
  const entries = rows.flatMap(({ key, value }): [string, unknown][] => {
    const name = key.trim()
    const text = value.trim()
    if (name === '' || text === '') return []
    return [[name, untouched.get(`${name}\n${value}`) ?? text]]
  })
  return Object.fromEntries(entries)
}

/** True when two rows with text have the same key. */
export function hasDuplicates(rows: readonly CardRow[]): boolean {
  const keys = rows
    .filter(({ key, value }) => key.trim() !== '' && value.trim() !== '')
    .map(({ key }) => key.trim())
  return new Set(keys).size < keys.length
}
