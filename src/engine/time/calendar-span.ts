/** Spans of whole days, weeks, months, quarters and years on the user's calendar, as day numbers since 1970-01-01. */
import { checkedDays, civilDate, civilDays, weekdayOf } from './wall-clock.ts'

/** `[start, end)` in days. */
export interface DaySpan {
  readonly start: number
  readonly end: number
}

export type CalendarUnit = 'day' | 'week' | 'month' | 'quarter' | 'year'

const MONTHS_PER_QUARTER = 3

/** The unit that lies `offset` units from the one holding `today`; weeks begin on Monday. */
export function unitAt(today: number, unit: CalendarUnit, offset: number): DaySpan {
  if (unit === 'day') return { start: today + offset, end: today + offset + 1 }
  if (unit === 'week') {
    const monday = today - weekdayOf(today) + 7 * offset
    return { start: monday, end: monday + 7 }
  }
  const { year, month } = civilDate(today)
  if (unit === 'year') return yearSpan(year + offset)
  const months = year * 12 + (month - 1)
  if (unit === 'month') return monthsFrom(months + offset, 1)
  return monthsFrom(
    (Math.floor(months / MONTHS_PER_QUARTER) + offset) * MONTHS_PER_QUARTER,
    MONTHS_PER_QUARTER,
  )
}

/** `count` months from the month that is `months` after January of the year 0. */
export function monthsFrom(months: number, count: number): DaySpan {
  const at = (month: number) => civilDays(Math.floor(month / 12), (month % 12) + 1, 1)
  return { start: at(months), end: at(months + count) }
}

/** The last `count` units up to and with today, the unfinished one counted whole days back. */
export function lastUnits(today: number, unit: CalendarUnit, count: number): DaySpan {
  const end = today + 1
  if (unit === 'day') return { start: end - count, end }
  if (unit === 'week') return { start: end - 7 * count, end }
  return { start: sameDayBefore(today, unit, count), end }
}

/** The day of the same number (the last one of a shorter month) or the same weekday `count` units before `today`. */
export function sameDayBefore(today: number, unit: CalendarUnit, count: number): number {
  if (unit === 'day') return today - count
  if (unit === 'week') return today - 7 * count
  const { year, month, day } = civilDate(today)
  const length = unit === 'year' ? 12 : unit === 'quarter' ? MONTHS_PER_QUARTER : 1
  const months = monthsFrom(year * 12 + (month - 1) - count * length, 1)
  return Math.min(months.start + day - 1, months.end - 1)
}

export function monthSpan(year: number, month: number): DaySpan {
  return monthsFrom(year * 12 + (month - 1), 1)
}

export function yearSpan(year: number): DaySpan {
  return { start: civilDays(year, 1, 1), end: civilDays(year + 1, 1, 1) }
}

/** One date, or null when the calendar has none such. */
export function dateSpan(year: number, month: number, day: number): DaySpan | null {
  const start = checkedDays(year, month, day)
  return start === null ? null : { start, end: start + 1 }
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

/** The latest day of that number up to `today`, in whichever month has it. */
export function latestDayOfMonth(today: number, day: number): DaySpan | null {
  if (day < 1 || day > 31) return null
  const { year, month } = civilDate(today)
  // Of two months in a row at least one has 31 days, except that 31 July and 31 August follow each other.
  for (let back = 0; back <= 2; back += 1) {
    const span = dayOfSpan(monthsFrom(year * 12 + (month - 1) - back, 1), day)
    if (span !== null && span.start <= today) return span
  }
  return null
}

/** The day of number `day` within a month; null when the month is shorter. */
export function dayOfSpan(month: DaySpan, day: number): DaySpan | null {
  const start = month.start + day - 1
  return day >= 1 && start < month.end ? { start, end: start + 1 } : null
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
