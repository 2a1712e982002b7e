/** The query path of `/query_memory` (recall.md §A1, §A9, §A12): by words, by vectors where there are any, by time. */
import type { Moment } from '../ports.ts'
import { collapseSpace, trimSpace } from '../text/whitespace.ts'
import { understandTime } from '../time/relative-window.ts'
import type { TimeWindow } from '../time/window.ts'
import { cutoff, takeBest } from './best.ts'
import { defaultLimits, type RecallLimits } from './limits.ts'
import type { PoolEntry, PoolView, RecallPool, RecallTier } from './pool.ts'
import { fuseByRank, fuseByScore, type Ranked, type Sides } from './rrf.ts'
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
export function queryMemory(
  pool: RecallPool,
  request: RecallRequest,
  now: Moment,
  options: RecallOptions = {},
): RecallEnvelope {
  const limits = options.limits ?? defaultLimits
  const started = options.monotonic?.() ?? 0
  const query = trimSpace(request.query ?? '')
  const time = trimSpace(request.time ?? '')
  const window = time === '' ? null : (options.parseTime ?? understandTime)(time, now)
  const unread = time !== '' && window === null ? ({ time_not_understood: true } as const) : {}
  if (query !== '') {
    const view = pool.view(now, window ?? undefined)
    const { results } = recallByQuery(view, query, limits, options)
    const rows = results.map(({ row, score }) => toRow(row, roundTo(score, 6)))
    return { results: rows, query, candidates_total: view.count, elapsed_ms: elapsed(), ...unread }
  }
  if (window === null) return { results: [], query: '', candidates_total: 0, elapsed_ms: 0, ...unread }
  const view = pool.view(now)
  const entries = recallByTime(pool, view, window, now, limits.byTime, () => onceByText(limits))
  const rows = entries.map((entry) => toRow(entry, null))
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

/** Rows looked at beyond those asked for, in case some have equal texts. */
const SPARE_ROWS = 24

/** Keyword side, vector side and their fusion over the rows of `view` (recall.md §A6–A8). */
export function recallByQuery(
  view: PoolView,
  query: string,
  limits: RecallLimits,
  options: Pick<RecallOptions, 'vectors' | 'fusion'>,
): QueryRecall {
  const idOf = (entry: PoolEntry) => entry.doc['id']
  if (options.fusion === 'score') {
    // Every row takes part in a sum; the cut comes after it.
    const all = { ...limits, perSide: view.count, minCosine: 0 }
    const sides = { keyword: rankByWords(view, query, all), vector: rankVectors(view, options.vectors, all) }
    return { sides, results: once(fuseByScore(sides, idOf, limits), limits) }
  }
  let sides = {
    keyword: rankByWords(view, query, limits),
    vector: rankVectors(view, options.vectors, limits),
  }
  if (limits.fill) {
    const wide = { ...limits, perSide: limits.total }
    if (sides.vector.length === 0) sides = { ...sides, keyword: rankByWords(view, query, wide) }
    else if (sides.keyword.length === 0)
      sides = { ...sides, vector: rankVectors(view, options.vectors, wide) }
  }
  return { sides, results: once(fuseByRank(sides, idOf, limits.rrfK, limits.total), limits) }
}

/** Both sides may bring the same text under different ids. */
function once(fused: readonly Ranked<PoolEntry>[], limits: RecallLimits): Ranked<PoolEntry>[] {
  const accept = onceByText(limits)
  return fused.filter(({ row }) => accept(row))
}

function rankByWords(view: PoolView, query: string, limits: RecallLimits): Ranked<PoolEntry>[] {
  const { slots, scores } = view.search(query)
  const likely = cutoff(scores, limits.perSide + SPARE_ROWS)
  const best = bestFrom(Math.max(likely, limits.minBm25))
  // Rare: so many rows of equal text that the spare ones were used up.
  return best.length < limits.perSide && likely > limits.minBm25 ? bestFrom(limits.minBm25) : best

  function bestFrom(least: number): Ranked<PoolEntry>[] {
    const ranked: Ranked<PoolEntry>[] = []
    slots.forEach((slot, at) => {
      const score = scores[at] ?? 0
      if (score >= least) ranked.push({ row: view.entry(slot), score })
    })
    const accept = onceByText(limits)
    return takeBest(
      ranked,
      limits.perSide,
      (a, b) => b.score - a.score || a.row.rank - b.row.rank,
      ({ row }) => accept(row),
    )
  }
}

function rankVectors(
  view: PoolView,
  vectors: QueryVectors | undefined,
  limits: RecallLimits,
): Ranked<PoolEntry>[] {
  if (vectors === undefined) return []
  return rankByVector(view, vectors, limits.minCosine, limits.perSide, onceByText(limits))
}

/** Lets each text through once. */
function onceByText(limits: RecallLimits): (entry: PoolEntry) => boolean {
  if (!limits.distinct) return () => true
  const seen = new Set<string>()
  return (entry) => {
    const text = collapseSpace(entry.doc.text)
    if (seen.has(text)) return false
    seen.add(text)
    return true
  }
}

function toRow(entry: PoolEntry, score: number | null): RecalledRow {
  const { doc } = entry
  return {
    id: doc['id'] ?? '',
    text: doc.text,
    tier: entry.tier,
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
