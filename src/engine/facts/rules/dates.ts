/**
 * Finds time phrases in a sentence and resolves them by the wall clock of the turn they stand in
 * (design.md §5: against the turn, never against the moment of extraction). Weeks start on Monday.
 */
import type { Temporal as TemporalApi } from 'temporal-polyfill'
import type { Instant, Moment } from '../../ports.ts'
import { Temporal } from '../../time/temporal.ts'
import { DATE_LANGUAGES } from './data/dates.ts'
import type { DateKind, DateLanguage, Season } from './data/dates.ts'
import type { RuleLanguage } from './language.ts'
import { parseNumber } from './numbers.ts'

/** Which way a phrase without a direction of its own ("on Friday", "9 March") is read. */
export type Lean = 'past' | 'future' | 'near'

/** A time phrase: where it stands, and what it means. `end` is the last second of the period, or null for a point. */
export interface TimeMention {
  readonly from: number
  readonly to: number
  readonly start: Instant
  readonly end: Instant | null
  /** How the period lies to the day of the turn. */
  readonly side: 'past' | 'today' | 'future'
  readonly kind: DateKind
}

type PlainDate = TemporalApi.PlainDate

interface Period {
  readonly first: PlainDate
  readonly last: PlainDate
  readonly hours?: readonly [number, number]
}

interface Found {
  readonly from: number
  readonly to: number
  readonly kind: DateKind
  readonly period: Period
}

/**
 * The time phrases of `text` (already `matchable`), in order, ranges joined. Phrases that need more knowledge
 * than a calendar ("the other day", lunar holidays) are not found.
 */
export function findTimes(text: string, language: RuleLanguage, anchor: Moment, lean: Lean): TimeMention[] {
  const data = DATE_LANGUAGES[language]
  if (!data.hint.test(text)) return []
  const today = Temporal.Instant.fromEpochMilliseconds(anchor.instant)
    .toZonedDateTimeISO(anchor.zone)
    .toPlainDate()
  const found = joinRanges(findPeriods(text.toLowerCase(), data, today, lean), text.toLowerCase(), data)
  const told = found.filter((one) => !data.until.test(text.slice(0, one.from)))
  return told.map((one) => toMention(one, text, data, today, anchor.zone))
}

function findPeriods(text: string, data: DateLanguage, today: PlainDate, lean: Lean): Found[] {
  const found: Found[] = []
  for (const { kind, pattern } of data.patterns) {
    for (const match of text.matchAll(globalOf(pattern))) {
      const from = match.index
      const to = from + match[0].length
      if (found.some((other) => from < other.to && to > other.from)) continue
      const period = resolve(kind, match.groups ?? {}, data, today, lean)
      if (period) found.push({ from, to, kind, period })
    }
  }
  return found.sort((a, b) => a.from - b.from)
}

const globals = new WeakMap<RegExp, RegExp>()

function globalOf(pattern: RegExp): RegExp {
  let global = globals.get(pattern)
  if (!global) globals.set(pattern, (global = new RegExp(pattern.source, pattern.flags + 'g')))
  return global
}

type Groups = Readonly<Record<string, string | undefined>>

function resolve(
  kind: DateKind,
  groups: Groups,
  data: DateLanguage,
  today: PlainDate,
  lean: Lean,
): Period | null {
  const which = lookup(data.which, groups['which'])
  switch (kind) {
    case 'day': {
      const days = lookup(data.days, groups['day'])
      if (days === undefined) return null
      const hours = lookup(data.parts, groups['part']) ?? lookup(data.parts, groups['day'])
      return day(today.add({ days }), hours)
    }
    case 'weekday':
      return weekday(groups, data, today, lean)
    case 'period':
      return relativePeriod(groups, data, today, lean)
    case 'distance':
      return distance(groups, data, today)
    case 'date': {
      const month = monthOf(groups['month'], data)
      const date = groups['day'] === undefined ? null : parseNumber(groups['day'])
      if (month === null || date === null) return null
      const year = groups['year'] ? Number(groups['year']) : which === undefined ? null : today.year + which
      const at = calendarDate(year ?? today.year, month, date)
      if (!at) return null
      return day(year === null ? leanYear(at, today, lean) : at)
    }
    case 'month': {
      const month = monthOf(groups['month'], data)
      if (month === null) return null
      let year = groups['year'] ? Number(groups['year']) : null
      if (year === null && which !== undefined)
        year = whichMonthYear(which, month, today, groups['which'] ?? '')
      const first = calendarDate(year ?? today.year, month, 1)
      return first && monthFrom(year === null ? leanYear(first, today, lean) : first)
    }
    case 'month-day': {
      const offset = lookup(data.which, groups['week'])
      const date = groups['date'] === undefined ? null : parseNumber(groups['date'])
      if (offset === undefined || date === null) return null
      const month = today.with({ day: 1 }).add({ months: offset })
      const at = calendarDate(month.year, month.month, date)
      return at && day(at)
    }
    case 'day-of-month': {
      const date = groups['date'] === undefined ? null : parseNumber(groups['date'])
      const at = date === null ? null : calendarDate(today.year, today.month, date)
      if (!at) return null
      if (lean === 'future' && Temporal.PlainDate.compare(at, today) < 0) return day(at.add({ months: 1 }))
      if (lean === 'past' && Temporal.PlainDate.compare(at, today) > 0) return day(at.subtract({ months: 1 }))
      return day(at)
    }
    case 'year': {
      const year = groups['year'] ? Number(groups['year']) : which === undefined ? null : today.year + which
      return year === null ? null : yearOf(year)
    }
    case 'season': {
      const season = lookup(data.seasons, groups['season'])
      return season === undefined ? null : seasonOf(season, which, groups['which'] ?? '', today, lean)
    }
    case 'holiday': {
      const holiday = lookup(data.holidays, groups['holiday'])
      if (!holiday) return null
      const [month, first, last] = holiday
      const start = calendarDate(today.year + (which ?? 0), month, first)
      if (!start) return null
      const begin = which === undefined ? leanYear(start, today, lean) : start
      return { first: begin, last: begin.add({ days: last - first }) }
    }
    case 'part':
      return null
  }
}

function weekday(groups: Groups, data: DateLanguage, today: PlainDate, lean: Lean): Period | null {
  const name = groups['weekday']
  const target =
    name === undefined ? undefined : (lookup(data.weekdays, name) ?? lookup(data.weekdays, name.slice(0, 3)))
  if (target === undefined) return null
  const hours = lookup(data.parts, groups['part'])
  const monday = today.subtract({ days: today.dayOfWeek - 1 })
  const word = groups['week']
  const week = lookup(data.which, word)
  if (word !== undefined && /past/.test(word)) return day(before(today, target), hours)
  if (word !== undefined && /coming/.test(word)) return day(after(today, target), hours)
  if (week !== undefined) return day(monday.add({ days: week * 7 + target - 1 }), hours)
  if (lean === 'past') return day(target === today.dayOfWeek ? today : before(today, target), hours)
  return day(target === today.dayOfWeek ? today : after(today, target), hours)
}

/** The last such weekday before `today`. */
function before(today: PlainDate, target: number): PlainDate {
  return today.subtract({ days: (today.dayOfWeek - target + 7) % 7 || 7 })
}

/** The next such weekday after `today`. */
function after(today: PlainDate, target: number): PlainDate {
  return today.add({ days: (target - today.dayOfWeek + 7) % 7 || 7 })
}

function relativePeriod(groups: Groups, data: DateLanguage, today: PlainDate, lean: Lean): Period | null {
  const word = groups['week']
  const offset = lookup(data.which, word) ?? 0
  const monday = today.subtract({ days: today.dayOfWeek - 1 })
  // Japanese names week and month in one word (来週, 来月), English may too ("the weekend before last").
  const named = groups['unit'] ?? (/end/.test(word ?? '') ? 'weekend' : /月/.test(word ?? '') ? '月' : 'week')
  const unit = data.units[named] ?? (named === '月' ? 'month' : named === 'weekend' ? 'weekend' : 'week')
  switch (unit) {
    case 'month':
      return monthFrom(today.with({ day: 1 }).add({ months: offset }))
    case 'year':
      return yearOf(today.year + offset)
    case 'weekend': {
      const weeks = word === undefined && lean === 'past' && today.dayOfWeek < 6 ? -1 : offset
      const saturday = monday.add({ days: weeks * 7 + 5 })
      return { first: saturday, last: saturday.add({ days: 1 }) }
    }
    default: {
      const first = monday.add({ days: offset * 7 })
      return { first, last: first.add({ days: 6 }) }
    }
  }
}

function distance(groups: Groups, data: DateLanguage, today: PlainDate): Period | null {
  const unit = lookup(data.units, groups['unit'])
  if (unit === undefined || unit === 'weekend') return null
  const sign = data.ahead.test(groups['direction'] ?? '') ? 1 : -1
  if (groups['number'] === '半') {
    if (unit === 'year') return around(today.add({ months: 6 * sign }), 15)
    return unit === 'month' ? around(today.add({ days: 15 * sign }), 2) : null
  }
  const number = groups['number'] === undefined ? null : parseNumber(groups['number'])
  if (number === null) return null
  const count = number * sign * (groups['unit'] === 'fortnight' ? 2 : 1)
  switch (unit) {
    case 'hour':
      return day(today)
    case 'day':
      return day(today.add({ days: count }))
    case 'week':
      return day(today.add({ weeks: count }))
    case 'month':
      return monthFrom(today.add({ months: count }).with({ day: 1 }))
    case 'year':
      return yearOf(today.year + count)
  }
}

function seasonOf(
  season: Season,
  which: number | undefined,
  word: string,
  today: PlainDate,
  lean: Lean,
): Period | null {
  const firstMonth = { spring: 3, summer: 6, autumn: 9, winter: 12 }[season]
  let year = today.year + (which ?? 0)
  const startOf = (candidate: number) => calendarDate(candidate, firstMonth, 1)
  // "last summer" is the one that has ended, "next" the one that has not begun; 去年夏天 names the year itself.
  if (word === 'last' || (which === undefined && lean === 'past')) {
    year = today.year
    while (Temporal.PlainDate.compare(seasonEnd(year, firstMonth), today) >= 0) year--
  } else if (word === 'next' || (which === undefined && lean === 'future')) {
    year = today.year
    const start = startOf(year)
    if (start && Temporal.PlainDate.compare(start, today) <= 0 && word === 'next') year++
    if (Temporal.PlainDate.compare(seasonEnd(year, firstMonth), today) < 0) year++
  }
  const first = startOf(year)
  return first && { first, last: seasonEnd(year, firstMonth) }
}

function seasonEnd(year: number, firstMonth: number): PlainDate {
  return Temporal.PlainDate.from({ year, month: firstMonth, day: 1 }).add({ months: 3 }).subtract({ days: 1 })
}

/** "Last March" is the latest one before this month; 去年三月 names the year itself. */
function whichMonthYear(which: number, month: number, today: PlainDate, word: string): number {
  if (word === 'last') return month < today.month ? today.year : today.year - 1
  if (word === 'next') return month > today.month ? today.year : today.year + 1
  return today.year + which
}

/** The year that a date without one belongs to: the next, the last or the nearest. */
function leanYear(at: PlainDate, today: PlainDate, lean: Lean): PlainDate {
  const order = Temporal.PlainDate.compare(at, today)
  if (lean === 'future') return order < 0 ? at.add({ years: 1 }) : at
  if (lean === 'past') return order > 0 ? at.subtract({ years: 1 }) : at
  const days = today.until(at).days
  if (days > 183) return at.subtract({ years: 1 })
  return days < -183 ? at.add({ years: 1 }) : at
}

function joinRanges(found: Found[], text: string, data: DateLanguage): Found[] {
  const joined: Found[] = []
  for (const next of found) {
    const last = joined.at(-1)
    const between = last ? text.slice(last.to, next.from) : ''
    if (
      !last ||
      !data.range.test(between) ||
      (between.trim() === 'and' && !/between/.test(text.slice(0, last.from)))
    ) {
      joined.push(next)
      continue
    }
    const end = endOfRange(last, next, text.slice(next.from, next.to))
    joined[joined.length - 1] = { ...last, to: next.to, period: { first: last.period.first, last: end } }
  }
  return joined
}

/** A bare weekday or day of the month that ends a range follows its start, whatever was meant alone. */
function endOfRange(start: Found, end: Found, words: string): PlainDate {
  const first = start.period.first
  if (
    Temporal.PlainDate.compare(end.period.last, first) >= 0 &&
    end.kind !== 'weekday' &&
    end.kind !== 'day-of-month'
  ) {
    return end.period.last
  }
  if (end.kind === 'weekday') {
    const target = end.period.first.dayOfWeek
    return first.add({ days: (target - first.dayOfWeek + 7) % 7 })
  }
  if (end.kind === 'day-of-month') {
    const date = parseNumber(/[\d〇一二三四五六七八九十]+/.exec(words)?.[0] ?? '') ?? end.period.first.day
    const same = calendarDate(first.year, first.month, date)
    if (same) return Temporal.PlainDate.compare(same, first) < 0 ? same.add({ months: 1 }) : same
  }
  return first
}

function toMention(
  one: Found,
  text: string,
  data: DateLanguage,
  today: PlainDate,
  zone: string,
): TimeMention {
  const { first, last, hours } = one.period
  const single = first.equals(last)
  const side =
    Temporal.PlainDate.compare(last, today) < 0
      ? 'past'
      : Temporal.PlainDate.compare(first, today) > 0
        ? 'future'
        : 'today'
  const place = { from: one.from, to: one.to, side, kind: one.kind } as const
  const clock = single ? clockAfter(text.slice(one.to), data, hours) : null
  if (clock !== null) return { ...place, start: at(first, clock, zone), end: null }
  const from = single && hours ? hours[0] * 60 : 0
  const until = single && hours ? hours[1] * 60 : 24 * 60
  return { ...place, start: at(first, from, zone), end: at(last, until, zone) - 1000 }
}

/** Minutes of a clock time that follows a phrase ("tomorrow at 9:05", 明天早上九点零五); null when there is none. */
function clockAfter(
  rest: string,
  data: DateLanguage,
  hours: readonly [number, number] | undefined,
): number | null {
  const groups = data.clock.exec(rest.toLowerCase())?.groups
  const hour = groups?.['hour'] === undefined ? null : parseNumber(groups['hour'])
  if (!groups || hour === null || hour > 24) return null
  const minute = groups['half'] ? 30 : groups['minute'] ? (parseNumber(groups['minute']) ?? 0) : 0
  const part = groups['pm'] ? lookup(data.parts, groups['pm']) : undefined
  const late = /^p/.test(groups['pm'] ?? '') || ((part ?? hours)?.[0] ?? 0) >= 12
  return ((late && hour < 12 ? hour + 12 : hour) % 24) * 60 + minute
}

function at(date: PlainDate, minutes: number, zone: string): Instant {
  const days = minutes >= 24 * 60 ? 1 : 0
  const time = Temporal.PlainTime.from({ hour: Math.floor(minutes / 60) % 24, minute: minutes % 60 })
  return date.add({ days }).toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds
}

function day(date: PlainDate, hours?: readonly [number, number]): Period {
  return hours ? { first: date, last: date, hours } : { first: date, last: date }
}

function around(date: PlainDate, days: number): Period {
  return { first: date.subtract({ days }), last: date.add({ days }) }
}

function monthFrom(first: PlainDate): Period {
  return { first, last: first.add({ months: 1 }).subtract({ days: 1 }) }
}

function yearOf(year: number): Period {
  return {
    first: Temporal.PlainDate.from({ year, month: 1, day: 1 }),
    last: Temporal.PlainDate.from({ year, month: 12, day: 31 }),
  }
}

/** The date, or null when the calendar has no such day. */
function calendarDate(year: number, month: number, date: number): PlainDate | null {
  if (year < 1900 || year > 2200 || month < 1 || month > 12 || date < 1 || date > 31) return null
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  return date <= first.daysInMonth ? first.with({ day: date }) : null
}

function monthOf(word: string | undefined, data: DateLanguage): number | null {
  if (word === undefined) return null
  return data.months[word.slice(0, 3)] ?? parseNumber(word)
}

function lookup<T>(table: Readonly<Record<string, T>>, word: string | undefined): T | undefined {
  return word !== undefined && Object.hasOwn(table, word) ? table[word] : undefined
}
