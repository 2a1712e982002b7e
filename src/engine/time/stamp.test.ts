import { expect, test } from 'vitest'
import { aiStamp, civilDay, parseExactStamp, parseStamp, toLocalDay, toNaive, toSqlStamp } from './stamp.ts'

const zone = 'Asia/Tokyo'
const instant = parseStamp('2025-03-09T08:07:06.050', zone) ?? 0
const moment = { instant, zone }

test('stamps show the moment’s own wall clock', () => {
  expect(toNaive(moment)).toBe('2025-03-09T08:07:06.050000')
  expect(toSqlStamp(moment)).toBe('2025-03-09 08:07:06.050000')
  expect(toNaive({ instant: instant - 50, zone })).toBe('2025-03-09T08:07:06')
  expect(civilDay({ instant, zone: 'America/New_York' })).toBe('2025-03-08')
  expect(aiStamp(moment)).toBe('[20250309 Sun 08:07] ')
})

test('instants are whole milliseconds; microseconds are for ordering', () => {
  expect(parseStamp('1970-01-01T00:00:00.001999', 'UTC')).toBe(1)
  expect(parseExactStamp('1970-01-01T00:00:00.001999', 'UTC')).toBeCloseTo(1.999, 9)
  expect(parseStamp('soon', 'UTC')).toBe(null)
})

test('the day of a stamp is the user’s', () => {
  expect(toLocalDay('2025-03-09T20:00Z', zone)).toBe('2025-03-10')
  expect(toLocalDay('2025-03-09T20:00', zone)).toBe('2025-03-09')
  expect(toLocalDay(7, zone)).toBe(null)
})
