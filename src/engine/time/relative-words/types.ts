/**
 * The words by which people name a period relative to today, as data: one entry a language. Texts and these words
 * are compared in the form that `plain` of phrase-grammar.ts gives (lower case, simplified Han, no accents on Latin
 * vowels), with Han numerals before a unit as digits. A pattern stands for a whole phrase. Vague words ("recently",
 * "a few days ago", "the other day") are left out on purpose: what is unclear is not understood.
 *
 * Letters in patterns stand for: N number, U unit, C count (number and unit, or one word for both), R a phrase of
 * `units`, W weekday, M month, S season, D day of the month, Y year of four digits, H holiday, K ordinal from first to
 * fourth, E decade, P part of the day, X any other phrase.
 */
import type { Occurrence } from '../calendar-recurring.ts'
import type { CalendarUnit } from '../calendar-span.ts'

export type TimeUnit = CalendarUnit | 'hour' | 'minute'

/** Hours `[from, to)` of a day; more than 24 reach into the next one. */
export type DayPart = readonly [from: number, to: number]

export const dayParts = {
  small: [0, 6],
  morning: [6, 12],
  noon: [11, 14],
  afternoon: [12, 18],
  evening: [18, 24],
  night: [18, 30],
} as const satisfies Record<string, DayPart>

export type PartName = keyof typeof dayParts

export type PhraseKind =
  /** C before or after now: the calendar unit that lies there. */
  | 'ago'
  | 'ahead'
  /** The last C, up to and with today. */
  | 'last'
  /** The day of the same date as today, C or R away. */
  | 'sameDay'
  /** Any of Y, M, D, R. */
  | 'date'
  /** W, in the week R or by its occurrence; with N the Nth before today. */
  | 'weekday'
  /** In the week R, N weeks ago, or by its occurrence. */
  | 'weekend'
  /** S, H: in the year Y or R, or by its occurrence. */
  | 'season'
  | 'holiday'
  /** K of the year Y or R, or the latest that has begun. */
  | 'quarter'
  | 'firstHalf'
  | 'secondHalf'
  /** Days 1–10, 11–20, and the rest of a month. */
  | 'firstTenth'
  | 'secondTenth'
  | 'lastTenth'
  | 'decade'

/** A number: weeks or years from the present one. */
export type Step = Occurrence | number

export interface RelativeWords {
  /** Words before and after a phrase that mean nothing for it ("in", "the"; 的时候); one after another is taken off. */
  readonly lead: readonly string[]
  readonly tail: readonly string[]
  /** Words are compared without the spaces in between (Korean, which writes them as one likes). */
  readonly spaceless: boolean
  /** Day words and their distance from today. */
  readonly days: Readonly<Record<string, number>>
  /** Whole phrases for a week, month, quarter or year, and their distance from the present one. */
  readonly units: Readonly<Record<string, readonly [CalendarUnit, number]>>
  /** Names of units in counts. */
  readonly unitNames: Readonly<Record<string, TimeUnit>>
  /** Number words beyond digits. */
  readonly numbers: Readonly<Record<string, number>>
  /** One word for number and unit: 半年, fortnight, 사흘. */
  readonly counts: Readonly<Record<string, readonly [TimeUnit, number]>>
  /** How number and unit are put together; `N U` or `NU`. */
  readonly count: string
  /** Weekday names from Monday, month names from January, seasons from spring; alternatives by `|`. */
  readonly weekdays: readonly string[]
  readonly months: readonly string[]
  readonly seasons: readonly [string, string, string, string]
  /** Words for days of the month, and from first to fourth, beyond digits. */
  readonly dayNumbers: Readonly<Record<string, number>>
  readonly ordinals: readonly string[]
  /** Holidays of one fixed day that all who use the name agree on. */
  readonly holidays: Readonly<Record<string, readonly [month: number, day: number]>>
  readonly rules: readonly (readonly [pattern: string, kind: PhraseKind, step?: Step])[]
  readonly parts: Readonly<Record<string, PartName>>
  /** A day X and its part P. */
  readonly partOf: readonly string[]
  /** Words that say day and part at once ("last night"). */
  readonly partWords: Readonly<Record<string, readonly [days: number, part: PartName]>>
  /** What puts two phrases together to a range: pattern with two X. */
  readonly ranges: readonly string[]
  /** From the start of X up to and with today. */
  readonly since: readonly string[]
  /** The end of a range that is now. */
  readonly now: readonly string[]
}
