import { expect, test } from 'vitest'
import fc from '../../../tests/fixtures/properties.ts'
import { takeBest } from './best.ts'

test('takes what a whole sort would have taken', () => {
  const items = fc.array(fc.nat(1000)).map((values) => values.map((value, at) => ({ value, at })))
  fc.assert(
    fc.property(items, fc.nat(20), fc.integer({ min: 1, max: 4 }), (list, count, divisor) => {
      const compare = (a: { value: number; at: number }, b: { value: number; at: number }) =>
        b.value - a.value || a.at - b.at
      const accept = ({ value }: { value: number }) => value % divisor === 0
      const expected = [...list].sort(compare).filter(accept).slice(0, count)
      expect(takeBest(list, count, compare, accept)).toEqual(expected)
    }),
  )
})
