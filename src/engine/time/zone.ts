/**
 * Between instants and the walls of a zone. Zones are always named; the machine's own is never asked.
 * Where a wall reading happens twice (clocks set back) the earlier one is meant, where it never happens
 * (clocks set forward) it is read with the offset from before, as Temporal's `compatible` does.
 */
import { Temporal } from './temporal.ts'
import type { Instant, Moment } from '../ports.ts'
import { DAY_SECONDS, HOUR_SECONDS, type WallClock } from './wall-clock.ts'

/** What the clocks of a zone show at a moment; sub-millisecond parts do not exist in an `Instant`. */
export function wallClockAt(moment: Moment): WallClock {
  const whole = Math.floor(moment.instant / 1000)
  const micros = Math.round((moment.instant - whole * 1000) * 1000)
  return { seconds: whole + offsetAt(moment.zone, whole), micros: Math.min(micros, 999_999), offset: null }
}

/**
 * The instant at which the clocks of `zone` show `wall`, with microseconds as a fraction; a reading with an offset
 * of its own ignores `zone`.
 */
export function instantOf(wall: WallClock, zone: string): Instant {
  const { seconds, micros, offset } = wall
  if (offset !== null) return (seconds - offset.seconds) * 1000 + (micros - offset.micros) / 1000
  return (seconds - offsetOfWall(zone, seconds)) * 1000 + micros / 1000
}

/** A reading with an offset as the clocks of `zone` show the same instant; a naive one as it is. */
export function toLocalWall(wall: WallClock, zone: string): WallClock {
  if (wall.offset === null) return wall
  const micros = wall.micros - wall.offset.micros
  const carry = Math.floor(micros / 1_000_000)
  const utc = wall.seconds - wall.offset.seconds + carry
  return { seconds: utc + offsetAt(zone, utc), micros: micros - carry * 1_000_000, offset: null }
}

/** True for a name that the zone data knows, e.g. `Asia/Shanghai`. */
export function isZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return false
    throw error
  }
}

/**
 * Offsets that were asked for, by zone and UTC day; `null` for a day in which the clocks change. Stamps crowd
 * on few days, and a Temporal conversion costs some hundred times a look-up.
 */
const knownDays = new Map<string, Map<number, number | null>>()
/** Days kept per zone before the memory of that zone is started anew. */
const KNOWN_DAYS_LIMIT = 20_000

/** Seconds that the clocks of `zone` are ahead of UTC at a second since 1970. */
function offsetAt(zone: string, seconds: number): number {
  return offsetOfDay(zone, Math.floor(seconds / DAY_SECONDS)) ?? askOffset(zone, seconds)
}

/** The last day that was asked about of those around which the clocks do not change: stamps come in the order of time. */
let lastPlain = { zone: '', day: NaN, offset: 0 }

/** Seconds to take from a wall reading to get to UTC. */
function offsetOfWall(zone: string, wallSeconds: number): number {
  const day = Math.floor(wallSeconds / DAY_SECONDS)
  if (lastPlain.day === day && lastPlain.zone === zone) return lastPlain.offset
  const before = offsetOfDay(zone, day - 1)
  const same = offsetOfDay(zone, day)
  if (same !== null && before === same && offsetOfDay(zone, day + 1) === same) {
    lastPlain = { zone, day, offset: same }
    return same
  }
  const date = Temporal.Instant.fromEpochMilliseconds(wallSeconds * 1000).toZonedDateTimeISO('UTC')
  const exact = date.toPlainDateTime().toZonedDateTime(zone, { disambiguation: 'compatible' })
  return wallSeconds - exact.epochMilliseconds / 1000
}

function offsetOfDay(zone: string, day: number): number | null {
  let days = knownDays.get(zone)
  if (days === undefined || days.size > KNOWN_DAYS_LIMIT) {
    days = new Map()
    knownDays.set(zone, days)
  }
  const known = days.get(day)
  if (known !== undefined) return known
  const start = askOffset(zone, day * DAY_SECONDS)
  const noon = askOffset(zone, day * DAY_SECONDS + DAY_SECONDS / 2)
  const end = askOffset(zone, (day + 1) * DAY_SECONDS - 1)
  const offset = start === end && start === noon ? start : null
  days.set(day, offset)
  return offset
}

function askOffset(zone: string, seconds: number): number {
  const local = Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO(zone)
  return local.offsetNanoseconds / 1_000_000_000
}

/** The wall second at which the hour of `wall` starts. */
export function hourStart(wall: WallClock): number {
  return Math.floor(wall.seconds / HOUR_SECONDS) * HOUR_SECONDS
}
