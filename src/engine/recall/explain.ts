/** How an answer of recall came about: the sides, their fusion, and what was left out and why. */
import { textField } from '../document.ts'
import type { EntryKey, LabRow, RecallLab } from '../browser-api.ts'
import type { Moment } from '../ports.ts'
import type { TimeWindow } from '../time/window.ts'
import type { QueryRecall } from './by-query.ts'
import { type FoundRow, recall, type Recalled, type RecallOptions, type RecallRequest } from './answer.ts'
import type { Hits } from './lexical-index.ts'
import type { PoolEntry, PoolView, RecallPool } from './pool.ts'
import type { FoundTurn } from './raw-turns.ts'
import { rowOf, rowOfTurn } from './row.ts'
import { SLOT_FLAGS, type TextDocument } from './slots.ts'
import { renderRecall } from './tool.ts'

/** What is told of each row on request. */
export interface RowExplanation {
  /** Terms of the query that the row has. */
  readonly terms: readonly string[]
  /** Places on the two sides, from 1; null where the row is not on it. */
  readonly keyword_rank: number | null
  readonly vector_rank: number | null
  readonly bm25: number | null
  readonly cosine: number | null
  /**
   * Which sides brought it; `time` for recall by time alone, `successor` where it took the place of a row that says what
   * was asked.
   */
  readonly kept_by: 'keyword' | 'vector' | 'both' | 'time' | 'successor'
  /** Id of that row. */
  readonly instead_of?: unknown
  /** Ids of rows that say the same and for which it stands. */
  readonly repeats: readonly unknown[]
}

/** Why a row is not in the answer; words for it are in the catalogue of the page. */
export type LeftOut =
  | 'suppressed'
  | 'superseded'
  /** A reflection at its end: promoted, denied, merged, archived. */
  | 'finished'
  /** Protected rows, and rows that say of themselves that they must not be shown. */
  | 'excluded'
  /** Evidence speaks against it. */
  | 'disproved'
  | 'outside_window'
  /** Says what another row says. */
  | 'repeated'

export function explainRow(recalled: Recalled, { row, document, instead }: FoundRow): RowExplanation {
  const { search, view, query } = recalled
  if (search === null || view === null) {
    return {
      terms: [],
      keyword_rank: null,
      vector_rank: null,
      bm25: null,
      cosine: null,
      kept_by: 'time',
      repeats: [],
    }
  }
  const bm25 = scoreAt(search.keyword, row.slot)
  const cosine = scoreAt(search.vector, row.slot)
  const rank = (side: QueryRecall['sides']['keyword']) => {
    const at = side.findIndex(({ row: { slot } }) => slot === row.slot)
    return at < 0 ? null : at + 1
  }
  const places = { keyword: rank(search.sides.keyword), vector: rank(search.sides.vector) }
  const byWords = places.keyword ?? bm25
  const byVector = places.vector ?? (cosine !== null && cosine > 0 ? cosine : null)
  return {
    terms: matchedTerms(view, query, document),
    keyword_rank: places.keyword,
    vector_rank: places.vector,
    bm25,
    cosine,
    kept_by:
      instead !== undefined
        ? 'successor'
        : byVector === null
          ? 'keyword'
          : byWords === null
            ? 'vector'
            : 'both',
    ...(instead === undefined ? {} : { instead_of: instead['id'] ?? null }),
    repeats: search.repeats.of(row).map((same) => search.documents.get(same.slot)?.['id'] ?? null),
  }
}

export interface LabOptions extends RecallOptions {
  readonly language: string
  /** Measures the answer; milliseconds. */
  readonly monotonic: () => number
}

/** Answers as `/query_memory` does, with everything about it: the recall lab of the memory browser. */
export async function explainRecall(
  pool: RecallPool,
  request: RecallRequest,
  now: Moment,
  options: LabOptions,
): Promise<RecallLab> {
  const started = options.monotonic()
  const recalled = await recall(pool, request, now, options)
  const milliseconds = Math.max(0, options.monotonic() - started)
  const { query, time, window, found, turns, reason, search, view } = recalled
  const understood = time === '' || window !== null
  const labRow = (found: FoundRow): LabRow => {
    const { row: entry, document, score } = found
    const told = explainRow(recalled, found)
    return {
      key: keyOf(entry, document),
      text: document.text,
      tier: entry.tier,
      score,
      keywordRank: told.keyword_rank,
      vectorRank: told.vector_rank,
      bm25: told.bm25,
      cosine: told.cosine,
      terms: told.terms,
      insteadOf: found.instead?.text ?? null,
    }
  }
  const side = (list: QueryRecall['sides']['keyword']): LabRow[] =>
    list.flatMap(({ row, score }) => {
      const document = search?.documents.get(row.slot)
      return document === undefined ? [] : [labRow({ row, document, score })]
    })
  const vectors = options.vectors
  return {
    keyword: side(search?.sides.keyword ?? []),
    vector: side(search?.sides.vector ?? []),
    fused: [...found.map(labRow), ...turns.map(turnRow)],
    leftOut: countLeftOut(pool, view, search, window, now),
    window,
    understood,
    embedder: vectors?.modelId ?? null,
    fusion: vectors === undefined ? null : (options.fusion ?? 'rank'),
    reason,
    toolText: renderRecall(
      [...found.map(rowOf), ...turns.map(rowOfTurn)],
      { query, time, requestOk: true, timeUnderstood: understood, reason },
      now,
      options.language,
    ),
    milliseconds,
  }
}

function turnRow({ turnId, text, score }: FoundTurn): LabRow {
  const none = { keywordRank: null, vectorRank: null, bm25: score, cosine: null, terms: [], insteadOf: null }
  return { key: { kind: 'turn', id: turnId }, text, tier: 'turn', score, ...none }
}

/** Rows by the first reason that keeps them out. */
function countLeftOut(
  pool: RecallPool,
  view: PoolView | null,
  search: QueryRecall | null,
  window: TimeWindow | null,
  now: Moment,
): { why: LeftOut; rows: number }[] {
  if (view === null) return []
  const counts = new Map<LeftOut, number>()
  const add = (why: LeftOut, rows = 1) => counts.set(why, (counts.get(why) ?? 0) + rows)
  const { starts, ends } = pool.periods(now.zone)
  const touches = (slot: number) =>
    window === null || ((starts[slot] ?? NaN) < window.end && (ends[slot] ?? NaN) >= window.start)
  for (const slot of pool.view(now, undefined, 'everything').slots()) {
    if (!view.allows(slot))
      add(flagReason(pool.flags(slot)) ?? (touches(slot) ? 'disproved' : 'outside_window'))
  }
  const repeated = (search?.results ?? []).reduce(
    (sum, { row }) => sum + (search?.repeats.of(row).length ?? 0),
    0,
  )
  if (repeated > 0) add('repeated', repeated)
  return [...counts].map(([why, rows]) => ({ why, rows })).sort((a, b) => b.rows - a.rows)
}

function flagReason(flags: number): LeftOut | null {
  if ((flags & SLOT_FLAGS.suppressed) !== 0) return 'suppressed'
  if ((flags & SLOT_FLAGS.finished) !== 0) return 'finished'
  if ((flags & SLOT_FLAGS.filtered) !== 0) return 'excluded'
  return (flags & SLOT_FLAGS.superseded) !== 0 ? 'superseded' : null
}

/** Terms of the query that a row has, in the order of the query. */
function matchedTerms(view: PoolView, query: string, { text }: TextDocument): string[] {
  const has = new Set(view.terms(text))
  return [...new Set(view.terms(query))].filter((term) => has.has(term))
}

/** The names of entries in the memory browser: an archived fact is a fact (browser-api.ts). */
function keyOf({ tier, seq }: PoolEntry, document: TextDocument): EntryKey {
  return {
    kind: tier === 'reflection' ? 'reflection' : 'fact',
    id: textField(document, 'id') ?? `#${String(seq)}`,
  }
}

function scoreAt({ slots, scores }: Hits, slot: number): number | null {
  const at = slots.indexOf(slot)
  return at < 0 ? null : (scores[at] ?? null)
}
