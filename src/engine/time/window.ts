/**
 * The `time` argument of recall: a period, half open (recall.md §A10). Absolute values here; phrases such as
 * "yesterday" are relative-window.ts.
 */
import type { Instant, Moment } from '../ports.ts'
import { trimSpace } from '../text/whitespace.ts'
import {
  checkedDays,
  civilDays,
  DAY_SECONDS,
  HOUR_SECONDS,
  isNameable,
  parseWallClock,
} from './wall-clock.ts'
import { hourStart, instantOf, toLocalWall } from './zone.ts'

/** `[start, end)` */
export interface TimeWindow {
  readonly start: Instant
  readonly end: Instant
}

/** `[start, end)` in seconds on the user's wall clock. */
export interface WallWindow {
  readonly start: number
  readonly end: number
}

/** The period that `text` names on the wall clock of `now.zone`, or null when it names none. */
export function parseTimeWindow(text: string | null | undefined, now: Moment): TimeWindow | null {
  const wall = parseWallWindow(text, now.zone)
  if (wall === null) return null
  const at = (seconds: number) => instantOf({ seconds, micros: 0, offset: null }, now.zone)
  return { start: at(wall.start), end: at(wall.end) }
}

/** As `parseTimeWindow`, before the wall readings are placed in time. */
export function parseWallWindow(text: string | null | undefined, zone: string): WallWindow | null {
  const value = trimSpace(text ?? '')
  const separator = value.includes('/') ? '/' : '..'
  const split = value.indexOf(separator)
  if (split < 0) return parseToken(value, zone)
  const first = parseToken(trimSpace(value.slice(0, split)), zone)
  const second = parseToken(trimSpace(value.slice(split + separator.length)), zone)
  if (first === null || second === null) return null
  return { start: Math.min(first.start, second.start), end: Math.max(first.end, second.end) }
}

// Month, day and hour may have one digit; digits of other scripts are digits where Python's strptime says so.
const YEAR = '(\\p{Nd}{4})'
const MONTH = '(1[0-2]|0[1-9]|[1-9])'
const DAY = '(3[01]|[12]\\p{Nd}|0[1-9]|[1-9]| [1-9])'
const HOUR = '(2[0-3]|[01]\\p{Nd}|\\p{Nd})'
const dayForm = new RegExp(`^${YEAR}-${MONTH}-${DAY}$`, 'u')
const hourForm = new RegExp(`^${YEAR}-${MONTH}-${DAY}(?:[Tt]|[\\p{White_Space}\\x1c-\\x1f]+)${HOUR}$`, 'u')
const monthForm = new RegExp(`^${YEAR}-${MONTH}$`, 'u')
const yearForm = new RegExp(`^${YEAR}$`, 'u')

interface Span {
  readonly start: number
  readonly seconds: number
}

/** The first form that matches decides; when its end cannot be named, no finer form is tried. */
function parseToken(token: string, zone: string): WallWindow | null {
  const found =
    parseDay(token) ?? parseHour(token) ?? parseMonth(token) ?? parseYear(token) ?? parseInstant(token, zone)
  if (found === null || !isNameable(found.start) || !isNameable(found.start + found.seconds)) return null
  return { start: found.start, end: found.start + found.seconds }
}

function parseDay(token: string): Span | null {
  const match = dayForm.exec(token)
  const days = match && checkedDays(digitsOf(match[1]), digitsOf(match[2]), digitsOf(match[3]))
  return days === null ? null : { start: days * DAY_SECONDS, seconds: DAY_SECONDS }
}

function parseHour(token: string): Span | null {
  const match = hourForm.exec(token)
  const days = match && checkedDays(digitsOf(match[1]), digitsOf(match[2]), digitsOf(match[3]))
  if (match === null || days === null) return null
  return { start: days * DAY_SECONDS + digitsOf(match[4]) * HOUR_SECONDS, seconds: HOUR_SECONDS }
}

function parseMonth(token: string): Span | null {
  const match = monthForm.exec(token)
  if (match === null) return null
  const year = digitsOf(match[1])
  const month = digitsOf(match[2])
  const days = checkedDays(year, month, 1)
  if (days === null) return null
  const next = month === 12 ? civilDays(year + 1, 1, 1) : civilDays(year, month + 1, 1)
  return { start: days * DAY_SECONDS, seconds: (next - days) * DAY_SECONDS }
}

function parseYear(token: string): Span | null {
  const match = yearForm.exec(token)
  const year = digitsOf(match?.[1])
  const days = match && checkedDays(year, 1, 1)
  return days === null
    ? null
    : { start: days * DAY_SECONDS, seconds: (civilDays(year + 1, 1, 1) - days) * DAY_SECONDS }
}

/** Any other ISO 8601 time: the hour it lies in, after an offset of its own is taken to the user's clock. */
function parseInstant(token: string, zone: string): Span | null {
  const wall = parseWallClock(token)
  return wall === null ? null : { start: hourStart(toLocalWall(wall, zone)), seconds: HOUR_SECONDS }
}

/** The number that decimal digits of any script spell. */
function digitsOf(text: string | undefined): number {
  let value = 0
  for (const character of (text ?? '').normalize('NFKC').trim()) value = value * 10 + digitValue(character)
  return value
}

/** Each script has its ten digits in a row, so the distance to the start of the row is the value. */
function digitValue(character: string): number {
  const code = character.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return value
}
