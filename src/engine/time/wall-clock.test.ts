import { describe, expect, test } from 'vitest'
import fc from '../../../tests/fixtures/properties.ts'
import {
  addSeconds,
  civilDate,
  civilDays,
  formatDay,
  formatWallClock,
  parseWallClock,
  weekdayOf,
} from './wall-clock.ts'

function reading(text: string): string | null {
  const wall = parseWallClock(text)
  return wall === null ? null : formatWallClock(wall)
}

describe('reading a stamp', () => {
  /** What Python 3.11's `datetime.fromisoformat(…).isoformat()` gives; null where it raises. */
  const python: readonly (readonly [string, string | null])[] = [
    ['2025-03-09', '2025-03-09T00:00:00'],
    ['20250309', '2025-03-09T00:00:00'],
    ['2025-W10-7', '2025-03-09T00:00:00'],
    ['2025W107', '2025-03-09T00:00:00'],
    ['2025-W10', '2025-03-03T00:00:00'],
    ['2025W10', '2025-03-03T00:00:00'],
    ['2025-W53-1', null],
    ['2020-W53-7', '2021-01-03T00:00:00'],
    ['2025-03-09T7', null],
    ['2025-03-09T07', '2025-03-09T07:00:00'],
    ['2025-03-09 07:05', '2025-03-09T07:05:00'],
    ['2025-03-09x0705', '2025-03-09T07:05:00'],
    ['20250309T070509', '2025-03-09T07:05:09'],
    ['2025-03-09T07:05:09.5', '2025-03-09T07:05:09.500000'],
    ['2025-03-09T07:05:09,1234567', '2025-03-09T07:05:09.123456'],
    ['2025-03-09T07.5', '2025-03-09T07:00:00.500000'],
    ['2025-03-09T0705:09', null],
    ['2025-03-09T24:00', null],
    ['2025-03-09T07:60', null],
    ['2025-03-09T', null],
    ['2025-03-09Z', null],
    ['2025-03-09T07:05Z', '2025-03-09T07:05:00+00:00'],
    ['2025-03-09T07:05z', null],
    ['2025-03-09T07:05-03:30', '2025-03-09T07:05:00-03:30'],
    ['2025-03-09T07:05+0530', '2025-03-09T07:05:00+05:30'],
    ['2025-03-09T07:05+08:00:30', '2025-03-09T07:05:00+08:00:30'],
    ['2025-03-09T07:05+24:00', null],
    ['2025-0309', null],
    ['2025-02-29', null],
    ['0000-01-01', null],
    ['2025', null],
    [' 2025-03-09', null],
    ['', null],
  ]

  test.each(python)('%j is %j', (text, expected) => {
    expect(reading(text)).toBe(expected)
  })

  test('anything but text is no stamp', () => {
    expect([undefined, null, 20250309, {}, ['2025-03-09']].map(parseWallClock)).toEqual([
      null,
      null,
      null,
      null,
      null,
    ])
  })
})

test('a written stamp reads back as itself, to the microsecond', () => {
  const seconds = fc.integer({ min: -62_135_596_800, max: 253_402_300_799 })
  fc.assert(
    fc.property(seconds, fc.integer({ min: 0, max: 999_999 }), (at, micros) => {
      const wall = { seconds: at, micros, offset: null }
      expect(parseWallClock(formatWallClock(wall))).toEqual(wall)
      expect(parseWallClock(formatWallClock(wall, ' '))).toEqual(wall)
    }),
  )
})

test('dates and day counts are each other’s inverse', () => {
  fc.assert(
    fc.property(fc.integer({ min: -719_162, max: 2_932_896 }), (days) => {
      const { year, month, day } = civilDate(days)
      expect(civilDays(year, month, day)).toBe(days)
    }),
  )
  expect(civilDays(1970, 1, 1)).toBe(0)
  expect(weekdayOf(civilDays(2025, 3, 9))).toBe(6)
})

test('arithmetic stays within the years that can be written', () => {
  const end = parseWallClock('9999-12-31T23:59:59')
  expect(end && addSeconds(end, 1)).toBe(null)
  expect(end && formatDay(end)).toBe('9999-12-31')
})
