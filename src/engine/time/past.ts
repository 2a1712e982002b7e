/** When a dated memory is no longer current (reflections.md §3.6, context.md §3.3). */
import type { Moment } from '../ports.ts'
import { DAY_SECONDS, parseWallClock } from './wall-clock.ts'
import { toLocalWall, wallClockAt } from './zone.ts'

/** Days after which a scope is past, strictly more; scopes that are not named never are. */
const PAST_AFTER_DAYS: ReadonlyMap<unknown, number> = new Map([
  ['state', 7],
  ['episode', 3],
])

/** The stamps that date a memory, the best one first. */
export interface DatedRow {
  readonly event_end_at?: unknown
  readonly event_start_at?: unknown
  readonly added_at?: unknown
  readonly created_at?: unknown
}

/** True when a memory of temporal scope `scope`, dated by the first readable stamp of `row`, belongs to the past. */
export function isPast(scope: unknown, row: DatedRow, now: Moment): boolean {
  if (scope === 'past') return true
  const limit = PAST_AFTER_DAYS.get(scope)
  if (limit === undefined) return false
  const stamps = [row.event_end_at, row.event_start_at, row.added_at, row.created_at]
  for (const stamp of stamps) {
    const wall = parseWallClock(stamp)
    if (wall === null) continue
    const then = toLocalWall(wall, now.zone)
    const shown = wallClockAt(now)
    const age = shown.seconds - then.seconds + (shown.micros - then.micros) / 1_000_000
    return age > limit * DAY_SECONDS
  }
  return false
}
