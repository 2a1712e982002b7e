import { expect, test } from 'vitest'
import { RECALL_QUERY_END_UNITS } from '../settings.ts'
import { askedText } from './asked-text.ts'

test('a query is looked for as it is, a very long one by its beginning and its end', () => {
  expect(askedText(' kites? ')).toBe('kites?')
  const longest = `a${'b'.repeat(2 * RECALL_QUERY_END_UNITS - 2)}c`
  expect(askedText(longest)).toBe(longest)
  const asked = askedText(`kites ${'filler '.repeat(1_000_000)} lanterns`)
  expect(asked.length).toBe(2 * RECALL_QUERY_END_UNITS + 1)
  expect(asked.startsWith('kites filler')).toBe(true)
  expect(asked.endsWith('filler  lanterns')).toBe(true)
})
