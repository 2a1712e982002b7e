/** When what a row tells happened (recall.md §A11). */
import type { JsonObject } from '../document.ts'
import type { Instant } from '../ports.ts'
import { parseExactStamp } from '../time/stamp.ts'

/** Both ends belong to it. */
export interface RowTimes {
  readonly start: Instant
  readonly end: Instant
}

/**
 * The period of a row, its naive stamps read in `zone`; null when it has no readable stamp. A missing end is the
 * other one; without either the row happened when it was made.
 */
export function rowTimes(row: JsonObject, zone: string): RowTimes | null {
  const start = parseExactStamp(row['event_start_at'], zone)
  const end = parseExactStamp(row['event_end_at'], zone)
  const anchor = end ?? start ?? parseExactStamp(row['created_at'], zone)
  if (anchor === null) return null
  const from = start ?? anchor
  const to = end ?? anchor
  return from <= to ? { start: from, end: to } : { start: to, end: from }
}
