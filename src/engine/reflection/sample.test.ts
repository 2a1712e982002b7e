import { expect, test } from 'vitest'
import { weightedPick } from './sample.ts'

/** Gives the numbers in turn. */
function drawing(...numbers: number[]): () => number {
  return () => numbers.shift() ?? 0.5
}

test('the largest ln(u)/weight wins', () => {
  const weights = [1, 4]
  expect(weightedPick(['light', 'heavy'], (_, index) => weights[index] ?? 0, 1, drawing(0.5, 0.2))).toEqual([
    'heavy',
  ])
})

test('items without weight are never chosen and take no number', () => {
  const weights = [0, -1, 1, 1]
  expect(weightedPick(['a', 'b', 'c', 'd'], (_, index) => weights[index] ?? 0, 4, drawing(0.1, 0.9))).toEqual(
    ['d', 'c'],
  )
})

test('a draw of zero is the worst one, not an error', () => {
  expect(weightedPick(['zero', 'low'], () => 1, 2, drawing(0, 0.001))).toEqual(['low', 'zero'])
})
