/** The best rows of many hits, without making an object of each. */
import { cutoff, takeBest } from './best.ts'
import type { Hits } from './lexical-index.ts'
import type { PoolEntry, PoolView } from './pool.ts'
import type { Ranked } from './rrf.ts'

/** Rows looked at beyond those asked for, in case some are not accepted. */
export const SPARE_ROWS = 24

/**
 * Up to `limit` rows of `hits` that score at least `least` and are accepted, best first, equal ones in the order of the
 * pool. `accept` starts anew at each call; slots that are not `wanted` are left out before.
 */
export function bestHits(
  view: PoolView,
  { slots, scores }: Hits,
  limit: number,
  least: number,
  accept: () => (entry: PoolEntry) => boolean,
  wanted: (slot: number) => boolean = () => true,
): Ranked<PoolEntry>[] {
  const likely = cutoff(scores, limit + SPARE_ROWS, (at) => wanted(slots[at] ?? 0))
  const best = from(Math.max(likely, least))
  // Rare: so many rows were refused that the spare ones were used up.
  return best.length < limit && likely > least ? from(least) : best

  function from(lowest: number): Ranked<PoolEntry>[] {
    const ranked: Ranked<PoolEntry>[] = []
    for (let at = 0; at < slots.length; at += 1) {
      const score = scores[at] ?? 0
      const slot = slots[at] ?? 0
      if (score >= lowest && wanted(slot)) ranked.push({ row: view.entry(slot), score })
    }
    const accepts = accept()
    return takeBest(
      ranked,
      limit,
      (a, b) => b.score - a.score || a.row.rank - b.row.rank,
      ({ row }) => accepts(row),
    )
  }
}
