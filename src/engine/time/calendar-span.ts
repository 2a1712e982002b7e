/** Spans of whole days, weeks, months and years on the user's calendar, as day numbers since 1970-01-01. */
import { checkedDays, civilDate, civilDays, weekdayOf } from './wall-clock.ts'

/** `[start, end)` in days. */
export interface DaySpan {
  readonly start: number
  readonly end: number
}

export type CalendarUnit = 'day' | 'week' | 'month' | 'year'

/** The unit that lies `offset` units from the one holding `today`; weeks begin on Monday. */
export function unitAt(today: number, unit: CalendarUnit, offset: number): DaySpan {
  if (unit === 'day') return { start: today + offset, end: today + offset + 1 }
  if (unit === 'week') {
    const monday = today - weekdayOf(today) + 7 * offset
    return { start: monday, end: monday + 7 }
  }
  const { year, month } = civilDate(today)
  if (unit === 'year') return yearSpan(year + offset)
  const months = year * 12 + (month - 1) + offset
  return monthSpan(Math.floor(months / 12), (months % 12) + 1)
}

/** The last `count` units up to and with today, the unfinished one counted whole days back. */
export function lastUnits(today: number, unit: CalendarUnit, count: number): DaySpan {
  const end = today + 1
  if (unit === 'day') return { start: end - count, end }
  if (unit === 'week') return { start: end - 7 * count, end }
  const { year, month, day } = civilDate(today)
  const months = year * 12 + (month - 1) - count * (unit === 'year' ? 12 : 1)
  const first = monthSpan(Math.floor(months / 12), (months % 12) + 1)
  return { start: Math.min(first.start + day - 1, first.end - 1), end }
}

export function monthSpan(year: number, month: number): DaySpan {
  const start = civilDays(year, month, 1)
  return { start, end: month === 12 ? civilDays(year + 1, 1, 1) : civilDays(year, month + 1, 1) }
}

export function yearSpan(year: number): DaySpan {
  return { start: civilDays(year, 1, 1), end: civilDays(year + 1, 1, 1) }
}

/** One date, or null when the calendar has none such. */
export function dateSpan(year: number, month: number, day: number): DaySpan | null {
  const start = checkedDays(year, month, day)
  return start === null ? null : { start, end: start + 1 }
}

/** The latest month of that name which has begun by `today`. */
export function latestMonth(today: number, month: number): DaySpan {
  const { year, month: current } = civilDate(today)
  return monthSpan(month <= current ? year : year - 1, month)
}

/** The latest such date up to `today`; 29 February goes back to a leap year. */
export function latestDate(today: number, month: number, day: number): DaySpan | null {
  const { year } = civilDate(today)
  // Eight years span every leap-year gap.
  for (let back = 0; back <= 8; back += 1) {
    const span = dateSpan(year - back, month, day)
    if (span !== null && span.start <= today) return span
  }
  return null
}

/** The weekday (0 for Monday) in the week `weeks` from this one. */
export function weekdayIn(today: number, weekday: number, weeks: number): DaySpan {
  const start = unitAt(today, 'week', weeks).start + weekday
  return { start, end: start + 1 }
}

/** The latest such weekday, today included or not. */
export function latestWeekday(today: number, weekday: number, withToday: boolean): DaySpan {
  const back = (weekdayOf(today) - weekday + 7) % 7
  const start = today - (back === 0 && !withToday ? 7 : back)
  return { start, end: start + 1 }
}

/** The next such weekday after today. */
export function nextWeekday(today: number, weekday: number): DaySpan {
  const ahead = (weekday - weekdayOf(today) + 7) % 7
  const start = today + (ahead === 0 ? 7 : ahead)
  return { start, end: start + 1 }
}
