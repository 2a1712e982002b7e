/**
 * The stamps that stored rows and messages carry. A stamp is naive (the user's wall clock); the instant and
 * zone are kept beside it (design.md §5).
 */
import type { Instant, Moment } from '../ports.ts'
import { DAY_SECONDS, formatDay, formatWallClock, parseWallClock, weekdayOf } from './wall-clock.ts'
import { instantOf, toLocalWall, wallClockAt } from './zone.ts'

/** `YYYY-MM-DDTHH:MM:SS[.ffffff]` on the moment's own wall clock (routes.md §1). */
export function toNaive(moment: Moment): string {
  return formatWallClock(wallClockAt(moment))
}

/** `YYYY-MM-DD HH:MM:SS[.ffffff]`, the form of the time index (recent.md §8). */
export function toSqlStamp(moment: Moment): string {
  return formatWallClock(wallClockAt(moment), ' ')
}

/**
 * Whether an instant, in whole milliseconds, can be stamped on the clocks of any zone: stamps have years of four
 * digits.
 */
export function isStampable(instant: number): boolean {
  return Number.isInteger(instant) && instant >= FIRST_STAMPABLE && instant <= LAST_STAMPABLE
}

// A day is left at each end for the zones.
const FIRST_STAMPABLE = Date.parse('0001-01-02T00:00:00Z')
const LAST_STAMPABLE = Date.parse('9999-12-30T00:00:00Z')

/**
 * The instant a stamp names, in whole milliseconds: naive text is read in `zone`, an offset of its own wins. Null
 * when unreadable.
 */
export function parseStamp(text: unknown, zone: string): Instant | null {
  const exact = parseExactStamp(text, zone)
  return exact === null ? null : Math.floor(exact)
}

/** As `parseStamp`, with microseconds as a fraction of a millisecond: for ordering, not for storing. */
export function parseExactStamp(text: unknown, zone: string): number | null {
  const wall = parseWallClock(text)
  return wall === null ? null : instantOf(wall, zone)
}

/** `YYYY-MM-DD` that a stamp lies on for the clocks of `zone`; null when unreadable. */
export function toLocalDay(text: unknown, zone: string): string | null {
  const wall = parseWallClock(text)
  return wall === null ? null : formatDay(toLocalWall(wall, zone))
}

/** `YYYY-MM-DD`: the user's civil day. */
export function civilDay(moment: Moment): string {
  return formatDay(wallClockAt(moment))
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** `[YYYYMMDD Ddd HH:MM] `, which a character's message begins with (recent.md §2). */
export function aiStamp(moment: Moment): string {
  const wall = wallClockAt(moment)
  const weekday = WEEKDAYS[weekdayOf(Math.floor(wall.seconds / DAY_SECONDS))] ?? ''
  const [day = '', time = ''] = formatWallClock(wall).split('T')
  return `[${day.replaceAll('-', '')} ${weekday} ${time.slice(0, 5)}] `
}
