/**
 * Time phrases by language, as data. A pattern says how a phrase looks, its named groups say which words
 * carry which part, and the lexicon of the language says what those words mean. Chinese is written in
 * simplified characters: patterns meet folded text.
 */
import type { RuleLanguage } from '../language.ts'

export type DateKind =
  | 'day' // a day counted from today: groups `day`, optionally `part`
  | 'weekday' // groups `weekday`, optionally `week` (which week) and `part`
  | 'period' // this, last, next week | month | year | weekend: groups `week` and `unit`
  | 'distance' // so many units away: groups `number` and `unit`; `ago` or `ahead` says which way
  | 'date' // a calendar date: groups `month` and `day`, optionally `year`, `which` (last, this, next year)
  | 'month' // a month: group `month`, optionally `year`, `which`
  | 'month-day' // a day of a month named relatively: groups `week` and `day-of-month`
  | 'day-of-month' // a bare day of the month: group `date`
  | 'year' // a calendar year: group `year`
  | 'season' // groups `season`, optionally `which`
  | 'holiday' // group `holiday`, optionally `which`
  | 'part' // a part of today that is named alone: group `part`

export interface DatePattern {
  readonly kind: DateKind
  readonly pattern: RegExp
}

export interface DateLanguage {
  /** A text without any of this has no time phrase: spares the patterns. */
  readonly hint: RegExp
  readonly patterns: readonly DatePattern[]
  /** Day words: days from today. */
  readonly days: Readonly<Record<string, number>>
  /** Which week, month or year: counted from the present one. */
  readonly which: Readonly<Record<string, number>>
  /** 1 = Monday … 7 = Sunday. */
  readonly weekdays: Readonly<Record<string, number>>
  readonly months: Readonly<Record<string, number>>
  readonly units: Readonly<Record<string, 'hour' | 'day' | 'week' | 'month' | 'year' | 'weekend'>>
  /** Hours [from, to) of a part of the day. */
  readonly parts: Readonly<Record<string, readonly [number, number]>>
  readonly seasons: Readonly<Record<string, Season>>
  /** Fixed holidays only: [month, first day, last day]. */
  readonly holidays: Readonly<Record<string, readonly [number, number, number]>>
  readonly ahead: RegExp
  /** Before a phrase that only says how long something went on. */
  readonly until: RegExp
  /** What may stand between the two ends of a range. */
  readonly range: RegExp
  /** A time of day right after a phrase: groups `hour`, optionally `minute`, `half`, `pm`. */
  readonly clock: RegExp
}

export type Season = 'spring' | 'summer' | 'autumn' | 'winter'

const HAN_NUMBER = '[〇零一二两三四五六七八九十百\\d]+'
const ZH_PART = '(?<part>凌晨|清晨|早上|早晨|一早|早|上午|中午|下午|傍晚|晚上|夜里|半夜|晚|夜)'
const ZH_WEEK = '(?<week>上上|上|这|本|下下|下)'
const EN_NUMBER =
  '(?<number>\\d+|(?:a couple of|a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty)(?:-(?:one|two|three|four|five|six|seven|eight|nine))?)'
const EN_WEEKDAY =
  '(?<weekday>mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?)s?'
const EN_MONTH =
  '(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'
const EN_PART = '(?<part>morning|afternoon|evening|night|lunchtime|noon)'
const EN_DAY_NUMBER =
  '(?<day>\\d{1,2}(?:st|nd|rd|th)?|(?:twenty-|thirty-)?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth)(?![\\w%]|:\\d)'
const JA_PART = '(?<part>朝|午前|昼|午後|夕方|晩|夜)'

const zh: DateLanguage = {
  hint: /[天日周年月号前后晚早晨昨夜季假节]|星期|礼拜|\d[-/]\d|元旦|清明|五一|六一|国庆|圣诞|跨年|十一/,
  patterns: [
    { kind: 'date', pattern: /(?<year>\d{4})[-/.年](?<month>\d{1,2})[-/.月](?<day>\d{1,2})[日号]?/ },
    {
      kind: 'date',
      pattern: new RegExp(
        `(?:(?<which>大前年|前年|去年|今年|明年|后年)的?)?(?<month>${HAN_NUMBER})月(?:份的?)?(?<day>${HAN_NUMBER})(?:日|号)?(?!个|月)`,
      ),
    },
    { kind: 'month', pattern: new RegExp(`(?<year>\\d{4})年(?<month>${HAN_NUMBER})月份?`) },
    { kind: 'month', pattern: new RegExp(`(?<which>前年|去年|今年|明年|后年)的?(?<month>${HAN_NUMBER})月份?`) },
    { kind: 'month-day', pattern: new RegExp(`${ZH_WEEK}个?月(?<date>${HAN_NUMBER})(?:日|号)`) },
    { kind: 'day', pattern: new RegExp(`(?<day>大前|前|昨|今|明|后|大后)[天日]的?${ZH_PART}?`) },
    { kind: 'day', pattern: /(?<day>昨|今|明|前|后)(?<part>早|晨|晚|夜|午)/ },
    {
      kind: 'weekday',
      pattern: new RegExp(`${ZH_WEEK}(?:个|一)?(?:周|星期|礼拜)(?<weekday>[一二三四五六日天])${ZH_PART}?`),
    },
    { kind: 'period', pattern: new RegExp(`${ZH_WEEK}(?:个|一)?(?<unit>周末)`) },
    { kind: 'period', pattern: new RegExp(`${ZH_WEEK}(?:个|一)?(?<unit>周|星期|礼拜|月)(?![一二三四五六日天])`) },
    {
      kind: 'distance',
      pattern: new RegExp(
        `(?<number>${HAN_NUMBER}|半)(?:个)?(?<unit>小时|钟头|天|日|周|星期|礼拜|月|年)(?<direction>(?:以|之)?前|(?:以|之)?后)(?!面)`,
      ),
    },
    { kind: 'season', pattern: /(?<which>前年|去年|今年|明年|后年)?的?(?<season>春天|夏天|秋天|冬天|春季|夏季|秋季|冬季|暑假|寒假)/ },
    { kind: 'holiday', pattern: /(?<which>前年|去年|今年|明年|后年)?的?(?<holiday>清明(?:节|假期|小长假)?|元旦|情人节|妇女节|劳动节|五一|儿童节|六一|国庆(?:节|假期)?|十一假期|万圣节|平安夜|圣诞节?|跨年夜?)/ },
    { kind: 'year', pattern: /(?<which>大前年|前年|去年|今年|明年|后年)/ },
    { kind: 'month', pattern: new RegExp(`(?<![个\\d一二三四五六七八九十])(?<month>1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月份?(?![\\d])`) },
    { kind: 'year', pattern: /(?<year>(?:19|20)\d{2})年/ },
    { kind: 'weekday', pattern: new RegExp(`(?<!每个?)(?:周|星期|礼拜)(?<weekday>[一二三四五六日天])${ZH_PART}?`) },
    { kind: 'period', pattern: /(?<!每个?|上个?|下个?|这个?)(?<unit>周末)/ },
    { kind: 'day-of-month', pattern: new RegExp(`(?<![月\\d])(?<date>\\d{1,2}|[一二三]?十[一二三四五六七八九]?|[一二三四五六七八九])(?:号|日)(?!线|楼|店|门|房|元|币|语|本)`) },
  ],
  days: { 大前: -3, 前: -2, 昨: -1, 今: 0, 明: 1, 后: 2, 大后: 3 },
  which: { 上上: -2, 上: -1, 这: 0, 本: 0, 下: 1, 下下: 2, 大前年: -3, 前年: -2, 去年: -1, 今年: 0, 明年: 1, 后年: 2 },
  weekdays: { 一: 1, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6, 日: 7, 天: 7 },
  months: {},
  units: { 小时: 'hour', 钟头: 'hour', 天: 'day', 日: 'day', 周: 'week', 星期: 'week', 礼拜: 'week', 月: 'month', 年: 'year', 周末: 'weekend' },
  parts: {
    凌晨: [0, 6], 清晨: [5, 9], 早上: [5, 11], 早晨: [5, 11], 一早: [5, 11], 早: [5, 11], 晨: [5, 11], 上午: [6, 12],
    中午: [11, 14], 午: [11, 14], 下午: [12, 18], 傍晚: [17, 20], 晚上: [18, 24], 夜里: [18, 24], 半夜: [0, 5], 晚: [18, 24], 夜: [18, 24],
  },
  seasons: { 春天: 'spring', 夏天: 'summer', 秋天: 'autumn', 冬天: 'winter', 春季: 'spring', 夏季: 'summer', 秋季: 'autumn', 冬季: 'winter', 暑假: 'summer', 寒假: 'winter' },
  holidays: {
    清明: [4, 4, 6], 清明节: [4, 4, 6], 清明假期: [4, 4, 6], 清明小长假: [4, 4, 6], 元旦: [1, 1, 1], 情人节: [2, 14, 14], 妇女节: [3, 8, 8], 劳动节: [5, 1, 5], 五一: [5, 1, 5], 儿童节: [6, 1, 1], 六一: [6, 1, 1],
    国庆: [10, 1, 7], 国庆节: [10, 1, 7], 国庆假期: [10, 1, 7], 十一假期: [10, 1, 7], 万圣节: [10, 31, 31], 平安夜: [12, 24, 24],
    圣诞: [12, 25, 25], 圣诞节: [12, 25, 25], 跨年: [12, 31, 31], 跨年夜: [12, 31, 31],
  },
  ahead: /后$/,
  until: /(?<![约改推延订排拖])到$/,
  range: /^\s*(?:到|至|－|—|–|-|~|～|一直到)\s*$/,
  clock: /^(?:的|,|，)?(?<pm>凌晨|早上|上午|中午|下午|傍晚|晚上)?(?<hour>\d{1,2}|十[一二]?|[一二两三四五六七八九])(?:点|时|[:：](?=\d))(?:(?<half>半)|(?<minute>\d{1,2}|[〇零一二三四五六七八九十]+)分?)?/,
} // prettier-ignore

const en: DateLanguage = {
  hint: /day|tomorrow|night|morning|noon|lunch|afternoon|evening|week|month|year|hour|\d|\b(?:ago|back|mon|tues?|wed|thu(?:rs)?|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|spring|summer|autumn|fall|winter|christmas|halloween|valentine|fortnight)/i,
  patterns: [
    { kind: 'date', pattern: /(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})/ },
    { kind: 'day', pattern: new RegExp(`\\b(?:the )?(?<day>day before yesterday|day after tomorrow)(?: ${EN_PART})?\\b`) },
    { kind: 'day', pattern: new RegExp(`\\b(?<day>yesterday|today|tomorrow)(?:'s)?(?: ${EN_PART})?\\b`) },
    { kind: 'day', pattern: /\b(?<day>last night|tonight|this morning|this afternoon|this evening)\b/ },
    {
      kind: 'weekday',
      pattern: new RegExp(
        `\\b(?:the )?(?<week>a week on|week before last|last|this past|past|this coming|coming|this|next) ${EN_WEEKDAY}(?: ${EN_PART})?\\b`,
      ),
    },
    { kind: 'weekday', pattern: new RegExp(`\\b${EN_WEEKDAY}(?: ${EN_PART})? (?<week>last week|this week|next week)\\b`) },
    { kind: 'period', pattern: /\b(?<week>the week(?:end)? before last|the week(?:end)? after next)\b/ },
    { kind: 'period', pattern: /\b(?<week>last|this past|past|this|this coming|coming|next) (?<unit>weekend|week|month|year)\b/ },
    { kind: 'distance', pattern: new RegExp(`\\b${EN_NUMBER} (?<unit>hour|day|week|month|year|fortnight)s? (?<direction>ago|back|from now|later)\\b`) },
    { kind: 'distance', pattern: new RegExp(`\\b(?<direction>in) ${EN_NUMBER} (?<unit>hour|day|week|month|year|fortnight)s?(?:' time)?\\b`) },
    { kind: 'date', pattern: new RegExp(`\\b(?:the )?${EN_DAY_NUMBER} (?:of )?${EN_MONTH}(?:,? (?<year>(?:19|20)\\d{2}))?\\b`) },
    { kind: 'date', pattern: new RegExp(`\\b${EN_MONTH} (?:the )?${EN_DAY_NUMBER}(?:,? (?<year>(?:19|20)\\d{2}))?`) },
    { kind: 'season', pattern: /\b(?:(?<which>last|this|next) |in (?:the )?)(?<season>spring|summer|autumn|fall|winter)\b/ },
    { kind: 'holiday', pattern: /\b(?:(?<which>last|this|next) )?(?<holiday>christmas eve|christmas|boxing day|new year's eve|new year's day|halloween|valentine's(?: day)?|bonfire night)\b/ },
    { kind: 'month', pattern: new RegExp(`\\b(?:(?<which>last|this|next) |(?:in|by|since|until|during|for) (?:early |mid-?|late )?|back in )${EN_MONTH}(?:,? (?<year>(?:19|20)\\d{2}))?(?! \\d)\\b`) },
    { kind: 'year', pattern: /\b(?:in|since|during|back in) (?<year>(?:19|20)\d{2})\b/ },
    { kind: 'weekday', pattern: new RegExp(`\\b(?<!every |each )(?:on |come )?${EN_WEEKDAY}(?: ${EN_PART})?\\b`) },
    { kind: 'day-of-month', pattern: /\b(?:on|by|until|to|till|for|-|–) ?the (?<date>\d{1,2})(?:st|nd|rd|th)\b/ },
  ],
  days: {
    'day before yesterday': -2, yesterday: -1, 'last night': -1, today: 0, tonight: 0, 'this morning': 0, 'this afternoon': 0,
    'this evening': 0, tomorrow: 1, 'day after tomorrow': 2,
  },
  which: {
    last: -1, 'last week': -1, past: -1, 'this past': -1, this: 0, 'this week': 0, 'this coming': 0, coming: 0, next: 1, 'next week': 1,
    'week before last': -2, 'a week on': 1, 'the week before last': -2, 'the weekend before last': -2, 'the week after next': 2, 'the weekend after next': 2,
  },
  weekdays: { mon: 1, tue: 2, wed: 3, thu: 4, fri: 5, sat: 6, sun: 7 },
  months: { jan: 1, feb: 2, mar: 3, apr: 4, may: 5, jun: 6, jul: 7, aug: 8, sep: 9, oct: 10, nov: 11, dec: 12 },
  units: { hour: 'hour', day: 'day', week: 'week', fortnight: 'week', month: 'month', year: 'year', weekend: 'weekend' },
  parts: {
    morning: [5, 12], lunchtime: [11, 14], noon: [12, 13], afternoon: [12, 18], evening: [17, 24], night: [18, 24],
    'last night': [18, 24], tonight: [18, 24], 'this morning': [5, 12], 'this afternoon': [12, 18], 'this evening': [17, 24],
  },
  seasons: { spring: 'spring', summer: 'summer', autumn: 'autumn', fall: 'autumn', winter: 'winter' },
  holidays: {
    'christmas eve': [12, 24, 24], christmas: [12, 25, 25], 'boxing day': [12, 26, 26], "new year's eve": [12, 31, 31],
    "new year's day": [1, 1, 1], halloween: [10, 31, 31], "valentine's": [2, 14, 14], "valentine's day": [2, 14, 14], 'bonfire night': [11, 5, 5],
  },
  ahead: /^(?:in|from now|later)$/,
  until: /\b(?:until|till) $/i,
  range: /^,? ?(?:to|until|till|through|thru|–|—|-|and) ?(?:on )?(?:the )?$/,
  clock: /^,? ?(?:at|around|about|from) (?<hour>\d{1,2})(?::(?<minute>\d{2}))? ?(?<pm>[ap]\.?m\.?)?/,
} // prettier-ignore

const ja: DateLanguage = {
  hint: /[日週年月曜朝夜晩春夏秋冬前後]|きのう|きょう|あす|あした|ゆうべ|けさ|おととい|おととし|あさって|クリスマス|バレンタイン|ハロウィン/,
  patterns: [
    { kind: 'date', pattern: /(?<year>\d{4})[-/年](?<month>\d{1,2})[-/月](?<day>\d{1,2})日?/ },
    { kind: 'date', pattern: new RegExp(`(?:(?<which>一昨年|去年|昨年|今年|来年)の?)?(?<month>${HAN_NUMBER})月(?<day>${HAN_NUMBER})日`) },
    { kind: 'month', pattern: new RegExp(`(?:(?<which>一昨年|去年|昨年|今年|来年)の?|(?<year>\\d{4})年)(?<month>${HAN_NUMBER})月`) },
    { kind: 'month-day', pattern: new RegExp(`(?<week>先月|今月|来月)の?(?<date>${HAN_NUMBER})日`) },
    { kind: 'day', pattern: new RegExp(`(?<day>一昨日|おととい|昨日|きのう|今日|きょう|明日|あした|あす|明後日|あさって|しあさって)(?:の${JA_PART})?`) },
    { kind: 'day', pattern: /(?<day>昨夜|昨晩|ゆうべ|今朝|けさ|今夜|今晩|明朝|明晩)/ },
    { kind: 'weekday', pattern: new RegExp(`(?<week>先々週|先週|今週|再来週|来週)の?(?<weekday>[月火水木金土日])(?:曜日?)?(?!間|末)(?:の${JA_PART})?`) },
    { kind: 'period', pattern: /(?<week>先々週|先週|今週|再来週|来週|この|次の|今度の)の?(?<unit>週末)/ },
    { kind: 'period', pattern: /(?<week>先々週|先週|今週|再来週|来週|先々月|先月|今月|再来月|来月)/ },
    { kind: 'distance', pattern: new RegExp(`(?<number>${HAN_NUMBER}|半)(?<unit>時間|日|週間|か月|ヶ月|カ月|ヵ月|ケ月|年)(?:くらい|ぐらい|ほど)?(?<direction>前|後)`) },
    { kind: 'season', pattern: /(?:(?<which>一昨年|去年|昨年|今年|来年|この)の?)(?<season>春|夏|秋|冬)/ },
    { kind: 'holiday', pattern: /(?:(?<which>一昨年|去年|昨年|今年|来年)の?)?(?<holiday>元日|元旦|バレンタイン|クリスマスイブ|クリスマス|ハロウィン|大晦日)/ },
    { kind: 'year', pattern: /(?<which>一昨年|おととし|去年|昨年|今年|来年|再来年)/ },
    { kind: 'month', pattern: /(?<![ヶか\d])(?<month>1[0-2]|[1-9]|十[一二]?|[一二三四五六七八九])月(?!曜)/ },
    { kind: 'year', pattern: /(?<year>(?:19|20)\d{2})年/ },
    { kind: 'weekday', pattern: new RegExp(`(?<!毎週の?)(?<weekday>[月火水木金土日])曜日?(?:の${JA_PART})?`) },
    { kind: 'period', pattern: /(?<unit>週末)/ },
    { kind: 'day-of-month', pattern: /(?<![月\d])(?<date>\d{1,2})日(?!間|後|前|目|本)/ },
  ],
  days: {
    一昨日: -2, おととい: -2, 昨日: -1, きのう: -1, 昨夜: -1, 昨晩: -1, ゆうべ: -1, 今日: 0, きょう: 0, 今朝: 0, けさ: 0, 今夜: 0, 今晩: 0,
    明日: 1, あした: 1, あす: 1, 明朝: 1, 明晩: 1, 明後日: 2, あさって: 2, しあさって: 3,
  },
  which: {
    先々週: -2, 先週: -1, 今週: 0, 来週: 1, 再来週: 2, この: 0, 次の: 0, 今度の: 0, 先々月: -2, 先月: -1, 今月: 0, 来月: 1, 再来月: 2,
    一昨年: -2, おととし: -2, 去年: -1, 昨年: -1, 今年: 0, 来年: 1, 再来年: 2,
  },
  weekdays: { 月: 1, 火: 2, 水: 3, 木: 4, 金: 5, 土: 6, 日: 7 },
  months: {},
  units: { 時間: 'hour', 日: 'day', 週間: 'week', か月: 'month', ヶ月: 'month', カ月: 'month', ヵ月: 'month', ケ月: 'month', 年: 'year', 週末: 'weekend' },
  parts: {
    朝: [5, 11], 午前: [6, 12], 昼: [11, 15], 午後: [12, 18], 夕方: [16, 19], 晩: [18, 24], 夜: [18, 24],
    昨夜: [18, 24], 昨晩: [18, 24], ゆうべ: [18, 24], 今朝: [5, 11], けさ: [5, 11], 今夜: [18, 24], 今晩: [18, 24], 明朝: [5, 11], 明晩: [18, 24],
  },
  seasons: { 春: 'spring', 夏: 'summer', 秋: 'autumn', 冬: 'winter' },
  holidays: { 元日: [1, 1, 1], 元旦: [1, 1, 1], バレンタイン: [2, 14, 14], クリスマスイブ: [12, 24, 24], クリスマス: [12, 25, 25], ハロウィン: [10, 31, 31], 大晦日: [12, 31, 31] },
  ahead: /後$/,
  until: /(?!)/,
  range: /^\s*(?:から|〜|～|~|-|－|と)\s*$/,
  clock: /^(?:の|、)?(?<pm>朝|午前|昼|午後|夕方|夜)?(?:の)?(?<hour>\d{1,2}|十[一二]?|[一二三四五六七八九])時(?:(?<half>半)|(?<minute>\d{1,2})分)?/,
} // prettier-ignore

export const DATE_LANGUAGES: Readonly<Record<RuleLanguage, DateLanguage>> = { zh, en, ja }
