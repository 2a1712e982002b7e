/** How long ago, in the words that rendered contexts and recall results use (recall.md §A13, context.md §5). */
import type { Moment } from '../ports.ts'
import { DAY_SECONDS, HOUR_SECONDS, parseWallClock } from './wall-clock.ts'
import { toLocalWall, wallClockAt } from './zone.ts'

const DAYS_PER_WEEK = 7
const DAYS_PER_MONTH = 30

/**
 * Whole days between a stamp and now on the user's wall clock, 0 for the future; null for an unreadable stamp.
 */
export function daysSince(stamp: unknown, now: Moment): number | null {
  const wall = parseWallClock(stamp)
  if (wall === null) return null
  const then = toLocalWall(wall, now.zone)
  const shown = wallClockAt(now)
  const seconds = shown.seconds - then.seconds - (shown.micros < then.micros ? 1 : 0)
  return Math.max(0, Math.floor(seconds / DAY_SECONDS))
}

/** Civil days between a stamp and now on the user's calendar, negative for the future; null for an unreadable stamp. */
export function civilDaysSince(stamp: unknown, now: Moment): number | null {
  const wall = parseWallClock(stamp)
  if (wall === null) return null
  const dayOf = (seconds: number) => Math.floor(seconds / DAY_SECONDS)
  return dayOf(wallClockAt(now).seconds) - dayOf(toLocalWall(wall, now.zone).seconds)
}

interface AgeWords {
  readonly now: string
  readonly days: (n: number) => string
  readonly weeks: (n: number) => string
  readonly months: (n: number) => string
}

const chineseAges: AgeWords = {
  now: '现在',
  days: (n) => `${n} 天前`,
  weeks: (n) => `${n} 周前`,
  months: (n) => `${n} 月前`,
}

const ageWords: ReadonlyMap<string, AgeWords> = new Map([
  ['zh', chineseAges],
  ['en', { now: 'now', days: (n) => `${n}d ago`, weeks: (n) => `${n}w ago`, months: (n) => `${n}mo ago` }],
  ['ja', { now: '今', days: (n) => `${n} 日前`, weeks: (n) => `${n} 週間前`, months: (n) => `${n} ヶ月前` }],
  ['ko', { now: '지금', days: (n) => `${n}일 전`, weeks: (n) => `${n}주 전`, months: (n) => `${n}개월 전` }],
  [
    'ru',
    {
      now: 'сейчас',
      days: (n) => `${n} дн назад`,
      weeks: (n) => `${n} нед назад`,
      months: (n) => `${n} мес назад`,
    },
  ],
  [
    'es',
    { now: 'ahora', days: (n) => `hace ${n}d`, weeks: (n) => `hace ${n}sem`, months: (n) => `hace ${n}mes` },
  ],
  ['pt', { now: 'agora', days: (n) => `há ${n}d`, weeks: (n) => `há ${n}sem`, months: (n) => `há ${n}mês` }],
])

/** The age `days` as a short label; a language without words of its own gets Chinese. Months are 30 days. */
export function sinceLabel(days: number, language: string): string {
  const words = ageWords.get(language) ?? chineseAges
  if (days <= 0) return words.now
  if (days < DAYS_PER_WEEK) return words.days(days)
  if (days < DAYS_PER_MONTH) return words.weeks(Math.floor(days / DAYS_PER_WEEK))
  return words.months(Math.floor(days / DAYS_PER_MONTH))
}

interface GapWords {
  readonly days: (n: number) => string
  readonly hours: (n: number) => string
  readonly minutes: (n: number) => string
  readonly and: string
}

const englishGaps: GapWords = {
  days: (n) => `${n} days`,
  hours: (n) => `${n} hours`,
  minutes: (n) => `${n} minutes`,
  and: ' and ',
}

const gapWords: ReadonlyMap<string, GapWords> = new Map([
  ['en', englishGaps],
  ['zh', { days: (n) => `${n}天`, hours: (n) => `${n}小时`, minutes: (n) => `${n}分钟`, and: '' }],
  ['zh-TW', { days: (n) => `${n}天`, hours: (n) => `${n}小時`, minutes: (n) => `${n}分鐘`, and: '' }],
  ['ja', { days: (n) => `${n}日`, hours: (n) => `${n}時間`, minutes: (n) => `${n}分`, and: '' }],
  ['ko', { days: (n) => `${n}일`, hours: (n) => `${n}시간`, minutes: (n) => `${n}분`, and: ' ' }],
  ['ru', { days: (n) => `${n} дн.`, hours: (n) => `${n} ч.`, minutes: (n) => `${n} мин.`, and: ' ' }],
  [
    'es',
    { days: (n) => `${n} días`, hours: (n) => `${n} horas`, minutes: (n) => `${n} minutos`, and: ' y ' },
  ],
  [
    'pt',
    { days: (n) => `${n} dias`, hours: (n) => `${n} horas`, minutes: (n) => `${n} minutos`, and: ' e ' },
  ],
])

/** Minutes are named up to this many hours (exclusive); beyond it they say nothing. */
const MINUTES_UNTIL_HOURS = 3

/** The gap between two conversations as a phrase (context.md §5); other languages get English. */
export function elapsed(seconds: number, language: string): string {
  const words = gapWords.get(language) ?? englishGaps
  const whole = Math.max(0, Math.floor(seconds))
  const days = Math.floor(whole / DAY_SECONDS)
  const hours = Math.floor((whole % DAY_SECONDS) / HOUR_SECONDS)
  const minutes = Math.floor((whole % HOUR_SECONDS) / 60)
  if (days > 0) return hours > 0 ? words.days(days) + words.and + words.hours(hours) : words.days(days)
  if (hours === 0) return words.minutes(minutes)
  const short = hours < MINUTES_UNTIL_HOURS && minutes > 0
  return short ? words.hours(hours) + words.and + words.minutes(minutes) : words.hours(hours)
}
