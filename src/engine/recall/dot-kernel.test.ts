import { expect, test } from 'vitest'
import fc from '../../../tests/fixtures/properties.ts'
import { createDotKernel, DOT_ROWS, hasSimd } from './dot-kernel.ts'

test('both ways give the sums of products, for any width and any part of the rows', () => {
  const whole = (limit: number) => fc.integer({ min: -limit, max: limit })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }).chain((width) =>
        fc.record({
          query: fc.array(whole(32_767), { minLength: width, maxLength: width }),
          rows: fc.array(fc.array(whole(127), { minLength: width, maxLength: width }), { minLength: 1 }),
          from: fc.nat(3),
        }),
      ),
      ({ query, rows, from }) => {
        const first = Math.min(from, rows.length - 1)
        const expected = rows
          .slice(first)
          .map((row) => row.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0))
        for (const plain of [true, false]) {
          const kernel = createDotKernel(query.length, plain)
          for (const [at, row] of rows.entries()) {
            kernel.makeRoom(at + 1)
            kernel.values.set(row, at * kernel.stride)
          }
          kernel.setQuery(Int16Array.from(query))
          expect([...kernel.dots(first, rows.length - first)]).toEqual(expected)
        }
      },
    ),
  )
})

test('as many rows as a call may have, over several pages', () => {
  const kernel = createDotKernel(48)
  kernel.makeRoom(DOT_ROWS + 1)
  for (let row = 0; row <= DOT_ROWS; row += 1) kernel.values[row * kernel.stride + 47] = row % 100
  const query = new Int16Array(48)
  query[47] = 32_767
  kernel.setQuery(query)
  const products = kernel.dots(1, DOT_ROWS)
  expect(products).toHaveLength(DOT_ROWS)
  for (const row of [0, 1, 98, DOT_ROWS - 1]) expect(products[row]).toBe(((row + 1) % 100) * 32_767)
})

test('the program is one that this machine takes, so that both ways were tested', () => {
  expect(hasSimd()).toBe(true)
})

test('a vector longer than any model makes is refused', () => {
  expect(() => createDotKernel(20_000)).toThrow('too long')
})
