import { expect, test } from 'vitest'
import fc from '../../../tests/fixtures/properties.ts'
import { createTermKeys } from './term-key.ts'

test('no two terms share a key, and a term keeps its own', () => {
  const letters = (alphabet: string, maxLength: number) =>
    fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength })
  const term = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }).filter((text) => !text.includes('\0')),
    letters('ab0z9', 12),
    letters('абя', 12),
    letters('aбé', 5),
    letters('风筝の한', 4),
  )
  fc.assert(
    fc.property(fc.array(term, { maxLength: 60 }), (terms) => {
      const keys = createTermKeys()
      const owner = new Map<string, string>()
      for (const text of [...terms, ...terms]) {
        expect(keys.of(text, true)).toBe(true)
        expect(
          [keys.high, keys.low].every((half) => Number.isInteger(half) && half >= 0 && half < 2 ** 32),
        ).toBe(true)
        const key = `${keys.high}/${keys.low}`
        expect(owner.get(key) ?? text).toBe(text)
        owner.set(key, text)
      }
    }),
  )
})

test('only terms that cannot be spelt out are kept as text', () => {
  const keys = createTermKeys()
  for (const text of ['a', '风筝の', 'kite', 'photographs', 'фотография', 'été']) keys.of(text, true)
  expect(keys.numbered).toEqual([])
  for (const text of ['photographer', 'фотографирую', 'naïve', '🪁🪁🪁🪁']) keys.of(text, true)
  expect(keys.numbered).toEqual(['photographer', 'фотографирую', 'naïve', '🪁🪁🪁🪁'])
})

test('numbers go on from an earlier table, and looking numbers nothing', () => {
  const keys = createTermKeys(['photographer'])
  expect([keys.of('photographer', false), keys.low]).toEqual([true, 0])
  expect(keys.of('photographers', false)).toBe(false)
  expect([keys.of('photographers', true), keys.low]).toEqual([true, 1])
})
