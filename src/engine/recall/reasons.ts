/**
 * How good an answer is, by its own word (design.md §7): nothing to say is said. The contract has no such word; it is
 * a field beside it (reason-codes.ts).
 */
import { RECALL_WEAK_COSINE_MARGIN, RECALL_WEAK_WORD_SHARE } from '../settings.ts'

/** What speaks for an answer that rows of a memory without any would not have. */
export interface Strength {
  /** Share of what the query's words tell that the best row has, 0 to 1. */
  readonly words: number
  /**
   * How far the best cosine lies above what the best of as many unrelated rows would have, in standard deviations of
   * all cosines; null without vectors.
   */
  readonly meaning: number | null
}

export function isWeak({ words, meaning }: Strength): boolean {
  if (words >= RECALL_WEAK_WORD_SHARE) return false
  return meaning === null || meaning < RECALL_WEAK_COSINE_MARGIN
}

/**
 * The terms of a query that tell what it is about. Of scripts without blanks these are runs of two characters without
 * those that only make sentences: single characters and longer runs say the same again, or nothing.
 */
export function tellingTerms(query: string, termsOf: (text: string) => string[]): string[] {
  const all = [...new Set(termsOf(query))]
  const pieces = query.normalize('NFKC').split(FUNCTION_CHARACTERS)
  const telling = new Set(
    pieces.flatMap((piece) => {
      const terms = termsOf(piece)
      const grams = terms.filter(isGram)
      const longest = Math.min(2, Math.max(0, ...grams.map(lengthOf)))
      return terms.filter((term) => !isGram(term) || lengthOf(term) === longest)
    }),
  )
  return telling.size === 0 ? all : [...telling]
}

/** Share of the weight of `terms` that a text has; 0 without any weight. */
export function shareOf(terms: readonly string[], weights: Float64Array, has: ReadonlySet<string>): number {
  let all = 0
  let found = 0
  terms.forEach((term, at) => {
    const weight = weights[at] ?? 0
    all += weight
    if (has.has(term)) found += weight
  })
  return all > 0 ? found / all : 0
}

/**
 * How far the largest of `cosines` lies above the largest that chance gives among so many, in standard deviations. Null
 * for fewer than two: there is nothing to compare with.
 */
export function aboveChance(cosines: Float64Array): number | null {
  const count = cosines.length
  if (count < 2) return null
  let sum = 0
  let squares = 0
  let largest = Number.NEGATIVE_INFINITY
  // By index: there are as many as rows, and an iterator takes five times as long.
  for (let at = 0; at < count; at += 1) {
    const cosine = cosines[at] ?? 0
    sum += cosine
    squares += cosine * cosine
    if (cosine > largest) largest = cosine
  }
  const mean = sum / count
  const deviation = Math.sqrt(Math.max(0, squares / count - mean * mean))
  return deviation > 0 ? (largest - mean) / deviation - largestByChance(count) : null
}

/** Where the largest of `count` normally distributed values lies, to the second order (Cramér 1946, §28.6). */
function largestByChance(count: number): number {
  const first = Math.sqrt(2 * Math.log(count))
  return first - (Math.log(Math.log(count)) + Math.log(4 * Math.PI)) / (2 * first)
}

/** Pronouns, particles, question words: every second sentence has them. Hiragana are nearly all endings. */
const FUNCTION_CHARACTERS =
  /[我你您他她它们們的是在有了吗嗎呢吧啊么麼什甚哪谁誰怎样樣哪里裡这這那个個些会會和跟与與也都还還就不没沒给給把被让讓从從到对對为為很去来來想要过過\p{Script=Hiragana}]+/u

function isGram(term: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]+$/u.test(
    term,
  )
}

function lengthOf(term: string): number {
  return [...term].length
}
