/**
 * Wall-clock readings: a calendar date and time of day without a place, the form that the stored stamps have
 * (recall.md, conventions). Reading one off a text is as lenient as Python 3.11's `datetime.fromisoformat`,
 * which wrote and reads the data of the reference (recall.md §A10).
 */

/** A reading of a clock on the wall, to the microsecond. */
export interface WallClock {
  /** Seconds since 1970-01-01T00:00:00 on the same wall, leap seconds not counted. */
  readonly seconds: number
  /** 0..999999 */
  readonly micros: number
  /** What the text says this wall is ahead of UTC; null for a naive text. */
  readonly offset: WallOffset | null
}

export interface WallOffset {
  readonly seconds: number
  /** Of the same sign as `seconds`. */
  readonly micros: number
}

export const DAY_SECONDS = 86_400
export const HOUR_SECONDS = 3_600
const MINUTE_SECONDS = 60
/** The first and last second that a four-digit year can name. */
const FIRST_SECOND = civilDays(1, 1, 1) * DAY_SECONDS
const LAST_SECOND = (civilDays(9999, 12, 31) + 1) * DAY_SECONDS - 1

/** The reading that an ISO 8601 text gives, or null when Python would refuse it. */
export function parseWallClock(text: unknown): WallClock | null {
  if (typeof text !== 'string' || text.length < 7 || text.includes('\0')) return null
  const split = dateEnd(text)
  if (split === null) return null
  const days = parseDate(text.slice(0, split))
  if (days === null) return null
  const midnight = days * DAY_SECONDS
  if (text.length === split) return { seconds: midnight, micros: 0, offset: null }
  const separator = String.fromCodePoint(text.codePointAt(split) ?? 0)
  const time = parseTime(text.slice(split + separator.length))
  if (time === null) return null
  return { seconds: midnight + time.seconds, micros: time.micros, offset: time.offset }
}

/** `YYYY-MM-DDTHH:MM:SS[.ffffff][±HH:MM[:SS[.ffffff]]]`, as Python's `isoformat` writes it. */
export function formatWallClock(wall: WallClock, separator: 'T' | ' ' = 'T'): string {
  const fraction = wall.micros === 0 ? '' : `.${pad(wall.micros, 6)}`
  return `${formatDay(wall)}${separator}${formatTimeOfDay(wall.seconds)}${fraction}${formatOffset(wall.offset)}`
}

/** `YYYY-MM-DD` */
export function formatDay(wall: WallClock): string {
  const { year, month, day } = civilDate(Math.floor(wall.seconds / DAY_SECONDS))
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`
}

/** The reading `seconds` later on the same wall; null outside the years 1 to 9999. */
export function addSeconds(wall: WallClock, seconds: number): WallClock | null {
  const moved = wall.seconds + seconds
  return isNameable(moved) ? { ...wall, seconds: moved } : null
}

/** True for a second that lies in the years 1 to 9999. */
export function isNameable(seconds: number): boolean {
  return seconds >= FIRST_SECOND && seconds <= LAST_SECOND
}

/** Days from 1970-01-01 to a date of the proleptic Gregorian calendar. Month 13 is January of the next year. */
export function civilDays(year: number, month: number, day: number): number {
  // Years are counted from March, so that the leap day is the last of its year.
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

/** The date that lies `days` days after 1970-01-01. */
export function civilDate(days: number): { year: number; month: number; day: number } {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1,
  }
}

/** Days from 1970-01-01 to a date, or null when the calendar has no such date in the years 1 to 9999. */
export function checkedDays(year: number, month: number, day: number): number | null {
  if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1) return null
  const days = civilDays(year, month, day)
  return civilDate(days).day === day ? days : null
}

/**
 * Where the date ends and the one separator character follows. A week date makes that ambiguous; the
 * choices are Python's.
 */
function dateEnd(text: string): number | null {
  const length = text.length
  if (length === 7) return 7
  if (text[4] === '-') {
    if (text[5] !== 'W') return 10
    if (text[8] !== '-') return 8
    if (length === 9) return null
    return length > 10 && isDigit(text[10]) ? 8 : 10
  }
  if (text[4] !== 'W') return 8
  let index = 7
  while (index < length && isDigit(text[index])) index += 1
  if (index < 9) return index
  return index % 2 === 0 ? 7 : 8
}

function parseDate(text: string): number | null {
  const calendar = /^(\d{4})(-?)(\d\d)\2(\d\d)$/.exec(text)
  if (calendar) return checkedDays(Number(calendar[1]), Number(calendar[3]), Number(calendar[4]))
  const week = /^(\d{4})(-?)W(\d\d)(?:\2(\d))?$/.exec(text)
  if (week) return weekDays(Number(week[1]), Number(week[3]), week[4] === undefined ? 1 : Number(week[4]))
  return null
}

/** Days from 1970-01-01 to a day of an ISO week. */
function weekDays(year: number, week: number, weekday: number): number | null {
  if (year < 1 || week < 1 || week > 53 || weekday < 1 || weekday > 7) return null
  const firstThursday = (start: number) => start + 3 - weekdayOf(start)
  const yearStart = civilDays(year, 1, 4)
  const monday = yearStart - weekdayOf(yearStart) + (week - 1) * 7
  if (week === 53 && firstThursday(monday) >= civilDays(year + 1, 1, 1)) return null
  const days = monday + weekday - 1
  return isNameable(days * DAY_SECONDS) ? days : null
}

/** 0 for Monday to 6 for Sunday. */
export function weekdayOf(days: number): number {
  return (((days + 3) % 7) + 7) % 7
}

interface TimeOfDay {
  readonly seconds: number
  readonly micros: number
}

function parseTime(text: string): (TimeOfDay & { readonly offset: WallOffset | null }) | null {
  if (text === '') return null
  const zoneAt = text.search(/[+\-Z]/)
  const clock = parseClock(text, zoneAt < 0 ? text.length : zoneAt, zoneAt < 0)
  if (clock === null || clock.hours > 23 || clock.minutes > 59 || clock.seconds > 59) return null
  const time = { seconds: secondsOf(clock), micros: clock.micros }
  if (zoneAt < 0) return { ...time, offset: null }
  if (text[zoneAt] === 'Z')
    return zoneAt + 1 === text.length ? { ...time, offset: { seconds: 0, micros: 0 } } : null
  const ahead = parseClock(text.slice(zoneAt + 1), text.length - zoneAt - 1, true)
  if (ahead === null) return null
  const sign = text[zoneAt] === '-' ? -1 : 1
  const seconds = secondsOf(ahead)
  if (seconds >= DAY_SECONDS) return null
  // An offset of less than a second is none to Python.
  if (seconds === 0) return { ...time, offset: { seconds: 0, micros: 0 } }
  return { ...time, offset: { seconds: sign * seconds, micros: sign * ahead.micros + 0 } }
}

interface Clock {
  hours: number
  minutes: number
  seconds: number
  micros: number
}

/**
 * `HH[:MM[:SS[.f]]]` or the same without colons, in the part of `text` before `end`. A fraction may follow any
 * field (after seconds also behind a colon) and counts as one of a second; digits beyond the sixth are dropped. Where a zone follows
 * (`complete` is false), one more character before it is let pass, as Python does.
 */
function parseClock(text: string, end: number, complete: boolean): Clock | null {
  const fields = [0, 0, 0]
  let at = 0
  let colons = true
  for (let field = 0; field < 3; field += 1) {
    const value = digits(text, at, 2)
    if (value === null) return null
    fields[field] = value
    at += 2
    const next = text[at]
    at += 1
    if (field === 0) colons = next === ':'
    if (at >= end) {
      if (complete && next !== undefined) return null
      return clockOf(fields, 0)
    }
    if (colons && next === ':') continue
    if (next === '.' || next === ',') break
    if (colons) return null
    at -= 1
  }
  const places = Math.min(6, end - at)
  const fraction = digits(text, at, places)
  if (fraction === null) return null
  at += places
  while (isDigit(text[at])) at += 1
  if (complete && at !== text.length) return null
  return clockOf(fields, fraction * 10 ** (6 - places))
}

function clockOf(fields: readonly number[], micros: number): Clock {
  const [hours = 0, minutes = 0, seconds = 0] = fields
  return { hours, minutes, seconds, micros }
}

function secondsOf(clock: Clock): number {
  return clock.hours * HOUR_SECONDS + clock.minutes * MINUTE_SECONDS + clock.seconds
}

function digits(text: string, at: number, count: number): number | null {
  let value = 0
  for (let index = at; index < at + count; index += 1) {
    const digit = text[index]
    if (!isDigit(digit)) return null
    value = value * 10 + Number(digit)
  }
  return value
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9'
}

function formatTimeOfDay(seconds: number): string {
  const inDay = seconds - Math.floor(seconds / DAY_SECONDS) * DAY_SECONDS
  const hours = Math.floor(inDay / HOUR_SECONDS)
  const minutes = Math.floor((inDay % HOUR_SECONDS) / MINUTE_SECONDS)
  return `${pad(hours, 2)}:${pad(minutes, 2)}:${pad(inDay % MINUTE_SECONDS, 2)}`
}

function formatOffset(offset: WallOffset | null): string {
  if (offset === null) return ''
  const sign = offset.seconds < 0 || offset.micros < 0 ? '-' : '+'
  const [hours, minutes, seconds] = formatTimeOfDay(Math.abs(offset.seconds)).split(':')
  const micros = Math.abs(offset.micros)
  const tail = micros === 0 ? (seconds === '00' ? '' : `:${seconds}`) : `:${seconds}.${pad(micros, 6)}`
  return `${sign}${hours}:${minutes}${tail}`
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
