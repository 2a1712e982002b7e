/** The answer of `/query_memory` (recall.md §A1, §A9). */
import type { Moment } from '../ports.ts'
import { toNaive } from '../time/stamp.ts'
import type { TimeWindow } from '../time/window.ts'
import { recall, type RecallOptions as FindOptions, type RecallRequest } from './answer.ts'
import { explainRow, type RowExplanation } from './explain.ts'
import type { RecallPool } from './pool.ts'
import type { RecallReason } from './reason-codes.ts'
import { type RecalledRow, roundTo, rowOf, rowOfTurn } from './row.ts'

export type { FusionName } from './by-query.ts'
export type { RecallRequest } from './answer.ts'
export type { RecalledRow } from './row.ts'

export interface RecallEnvelope {
  readonly results: readonly (RecalledRow & { readonly explain?: RowExplanation })[]
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

export interface RecallOptions extends FindOptions {
  /** A monotonic clock in milliseconds, for `elapsed_ms`. */
  readonly monotonic?: () => number
  /** Tells of each row how it came to be in the answer. */
  readonly explain?: boolean
}

/** Answers one recall request over `pool`. A `time` that is not understood filters nothing, and the answer says so. */
export async function queryMemory(
  pool: RecallPool,
  request: RecallRequest,
  now: Moment,
  options: RecallOptions = {},
): Promise<RecallEnvelope> {
  const started = options.monotonic?.() ?? 0
  const recalled = await recall(pool, request, now, options)
  const { query, time, found, window, count, reason } = recalled
  const asked = query !== '' || window !== null
  const elapsed = asked ? Math.max(0, (options.monotonic?.() ?? 0) - started) : 0
  return {
    results: [
      ...found.map((row) =>
        options.explain === true ? { ...rowOf(row), explain: explainRow(recalled, row) } : rowOf(row),
      ),
      ...recalled.turns.map(rowOfTurn),
    ],
    query,
    ...(query === '' && window !== null ? { time } : {}),
    candidates_total: count,
    elapsed_ms: roundTo(elapsed, 1),
    ...(time !== '' && window === null ? { time_not_understood: true } : {}),
    ...(window === null ? {} : { time_window: stampsOf(window, now.zone) }),
    ...(reason === null ? {} : { reason }),
  }
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
