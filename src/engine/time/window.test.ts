import { describe, expect, test } from 'vitest'
import { formatWallClock } from './wall-clock.ts'
import { parseTimeWindow, parseWallWindow } from './window.ts'

function window(text: string, zone = 'UTC'): string | null {
  const found = parseWallWindow(text, zone)
  if (found === null) return null
  const [start, end] = [found.start, found.end].map((seconds) =>
    formatWallClock({ seconds, micros: 0, offset: null }),
  )
  return `${start} ${end}`
}

describe('one value', () => {
  test.each([
    ['2025', '2025-01-01T00:00:00 2026-01-01T00:00:00'],
    ['2025-12', '2025-12-01T00:00:00 2026-01-01T00:00:00'],
    ['2025-3-9', '2025-03-09T00:00:00 2025-03-10T00:00:00'],
    ['2025-03-09T23', '2025-03-09T23:00:00 2025-03-10T00:00:00'],
    ['2025-03-09  7', '2025-03-09T07:00:00 2025-03-09T08:00:00'],
    ['2025-03-09T07:59:59', '2025-03-09T07:00:00 2025-03-09T08:00:00'],
    ['٢٠٢٥', '2025-01-01T00:00:00 2026-01-01T00:00:00'],
  ])('%s', (text, expected) => {
    expect(window(text)).toBe(expected)
  })

  test('compact and week dates mean the hour of midnight', () => {
    expect(window('20250309')).toBe('2025-03-09T00:00:00 2025-03-09T01:00:00')
    expect(window('2025-W10')).toBe('2025-03-03T00:00:00 2025-03-03T01:00:00')
  })

  test('an offset is taken to the user’s clock first', () => {
    expect(window('2025-03-09T23:30Z', 'Asia/Kathmandu')).toBe('2025-03-10T05:00:00 2025-03-10T06:00:00')
  })
})

describe('a range', () => {
  test('holds both ends, in any order and granularity', () => {
    expect(window('2025-03-09/2025-03-02')).toBe('2025-03-02T00:00:00 2025-03-10T00:00:00')
    expect(window(' 2025-03-09 .. 2025 ')).toBe('2025-01-01T00:00:00 2026-01-01T00:00:00')
  })

  test('splits at the first slash, and needs both halves', () => {
    expect(window('2025/03/09')).toBe(null)
    expect(window('2025-03-09/')).toBe(null)
    expect(window('2025-03-09/later')).toBe(null)
  })
})

test('what cannot be read, or would end after the year 9999, is no period', () => {
  const bad = [
    '',
    ' ',
    'yesterday',
    '2025-13',
    '2025-02-30',
    '2025-03-09T24',
    '14:00',
    '9999',
    '9999-12-31',
    '0000',
  ]
  expect(bad.map((text) => window(text))).toEqual(bad.map(() => null))
  expect(parseTimeWindow(null, { instant: 0, zone: 'UTC' })).toBe(null)
})

test('a day on which the clocks change has 23 or 25 hours', () => {
  const hours = (text: string) => {
    const found = parseTimeWindow(text, { instant: 0, zone: 'Europe/Berlin' })
    return found === null ? null : (found.end - found.start) / 3_600_000
  }
  expect([hours('2025-03-30'), hours('2025-10-26'), hours('2025-06-01')]).toEqual([23, 25, 24])
})
