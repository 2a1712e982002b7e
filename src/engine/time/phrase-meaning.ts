/** What a phrase of one language means: the rule that fits it as a whole, worked out on the user's calendar. */
import {
  dateOf,
  isSouthern,
  latestWeekend,
  monthOf,
  type Occurrence,
  type Season,
  seasonOf,
  weekendAt,
  yearly,
} from './calendar-recurring.ts'
import {
  dayOfSpan,
  type DaySpan,
  lastUnits,
  latestDayOfMonth,
  latestWeekday,
  monthsFrom,
  nextWeekday,
  sameDayBefore,
  unitAt,
  weekdayIn,
  yearSpan,
} from './calendar-span.ts'
import type { PhraseGrammar, PhraseRule } from './phrase-grammar.ts'
import type { DayPart, Step, TimeUnit } from './relative-words/types.ts'
import { civilDate, DAY_SECONDS, HOUR_SECONDS } from './wall-clock.ts'

/** Where the phrase is said from. */
export interface Viewpoint {
  /** Day number since 1970-01-01, and seconds since then on the wall clock. */
  readonly today: number
  readonly seconds: number
  readonly zone: string
}

/** `[start, end)` in seconds on the wall clock. */
export interface Meaning {
  readonly start: number
  readonly end: number
  /** What the words leave open ("May" of which year?); decided by where the phrase is said from. */
  readonly open: 'week' | 'month' | 'year' | null
}

type Groups = Readonly<Record<string, string | undefined>>

/** The meaning of a phrase without range words; null when no rule of the language fits. */
export function phraseMeaning(grammar: PhraseGrammar, phrase: string, view: Viewpoint): Meaning | null {
  const day = grammar.days.get(phrase)
  if (day !== undefined) return days(unitAt(view.today, 'day', day))
  const unit = grammar.units.get(phrase)
  if (unit !== undefined) return days(unitAt(view.today, unit[0], unit[1]))
  const part = grammar.partWords.get(phrase)
  if (part !== undefined) return partOfDay(view.today + part[0], part[1], null)
  for (const rule of grammar.rules) {
    const match = rule.pattern.exec(phrase)
    const meaning = match && ruleMeaning(grammar, rule, match.groups ?? {}, view)
    if (meaning !== null) return meaning
  }
  return null
}

/** A part of the one day that `whole` is; null when it is more or less than a day. */
export function withPart(whole: Meaning, part: DayPart): Meaning | null {
  const isDay = whole.end - whole.start === DAY_SECONDS && whole.start % DAY_SECONDS === 0
  return isDay ? partOfDay(whole.start / DAY_SECONDS, part, whole.open) : null
}

function ruleMeaning(
  grammar: PhraseGrammar,
  { kind, step }: PhraseRule,
  groups: Groups,
  view: Viewpoint,
): Meaning | null {
  switch (kind) {
    case 'ago':
    case 'ahead':
      return away(grammar, groups, kind === 'ago' ? -1 : 1, view)
    case 'last':
      return lastOnes(grammar, groups, view)
    case 'sameDay':
      return sameDay(grammar, groups, view)
    case 'date':
      return date(grammar, groups, step, view)
    case 'weekday':
      return weekday(grammar, groups, step, view)
    case 'weekend':
      return weekend(grammar, groups, step, view)
    case 'season': {
      const season = indexOf(grammar.seasons, groups['season'])
      if (season === null) return null
      return inSomeYear(grammar, groups, step, view, seasonOf(season as Season, isSouthern(view.zone)))
    }
    case 'holiday': {
      const holiday = grammar.holidays.get(groups['holiday'] ?? '')
      return holiday === undefined ? null : inSomeYear(grammar, groups, step, view, dateOf(...holiday))
    }
    case 'quarter': {
      const quarter = indexOf(grammar.ordinals, groups['ordinal'])
      return quarter === null ? null : inSomeYear(grammar, groups, step, view, monthsOf(3 * quarter, 3))
    }
    case 'firstHalf':
    case 'secondHalf':
      return inSomeYear(grammar, groups, step, view, monthsOf(kind === 'firstHalf' ? 0 : 6, 6))
    case 'firstTenth':
      return tenth(grammar, groups, view, 1, 10)
    case 'secondTenth':
      return tenth(grammar, groups, view, 11, 20)
    case 'lastTenth':
      return tenth(grammar, groups, view, 21, null)
    case 'decade':
      return decade(groups, view)
  }
}

// ------------------------------------------------------------------------------------------------- counts

interface Count {
  readonly unit: TimeUnit
  readonly count: number
}

function countOf(grammar: PhraseGrammar, groups: Groups): Count | null {
  const counted = grammar.counts.get(groups['counted'] ?? '')
  if (counted !== undefined) return { unit: counted[0], count: counted[1] }
  const unit = grammar.unitNames.get(groups['unit'] ?? '')
  if (unit === undefined) return null
  const number = groups['number']
  const count = number === undefined ? 1 : (grammar.numbers.get(number) ?? Number(number))
  return { unit, count }
}

function away(grammar: PhraseGrammar, groups: Groups, sign: 1 | -1, view: Viewpoint): Meaning | null {
  const counted = countOf(grammar, groups)
  if (counted === null) return null
  const { unit, count } = counted
  if (unit !== 'hour' && unit !== 'minute') return days(unitAt(view.today, unit, sign * count))
  const at = view.seconds + sign * count * secondsOf(unit)
  const hour = Math.floor(at / HOUR_SECONDS) * HOUR_SECONDS
  return { start: hour, end: hour + HOUR_SECONDS, open: null }
}

function lastOnes(grammar: PhraseGrammar, groups: Groups, view: Viewpoint): Meaning | null {
  const counted = countOf(grammar, groups)
  if (counted === null || counted.count < 1) return null
  const { unit, count } = counted
  if (unit !== 'hour' && unit !== 'minute') return days(lastUnits(view.today, unit, count))
  const now = Math.floor(view.seconds)
  return { start: now - count * secondsOf(unit), end: now + 1, open: null }
}

function sameDay(grammar: PhraseGrammar, groups: Groups, view: Viewpoint): Meaning | null {
  const reference = grammar.units.get(groups['reference'] ?? '')
  const counted = countOf(grammar, groups)
  const [unit, count] = reference ? [reference[0], -reference[1]] : [counted?.unit, counted?.count]
  if (unit === undefined || count === undefined || count < 1 || unit === 'hour' || unit === 'minute')
    return null
  const start = sameDayBefore(view.today, unit, count)
  return days({ start, end: start + 1 })
}

function secondsOf(unit: 'hour' | 'minute'): number {
  return unit === 'hour' ? HOUR_SECONDS : HOUR_SECONDS / 60
}

// ------------------------------------------------------------------------------------------ dates and weekdays

function date(
  grammar: PhraseGrammar,
  groups: Groups,
  step: Step | undefined,
  view: Viewpoint,
): Meaning | null {
  const month = groups['month'] === undefined ? null : indexOf(grammar.months, groups['month'])
  const day =
    groups['day'] === undefined ? null : (grammar.dayNumbers.get(groups['day']) ?? Number(groups['day']))
  if (month === null) return dayOfUnit(grammar, groups, day, view)
  const inYear = day === null ? monthOf(month + 1) : dateOf(month + 1, day)
  return inSomeYear(grammar, groups, step, view, inYear)
}

/** A year alone, or a day of a month that is named by its distance or not at all. */
function dayOfUnit(
  grammar: PhraseGrammar,
  groups: Groups,
  day: number | null,
  view: Viewpoint,
): Meaning | null {
  const year = groups['year']
  if (year !== undefined) return day === null ? days(yearSpan(Number(year))) : null
  if (day === null) return null
  const reference = groups['reference']
  if (reference === undefined) return days(latestDayOfMonth(view.today, day), 'month')
  const [unit, offset] = grammar.units.get(reference) ?? []
  if (unit !== 'month' || offset === undefined) return null
  return days(dayOfSpan(unitAt(view.today, 'month', offset), day))
}

function weekday(
  grammar: PhraseGrammar,
  groups: Groups,
  step: Step | undefined,
  view: Viewpoint,
): Meaning | null {
  const index = indexOf(grammar.weekdays, groups['weekday'])
  if (index === null) return null
  const { today } = view
  const number = groups['number']
  if (number !== undefined) {
    const count = grammar.numbers.get(number) ?? Number(number)
    if (count < 1) return null
    const { start, end } = latestWeekday(today, index, false)
    return days({ start: start - 7 * (count - 1), end: end - 7 * (count - 1) })
  }
  const reference = groups['reference']
  if (reference !== undefined) {
    const [unit, offset] = grammar.units.get(reference) ?? []
    return unit === 'week' && offset !== undefined ? days(weekdayIn(today, index, offset)) : null
  }
  if (typeof step === 'number') return days(weekdayIn(today, index, step))
  if (step === 'next') return days(nextWeekday(today, index))
  if (step === 'present') return days(weekdayIn(today, index, 0))
  const { start, end } = latestWeekday(today, index, step === 'latest')
  const back = step === 'beforeLast' ? 7 : 0
  return days({ start: start - back, end: end - back }, step === 'latest' ? 'week' : null)
}

function weekend(
  grammar: PhraseGrammar,
  groups: Groups,
  step: Step | undefined,
  { today }: Viewpoint,
): Meaning | null {
  const number = groups['number']
  if (number !== undefined) return days(weekendAt(today, -(grammar.numbers.get(number) ?? Number(number))))
  const reference = groups['reference']
  if (reference !== undefined) {
    const [unit, offset] = grammar.units.get(reference) ?? []
    return unit === 'week' && offset !== undefined ? days(weekendAt(today, offset)) : null
  }
  return typeof step === 'number' ? days(weekendAt(today, step)) : days(latestWeekend(today), 'week')
}

// ------------------------------------------------------------------------------------------- parts of a year

/** What recurs every year, in the year that the phrase names, or by `step`. */
function inSomeYear(
  grammar: PhraseGrammar,
  groups: Groups,
  step: Step | undefined,
  { today }: Viewpoint,
  inYear: (year: number) => DaySpan | null,
): Meaning | null {
  if (groups['year'] !== undefined) return days(inYear(Number(groups['year'])))
  const reference = groups['reference']
  if (reference !== undefined) {
    const [unit, offset] = grammar.units.get(reference) ?? []
    if (unit !== 'year' || offset === undefined) return null
    return days(inRelativeYear(offset))
  }
  if (typeof step === 'number') return days(inRelativeYear(step))
  const which: Occurrence = step ?? 'latest'
  return days(yearly(today, which, inYear), which === 'latest' ? 'year' : null)

  /** While a winter of last year still runs, that of last year is the one before. */
  function inRelativeYear(offset: number): DaySpan | null {
    if (offset === 0) return yearly(today, 'present', inYear)
    const { year } = civilDate(today)
    const last = inYear(year - 1)
    const runs = last !== null && last.end > today
    return inYear(year + offset - (offset < 0 && runs ? 1 : 0))
  }
}

/** `count` months of a year from its month `first`, 0 for January. */
function monthsOf(first: number, count: number): (year: number) => DaySpan {
  return (year) => monthsFrom(year * 12 + first, count)
}

function tenth(
  grammar: PhraseGrammar,
  groups: Groups,
  view: Viewpoint,
  from: number,
  to: number | null,
): Meaning | null {
  const [unit, offset] = grammar.units.get(groups['reference'] ?? '') ?? []
  const month =
    groups['month'] === undefined && unit === 'month' && offset !== undefined
      ? days(unitAt(view.today, 'month', offset))
      : date(grammar, groups, 'latest', view)
  if (month === null) return null
  const start = month.start + (from - 1) * DAY_SECONDS
  return { start, end: to === null ? month.end : month.start + to * DAY_SECONDS, open: month.open }
}

/** "the 90s" are those of the last century; of later decades only the full number says which one is meant. */
const FIRST_DECADE_IN_TWO_DIGITS = 30
const LAST_CENTURY = 1900

function decade(groups: Groups, view: Viewpoint): Meaning | null {
  const digits = groups['decade'] ?? ''
  const number = Number(digits)
  if (digits.length === 2 && number < FIRST_DECADE_IN_TWO_DIGITS) return null
  const first = digits.length === 2 ? LAST_CENTURY + number : number
  if (first > civilDate(view.today).year) return null
  return days({ start: yearSpan(first).start, end: yearSpan(first + 10).start })
}

// ------------------------------------------------------------------------------------------------- helpers

function days(span: DaySpan | null, open: Meaning['open'] = null): Meaning | null {
  return span === null ? null : { start: span.start * DAY_SECONDS, end: span.end * DAY_SECONDS, open }
}

function partOfDay(day: number, [from, to]: DayPart, open: Meaning['open']): Meaning {
  const midnight = day * DAY_SECONDS
  return { start: midnight + from * HOUR_SECONDS, end: midnight + to * HOUR_SECONDS, open }
}

function indexOf(names: readonly RegExp[], name: string | undefined): number | null {
  if (name === undefined) return null
  const index = names.findIndex((candidate) => candidate.test(name))
  return index < 0 ? null : index
}
