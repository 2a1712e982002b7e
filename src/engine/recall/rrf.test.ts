import { describe, expect, test } from 'vitest'
import { addScores, fuseByRank, type Ranked } from './rrf.ts'

interface Row {
  readonly id?: unknown
  readonly from: string
}
const idOf = (row: Row) => row.id

function list(from: string, ...ids: unknown[]): Ranked<Row>[] {
  return ids.map((id, index) => ({ row: { id, from }, score: 10 - index }))
}

describe('fusion by rank', () => {
  const fuse = (keyword: Ranked<Row>[], vector: Ranked<Row>[], total = 8) =>
    fuseByRank({ keyword, vector }, idOf, 60, total).map(({ row, score }) => [row.id, row.from, score])

  test('adds up reciprocal ranks and keeps the order of first appearance on ties', () => {
    expect(fuse(list('words', 'a', 'b'), list('vector', 'b', 'c'))).toEqual([
      ['b', 'words', 1 / 62 + 1 / 61],
      ['a', 'words', 1 / 61],
      ['c', 'vector', 1 / 62],
    ])
  })

  test('a row without an id takes a rank and nothing else', () => {
    expect(fuse(list('words', undefined, '', 'a'), [])).toEqual([['a', 'words', 1 / 63]])
  })

  test('of two copies on the keyword side the later stands for both', () => {
    const keyword = [...list('active', 'a'), ...list('archived', 'a')]
    expect(fuse(keyword, list('vector', 'a'))).toEqual([['a', 'archived', 1 / 61 + 1 / 62 + 1 / 61]])
  })

  test('gives at most what was asked for', () => {
    expect(fuse(list('words', 'a', 'b'), list('vector', 'c'), 2)).toHaveLength(2)
  })
})

test('fusion by score adds the share of the best keyword score and the cosine, by slot', () => {
  const keyword = { slots: Int32Array.of(5, 0), scores: Float64Array.of(2, 4) }
  const vector = { slots: Int32Array.of(2, 5, 6), scores: Float64Array.of(0.9, 0.5, -0.2) }
  expect(addScores(keyword, vector)).toEqual({
    slots: Int32Array.of(0, 1, 2, 3, 4, 5, 6),
    scores: Float64Array.of(1, 0, 0.9, 0, 0, 1, 0),
  })
  const shares = { keyword: 0.5, vector: 2 }
  expect(addScores(keyword, vector, shares).scores).toEqual(Float64Array.of(0.5, 0, 1.8, 0, 0, 1.25, 0))
  const none = { slots: Int32Array.of(), scores: Float64Array.of() }
  expect(addScores(none, vector).scores).toEqual(Float64Array.of(0, 0, 0.9, 0, 0, 0.5, 0))
  expect(addScores(none, none).slots).toHaveLength(0)
})
