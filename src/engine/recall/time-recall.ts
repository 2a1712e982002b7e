/** Recall by time alone: what happened in a period, and what lies nearest to it (recall.md §A11). */
import type { Moment } from '../ports.ts'
import type { TimeWindow } from '../time/window.ts'
import { cutoff, takeBest } from './best.ts'
import type { PoolEntry, PoolView, RecallPool } from './pool.ts'
import type { RowTimes } from './row-time.ts'

/** Rows looked at beyond those asked for, in case some have equal texts. */
const SPARE_ROWS = 24

/**
 * Up to `limit` dated rows of `view`: those that touch `window` first, then by distance from it, then the later
 * start, then pool order. `accept` starts anew at each call.
 */
export function recallByTime(
  pool: RecallPool,
  view: PoolView,
  window: TimeWindow,
  now: Moment,
  limit: number,
  accept: () => (entry: PoolEntry) => boolean,
): PoolEntry[] {
  const entries: PoolEntry[] = []
  const values: number[] = []
  for (const entry of view.entries()) {
    const times = pool.times(entry, now.zone)
    if (times === null) continue
    entries.push(entry)
    values.push(closeness(times, window))
  }
  const likely = cutoff(values, limit + SPARE_ROWS)
  const best = bestFrom(likely)
  return best.length < limit && likely > Number.NEGATIVE_INFINITY ? bestFrom(Number.NEGATIVE_INFINITY) : best

  function bestFrom(least: number): PoolEntry[] {
    const dated: { entry: PoolEntry; distance: number; start: number }[] = []
    entries.forEach((entry, at) => {
      if ((values[at] ?? least) < least) return
      const times = pool.times(entry, now.zone)
      if (times !== null) dated.push({ entry, distance: distanceOf(times, window), start: times.start })
    })
    const accepts = accept()
    const ordered = takeBest(
      dated,
      limit,
      (a, b) => a.distance - b.distance || b.start - a.start || a.entry.rank - b.entry.rank,
      ({ entry }) => accepts(entry),
    )
    return ordered.map(({ entry }) => entry)
  }
}

/** Inside comes before everything outside, a row that starts at the very end of the window included. */
const INSIDE = -1

/** Milliseconds between a row and the window; `INSIDE` when they touch. */
function distanceOf(times: RowTimes, window: TimeWindow): number {
  if (times.start < window.end && times.end >= window.start) return INSIDE
  return times.end < window.start ? window.start - times.end : times.start - window.end
}

/** More than any instant in milliseconds, far less than a double loses whole numbers at. */
const BEYOND_TIME = 1e15

/** One number that never orders two rows against the rules: larger is better. */
function closeness(times: RowTimes, window: TimeWindow): number {
  const distance = distanceOf(times, window)
  return distance === INSIDE ? BEYOND_TIME + times.start : -distance
}
