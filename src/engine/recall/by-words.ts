/** The part of recall that knows words of like meaning (docs/recall.md): the built-in table compares word by word. */
import type { WordQuery } from '../embedding/embedder.ts'
import {
  RECALL_COSINE_SHARE,
  RECALL_COVERED_ENOUGH,
  RECALL_FOREIGN_LACK,
  RECALL_FOREIGN_LEAD,
  RECALL_FOREIGN_LIKENESS_SHARE,
  RECALL_LIKENESS_SHARE,
  RECALL_USUAL_ROWS,
} from '../settings.ts'
import { type Writing, writingOf } from '../text/writing.ts'
import type { Hits } from './lexical-index.ts'
import type { PoolEntry, PoolView } from './pool.ts'
import { bestHits } from './ranking.ts'
import type { Ranked, Shares } from './rrf.ts'
import type { TextDocument } from './slots.ts'

/** What `Embedder.askByWords` asks: how much each word tells the rows of `view` apart. */
export function tellsApart(view: PoolView): (words: readonly string[]) => Float64Array {
  return (words) => {
    const terms = words.map((word) => view.terms(word))
    const weights = view.weights(terms.flat())
    let at = 0
    // The rarest term of a word is the longest: of 攀, 岩 and 攀岩 the last one.
    return Float64Array.from(terms, (own) => {
      let most = 0
      for (const end = at + own.length; at < end; at += 1) most = Math.max(most, weights[at] ?? 0)
      return most
    })
  }
}

export interface WordShares extends Shares {
  /** Share of the query that the best row by keywords does not say. */
  readonly unsaid: number
}

/**
 * What keywords count beside meaning. A query whose best row has only its usual words says little by them: then all
 * rows of its language would stand before what answers it in another.
 */
export function sharesOf(view: PoolView, query: string, keyword: Hits): WordShares {
  const weights = view.weights([...new Set(view.terms(query))])
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const covered = whole > 0 ? bestOf(keyword) / whole : 0
  return {
    keyword: Math.min(1, covered / RECALL_COVERED_ENOUGH),
    vector: RECALL_COSINE_SHARE,
    unsaid: Math.max(0, 1 - covered),
  }
}

/**
 * The `limit` nearest rows of those written as the query is, in letters or in characters, and `others` of the rest. A text
 * shares words with the query in its own language only: with many rows these alone would fill the places.
 */
export function nearestOfEachWriting(
  view: PoolView,
  near: Hits,
  query: string,
  limit: number,
  others: number,
  accept: () => (entry: PoolEntry) => boolean,
): Ranked<PoolEntry>[] {
  const asked = writingOf(query) === 'letters'
  const own = (slot: number): boolean => view.inLetters(slot) === asked
  return [
    ...bestHits(view, near, limit, 0, accept, own),
    ...bestHits(view, near, others, 0, accept, (slot) => !own(slot)),
  ]
}

/** `best` by `sums`, which have a score for each slot, and those of `near` (by cosine) that are not among them, with their sums. */
export function withNearest(
  best: readonly Ranked<PoolEntry>[],
  near: readonly Ranked<PoolEntry>[],
  sums: Hits,
): Ranked<PoolEntry>[] {
  const known = new Set(best.map(({ row }) => row.slot))
  const others = near.filter(({ row }) => !known.has(row.slot))
  return [...best, ...others.map(({ row }) => ({ row, score: sums.scores[row.slot] ?? 0 }))]
}

/**
 * `ranked` anew, with what each text says of the query in like words added, less what rows in its writing score on
 * average: those in the query's own always share some words with it. That counts as far as keywords leave the query
 * unsaid. Rows without a document stay as they are.
 */
export function withLikeness(
  ranked: readonly Ranked<PoolEntry>[],
  documents: ReadonlyMap<number, TextDocument>,
  query: string,
  { likeness }: WordQuery,
  { unsaid }: Pick<WordShares, 'unsaid'>,
): Ranked<PoolEntry>[] {
  const compared = ranked.map(({ row, score }) => {
    const text = documents.get(row.slot)?.text
    if (text === undefined) return { row, score, writing: null, like: 0 }
    return { row, score, writing: writingOf(text), like: likeness(text) }
  })
  const share =
    RECALL_LIKENESS_SHARE + RECALL_FOREIGN_LIKENESS_SHARE * foreignLead(compared, writingOf(query))
  const scored = compared.map(({ row, score, writing, like }) => ({
    row,
    score: score + share * like,
    writing,
  }))
  const usual = usualScores(scored.filter(({ writing }) => writing !== null))
  return scored
    .map(({ row, score, writing }) => ({ row, score: score - unsaid * (usual.get(writing) ?? 0) }))
    .sort((a, b) => b.score - a.score || a.row.rank - b.row.rank)
}

/** 1 where the row that says most of the query is clearly one of another writing than the `asked`, 0 where it is not. */
function foreignLead(
  compared: readonly { readonly like: number; readonly writing: Writing | null }[],
  asked: Writing,
): number {
  let own = 0
  let other = 0
  for (const { like, writing } of compared) {
    if (writing === asked) own = Math.max(own, like)
    else other = Math.max(other, like)
  }
  const lead = (other - own + RECALL_FOREIGN_LACK) / (RECALL_FOREIGN_LEAD + RECALL_FOREIGN_LACK)
  return Math.min(1, Math.max(0, lead))
}

/** By writing, how far its mean lies above that of all, drawn towards it where there are few. */
function usualScores<T>(scored: readonly { readonly score: number; readonly writing: T }[]): Map<T, number> {
  const sums = new Map<T, { sum: number; count: number }>()
  let total = 0
  for (const { score, writing } of scored) {
    const known = sums.get(writing) ?? { sum: 0, count: 0 }
    sums.set(writing, { sum: known.sum + score, count: known.count + 1 })
    total += score
  }
  const all = total / Math.max(1, scored.length)
  return new Map(
    [...sums].map(([writing, { sum, count }]) => [
      writing,
      (sum - count * all) / (count + RECALL_USUAL_ROWS),
    ]),
  )
}

function bestOf({ scores }: Hits): number {
  let best = 0
  for (let at = 0; at < scores.length; at += 1) best = Math.max(best, scores[at] ?? 0)
  return best
}
