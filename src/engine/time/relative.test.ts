import { describe, expect, test } from 'vitest'
import { isCooledDown } from './cooldown.ts'
import { isPast } from './past.ts'
import { civilDaysSince, daysSince, elapsed, sinceLabel } from './relative.ts'
import { parseStamp } from './stamp.ts'

const zone = 'Europe/Berlin'
const now = { instant: parseStamp('2025-03-31T12:00:00', zone) ?? 0, zone }

describe('days since', () => {
  test('are whole days of the wall clock, never negative', () => {
    expect(daysSince('2025-03-30T12:00:00', now)).toBe(1)
    expect(daysSince('2025-03-30T12:00:00.000001', now)).toBe(0)
    expect(daysSince('2025-04-30', now)).toBe(0)
    expect(daysSince('2025-03-29T23:00Z', now)).toBe(1)
    expect(daysSince('last spring', now)).toBe(null)
  })

  test('are not shortened by a night of 23 hours', () => {
    expect(daysSince('2025-03-29T12:00:00', now)).toBe(2)
  })
})

test('labels go from days to weeks to months of 30 days', () => {
  const days = [0, 1, 6, 7, 29, 30, 400]
  expect(days.map((n) => sinceLabel(n, 'en'))).toEqual([
    'now',
    '1d ago',
    '6d ago',
    '1w ago',
    '4w ago',
    '1mo ago',
    '13mo ago',
  ])
  expect(sinceLabel(9, 'pt')).toBe('há 1sem')
  expect(sinceLabel(9, 'tlh')).toBe('1 周前')
})

test('a gap is told in its two largest units, minutes only below three hours', () => {
  expect([59, 3_660, 10_860, 90_060, 172_800].map((seconds) => elapsed(seconds, 'en'))).toEqual([
    '0 minutes',
    '1 hours and 1 minutes',
    '3 hours',
    '1 days and 1 hours',
    '2 days',
  ])
  expect(elapsed(3_660, 'ja')).toBe('1時間1分')
})

describe('a memory is past', () => {
  test('strictly after 7 days for a state and 3 for an episode', () => {
    expect(isPast('state', { event_end_at: '2025-03-24T12:00:00' }, now)).toBe(false)
    expect(isPast('state', { event_end_at: '2025-03-24T11:59:59' }, now)).toBe(true)
    expect(isPast('episode', { created_at: '2025-03-28T11:59:59' }, now)).toBe(true)
  })

  test('always when its scope says so, never for a pattern or without a date', () => {
    expect(isPast('past', {}, now)).toBe(true)
    expect(isPast('pattern', { created_at: '2001-01-01' }, now)).toBe(false)
    expect(isPast('state', { created_at: 'once' }, now)).toBe(false)
  })

  test('by the first stamp that can be read', () => {
    expect(
      isPast('state', { event_end_at: '?', event_start_at: '2025-03-30', created_at: '2020-01-01' }, now),
    ).toBe(false)
  })
})

test('a cool-down is over after its seconds, and whenever its start is unknown', () => {
  expect(isCooledDown('2025-03-31T11:59:50', 10, now)).toBe(true)
  expect(isCooledDown('2025-03-31T11:59:51', 10, now)).toBe(false)
  expect(isCooledDown('2025-04-01', 10, now)).toBe(false)
  expect(isCooledDown(null, 10, now)).toBe(true)
})

test('civil days are those of the calendar, whatever the time of day', () => {
  const now = { instant: parseStamp('2025-03-31T00:10:00', 'Asia/Tokyo') ?? 0, zone: 'Asia/Tokyo' }
  const stamps = [
    '2025-03-30T23:59:59',
    '2025-03-31',
    '2025-03-12T23:59:59',
    '2025-04-01',
    '2025-03-30T15:30Z',
    'soon',
  ]
  expect(stamps.map((stamp) => civilDaysSince(stamp, now))).toEqual([1, 0, 19, -1, 0, null])
})
