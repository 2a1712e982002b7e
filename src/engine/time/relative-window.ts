/**
 * Periods named relative to today ("yesterday", "上周五", "3日前", "in May"), in the user's zone (design.md §7). The
 * reference knows absolute values only; those are tried first, so they keep their meaning.
 */
import type { Moment } from '../ports.ts'
import { foldHan } from '../text/fold.ts'
import { collapseSpace } from '../text/whitespace.ts'
import {
  type CalendarUnit,
  dateSpan,
  type DaySpan,
  lastUnits,
  latestDate,
  latestMonth,
  latestWeekday,
  monthSpan,
  nextWeekday,
  unitAt,
  weekdayIn,
  yearSpan,
} from './calendar-span.ts'
import { relativeWords } from './relative-words/index.ts'
import type { RelativeWords, WeekdayForm } from './relative-words/types.ts'
import { civilDate, DAY_SECONDS, isNameable } from './wall-clock.ts'
import { parseTimeWindow, type TimeWindow } from './window.ts'
import { instantOf, wallClockAt } from './zone.ts'

/** The period that `text` names, absolute or relative to `now`; null when it is not understood. */
export function understandTime(text: string, now: Moment): TimeWindow | null {
  const absolute = parseTimeWindow(text, now)
  if (absolute !== null) return absolute
  const today = Math.floor(wallClockAt(now).seconds / DAY_SECONDS)
  const span = parsePhrase(normalise(text), today, now)
  if (span === null || !isNameable(span.start * DAY_SECONDS) || !isNameable(span.end * DAY_SECONDS))
    return null
  const at = (days: number) => instantOf({ seconds: days * DAY_SECONDS, micros: 0, offset: null }, now.zone)
  return { start: at(span.start), end: at(span.end) }
}

function normalise(text: string): string {
  const folded = foldHan(text.normalize('NFKC').toLowerCase()).replace(/[.,!?。，！？]+$/u, '')
  return collapseSpace(folded.replace(hanNumerals, (numeral) => String(hanNumber(numeral))))
}

/** Han numerals that count or name a unit; those in 周一 or 一昨日 do not. */
const hanNumerals = /[一二两三四五六七八九十]+(?=个?(?:天|日|号|周|星期|礼拜|月|年)|[かヶカケヵ]月)/gu
const hanDigits = '一二三四五六七八九'

/** 十 → 10, 二十一 → 21 */
function hanNumber(numeral: string): number {
  const digit = (text: string) => (text === '两' ? 2 : hanDigits.indexOf(text) + 1)
  const ten = numeral.indexOf('十')
  if (ten < 0) return digit(numeral)
  return (ten === 0 ? 1 : digit(numeral.slice(0, ten))) * 10 + digit(numeral.slice(ten + 1))
}

/** Longest phrase that is looked at; a period is named in a few words. */
const LONGEST_PHRASE = 60

function parsePhrase(phrase: string, today: number, now: Moment): DaySpan | null {
  if (phrase === '' || phrase.length > LONGEST_PHRASE) return null
  return parseSimple(phrase, today) ?? parseRange(phrase, today, now)
}

function parseRange(phrase: string, today: number, now: Moment): DaySpan | null {
  const splits = [...phrase.matchAll(/\/|\.\.| - |~|–|—/gu)]
    .slice(0, 1)
    .map((found) => [phrase.slice(0, found.index), phrase.slice(found.index + found[0].length)])
  for (const { ranges } of compiled) {
    for (const range of ranges) {
      const match = range.exec(phrase)
      if (match?.[1] !== undefined && match[2] !== undefined) splits.push([match[1], match[2]])
    }
  }
  for (const [first = '', second = ''] of splits) {
    const from = parseSide(first.trim(), today, now)
    const to = parseSide(second.trim(), today, now)
    if (from !== null && to !== null) {
      return { start: Math.min(from.start, to.start), end: Math.max(from.end, to.end) }
    }
  }
  return null
}

/** One end of a range: a phrase, or an absolute value widened to whole days. */
function parseSide(text: string, today: number, now: Moment): DaySpan | null {
  const window = parseTimeWindow(text, now)
  if (window === null) return parseSimple(text, today)
  const dayOf = (instant: number) => wallClockAt({ instant, zone: now.zone }).seconds / DAY_SECONDS
  return { start: Math.floor(dayOf(window.start)), end: Math.ceil(dayOf(window.end)) }
}

function parseSimple(phrase: string, today: number): DaySpan | null {
  const date = parseDate(phrase, today)
  if (date !== null) return date
  for (const language of compiled) {
    const bare = phrase.replace(language.lead, '')
    const span = parseIn(language, bare, today)
    if (span !== null) return span
  }
  return null
}

/** Dates that are written the same way in several languages. */
function parseDate(phrase: string, today: number): DaySpan | null {
  const slashed = /^(\d{4})([/.])(\d{1,2})\2(\d{1,2})$/.exec(phrase)
  if (slashed) return dateSpan(Number(slashed[1]), Number(slashed[3]), Number(slashed[4]))
  const han = /^(?:(\d{4}|今|去|前|明|作|昨|来)年 ?)?(?:(\d{1,2})(?:月份?) ?)?(?:(\d{1,2})[日号])?$/u.exec(
    phrase,
  )
  if (han === null) return null
  return fromParts(yearOf(han[1], today), numberOrNull(han[2]), numberOrNull(han[3]), today)
}

const relativeYears: Readonly<Record<string, number>> = { 今: 0, 去: -1, 昨: -1, 前: -2, 明: 1, 来: 1 }

function yearOf(text: string | undefined, today: number): number | null {
  if (text === undefined) return null
  const offset = relativeYears[text]
  return offset === undefined ? numberOrNull(text) : civilDate(today).year + offset
}

function fromParts(
  year: number | null,
  month: number | null,
  day: number | null,
  today: number,
): DaySpan | null {
  if (month === null)
    return year !== null && day === null && year >= 1 && year <= 9998 ? yearSpan(year) : null
  if (month < 1 || month > 12) return null
  if (day !== null) return year === null ? latestDate(today, month, day) : dateSpan(year, month, day)
  return year === null ? latestMonth(today, month) : monthSpan(year, month)
}

function numberOrNull(text: string | undefined): number | null {
  return text === undefined || !/^\d+$/.test(text) ? null : Number(text)
}

// --------------------------------------------------------------------------------------- the words of a language

interface Compiled {
  readonly lead: RegExp
  readonly words: RelativeWords
  readonly ago: readonly RegExp[]
  readonly last: readonly RegExp[]
  readonly weekdays: readonly RegExp[]
  readonly weekdayForms: readonly (readonly [RegExp, WeekdayForm])[]
  readonly month: readonly RegExp[]
  readonly monthNames: readonly RegExp[]
  readonly ranges: readonly RegExp[]
}

const compiled: readonly Compiled[] = relativeWords.map(compile)

function compile(words: RelativeWords): Compiled {
  const number = `(?<number>\\d{1,4}|${alternatives(Object.keys(words.numbers))})`
  const unit = `(?<unit>${alternatives(Object.keys(words.unitNames))})`
  const weekday = `(?<weekday>${words.weekdays.join('|')})`
  const month = `(?<month>${words.months.join('|')})`
  const counted = (pattern: string) => whole(pattern.replace('N', number).replace('U', unit))
  return {
    lead:
      words.lead === ''
        ? /^(?!)/
        : new RegExp(`^(?:${words.lead})${/\p{Script=Han}/u.test(words.lead) ? '' : ' '}`, 'u'),
    words,
    ago: words.ago.map(counted),
    last: words.last.map(counted),
    weekdays: words.weekdays.map(whole),
    weekdayForms: words.weekdayForms.map(
      ([pattern, form]) => [whole(pattern.replace('W', weekday)), form] as const,
    ),
    month: [
      whole(`${month}(?:,? (?:de |of )?(?<year>\\d{4}))?`),
      whole(`${month} (?<day>\\d{1,2})(?:st|nd|rd|th)?(?:,? (?<year>\\d{4}))?`),
      whole(`(?<day>\\d{1,2})(?:st|nd|rd|th)? (?:de |of )?${month}(?:,? (?:de )?(?<year>\\d{4}))?`),
    ],
    monthNames: words.months.map(whole),
    ranges: words.ranges.map(whole),
  }
}

/** Longer ones first, so that none hides behind its own beginning. */
function alternatives(texts: readonly string[]): string {
  return [...texts].sort((a, b) => b.length - a.length).join('|')
}

function whole(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`, 'u')
}

function parseIn(language: Compiled, phrase: string, today: number): DaySpan | null {
  const { words } = language
  const days = own(words.days, phrase)
  if (days !== undefined) return unitAt(today, 'day', days)
  const unit = own(words.units, phrase)
  if (unit !== undefined) return unitAt(today, unit[0], unit[1])
  return (
    counted(language, language.ago, phrase, (name, count) => unitAt(today, name, -count)) ??
    counted(language, language.last, phrase, (name, count) =>
      count < 1 ? null : lastUnits(today, name, count),
    ) ??
    parseWeekday(language, phrase, today) ??
    parseMonth(language, phrase, today)
  )
}

function counted(
  { words }: Compiled,
  patterns: readonly RegExp[],
  phrase: string,
  make: (unit: CalendarUnit, count: number) => DaySpan | null,
): DaySpan | null {
  for (const pattern of patterns) {
    const groups = pattern.exec(phrase)?.groups
    const unit = own(words.unitNames, groups?.['unit'] ?? '')
    if (unit === undefined) continue
    const number = groups?.['number']
    return make(unit, number === undefined ? 1 : (own(words.numbers, number) ?? Number(number)))
  }
  return null
}

function parseWeekday(language: Compiled, phrase: string, today: number): DaySpan | null {
  for (const [pattern, form] of language.weekdayForms) {
    const name = pattern.exec(phrase)?.groups?.['weekday']
    if (name === undefined) continue
    const weekday = language.weekdays.findIndex((candidate) => candidate.test(name))
    if (form === 'latest' || form === 'previous') return latestWeekday(today, weekday, form === 'latest')
    return form === 'next' ? nextWeekday(today, weekday) : weekdayIn(today, weekday, form)
  }
  return null
}

function parseMonth(language: Compiled, phrase: string, today: number): DaySpan | null {
  for (const pattern of language.month) {
    const groups = pattern.exec(phrase)?.groups
    if (groups?.['month'] === undefined) continue
    const { month } = groups
    const index = language.monthNames.findIndex((candidate) => candidate.test(month))
    return fromParts(numberOrNull(groups['year']), index + 1, numberOrNull(groups['day']), today)
  }
  return null
}

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined
}
