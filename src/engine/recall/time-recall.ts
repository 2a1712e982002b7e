/** Recall by time alone: what happened in a period, and what lies nearest to it (recall.md §A11). */
import type { Moment } from '../ports.ts'
import type { TimeWindow } from '../time/window.ts'
import { takeBest } from './best.ts'
import type { PoolEntry, PoolView, RecallPool } from './pool.ts'

/**
 * Up to `limit` dated rows of `view`: those that touch `window` first, then by distance from it, then the later
 * start, then pool order.
 */
export function recallByTime(
  pool: RecallPool,
  view: PoolView,
  window: TimeWindow,
  now: Moment,
  limit: number,
  accept: (entry: PoolEntry) => boolean,
): PoolEntry[] {
  const dated: { entry: PoolEntry; outside: number; distance: number; start: number }[] = []
  for (const entry of view.entries()) {
    const times = pool.times(entry, now.zone)
    if (times === null) continue
    const inside = times.start < window.end && times.end >= window.start
    const distance = inside
      ? 0
      : times.end < window.start
        ? window.start - times.end
        : times.start - window.end
    dated.push({ entry, outside: inside ? 0 : 1, distance, start: times.start })
  }
  const best = takeBest(
    dated,
    limit,
    (a, b) =>
      a.outside - b.outside || a.distance - b.distance || b.start - a.start || a.entry.rank - b.entry.rank,
    ({ entry }) => accept(entry),
  )
  return best.map(({ entry }) => entry)
}
