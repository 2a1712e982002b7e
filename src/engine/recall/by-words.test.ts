import { expect, test } from 'vitest'
import { sharesOf, tellsApart, withLikeness, withNearest } from './by-words.ts'
import { addScores } from './rrf.ts'
import type { Hits } from './lexical-index.ts'
import type { PoolEntry, PoolView } from './pool.ts'

/** What a view tells of words: terms are letters, a letter weighs by its place in the alphabet. */
const view: PoolView = {
  count: 3,
  allows: () => true,
  slots: () => [0, 1, 2],
  search: () => hits([]),
  terms: (text) => [...text],
  weights: (terms) => Float64Array.from(terms, (term) => term.charCodeAt(0) - 96),
  searchVectors: () => hits([]),
  entry: (slot) => entry(slot),
}

function entry(slot: number): PoolEntry {
  return { slot, rank: slot, tier: 'fact', seq: slot + 1 }
}

function hits(scored: readonly (readonly [slot: number, score: number])[]): Hits {
  return {
    slots: Int32Array.from(scored, ([slot]) => slot),
    scores: Float64Array.from(scored, ([, score]) => score),
  }
}

const ranked = (slot: number, score: number) => ({ row: entry(slot), score })

test('a word tells as much as the rarest of its terms, and nothing when it has none', () => {
  expect([...tellsApart(view)(['abd', '', 'c'])]).toEqual([4, 0, 3])
})

test('keywords count fully from a covered share on, below in proportion, and not at all without a match', () => {
  // The query weighs 10; the share that is enough is 0.3.
  expect(sharesOf(view, 'abcd', hits([[0, 9]])).keyword).toBe(1)
  expect(
    sharesOf(
      view,
      'abcd',
      hits([
        [0, 0.5],
        [1, 1.5],
      ]),
    ).keyword,
  ).toBeCloseTo(0.5, 9)
  expect(sharesOf(view, 'abcd', hits([])).keyword).toBe(0)
  expect(sharesOf(view, '', hits([])).keyword).toBe(0)
  expect(sharesOf(view, 'aabcdd', hits([[0, 1.5]])).keyword).toBeCloseTo(0.5, 9)
})

test('near rows that the sums left out come in with cosine and keyword score by their shares', () => {
  const shares = { keyword: 0.5, vector: 2 }
  const best = [ranked(0, 3)]
  const near = [ranked(0, 0.9), ranked(1, 0.8), ranked(2, 0.4)]
  const keyword = hits([
    [0, 8],
    [2, 4],
  ])
  const vector = hits([
    [0, 0.9],
    [1, 0.8],
    [2, 0.4],
  ])
  expect(withNearest(best, near, addScores(keyword, vector, shares))).toEqual([
    ranked(0, 3),
    ranked(1, 1.6),
    ranked(2, 0.8 + 0.25),
  ])
  expect(withNearest([], near.slice(1, 2), addScores(hits([]), vector, shares))).toEqual([ranked(1, 1.6)])
})

test('what a text says of the query in like words is added, and orders the rows anew', () => {
  const query = { vector: null, likeness: (text: string) => (text === 'alike' ? 1 : 0) }
  const documents = new Map([
    [0, { text: 'other' }],
    [1, { text: 'alike' }],
  ])
  expect(withLikeness([ranked(0, 1), ranked(1, 0.5), ranked(2, 1)], documents, query)).toEqual([
    ranked(1, 2),
    ranked(0, 1),
    ranked(2, 1),
  ])
})
