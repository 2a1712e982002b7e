/**
 * The words by which people name a period relative to today, as data: one entry a language. Texts are compared
 * after NFKC, lower case, simplification of Han (先週 is 先周 here) and Han numerals before a unit as digits. Patterns
 * stand for a whole phrase. Vague words ("recently", "a few days ago") are left out on purpose.
 */
import type { CalendarUnit } from '../calendar-span.ts'

export interface RelativeWords {
  /** Words before a phrase that mean nothing for it ("in", "on the"). */
  readonly lead: string
  /** Day words and their distance from today. */
  readonly days: Readonly<Record<string, number>>
  /** Whole phrases for a week, month or year, and their distance from the present one. */
  readonly units: Readonly<Record<string, readonly [CalendarUnit, number]>>
  /** Names of units in counts. */
  readonly unitNames: Readonly<Record<string, CalendarUnit>>
  /** Number words beyond digits. */
  readonly numbers: Readonly<Record<string, number>>
  /** "N units ago" and "the last N units", with N and U for number and unit. */
  readonly ago: readonly string[]
  readonly last: readonly string[]
  /** Weekday names from Monday, alternatives by `|`. */
  readonly weekdays: readonly string[]
  /** A weekday in the week before, this week, the next; or by distance from today. W stands for the weekday. */
  readonly weekdayForms: readonly (readonly [pattern: string, form: WeekdayForm])[]
  /** Month names from January, alternatives by `|`. */
  readonly months: readonly string[]
  /** What puts two phrases together to a range: pattern with two groups. */
  readonly ranges: readonly string[]
}

/** A number: the week counted from this one. `latest` includes today, `previous` does not. */
export type WeekdayForm = number | 'latest' | 'previous' | 'next'
