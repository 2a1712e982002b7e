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
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(at)
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

/** An instant (ms) as day and time in the zone of the device or in `zone`. */
export function formatMoment(instant: number, language: UiLanguage, zone?: string): string {
  return new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(zone === undefined ? {} : { timeZone: zone }),
  }).format(new Date(instant))
}

/** Only the time of day, for turns of today; day and time for older ones. */
export function formatTurnTime(instant: number, now: number, language: UiLanguage): string {
  const sameDay = new Date(instant).toDateString() === new Date(now).toDateString()
  if (!sameDay) return formatMoment(instant, language)
  return new Intl.DateTimeFormat(language, { timeStyle: 'short' }).format(new Date(instant))
}
