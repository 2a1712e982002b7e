/** What recall finds for a request, with all that is known of how it came about (recall.md §A1, §A9, §A12). */
import type { JsonObject } from '../document.ts'
import type { Moment } from '../ports.ts'
import { RECALL_SPARE_ROWS } from '../settings.ts'
import { trimSpace } from '../text/whitespace.ts'
import { understandTime } from '../time/relative-window.ts'
import type { TimeWindow } from '../time/window.ts'
import { askedText } from './asked-text.ts'
import {
  onceByText,
  type QueryOptions,
  type QueryRecall,
  readDocuments,
  recallByQuery,
  shareIn,
  strengthOf,
} from './by-query.ts'
import { defaultLimits, type RecallLimits } from './limits.ts'
import type { PoolEntry, PoolView, RecallPool } from './pool.ts'
import type { RecallReason } from './reason-codes.ts'
import { isWeak } from './reasons.ts'
import type { FindTurns, FoundTurn } from './raw-turns.ts'
import { findRepeats } from './repeats.ts'
import type { TextDocument } from './slots.ts'
import { successorsOf, withSuccessors } from './successors.ts'
import { recallByTime } from './time-recall.ts'
import { asksForThePast, behindSuccessors } from './validity.ts'

export interface RecallRequest {
  readonly query?: string | null
  readonly time?: string | null
}

export interface RecallOptions extends QueryOptions {
  readonly limits?: RecallLimits
  /** Reads the `time` argument; the product's own, which knows relative phrases, when left out. */
  readonly parseTime?: (text: string, now: Moment) => TimeWindow | null
  /** Asked when memories say little; left out, only what was learned is looked at. */
  readonly turns?: FindTurns
}

/** One result with its document. */
export interface FoundRow {
  readonly row: PoolEntry
  /** Null for recall by time alone, and for a row that is there for what it took the place of. */
  readonly score: number | null
  readonly document: TextDocument
  /** What it took the place of and that answers the question, where it is found by that. */
  readonly instead?: TextDocument
}

export interface Recalled {
  /** Both trimmed. */
  readonly query: string
  readonly time: string
  readonly window: TimeWindow | null
  readonly found: readonly FoundRow[]
  /** What the user said about it, where memories say little. */
  readonly turns: readonly FoundTurn[]
  /** Rows that could have been found. */
  readonly count: number
  readonly reason: RecallReason | null
  /** How it came about; null without a query. */
  readonly search: QueryRecall | null
  readonly view: PoolView | null
}

/** Finds rows of `pool`. A `time` that is not understood filters nothing, which `reason` tells. */
export async function recall(
  pool: RecallPool,
  request: RecallRequest,
  now: Moment,
  options: RecallOptions = {},
): Promise<Recalled> {
  const limits = options.limits ?? defaultLimits
  const query = trimSpace(request.query ?? '')
  const time = trimSpace(request.time ?? '')
  const window = time === '' ? null : (options.parseTime ?? understandTime)(time, now)
  const asked = { query, time, window, turns: [] }
  if (query === '' && window === null) {
    const reason = time === '' ? null : 'time_not_understood'
    return { ...asked, found: [], count: 0, reason, search: null, view: null }
  }
  const words = askedText(query)
  const scope = asksForThePast(words, window, now) ? 'with_superseded' : 'recalled'
  if (query === '' && window !== null) {
    const view = pool.view(now, undefined, scope)
    const found = await nearestInTime(pool, view, window, now, limits)
    const { starts, ends } = pool.periods(now.zone)
    const isInside = ({ row: { slot } }: FoundRow) =>
      (starts[slot] ?? NaN) < window.end && (ends[slot] ?? NaN) >= window.start
    const reason = found.some(isInside) ? null : 'nothing_in_window'
    return { ...asked, found, count: view.count, reason, search: null, view }
  }
  const view = pool.view(now, window ?? undefined, scope)
  const search = await recallByQuery(pool, view, words, limits, options)
  const best = await withDocuments(pool, search.results, search.documents)
  const share = shareIn(view, words)
  const successors = scope === 'recalled' ? await successorsOf(pool, view, words, share, now, limits) : []
  const found = withSuccessors(best, successors, share, limits.total)
  const weak = found.length > 0 && successors.length === 0 && isWeak(strengthOf(search, share))
  const turns = found.length === 0 || weak ? ((await options.turns?.(words, window)) ?? []) : []
  // A turn is found only when it says enough of what was asked.
  const reason = reasonOf(found.length + turns.length, weak && turns.length === 0, time, window)
  return { ...asked, found, turns, count: view.count, reason, search, view }
}

function reasonOf(
  found: number,
  weak: boolean,
  time: string,
  window: TimeWindow | null,
): RecallReason | null {
  if (found === 0) return window === null ? 'nothing_found' : 'nothing_in_window'
  if (weak) return 'only_weak_matches'
  return time !== '' && window === null ? 'time_not_understood' : null
}

async function nearestInTime(
  pool: RecallPool,
  view: PoolView,
  window: TimeWindow,
  now: Moment,
  limits: RecallLimits,
): Promise<FoundRow[]> {
  const wide = limits.byTime + (limits.distinct ? RECALL_SPARE_ROWS : 0)
  const entries = recallByTime(pool, view, window, now, wide, () => onceByText(pool, limits))
  const documents = await readDocuments(pool, entries)
  const ranked = entries.map((row) => ({ row, score: null }))
  const once = limits.distinct ? findRepeats(entries, documents).once(ranked) : ranked
  return withDocuments(pool, once.slice(0, limits.byTime), documents)
}

/** Rows as they are stored now, what was behind what is; what was deleted in the meantime is left out. */
async function withDocuments(
  pool: RecallPool,
  ranked: readonly { readonly row: PoolEntry; readonly score: number | null }[],
  known: ReadonlyMap<number, TextDocument>,
): Promise<FoundRow[]> {
  const missing = ranked.map(({ row }) => row).filter(({ slot }) => !known.has(slot))
  const read = missing.length === 0 ? known : new Map([...known, ...(await readDocuments(pool, missing))])
  const found = ranked.flatMap(({ row, score }) => {
    const document = read.get(row.slot)
    return document === undefined ? [] : [{ row, score, document }]
  })
  return behindSuccessors(found, ({ document }): JsonObject => document)
}
