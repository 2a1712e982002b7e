/**
 * A query that is compared with texts word by word: for each of its words the nearest one of the text counts. A mean
 * blurs a long text; this doesn't, and it sees one word of another language (after Kusner et al., "From word
 * embeddings to document distances", 2015, relaxed).
 */
import { STATIC_ALIKE_COSINE } from '../../settings.ts'
import { writingOf } from '../../text/writing.ts'
import type { WordQuery } from '../embedder.ts'
import { inflectionBases } from './english-forms.ts'
import { meanOfWords } from './mean.ts'
import type { WordTable } from './word-table.ts'
import { wordsOf } from './words-of.ts'

/** `words` each once; `tells` as of `Embedder.askByWords`, by which the weight of a word is multiplied here. */
export function createWordQuery(
  table: WordTable,
  weightOf: (word: number) => number,
  words: readonly number[],
  query: string,
  tells: (words: readonly string[]) => ArrayLike<number>,
): WordQuery {
  const telling = tells(words.map((word) => table.text(word)))
  const weights = words.map((word, at) => weightOf(word) * (telling[at] ?? 0))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const writing = writingOf(query)
  const weightHere = new Map(words.map((word, at) => [word, weights[at] ?? 0]))

  const likesAtHome = new Map<number, Float64Array>()
  const likesAbroad = new Map<number, Float64Array>()
  const formsSeen = new Map<number, readonly number[]>()

  return {
    vector: meanOfWords(table, words, (word) => weightHere.get(word) ?? 0),

    likeness(text) {
      if (total === 0) return 0
      const isForeign = writingOf(text) !== writing
      const nearest = new Float64Array(words.length)
      for (const other of new Set(wordsOf(table, text))) {
        if (!(weightOf(other) > 0)) continue
        const likes = likesOf(other, isForeign)
        for (let at = 0; at < nearest.length; at += 1) {
          if ((likes[at] ?? 0) > (nearest[at] ?? 0)) nearest[at] = likes[at] ?? 0
        }
      }
      return nearest.reduce((sum, like, at) => sum + like * (weights[at] ?? 0), 0) / total
    },
  }

  /** How much each word of the query says of `other`; texts share many words, so that each is looked at once. */
  function likesOf(other: number, isForeign: boolean): Float64Array {
    const known = isForeign ? likesAbroad : likesAtHome
    const likes = known.get(other)
    if (likes !== undefined) return likes
    const found = Float64Array.from(words, (word) =>
      word === other || translates(word, other) ? 1 : alike(table, word, other, isForeign),
    )
    known.set(other, found)
    return found
  }

  /** Whether a dictionary explains one with the other, or with what it is a form of. */
  function translates(word: number, other: number): boolean {
    if (table.inLetters(word) === table.inLetters(other)) return false
    const [letters, characters] = table.inLetters(word) ? [word, other] : [other, word]
    return formsOf(letters).some((form) => table.translates(form, characters))
  }

  function formsOf(word: number): readonly number[] {
    const forms = formsSeen.get(word) ?? [word, ...inflectionBases(table, word)]
    formsSeen.set(word, forms)
    return forms
  }
}

/**
 * How much one word (of the query) says of the other, 0 to 1, where no dictionary tells. No translation has the
 * direction of its word to the full, and some words lie near half of another language: between languages it counts how
 * near they are beside what is usual for the other word (after Conneau et al., "Word translation without parallel data", 2018, §2.3).
 */
function alike(table: WordTable, one: number, other: number, isForeign: boolean): number {
  const cosine = Math.max(0, table.cosine(one, other))
  if (!isForeign && table.inLetters(one) === table.inLetters(other)) {
    return Math.max(0, (cosine - STATIC_ALIKE_COSINE) / (1 - STATIC_ALIKE_COSINE))
  }
  return Math.min(1, cosine ** 2 / table.crowding(other))
}
