/** The part of recall that knows words of like meaning (docs/recall.md): the built-in table compares word by word. */
import type { WordQuery } from '../embedding/embedder.ts'
import { RECALL_LIKENESS_SHARE } from '../settings.ts'
import type { PoolEntry, PoolView } from './pool.ts'
import type { Ranked } from './rrf.ts'
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
