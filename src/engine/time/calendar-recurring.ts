/** What comes back every year or week (a month, a season, a holiday, a weekend), and which one of them is meant. */
import { type DaySpan, dateSpan, monthsFrom, unitAt } from './calendar-span.ts'
import { civilDate } from './wall-clock.ts'

/**
 * Which occurrence: the latest that has begun, the latest that is over, the one before that, the next to begin, or
 * the one of the present year (for a season that holds today, that one).
 */
export type Occurrence = 'latest' | 'previous' | 'beforeLast' | 'next' | 'present'

/** Years looked through for an occurrence: eight span every gap between leap days. */
const YEARS_LOOKED_AT = 8

/** The occurrence of what `inYear` gives for each year; null where a year has none (29 February). */
export function yearly(
  today: number,
  which: Occurrence,
  inYear: (year: number) => DaySpan | null,
): DaySpan | null {
  const { year } = civilDate(today)
  if (which === 'present') {
    const running = [year - 1, year].map(inYear).find((span) => span !== null && holds(span, today))
    return running ?? inYear(year)
  }
  if (which === 'next') {
    for (let ahead = 0; ahead <= YEARS_LOOKED_AT; ahead += 1) {
      const span = inYear(year + ahead)
      if (span !== null && span.start > today) return span
    }
    return null
  }
  let skip = which === 'beforeLast' ? 1 : 0
  for (let back = 0; back <= YEARS_LOOKED_AT + skip; back += 1) {
    const span = inYear(year - back)
    if (span === null || (which === 'latest' ? span.start > today : span.end > today)) continue
    if (skip === 0) return span
    skip -= 1
  }
  return null
}

export function monthOf(month: number): (year: number) => DaySpan {
  return (year) => monthsFrom(year * 12 + (month - 1), 1)
}

export function dateOf(month: number, day: number): (year: number) => DaySpan | null {
  return (year) => dateSpan(year, month, day)
}

/** Spring, summer, autumn, winter. */
export type Season = 0 | 1 | 2 | 3

const SEASON_MONTHS = 3
const FIRST_SPRING_MONTH = 3
const HALF_YEAR_MONTHS = 6

/** Meteorological seasons: three whole months each. A winter over New Year belongs to the year it begins in. */
export function seasonOf(season: Season, southern: boolean): (year: number) => DaySpan {
  const north = FIRST_SPRING_MONTH + SEASON_MONTHS * season
  const first = southern ? ((north + HALF_YEAR_MONTHS - 1) % 12) + 1 : north
  return (year) => monthsFrom(year * 12 + (first - 1), SEASON_MONTHS)
}

/** Saturday and Sunday of the week `weeks` from this one. */
export function weekendAt(today: number, weeks: number): DaySpan {
  const week = unitAt(today, 'week', weeks)
  return { start: week.end - 2, end: week.end }
}

/** The weekend that has begun last. */
export function latestWeekend(today: number): DaySpan {
  const present = weekendAt(today, 0)
  return present.start <= today ? present : weekendAt(today, -1)
}

/**
 * Zones whose people call June winter. Tropical ones are left out: a season said there is most likely somebody
 * else's, so it is read as the north has it.
 */
const SOUTHERN_ZONES =
  /^(?:Australia\/|Antarctica\/|Pacific\/(?:Auckland|Chatham|Norfolk)|Africa\/(?:Johannesburg|Maseru|Mbabane|Windhoek|Gaborone)|America\/(?:Argentina\/|Buenos_Aires|Santiago|Punta_Arenas|Montevideo|Asuncion|Sao_Paulo)|Atlantic\/Stanley|NZ)/

export function isSouthern(zone: string): boolean {
  return SOUTHERN_ZONES.test(zone)
}

function holds(span: DaySpan, day: number): boolean {
  return span.start <= day && day < span.end
}
