/** The entries that are selected in a list, by key, each as it was last shown. Pure; a new map a change. */
import type { EntryRow } from '../../engine/browser-api.ts'
import { keyText } from './entry-key.ts'

export type Selection = ReadonlyMap<string, EntryRow>

/** A batch is one transaction, and one answer to be looked over. */
export const MOST_SELECTED = 500

export function toggled(selection: Selection, row: EntryRow): Selection {
  const next = new Map(selection)
  if (!next.delete(keyText(row.key))) next.set(keyText(row.key), row)
  return next.size > MOST_SELECTED ? selection : next
}

/** With `rows` in it too; null when that would be more than fit. */
export function extended(selection: Selection, rows: readonly EntryRow[]): Selection | null {
  const next = new Map(selection)
  for (const row of rows) next.set(keyText(row.key), row)
  return next.size > MOST_SELECTED ? null : next
}

/** The same entries as they are now: what is shown is what a change is based on. */
export function refreshed(selection: Selection, rows: Iterable<EntryRow>): Selection {
  const next = new Map(selection)
  for (const row of rows) if (next.has(keyText(row.key))) next.set(keyText(row.key), row)
  return next
}
