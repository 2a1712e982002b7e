import { describe, expect, test } from 'vitest'
import { phrases } from './fixtures/relative-phrases.ts'
import { understandTime } from './relative-window.ts'
import { parseStamp, toNaive } from './stamp.ts'

/** First and last day, or start and end with their hours, of what is understood at `said` in `zone`. */
function understood(text: string, said: string, zone: string): string {
  const window = understandTime(text, { instant: parseStamp(said, zone) ?? 0, zone })
  if (window === null) return 'not understood'
  const at = (instant: number) => toNaive({ instant, zone })
  const [start, end] = [at(window.start), at(window.end)]
  if (!start.endsWith('T00:00:00') || !end.endsWith('T00:00:00'))
    return `${start.slice(0, 16)} ${end.slice(0, 16)}`
  const [first, last] = [start.slice(0, 10), at(window.end - 1).slice(0, 10)]
  return first === last ? first : `${first} ${last}`
}

/** A Wednesday. */
const WEDNESDAY = '2025-06-11T20:30:00'

describe.each(Object.entries(phrases))('%s', (_language, lines) => {
  test.each(lines.map((line) => line.split(' = ')))('%s', (phrase = '', window) => {
    expect(understood(phrase, WEDNESDAY, 'Asia/Shanghai')).toBe(window)
  })
})

test('at the edges of week, month and year', () => {
  const cases = [
    ['last Sunday', '2025-06-15T09:00:00', '2025-06-08'],
    ['last weekend', '2025-06-15T09:00:00', '2025-06-07 2025-06-08'],
    ['the weekend', '2025-06-14T09:00:00', '2025-06-14 2025-06-15'],
    ['上周日', '2025-06-16T00:10:00', '2025-06-15'],
    ['the 31st', '2025-08-30T12:00:00', '2025-07-31'],
    ['the 31st', '2025-03-01T12:00:00', '2025-01-31'],
    ['上个月31号', '2025-07-02T12:00:00', 'not understood'],
    ['one month ago', '2025-03-31T12:00:00', '2025-02-01 2025-02-28'],
    ['过去一个月', '2025-03-31T12:00:00', '2025-02-28 2025-03-31'],
    ['this day last year', '2024-02-29T12:00:00', '2023-02-28'],
    ['last winter', '2026-01-20T12:00:00', '2024-12-01 2025-02-28'],
    ['去年冬天', '2026-01-20T12:00:00', '2024-12-01 2025-02-28'],
    ['去年冬天', '2026-03-20T12:00:00', '2025-12-01 2026-02-28'],
    ['this winter', '2026-01-20T12:00:00', '2025-12-01 2026-02-28'],
    ['今年冬天', '2026-01-20T12:00:00', '2025-12-01 2026-02-28'],
    ['last quarter', '2026-01-20T12:00:00', '2025-10-01 2025-12-31'],
    ['an hour ago', '2026-01-01T00:20:00', '2025-12-31T23:00 2026-01-01T00:00'],
    ['past 3 hours', '2026-01-01T02:00:00', '2025-12-31T23:00 2026-01-01T02:00'],
    ['from Friday to Sunday', '2025-06-15T09:00:00', '2025-06-13 2025-06-15'],
    ['last Christmas', '2025-12-25T09:00:00', '2024-12-25'],
  ] as const
  for (const [phrase, said, window] of cases)
    expect([phrase, understood(phrase, said, 'Europe/London')]).toEqual([phrase, window])
})

test('summer is where the user lives', () => {
  expect(understood('last summer', WEDNESDAY, 'Australia/Sydney')).toBe('2024-12-01 2025-02-28')
  expect(understood('no inverno passado', WEDNESDAY, 'America/Sao_Paulo')).toBe('2024-06-01 2024-08-31')
  expect(understood('last summer', WEDNESDAY, 'America/New_York')).toBe('2024-06-01 2024-08-31')
})

test('a day is as long as its zone has it', () => {
  const zone = 'Europe/London'
  const now = { instant: parseStamp('2026-03-30T09:00:00', zone) ?? 0, zone }
  const window = understandTime('yesterday', now)
  expect(window && (window.end - window.start) / 3_600_000).toBe(23)
})
