import { describe, expect, it } from 'vitest'
import { findTimes } from './dates.ts'
import type { Lean } from './dates.ts'
import type { RuleLanguage } from './language.ts'

/** First and last civil day of the time phrases in `text`, said on Wednesday 2026-07-15 at 22:30 in `zone`. */
function days(
  text: string,
  language: RuleLanguage,
  lean: Lean = 'near',
  zone = 'America/Sao_Paulo',
): string[] {
  const now = { instant: Date.parse('2026-07-16T01:30:00Z'), zone }
  const civil = (instant: number) => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(instant)
  return findTimes(text, language, now, lean).map(({ start, end }) =>
    end === null || civil(end) === civil(start) ? civil(start) : `${civil(start)}..${civil(end)}`,
  )
}

describe('time phrases', () => {
  it('counts days from the local day of the turn, not from the day in UTC', () => {
    expect(days('meeting today', 'en')).toEqual(['2026-07-15'])
    expect(days('it broke yesterday', 'en')).toEqual(['2026-07-14'])
    expect(days('大后天见面', 'zh')).toEqual(['2026-07-18'])
    expect(days('おととい買った', 'ja')).toEqual(['2026-07-13'])
  })

  it('starts weeks on Monday', () => {
    expect(days('上周一', 'zh')).toEqual(['2026-07-06'])
    expect(days('下下周日', 'zh')).toEqual(['2026-08-02'])
    expect(days('last Friday', 'en')).toEqual(['2026-07-10'])
    expect(days('next Monday', 'en')).toEqual(['2026-07-20'])
    expect(days('来週の金曜日', 'ja')).toEqual(['2026-07-24'])
    expect(days('last weekend', 'en')).toEqual(['2026-07-11..2026-07-12'])
    expect(days('先週', 'ja')).toEqual(['2026-07-06..2026-07-12'])
  })

  it('reads a weekday without a week by the tense around it', () => {
    expect(days('on Friday', 'en', 'future')).toEqual(['2026-07-17'])
    expect(days('on Friday', 'en', 'past')).toEqual(['2026-07-10'])
    expect(days('周五', 'zh', 'future')).toEqual(['2026-07-17'])
  })

  it('reads dates, and gives them the year that the tense asks for', () => {
    expect(days('on 9 March', 'en', 'past')).toEqual(['2026-03-09'])
    expect(days('March 9th', 'en', 'future')).toEqual(['2027-03-09'])
    expect(days('去年十二月二十四号', 'zh')).toEqual(['2025-12-24'])
    expect(days('来月の十日', 'ja')).toEqual(['2026-08-10'])
    expect(days('2026-02-28', 'en')).toEqual(['2026-02-28'])
  })

  it('counts back and ahead', () => {
    expect(days('three days ago', 'en')).toEqual(['2026-07-12'])
    expect(days('in two weeks', 'en')).toEqual(['2026-07-29'])
    expect(days('半个月前', 'zh')).toEqual(['2026-06-28..2026-07-02'])
    expect(days('3年前', 'ja')).toEqual(['2023-01-01..2023-12-31'])
  })

  it('joins the two ends of a range', () => {
    expect(days('from Monday to Thursday', 'en', 'future')).toEqual(['2026-07-20..2026-07-23'])
    expect(days('8月28号到2号', 'zh', 'future')).toEqual(['2026-08-28..2026-09-02'])
    expect(days('from the 3rd of May to the 6th of May', 'en', 'past')).toEqual(['2026-05-03..2026-05-06'])
  })

  it('keeps wall-clock time across a change of clocks', () => {
    const now = { instant: Date.parse('2026-03-28T12:00:00Z'), zone: 'Europe/London' }
    const [time] = findTimes('tomorrow at 9:05', 'en', now, 'near')
    expect(time?.start).toBe(Date.parse('2026-03-29T09:05:00+01:00'))
    expect(time?.end).toBeNull()
  })

  it('leaves alone what a calendar cannot tell, and dates that do not exist', () => {
    expect(days('the other day', 'en')).toEqual([])
    expect(days('2月30号', 'zh')).toEqual([])
    expect(days('いつか', 'ja')).toEqual([])
    expect(days('春节', 'zh')).toEqual([])
  })
})
