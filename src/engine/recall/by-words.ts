/** The part of recall that knows words of like meaning (docs/recall.md): the built-in table compares word by word. */
import type { WordQuery } from '../embedding/embedder.ts'
import { RECALL_COSINE_SHARE, RECALL_COVERED_ENOUGH, RECALL_LIKENESS_SHARE } from '../settings.ts'
import type { Hits } from './lexical-index.ts'
import type { PoolEntry, PoolView } from './pool.ts'
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

/**
 * What keywords count beside meaning. A query whose best row has only its usual words says little by them: then all
 * rows of its language would stand before what answers it in another.
 */
export function sharesOf(view: PoolView, query: string, keyword: Hits): Shares {
  const weights = view.weights([...new Set(view.terms(query))])
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const covered = whole > 0 ? bestOf(keyword) / whole : 0
  return { keyword: Math.min(1, covered / RECALL_COVERED_ENOUGH), vector: RECALL_COSINE_SHARE }
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

/** `ranked` anew, with what each text says of the query in like words added; rows without a document stay as they are. */
export function withLikeness(
  ranked: readonly Ranked<PoolEntry>[],
  documents: ReadonlyMap<number, TextDocument>,
  { likeness }: WordQuery,
): Ranked<PoolEntry>[] {
  return ranked
    .map(({ row, score }) => {
      const text = documents.get(row.slot)?.text
      return { row, score: score + (text === undefined ? 0 : RECALL_LIKENESS_SHARE * likeness(text)) }
    })
    .sort((a, b) => b.score - a.score || a.row.rank - b.row.rank)
}

function bestOf({ scores }: Hits): number {
  let best = 0
  for (let at = 0; at < scores.length; at += 1) best = Math.max(best, scores[at] ?? 0)
  return best
}
