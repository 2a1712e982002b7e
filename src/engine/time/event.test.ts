import { describe, expect, test } from 'vitest'
import type { RelativeOffset } from '../model/memory-model.ts'
import { normaliseEventWhen, resolveEventTimes } from './event.ts'

describe('checking the relative time of a model', () => {
  test('numbers are cut towards zero, whole numbers as text are read', () => {
    expect(
      normaliseEventWhen({ start: { offset: -2.7, unit: 'day' }, end: { offset: ' 3 ', unit: 'week' } }),
    ).toEqual({
      start: { offset: -2, unit: 'day' },
      end: { offset: 3, unit: 'week' },
    })
  })

  test('a side that is wrong is null, and two wrong sides are nothing', () => {
    expect(
      normaliseEventWhen({ start: { offset: 1, unit: 'Day' }, end: { offset: 1, unit: 'hour' } }),
    ).toEqual({
      start: null,
      end: { offset: 1, unit: 'hour' },
    })
    for (const raw of [
      null,
      'tomorrow',
      [],
      {},
      { start: { offset: NaN, unit: 'day' } },
      { start: { offset: 1 } },
    ]) {
      expect(normaliseEventWhen(raw)).toBe(null)
    }
  })
})

describe('resolving it', () => {
  const resolve = (
    start: RelativeOffset | null,
    end: RelativeOffset | null,
    { anchor = '2025-03-09T08:00:00', zone = 'UTC', fallbackStart = true, fallbackEnd = false } = {},
  ) => resolveEventTimes(start || end ? { start, end } : null, anchor, zone, { fallbackStart, fallbackEnd })

  test('counts from the anchor; a month has 30 days, a year 365', () => {
    expect(resolve({ offset: -1, unit: 'month' }, { offset: 1, unit: 'year' })).toEqual({
      start: '2025-02-07T08:00:00',
      end: '2026-03-09T08:00:00',
    })
  })

  test('falls back as asked', () => {
    expect(resolve(null, null)).toEqual({ start: '2025-03-09T08:00:00', end: null })
    expect(resolve({ offset: 1, unit: 'day' }, null, { fallbackEnd: true })).toEqual({
      start: '2025-03-10T08:00:00',
      end: '2025-03-10T08:00:00',
    })
    expect(resolve({ offset: 1, unit: 'day' }, null, { anchor: 'spring' })).toEqual({
      start: 'spring',
      end: null,
    })
  })

  test('yesterday is the same time of day across a change of clocks', () => {
    const zone = 'Europe/Berlin'
    expect(resolve({ offset: -1, unit: 'day' }, null, { anchor: '2025-03-30T12:00:00', zone }).start).toBe(
      '2025-03-29T12:00:00',
    )
  })

  test('a time that the clocks skip is moved on', () => {
    const zone = 'Europe/Berlin'
    expect(resolve({ offset: 1, unit: 'day' }, null, { anchor: '2025-03-29T02:30:00.5', zone }).start).toBe(
      '2025-03-30T03:30:00.500000',
    )
  })

  test('an offset out of the calendar is as good as none', () => {
    expect(resolve({ offset: 9000, unit: 'year' }, null).start).toBe('2025-03-09T08:00:00')
  })
})
