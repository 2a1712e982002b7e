import { expect, test } from 'vitest'
import { at } from '../../../tests/fixtures/facts.ts'
import { bumped, isBackingOff, readBackoff } from './backoff.ts'

const now = at('2026-03-10T12:00:00+08:00')

test('old entries are bare numbers and have no time, so that one attempt is due', () => {
  const backoff = readBackoff(
    '{"a": 7, "b": {"n": 5, "at": "2026-03-10T07:00:01"}, "c": "x", "d": {"n": 5, "at": 3}}',
  )
  expect([...backoff]).toEqual([
    ['a', { n: 7, at: null }],
    ['b', { n: 5, at: '2026-03-10T07:00:01' }],
    ['d', { n: 5, at: null }],
  ])
  expect(['a', 'b', 'c', 'd'].map((key) => isBackingOff(backoff, key, now))).toEqual([
    false,
    true,
    false,
    false,
  ])
  expect(readBackoff('[]').size).toBe(0)
})

test('sixty-four questions are remembered: those that failed most, and the present one', () => {
  const entries = Array.from({ length: 64 }, (_, place) => [`k${String(place)}`, { n: place + 2, at: null }])
  const backoff = bumped(readBackoff(JSON.stringify(Object.fromEntries(entries))), 'now', now)
  expect(backoff.size).toBe(64)
  expect(backoff.get('now')).toEqual({ n: 1, at: '2026-03-10T12:00:00' })
  expect(backoff.has('k0')).toBe(false)
  expect(backoff.has('k1')).toBe(true)
})
