/**
 * The period of a row without its document: two readings of a wall clock or two instants, which any zone can be asked
 * about later (recall.md §A11).
 */
import type { JsonObject } from '../document.ts'
import { parseWallClock, type WallClock } from '../time/wall-clock.ts'
import { instantOf } from '../time/zone.ts'

/** Milliseconds, of a wall or since 1970, both NaN for an undated row; which is which says `isInstant`. */
export interface RowPeriod {
  readonly from: number
  readonly to: number
  readonly fromIsInstant: boolean
  readonly toIsInstant: boolean
}

/** A missing end is the other one; without either the row happened when it was made. */
export function rowPeriod(row: JsonObject): RowPeriod {
  const start = parseWallClock(row['event_start_at'])
  const end = parseWallClock(row['event_end_at'])
  const anchor = end ?? start ?? parseWallClock(row['created_at'])
  if (anchor === null) return { from: NaN, to: NaN, fromIsInstant: true, toIsInstant: true }
  const from = start ?? anchor
  const to = end ?? anchor
  return {
    from: millisecondsOf(from),
    to: millisecondsOf(to),
    fromIsInstant: from.offset !== null,
    toIsInstant: to.offset !== null,
  }
}

/** The instant at which the clocks of `zone` show these milliseconds of a wall. */
export function instantOfWall(milliseconds: number, zone: string): number {
  const seconds = Math.floor(milliseconds / 1000)
  return instantOf({ seconds, micros: 0, offset: null }, zone) + (milliseconds - seconds * 1000)
}

function millisecondsOf(wall: WallClock): number {
  // A reading with an offset is the same instant in any zone.
  if (wall.offset !== null) return instantOf(wall, 'UTC')
  return wall.seconds * 1000 + wall.micros / 1000
}
