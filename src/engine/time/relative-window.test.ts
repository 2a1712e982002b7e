import { describe, expect, test } from 'vitest'
import fc from '../../../tests/fixtures/properties.ts'
import { understandTime } from './relative-window.ts'
import { parseStamp, toNaive } from './stamp.ts'
import { parseTimeWindow } from './window.ts'

const zone = 'Asia/Shanghai'
/** A Wednesday. */
const now = { instant: parseStamp('2025-06-11T20:30:00', zone) ?? 0, zone }

/** First and last day. */
function days(text: string): string | null {
  const window = understandTime(text, now)
  if (window === null) return null
  const day = (instant: number) => toNaive({ instant, zone }).slice(0, 10)
  const [first, last] = [day(window.start), day(window.end - 1)]
  return first === last ? first : `${first} ${last}`
}

describe('one day', () => {
  test.each([
    ['yesterday', '2025-06-10'],
    ['the day before yesterday', '2025-06-09'],
    ['Today.', '2025-06-11'],
    ['3 days ago', '2025-06-08'],
    ['two days ago', '2025-06-09'],
    ['昨天', '2025-06-10'],
    ['大前天', '2025-06-08'],
    ['三天前', '2025-06-08'],
    ['十二天前', '2025-05-30'],
    ['昨日', '2025-06-10'],
    ['一昨日', '2025-06-09'],
    ['明後日', '2025-06-13'],
    ['3日前', '2025-06-08'],
    ['어제', '2025-06-10'],
    ['3일 전', '2025-06-08'],
    ['позавчера', '2025-06-09'],
    ['3 дня назад', '2025-06-08'],
    ['ayer', '2025-06-10'],
    ['hace tres días', '2025-06-08'],
    ['anteontem', '2025-06-09'],
    ['há 3 dias', '2025-06-08'],
  ])('%s', (text, expected) => {
    expect(days(text)).toBe(expected)
  })
})

describe('weeks, months and years', () => {
  test.each([
    ['last week', '2025-06-02 2025-06-08'],
    ['上个星期', '2025-06-02 2025-06-08'],
    ['上週', '2025-06-02 2025-06-08'],
    ['先週', '2025-06-02 2025-06-08'],
    ['지난주', '2025-06-02 2025-06-08'],
    ['на прошлой неделе', '2025-06-02 2025-06-08'],
    ['la semana pasada', '2025-06-02 2025-06-08'],
    ['a semana passada', '2025-06-02 2025-06-08'],
    ['two weeks ago', '2025-05-26 2025-06-01'],
    ['2週間前', '2025-05-26 2025-06-01'],
    ['this month', '2025-06-01 2025-06-30'],
    ['上個月', '2025-05-01 2025-05-31'],
    ['两个月前', '2025-04-01 2025-04-30'],
    ['6 months ago', '2024-12-01 2024-12-31'],
    ['3ヶ月前', '2025-03-01 2025-03-31'],
    ['去年', '2024-01-01 2024-12-31'],
    ['a year ago', '2024-01-01 2024-12-31'],
    ['작년', '2024-01-01 2024-12-31'],
  ])('%s', (text, expected) => {
    expect(days(text)).toBe(expected)
  })

  test('the last so many reach up to today', () => {
    expect(days('last 3 days')).toBe('2025-06-09 2025-06-11')
    expect(days('the past two weeks')).toBe('2025-05-29 2025-06-11')
    expect(days('最近三天')).toBe('2025-06-09 2025-06-11')
    expect(days('过去一个月')).toBe('2025-05-11 2025-06-11')
    expect(days('この3日間')).toBe('2025-06-09 2025-06-11')
    expect(days('últimos 3 dias')).toBe('2025-06-09 2025-06-11')
  })
})

describe('weekdays', () => {
  test.each([
    ['on Monday', '2025-06-09'],
    ['Friday', '2025-06-06'],
    ['Wednesday', '2025-06-11'],
    ['last Wednesday', '2025-06-04'],
    ['next fri', '2025-06-13'],
    ['上周五', '2025-06-06'],
    ['上星期日', '2025-06-08'],
    ['周一', '2025-06-09'],
    ['上上週三', '2025-05-28'],
    ['先週の金曜日', '2025-06-06'],
    ['월요일', '2025-06-09'],
    ['в прошлую пятницу', '2025-06-06'],
    ['el lunes pasado', '2025-06-09'],
    ['sexta-feira passada', '2025-06-06'],
  ])('%s', (text, expected) => {
    expect(days(text)).toBe(expected)
  })
})

describe('months and dates by name', () => {
  test.each([
    ['in May', '2025-05-01 2025-05-31'],
    ['August', '2024-08-01 2024-08-31'],
    ['May 2023', '2023-05-01 2023-05-31'],
    ['May 3rd', '2025-05-03'],
    ['3 May, 2024', '2024-05-03'],
    ['五月', '2025-05-01 2025-05-31'],
    ['去年十二月', '2024-12-01 2024-12-31'],
    ['2024年5月3日', '2024-05-03'],
    ['5月3号', '2025-05-03'],
    ['昨年8月', '2024-08-01 2024-08-31'],
    ['2024/5/3', '2024-05-03'],
    ['29 February', '2024-02-29'],
    ['3 de mayo de 2024', '2024-05-03'],
    ['3 мая', '2025-05-03'],
  ])('%s', (text, expected) => {
    expect(days(text)).toBe(expected)
  })
})

describe('ranges', () => {
  test.each([
    ['from Monday to yesterday', '2025-06-09 2025-06-10'],
    ['between May 3 and May 9', '2025-05-03 2025-05-09'],
    ['上周一到昨天', '2025-06-02 2025-06-10'],
    ['先週から昨日まで', '2025-06-02 2025-06-10'],
    ['2025-05-30/yesterday', '2025-05-30 2025-06-10'],
  ])('%s', (text, expected) => {
    expect(days(text)).toBe(expected)
  })
})

test('absolute values keep their meaning', () => {
  for (const text of ['2025', '2025-06-01/2025-06-03', '20250601', '2025-06-01T10:30Z']) {
    expect(understandTime(text, now)).toEqual(parseTimeWindow(text, now))
  }
})

test('what is vague or no time at all is not understood', () => {
  const bad = [
    '',
    'recently',
    '以前',
    'a few days ago',
    'kites',
    '2025-13',
    '13月',
    '31 February',
    'toString',
    'last',
  ]
  expect(bad.map((text) => days(text))).toEqual(bad.map(() => null))
  expect(understandTime('from '.repeat(20_000), now)).toBe(null)
})

test('no text makes it fail, and a period never ends before it starts', () => {
  const words = fc.constantFrom(
    'last',
    'week',
    '3',
    '三',
    '天',
    '前',
    'to',
    '/',
    '2025',
    'may',
    '上',
    '周',
    '一',
    ' ',
    '99999999',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string({ maxLength: 3 })), { maxLength: 8 }), (parts) => {
      const window = understandTime(parts.join(''), now)
      if (window !== null) expect(window.end).toBeGreaterThan(window.start)
    }),
  )
})
