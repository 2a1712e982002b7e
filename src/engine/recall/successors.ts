/**
 * Memories that took the place of what a question finds: "where do I live?" has no word of "moved to Osaka", and every
 * word of "lives in Tokyo", which that took the place of.
 */
import type { Moment } from '../ports.ts'
import { RECALL_PAST_ROWS, RECALL_PAST_SHARE } from '../settings.ts'
import { onceByText, readDocuments } from './by-query.ts'
import type { RecallLimits } from './limits.ts'
import type { PoolEntry, PoolView, RecallPool } from './pool.ts'
import { bestHits } from './ranking.ts'
import { idMarkOf, type TextDocument } from './slots.ts'

/** A row of the present, and the past one that answers the question and led to it. */
export interface Successor {
  readonly row: PoolEntry
  readonly document: TextDocument
  /** It has none of its own. */
  readonly score: null
  readonly instead: TextDocument
  /** Share of what the question's words tell that the past row has, 0 to 1. */
  readonly share: number
}

/** Those that `view` may show, best first, each once; `share` as of `shareIn`. */
export async function successorsOf(
  pool: RecallPool,
  view: PoolView,
  query: string,
  share: (document: TextDocument) => number,
  now: Moment,
  limits: RecallLimits,
): Promise<Successor[]> {
  const past = pool.view(now, undefined, 'superseded')
  if (past.count === 0) return []
  const hits = bestHits(past, past.search(query), RECALL_PAST_ROWS, limits.minBm25, () =>
    onceByText(pool, limits),
  )
  const documents = await readDocuments(
    pool,
    hits.map(({ row }) => row),
  )
  const found = new Map<number, Successor>()
  for (const { row } of hits) {
    const instead = documents.get(row.slot)
    const said = instead === undefined ? 0 : share(instead)
    if (instead === undefined || said < RECALL_PAST_SHARE) continue
    const entry = await presentOf(pool, view, past, instead)
    const document = entry && (await readDocuments(pool, [entry])).get(entry.slot)
    if (!document || found.has(entry.slot)) continue
    found.set(entry.slot, { row: entry, document, score: null, instead, share: said })
  }
  return [...found.values()].sort((a, b) => b.share - a.share)
}

/**
 * `found` with each successor before the first row that says no more of the question than what it took the place of; never more
 * than `limit`, and no row twice: one that was found keeps its score.
 */
export function withSuccessors<T extends Pick<Successor, 'row' | 'document'>>(
  found: readonly T[],
  successors: readonly Successor[],
  share: (document: TextDocument) => number,
  limit: number,
): (T | Successor)[] {
  const shown: (T | Successor)[] = [...found]
  for (const successor of successors) {
    const place = shown.findIndex(({ row }) => row.slot === successor.row.slot)
    const first = shown.findIndex(({ document }) => share(document) <= successor.share)
    if (place >= 0 && (first < 0 || place <= first)) continue
    const [found] = place >= 0 ? shown.splice(place, 1) : []
    shown.splice(first < 0 ? shown.length : first, 0, found ?? successor)
  }
  return shown.slice(0, limit)
}

/** What holds now in place of `document`; undefined where nothing that may be shown does. */
async function presentOf(
  pool: RecallPool,
  view: PoolView,
  past: PoolView,
  document: TextDocument,
): Promise<PoolEntry | undefined> {
  // A chain has no more steps than there are rows of the past; one that runs in a circle ends, too.
  let current = document
  for (let step = 0; step < past.count; step += 1) {
    const mark = idMarkOf(current['superseded_by'])
    if (mark === 0) return undefined
    const present = slotOf(pool, view, mark)
    if (present !== undefined) return view.entry(present)
    const later = slotOf(pool, past, mark)
    if (later === undefined) return undefined
    const entry = past.entry(later)
    const next = (await readDocuments(pool, [entry])).get(later)
    if (next === undefined) return undefined
    current = next
  }
  return undefined
}

function slotOf(pool: RecallPool, view: PoolView, idMark: number): number | undefined {
  for (const slot of view.slots()) if (pool.idMark(slot) === idMark) return slot
  return undefined
}
