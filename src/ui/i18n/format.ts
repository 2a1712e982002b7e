/** Dates and numbers as the user's language writes them. */
import type { UiLanguage } from './language.ts'

const naivePattern = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2}))?/

/** A naive local stamp (`2026-03-02T09:00:00`) as a day, or the text itself when it is not one. */
export function formatDay(stamp: string, language: UiLanguage): string {
  const match = naivePattern.exec(stamp)
  if (match === null) return stamp
  const [, year, month, day] = match
  // Read and written in UTC: a naive stamp is a wall clock and must not move.
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return formatter(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(at)
}

/** A naive stamp with its time of day where it has one that says something: midnight is a day. */
export function formatStamp(stamp: string, language: UiLanguage): string {
  const match = naivePattern.exec(stamp)
  const [, , , , hour = '00', minute = '00'] = match ?? []
  if (match === null || (hour === '00' && minute === '00')) return formatDay(stamp, language)
  return formatMoment(Date.parse(`${stamp.slice(0, STAMP_TO_MINUTES).replace(' ', 'T')}Z`), language, 'UTC')
}

const STAMP_TO_MINUTES = 'YYYY-MM-DDTHH:MM'.length

/** The day of an instant (ms) where the device is. */
export function formatDate(instant: number, language: UiLanguage): string {
  return formatter(language, { dateStyle: 'medium' }).format(new Date(instant))
}

/** A score or a share, to two places at most. */
export function formatScore(value: number, language: UiLanguage): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2, minimumFractionDigits: 2 }).format(value)
}

export function formatCount(value: number, language: UiLanguage): string {
  return new Intl.NumberFormat(language).format(value)
}

const aiStampPattern = /^(\d{4})(\d{2})(\d{2}) \p{L}+ (\d{2}):(\d{2})$/u

/** The stamp of a stored reply (`20261129 Sun 19:20`) as day and time; anything else in its brackets stays as it is. */
export function formatAiStamp(stamp: string, language: UiLanguage): string {
  const match = aiStampPattern.exec(stamp)
  if (match === null) return stamp
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = match.slice(1).map(Number)
  return formatMoment(Date.UTC(year, month - 1, day, hour, minute), language, 'UTC')
}

/** A size in bytes as whole kilobytes, rounded up. */
export function formatSize(bytes: number, language: UiLanguage): string {
  const inKilobytes = { style: 'unit', unit: 'kilobyte' } as const
  return new Intl.NumberFormat(language, inKilobytes).format(Math.ceil(bytes / BYTES_IN_KILOBYTE))
}

const BYTES_IN_KILOBYTE = 1_000

/** A size in bytes as megabytes, or as gigabytes from one of them on; to one place below ten. */
export function formatMegabytes(bytes: number, language: UiLanguage): string {
  const [unit, size] =
    bytes < BYTES_IN_GIGABYTE
      ? (['megabyte', bytes / BYTES_IN_MEGABYTE] as const)
      : (['gigabyte', bytes / BYTES_IN_GIGABYTE] as const)
  const maximumFractionDigits = size < 10 ? 1 : 0
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits }).format(size)
}

const BYTES_IN_MEGABYTE = 1_000_000
const BYTES_IN_GIGABYTE = 1_000_000_000

/** The name of a language by its tag. */
export function languageName(tag: string, language: UiLanguage): string {
  return new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag
}

/** An instant (ms) as day and time in the zone of the device or in `zone`. */
export function formatMoment(instant: number, language: UiLanguage, zone?: string): string {
  return formatter(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(zone === undefined ? {} : { timeZone: zone }),
  }).format(new Date(instant))
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Kept, because making one costs as much as a hundred uses and lists are drawn while they scroll. */
function formatter(language: UiLanguage, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = `${language} ${JSON.stringify(options)}`
  const kept = formatters.get(name) ?? new Intl.DateTimeFormat(language, options)
  formatters.set(name, kept)
  return kept
}

/** Only the time of day, for turns of today; day and time for older ones. */
export function formatTurnTime(instant: number, now: number, language: UiLanguage): string {
  const sameDay = new Date(instant).toDateString() === new Date(now).toDateString()
  if (!sameDay) return formatMoment(instant, language)
  return new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(instant))
}
