import { expect, test } from 'vitest'
import fc from '../../../tests/fixtures/properties.ts'
import { createVectorColumn } from './vector-column.ts'

const WIDTH = 20
const value = fc.double({ min: -1, max: 1, noNaN: true })
const vector = fc.array(value, { minLength: WIDTH, maxLength: WIDTH }).map((list) => Float32Array.from(list))

function cosine(a: Float32Array, b: Float32Array): number {
  const dot = (one: Float32Array, other: Float32Array) =>
    one.reduce((sum, x, at) => sum + x * (other[at] ?? 0), 0)
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))
}
const hasDirection = (candidate: Float32Array) => candidate.some((x) => Math.abs(x) > 1e-3)

test('cosines are right to a hundredth, at work and at rest', () => {
  fc.assert(
    fc.property(
      fc.array(vector.filter(hasDirection), { minLength: 1 }),
      vector.filter(hasDirection),
      (rows, query) => {
        const column = createVectorColumn('m', WIDTH)
        rows.forEach((row, slot) => column.set(slot, row))
        expect(column.count).toBe(rows.length)
        const all = Uint8Array.from(rows, () => 1)
        const { slots, scores } = column.search(query, all, -2)
        expect([...slots]).toEqual(rows.map((_, slot) => slot))
        rows.forEach((row, slot) =>
          expect(Math.abs((scores[slot] ?? NaN) - cosine(row, query))).toBeLessThan(0.02),
        )

        const turned = Int32Array.from(rows, (_, place) => rows.length - 1 - place)
        const again = createVectorColumn('m', WIDTH, column.packed(turned)).search(query, all, -2)
        expect([...again.scores]).toEqual([...scores].reverse())
      },
    ),
  )
})

test('rows without a vector, of another width, without a direction or not allowed are no hits', () => {
  const column = createVectorColumn('m', 2)
  column.set(0, Float32Array.of(1, 0))
  column.set(1, Float32Array.of(0, 0))
  column.set(2, Float32Array.of(1, 0, 0))
  column.set(3, Float32Array.of(NaN, 1))
  column.set(5, Float32Array.of(1, 1))
  column.set(6, Float32Array.of(1, 0))
  column.set(6, null)
  column.set(7, Float32Array.of(1, 0))
  const allow = Uint8Array.of(1, 1, 1, 1, 1, 1, 1, 0)
  expect([...column.search(Float32Array.of(2, 0), allow, 0.8).slots]).toEqual([0])
  expect(column.count).toBe(3)
  column.clear(7)
  expect([0, 1, 4, 6, 7, 900].map(column.isAsked)).toEqual([true, true, false, true, false, false])
  const rested = createVectorColumn('m', 2, column.packed(Int32Array.of(4, 1, 0)))
  expect([[0, 1, 2].map(rested.isAsked), rested.count]).toEqual([[false, true, true], 1])
  expect(column.search(Float32Array.of(1, 0, 0), allow, -2).slots).toHaveLength(0)
  expect(column.search(Float32Array.of(0, 0), allow, -2).slots).toHaveLength(0)
})
