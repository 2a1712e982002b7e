/** Clock readings as contexts spell them: English whatever the language (context.md §5). */
import type { Moment } from '../ports.ts'
import { civilDate, DAY_SECONDS, HOUR_SECONDS, weekdayOf } from '../time/wall-clock.ts'
import { toNaive } from '../time/stamp.ts'
import { wallClockAt } from '../time/zone.ts'

/** `Friday, May 01, 2026 at 09:30 AM` */
export function longTime(moment: Moment): string {
  const { seconds } = wallClockAt(moment)
  const days = Math.floor(seconds / DAY_SECONDS)
  const { year, month, day } = civilDate(days)
  const hour = Math.floor((seconds - days * DAY_SECONDS) / HOUR_SECONDS)
  const minute = Math.floor((seconds % HOUR_SECONDS) / 60)
  const date = `${weekdays[weekdayOf(days)] ?? ''}, ${months[month - 1] ?? ''} ${two(day)}, ${year}`
  return `${date} at ${two(hour % 12 === 0 ? 12 : hour % 12)}:${two(minute)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** `YYYY-MM-DD HH:MM`, 24 hours */
export function minuteStamp(moment: Moment): string {
  return toNaive(moment).slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ')
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

function two(value: number): string {
  return String(value).padStart(2, '0')
}
