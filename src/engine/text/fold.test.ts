import { expect, test } from 'vitest'
import fc from '../../../tests/fixtures/properties.ts'
import { foldHan } from './fold.ts'

test('traditional becomes simplified, one character for one', () => {
  expect(foldHan('我們週末去放風箏')).toBe('我们周末去放风筝')
  expect(foldHan('体育')).toBe('体育')
  expect(foldHan('體育')).toBe('体育')
})

test('other scripts are left alone', () => {
  expect(foldHan('Ünïcode かな カナ 한글 🪁')).toBe('Ünïcode かな カナ 한글 🪁')
})

test('folding twice changes nothing and keeps the number of code points', () => {
  const han = fc.integer({ min: 0x3400, max: 0x9fff }).map((code) => String.fromCodePoint(code))
  const rare = fc.integer({ min: 0x20000, max: 0x2a6df }).map((code) => String.fromCodePoint(code))
  fc.assert(
    fc.property(fc.array(fc.oneof(han, rare, fc.string({ unit: 'grapheme', maxLength: 2 }))), (parts) => {
      const text = parts.join('')
      const folded = foldHan(text)
      expect([...folded].length).toBe([...text].length)
      expect(foldHan(folded)).toBe(folded)
    }),
  )
})
