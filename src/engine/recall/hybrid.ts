/** The query path of `/query_memory` (recall.md §A1, §A9, §A12): by words, by vectors where there are any, by time. */
import type { Moment } from '../ports.ts'
import { trimSpace } from '../text/whitespace.ts'
import { understandTime } from '../time/relative-window.ts'
import type { TimeWindow } from '../time/window.ts'
import { defaultLimits, type RecallLimits } from './limits.ts'
import type { PoolEntry, PoolView, RecallPool, RecallTier } from './pool.ts'
import { bestHits } from './ranking.ts'
import { addScores, fuseByRank, type Ranked, type Sides } from './rrf.ts'
import type { TextDocument } from './slots.ts'
import { recallByTime } from './time-recall.ts'
import { type QueryVectors, rankByVector } from './vectors.ts'

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
  readonly error_code?: 'hybrid_recall_failed'
}

/** `rank`: the contract, for transformer vectors. `score`: for the built-in word table (design.md §7). */
export type FusionName = 'rank' | 'score'

export interface RecallOptions {
  readonly limits?: RecallLimits
  readonly vectors?: QueryVectors | undefined
  readonly fusion?: FusionName
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
  const limits = options.limits ?? defaultLimits
  const started = options.monotonic?.() ?? 0
  const query = trimSpace(request.query ?? '')
  const time = trimSpace(request.time ?? '')
  const window = time === '' ? null : (options.parseTime ?? understandTime)(time, now)
  const unread = time !== '' && window === null ? ({ time_not_understood: true } as const) : {}
  if (query !== '') {
    const view = pool.view(now, window ?? undefined)
    const { results } = await recallByQuery(pool, view, query, limits, options)
    const rows = await toRows(pool, results)
    return { results: rows, query, candidates_total: view.count, elapsed_ms: elapsed(), ...unread }
  }
  if (window === null) return { results: [], query: '', candidates_total: 0, elapsed_ms: 0, ...unread }
  const view = pool.view(now)
  const entries = recallByTime(pool, view, window, now, limits.byTime, () => onceByText(pool, limits))
  const rows = await toRows(
    pool,
    entries.map((row) => ({ row, score: null })),
  )
  return { results: rows, query: '', time, candidates_total: view.count, elapsed_ms: elapsed() }

  function elapsed(): number {
    return roundTo(Math.max(0, (options.monotonic?.() ?? 0) - started), 1)
  }
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

export interface QueryRecall {
  /** The sides as they went into the fusion. */
  readonly sides: Sides<PoolEntry>
  readonly results: readonly Ranked<PoolEntry>[]
}

/** Keyword side, vector side and their fusion over the rows of `view` (recall.md §A6–A8). */
export async function recallByQuery(
  pool: RecallPool,
  view: PoolView,
  query: string,
  limits: RecallLimits,
  options: Pick<RecallOptions, 'vectors' | 'fusion'>,
): Promise<QueryRecall> {
  const { vectors } = options
  const accept = () => onceByText(pool, limits)
  const keyword = view.search(query)
  const rankWords = (limit: number) => bestHits(view, keyword, limit, limits.minBm25, accept)
  if (options.fusion === 'score' && vectors !== undefined) {
    // Every row takes part in a sum; the cut comes after it.
    const near = view.searchVectors(vectors.query, vectors.modelId, 0)
    const vector = bestHits(view, near, limits.total, 0, accept)
    const results = bestHits(view, addScores(keyword, near), limits.total, 0, accept)
    return { sides: { keyword: rankWords(limits.total), vector }, results }
  }
  const rankVectors = async (limit: number) =>
    vectors === undefined ? [] : rankByVector(pool, view, vectors, limits.minCosine, limit, accept)
  let sides = { keyword: rankWords(limits.perSide), vector: await rankVectors(limits.perSide) }
  if (limits.fill) {
    if (sides.vector.length === 0) sides = { ...sides, keyword: rankWords(limits.total) }
    else if (sides.keyword.length === 0) sides = { ...sides, vector: await rankVectors(limits.total) }
  }
  // Both sides may bring the same text under different ids.
  const once = accept()
  const fused = fuseByRank(sides, ({ slot }) => pool.idMark(slot), limits.rrfK, limits.total)
  return { sides, results: fused.filter(({ row }) => once(row)) }
}

/** Lets each text through once. */
function onceByText(pool: RecallPool, limits: RecallLimits): (entry: PoolEntry) => boolean {
  if (!limits.distinct) return () => true
  const seen = new Set<number>()
  return ({ slot }) => {
    const mark = pool.textMark(slot)
    if (seen.has(mark)) return false
    seen.add(mark)
    return true
  }
}

/** Rows as they are stored now; what was deleted or reworded in the meantime is left out. */
async function toRows(
  pool: RecallPool,
  found: readonly { readonly row: PoolEntry; readonly score: number | null }[],
): Promise<RecalledRow[]> {
  const documents = await pool.documents(found.map(({ row }) => row))
  return found.flatMap(({ row, score }, at) => {
    const document = documents[at] ?? null
    return document === null ? [] : [toRow(row, document, score === null ? null : roundTo(score, 6))]
  })
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
  }
}

function roundTo(value: number, decimals: number): number {
  return Number(value.toFixed(decimals))
}
