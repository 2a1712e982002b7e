/** Recall by time alone: what happened in a period, and what lies nearest to it (recall.md §A11). */
import type { Moment } from '../ports.ts'
import type { TimeWindow } from '../time/window.ts'
import { cutoff, takeBest } from './best.ts'
import type { PoolEntry, PoolView, RecallPool } from './pool.ts'
import { SPARE_ROWS } from './ranking.ts'
import type { RowTimes } from './row-time.ts'

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
  const { starts, ends } = pool.periods(now.zone)
  const slots: number[] = []
  const values: number[] = []
  for (const slot of view.slots()) {
    const start = starts[slot] ?? NaN
    if (Number.isNaN(start)) continue
    slots.push(slot)
    values.push(closeness({ start, end: ends[slot] ?? start }, window))
  }
  const likely = cutoff(values, limit + SPARE_ROWS)
  const best = bestFrom(likely)
  return best.length < limit && likely > Number.NEGATIVE_INFINITY ? bestFrom(Number.NEGATIVE_INFINITY) : best

  function bestFrom(least: number): PoolEntry[] {
    const dated: { entry: PoolEntry; distance: number; start: number }[] = []
    slots.forEach((slot, at) => {
      if ((values[at] ?? least) < least) return
      const start = starts[slot] ?? NaN
      const distance = distanceOf({ start, end: ends[slot] ?? start }, window)
      dated.push({ entry: view.entry(slot), distance, start })
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
