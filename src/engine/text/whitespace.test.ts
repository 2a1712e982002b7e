import { expect, test } from 'vitest'
import { collapseSpace, isBlank, trimSpace } from './whitespace.ts'

test('white space is what the reference’s text rules know', () => {
  expect(trimSpace('\u3000\u001c a\u0085b \u2028')).toBe('a\u0085b')
  expect(trimSpace('\ufeffa')).toBe('\ufeffa')
  expect(collapseSpace(' a \u00a0\n b ')).toBe('a b')
  expect(isBlank('\t\u3000\r\n')).toBe(true)
  expect(isBlank('\u200b')).toBe(false)
})

test('a long run of blanks inside a text costs no more than its length', () => {
  const wide = `a${' '.repeat(1_000_000)}b`
  expect(trimSpace(wide)).toBe(wide)
  expect(collapseSpace(wide)).toBe('a b')
  expect(isBlank(wide)).toBe(false)
})
