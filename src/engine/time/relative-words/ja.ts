/** How periods are named in Japanese. */
import type { RelativeWords } from './types.ts'
import { chinese } from './zh.ts'

export const japanese: RelativeWords = {
  lead: '',
  days: {
    ...{ 今日: 0, きょう: 0, 本日: 0, 昨日: -1, きのう: -1, 一昨日: -2, おととい: -2, さきおととい: -3 },
    ...{ 明日: 1, あした: 1, あす: 1, 明后日: 2, あさって: 2 },
  },
  units: {
    ...{ 今周: ['week', 0], 先周: ['week', -1], 先々周: ['week', -2], 来周: ['week', 1] },
    ...{ 今月: ['month', 0], 先月: ['month', -1], 先々月: ['month', -2], 来月: ['month', 1] },
    ...{
      今年: ['year', 0],
      ことし: ['year', 0],
      去年: ['year', -1],
      昨年: ['year', -1],
      一昨年: ['year', -2],
    },
    ...{ おととし: ['year', -2], 来年: ['year', 1] },
  },
  unitNames: {
    日: 'day',
    日间: 'day',
    周间: 'week',
    か月: 'month',
    ヶ月: 'month',
    カ月: 'month',
    ケ月: 'month',
    ヵ月: 'month',
    年: 'year',
    年间: 'year',
  },
  numbers: {},
  ago: ['NU(?:ほど|くらい|ぐらい)?前'],
  last: ['(?:ここ|この|过去|直近|最近)の?NU(?:间)?'],
  weekdays: ['月', '火', '水', '木', '金', '土', '日'],
  weekdayForms: [
    ['先周の?W曜日?', -1],
    ['今周の?W曜日?', 0],
    ['来周の?W曜日?', 1],
    ['W曜日?', 'latest'],
  ],
  months: chinese.months,
  ranges: ['(.+?)から(.+?)(?:まで)?'],
}
