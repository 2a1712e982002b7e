import { expect, test } from 'vitest'
import { nearestOfEachWriting, sharesOf, tellsApart, withLikeness, withNearest } from './by-words.ts'
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
  inLetters: (slot) => slot % 2 === 0,
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

test('rows written otherwise than the query have places of their own among the nearest', () => {
  const near = hits([0, 2, 4, 6, 1, 3, 5].map((slot, place) => [slot, 1 - place / 10]))
  const slots = (query: string) =>
    nearestOfEachWriting(view, near, query, 1, 2, () => () => true).map(({ row }) => row.slot)
  expect(slots('tea')).toEqual([0, 1, 3])
  expect(slots('茶')).toEqual([1, 0, 2])
})

test('what a query leaves unsaid is the share that the best row by keywords lacks', () => {
  expect(sharesOf(view, 'abcd', hits([[0, 4]])).unsaid).toBeCloseTo(0.6, 9)
  expect(sharesOf(view, 'abcd', hits([])).unsaid).toBe(1)
  expect(sharesOf(view, 'abcd', hits([[0, 40]])).unsaid).toBe(0)
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
  const rows = [ranked(0, 1), ranked(1, 0.5), ranked(2, 1)]
  expect(withLikeness(rows, documents, 'alike', query, { unsaid: 1 })).toEqual([
    ranked(1, 2),
    ranked(0, 1),
    ranked(2, 1),
  ])
})

test('what a text says in like words counts three times as much where another language clearly says more of the query', () => {
  const rows = [ranked(0, 0), ranked(1, 0)]
  const documents = new Map([
    [0, { text: 'letters' }],
    [1, { text: '汉字' }],
  ])
  const scores = (letters: number, characters: number, asked: string) => {
    const likeness = (text: string) => (text === 'letters' ? letters : characters)
    const found = withLikeness(rows, documents, asked, { vector: null, likeness }, { unsaid: 0 })
    return [0, 1].map((slot) => found.find(({ row }) => row.slot === slot)?.score ?? NaN)
  }
  const toBe = ([a = NaN, b = NaN]: number[], [c, d]: [number, number]) => {
    expect(a).toBeCloseTo(c, 9)
    expect(b).toBeCloseTo(d, 9)
  }
  // A lead of 0.2 or more counts in full, a lack of 0.1 or more not at all, and half way between half.
  toBe(scores(0.4, 0.6, 'tea'), [1.8, 2.7])
  toBe(scores(0.4, 0.45, 'tea'), [1.2, 1.35])
  toBe(scores(0.4, 0.3, 'tea'), [0.6, 0.45])
  toBe(scores(0.4, 0.6, '茶'), [0.6, 0.9])
  toBe(scores(0.6, 0.4, '茶'), [2.7, 1.8])
})

test('a writing whose rows all score high gives way to one with a row that stands out, as far as keywords leave it open', () => {
  const query = { vector: null, likeness: () => 0 }
  const texts = ['one', 'two', 'three', 'four', '一', '二', '三', '四']
  const documents = new Map(texts.map((text, slot) => [slot, { text }]))
  const rows = [1, 1, 1, 1, 0.8, 0, 0, 0].map((score, slot) => ranked(slot, score))
  const first = (unsaid: number) => withLikeness(rows, documents, 'one', query, { unsaid })[0]
  expect(first(0)).toEqual(ranked(0, 1))
  // The mean of all is 0.6; letters lie 0.4 above it, characters as much below, drawn to a third by eight more rows.
  expect(first(1)?.row.slot).toBe(4)
  expect(first(1)?.score).toBeCloseTo(0.8 + 0.4 / 3, 9)
})
