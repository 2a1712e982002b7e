import { expect, test } from 'vitest'
import { asksForThePast, behindSuccessors, validityOf } from './validity.ts'

const now = { instant: Date.parse('2026-03-02T09:00:00Z'), zone: 'UTC' }

test('a fact holds until it was said to be over', () => {
  expect(validityOf({ text: 'a' })).toBe(null)
  expect(validityOf({ text: 'a', superseded_at: null })).toBe(null)
  expect(validityOf({ superseded_at: '2026-03-02T09:00:00', valid_to: '2026-02-01T00:00:00' })).toEqual({
    superseded: true,
    valid_to: '2026-02-01T00:00:00',
  })
  expect(validityOf({ superseded_at: '2026-03-02T09:00:00' })?.valid_to).toBe('2026-03-02T09:00:00')
})

test.each([
  'where did I live before?',
  'What was my previous job',
  'where did I use to work, back then',
  '我以前住在哪里',
  '我之前的工作是什么',
  '我曾經養過什麼',
  '前はどこに住んでいた？',
  '예전에 어디 살았지?',
  'Где я жил раньше?',
  '¿Dónde vivía antes?',
  'Onde eu morava antes?',
])('%s asks for the past', (query) => {
  expect(asksForThePast(query, null, now)).toBe(true)
})

test.each([
  'where do I live?',
  'How old am I?',
  '我住在哪里',
  'どこに住んでいる？',
  '어디 살아?',
  'Где я живу?',
  '¿Dónde vivo?',
  'Onde moro?',
])('%s does not', (query) => {
  expect(asksForThePast(query, null, now)).toBe(false)
})

test('a period that is over asks for what held then, one that lasts does not', () => {
  expect(asksForThePast('home', { start: 0, end: now.instant }, now)).toBe(true)
  expect(asksForThePast('home', { start: 0, end: now.instant + 1 }, now)).toBe(false)
})

test('what was comes behind what took its place, and else stays where it is', () => {
  const rows = [
    { id: 'tokyo', superseded_by: 'osaka' },
    { id: 'a' },
    { id: 'osaka' },
    { id: 'b', superseded_by: 'gone' },
  ]
  expect(behindSuccessors(rows, (row) => row).map(({ id }) => id)).toEqual(['a', 'osaka', 'tokyo', 'b'])
})
