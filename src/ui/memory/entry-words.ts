/** An entry's fields in the words of the interface. */
import type { EntryRow } from '../../engine/browser-api.ts'
import { formatDate, formatMoment, formatStamp } from '../i18n/format.ts'
import type { UiLanguage } from '../i18n/language.ts'
import type { BrowseMessages } from '../i18n/browse/zh-cn.ts'

/** Words of a key; the key itself when the catalogue has none. */
export function wordOf(words: Readonly<Record<string, string>>, key: string): string {
  return words[key] ?? key
}

/** Whom it is about; for a turn, who said it. */
export function aboutOf({ entity, role }: EntryRow, words: BrowseMessages): string {
  if (role !== null) return words.role[role]
  return entity === null || entity === '' ? words.noEntity : wordOf(words.entity, entity)
}

/** What the entry says, or that it says nothing: an empty line could not be seen. */
export function textOf({ text }: EntryRow, words: BrowseMessages): string {
  return text.trim() === '' ? words.noText : text
}

/** The day it is about, or else on which it was written down; turns to the minute. Empty when nobody knows. */
export function whenOf(row: EntryRow, language: UiLanguage): string {
  if (row.eventStartAt !== null) return formatStamp(row.eventStartAt, language)
  if (row.createdAt === null) return ''
  return row.role === null ? formatDate(row.createdAt, language) : formatMoment(row.createdAt, language)
}

/** A span of two stamps, either of which may be open; empty when both are. */
export function spanOf(
  from: string | null,
  to: string | null,
  language: UiLanguage,
  words: Pick<BrowseMessages['entry'], 'range' | 'since' | 'until'>,
): string {
  if (from !== null && to !== null) {
    const [start, end] = [formatStamp(from, language), formatStamp(to, language)]
    return start === end ? start : words.range(start, end)
  }
  if (from !== null) return words.since(formatStamp(from, language))
  return to === null ? '' : words.until(formatStamp(to, language))
}

/** First instant of a civil day where the device is. */
export function startOfDay(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date).getTime()
}

/** The same time of day, so many civil days or months on, where the device is. */
export function laterBy(now: number, { days = 0, months = 0 }: { days?: number; months?: number }): number {
  const date = new Date(now)
  date.setMonth(date.getMonth() + months)
  date.setDate(date.getDate() + days)
  return date.getTime()
}

/** A length for a style; words in a template would count as text of the interface. */
export function px(pixels: number): string {
  return `${pixels}px`
}
