/** The query path of `/query_memory` (recall.md §A1, §A9, §A12): by words, by vectors where there are any, by time. */
import type { JsonObject } from '../document.ts'
import type { Moment } from '../ports.ts'
import { RECALL_SPARE_ROWS } from '../settings.ts'
import { trimSpace } from '../text/whitespace.ts'
import { understandTime } from '../time/relative-window.ts'
import { toNaive } from '../time/stamp.ts'
import type { TimeWindow } from '../time/window.ts'
import {
  onceByText,
  type QueryOptions,
  type QueryRecall,
  readDocuments,
  recallByQuery,
  strengthOf,
} from './by-query.ts'
import { defaultLimits, type RecallLimits } from './limits.ts'
import type { PoolEntry, PoolView, RecallPool, RecallTier } from './pool.ts'
import { isWeak, type RecallReason } from './reasons.ts'
import { findRepeats } from './repeats.ts'
import type { TextDocument } from './slots.ts'
import { recallByTime } from './time-recall.ts'
import { asksForThePast, behindSuccessors, validityOf } from './validity.ts'

export interface RecallRequest {
  readonly query?: string | null
  readonly time?: string | null
}

/** One row as callers see it; stored values are passed on as they are. */
export interface RecalledRow {
  readonly id: unknown
  readonly text: string
  readonly tier: RecallTier
  readonly entity: unknown
  /** Fused score, rounded to 6 decimals; null for recall by time alone. */
  readonly score: number | null
  readonly created_at: unknown
  readonly event_start_at: unknown
  readonly event_end_at: unknown
  /** Only on what no longer holds, with the stored stamp up to which it did. */
  readonly superseded?: true
  readonly valid_to?: unknown
}

export interface RecallEnvelope {
  readonly results: readonly RecalledRow[]
  readonly query: string
  /** The period asked for, in recall by time alone. */
  readonly time?: string
  readonly candidates_total: number
  /** Milliseconds, one decimal. */
  readonly elapsed_ms: number
  /** Set when a period was asked for in words that are not understood, so that no one takes this for a filter. */
  readonly time_not_understood?: true
  /** The period that was understood, half open, in naive stamps. */
  readonly time_window?: { readonly start: string; readonly end: string }
  /** Set when the answer is empty or worth less than one might think. */
  readonly reason?: RecallReason
  readonly error_code?: 'hybrid_recall_failed'
}

export interface RecallOptions extends QueryOptions {
  readonly limits?: RecallLimits
  /** A monotonic clock in milliseconds, for `elapsed_ms`. */
  readonly monotonic?: () => number
  /** Reads the `time` argument; the product's own, which knows relative phrases, when left out. */
  readonly parseTime?: (text: string, now: Moment) => TimeWindow | null
}

/** Answers one recall request over `pool`. A `time` that is not understood filters nothing, and the answer says so. */
export async function queryMemory(
  pool: RecallPool,
  request: RecallRequest,
  now: Moment,
  options: RecallOptions = {},
): Promise<RecallEnvelope> {
  const started = options.monotonic?.() ?? 0
  const { query, time, found, window, count, reason } = await recall(pool, request, now, options)
  const rows = found.map(({ row, score, document }) =>
    toRow(row, document, score === null ? null : roundTo(score, 6)),
  )
  const asked = query !== '' || window !== null
  return {
    results: rows,
    query,
    ...(query === '' && window !== null ? { time } : {}),
    candidates_total: count,
    elapsed_ms: asked ? roundTo(Math.max(0, (options.monotonic?.() ?? 0) - started), 1) : 0,
    ...(time !== '' && window === null ? { time_not_understood: true } : {}),
    ...(window === null ? {} : { time_window: stampsOf(window, now.zone) }),
    ...(reason === null ? {} : { reason }),
  }
}

/** One result with its document. */
export interface FoundRow {
  readonly row: PoolEntry
  /** Null for recall by time alone. */
  readonly score: number | null
  readonly document: TextDocument
}

export interface Recalled {
  /** Both trimmed. */
  readonly query: string
  readonly time: string
  readonly window: TimeWindow | null
  readonly found: readonly FoundRow[]
  /** Rows that could have been found. */
  readonly count: number
  readonly reason: RecallReason | null
  /** How it came about; null without a query. */
  readonly search: QueryRecall | null
  readonly view: PoolView | null
}

/** As `queryMemory`, with all that it knows of how the answer came about. */
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
  const asked = { query, time, window }
  if (query === '' && window === null) {
    const reason = time === '' ? null : 'time_not_understood'
    return { ...asked, found: [], count: 0, reason, search: null, view: null }
  }
  const scope = asksForThePast(query, window, now) ? 'with_superseded' : 'recalled'
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
  const search = await recallByQuery(pool, view, query, limits, options)
  const found = await withDocuments(pool, search.results, search.documents)
  const weak = found.length > 0 && isWeak(strengthOf(view, query, search))
  const reason = reasonOf(found.length, weak, time, window)
  return { ...asked, found, count: view.count, reason, search, view }
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

function stampsOf({ start, end }: TimeWindow, zone: string): { start: string; end: string } {
  return { start: toNaive({ instant: start, zone }), end: toNaive({ instant: end, zone }) }
}

/** The answer when something unforeseen happened; what it was goes to the log and no further (recall.md §A1). */
export function failedRecall(request: RecallRequest): RecallEnvelope {
  return {
    results: [],
    query: request.query ?? '',
    candidates_total: 0,
    elapsed_ms: 0,
    error_code: 'hybrid_recall_failed',
  }
}

function toRow({ tier }: PoolEntry, doc: TextDocument, score: number | null): RecalledRow {
  return {
    id: doc['id'] ?? '',
    text: doc.text,
    tier,
    entity: doc['entity'] ?? null,
    score,
    created_at: doc['created_at'] ?? null,
    event_start_at: doc['event_start_at'] ?? null,
    event_end_at: doc['event_end_at'] ?? null,
    ...validityOf(doc),
  }
}

function roundTo(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
