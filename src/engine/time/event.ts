/** Event times of facts and reflections, given relative to the turn they were said in (facts.md §3). */
import type { EventWhen, RelativeOffset } from '../model/memory-model.ts'
import {
  addSeconds,
  DAY_SECONDS,
  formatWallClock,
  HOUR_SECONDS,
  parseWallClock,
  type WallClock,
} from './wall-clock.ts'
import { instantOf, wallClockAt } from './zone.ts'

const UNIT_SECONDS: Readonly<Record<RelativeOffset['unit'], number>> = {
  minute: 60,
  hour: HOUR_SECONDS,
  day: DAY_SECONDS,
  week: 7 * DAY_SECONDS,
  month: 30 * DAY_SECONDS,
  year: 365 * DAY_SECONDS,
}

/** The relative time a model gave, checked side by side; null when no side holds. Fractions are cut off. */
export function normaliseEventWhen(raw: unknown): EventWhen | null {
  if (!isRecord(raw)) return null
  const start = normaliseOffset(raw['start'])
  const end = normaliseOffset(raw['end'])
  return start === null && end === null ? null : { start, end }
}

export interface EventFallbacks {
  /** Without a start of its own, the event starts at the anchor. */
  readonly fallbackStart: boolean
  /** Without an end of its own, the event ends where it starts. */
  readonly fallbackEnd: boolean
}

/**
 * Stamps of start and end, counted from the stamp `anchor`. Wall-clock arithmetic: yesterday is the same time
 * of day across a change of clocks, a month is 30 days, a year 365. A time that the clocks of `zone` skip is
 * moved forward by what they skip. An anchor that is no stamp is handed on as it is by the fallbacks.
 */
export function resolveEventTimes(
  when: EventWhen | null,
  anchor: string,
  zone: string,
  fallbacks: EventFallbacks,
): { start: string | null; end: string | null } {
  const from = parseWallClock(anchor)
  const start = shift(from, when?.start ?? null, zone) ?? (fallbacks.fallbackStart ? anchor : null)
  const end = shift(from, when?.end ?? null, zone) ?? (fallbacks.fallbackEnd ? (start ?? anchor) : null)
  return { start, end }
}

function shift(from: WallClock | null, offset: RelativeOffset | null, zone: string): string | null {
  if (from === null || offset === null) return null
  const moved = addSeconds(from, offset.offset * UNIT_SECONDS[offset.unit])
  if (moved === null) return null
  if (moved.offset !== null) return formatWallClock(moved)
  const shown = wallClockAt({ instant: instantOf(moved, zone), zone })
  return formatWallClock({ ...moved, seconds: shown.seconds })
}

function normaliseOffset(raw: unknown): RelativeOffset | null {
  if (!isRecord(raw)) return null
  const unit = raw['unit']
  const offset = wholeNumber(raw['offset'])
  return isUnit(unit) && offset !== null ? { offset, unit } : null
}

/** What Python's `int()` takes: numbers cut towards zero, and texts of digits only. */
function wholeNumber(raw: unknown): number | null {
  if (typeof raw === 'boolean') return raw ? 1 : 0
  if (typeof raw === 'number') return Number.isFinite(raw) ? Math.trunc(raw) + 0 : null
  if (typeof raw !== 'string' || !/^\s*[+-]?\d+(?:_\d+)*\s*$/.test(raw)) return null
  return Number(raw.replaceAll('_', '')) + 0
}

function isUnit(value: unknown): value is RelativeOffset['unit'] {
  return typeof value === 'string' && Object.hasOwn(UNIT_SECONDS, value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
