/**
 * The words by which people name a period relative to today, as data: one entry a language. Texts are compared
 * after NFKC, lower case, simplification of Han (先週 is 先周 here) and Han numerals before a unit as digits. Patterns
 * stand for a whole phrase. Vague words ("recently", "a few days ago") are left out on purpose.
 */
import type { CalendarUnit } from './calendar-span.ts'

export interface RelativeWords {
  /** Words before a phrase that mean nothing for it ("in", "on the"). */
  readonly lead: string
  /** Day words and their distance from today. */
  readonly days: Readonly<Record<string, number>>
  /** Whole phrases for a week, month or year, and their distance from the present one. */
  readonly units: Readonly<Record<string, readonly [CalendarUnit, number]>>
  /** Names of units in counts. */
  readonly unitNames: Readonly<Record<string, CalendarUnit>>
  /** Number words beyond digits. */
  readonly numbers: Readonly<Record<string, number>>
  /** "N units ago" and "the last N units", with N and U for number and unit. */
  readonly ago: readonly string[]
  readonly last: readonly string[]
  /** Weekday names from Monday, alternatives by `|`. */
  readonly weekdays: readonly string[]
  /** A weekday in the week before, this week, the next; or by distance from today. W stands for the weekday. */
  readonly weekdayForms: readonly (readonly [pattern: string, form: WeekdayForm])[]
  /** Month names from January, alternatives by `|`. */
  readonly months: readonly string[]
  /** What puts two phrases together to a range: pattern with two groups. */
  readonly ranges: readonly string[]
}

/** A number: the week counted from this one. `latest` includes today, `previous` does not. */
export type WeekdayForm = number | 'latest' | 'previous' | 'next'

const chinese: RelativeWords = {
  lead: '在|于',
  days: { 今天: 0, 今日: 0, 昨天: -1, 昨日: -1, 前天: -2, 大前天: -3, 明天: 1, 明日: 1, 后天: 2, 大后天: 3 },
  units: {
    ...{
      这周: ['week', 0],
      本周: ['week', 0],
      这星期: ['week', 0],
      这个星期: ['week', 0],
      这礼拜: ['week', 0],
    },
    ...{
      上周: ['week', -1],
      上星期: ['week', -1],
      上个星期: ['week', -1],
      上礼拜: ['week', -1],
      上个礼拜: ['week', -1],
    },
    ...{
      上上周: ['week', -2],
      上上个星期: ['week', -2],
      下周: ['week', 1],
      下星期: ['week', 1],
      下个星期: ['week', 1],
    },
    ...{
      这个月: ['month', 0],
      本月: ['month', 0],
      上个月: ['month', -1],
      上月: ['month', -1],
      上上个月: ['month', -2],
    },
    ...{
      下个月: ['month', 1],
      下月: ['month', 1],
      今年: ['year', 0],
      去年: ['year', -1],
      前年: ['year', -2],
    },
    ...{ 大前年: ['year', -3], 明年: ['year', 1], 后年: ['year', 2] },
  },
  unitNames: {
    ...{ 天: 'day', 日: 'day', 周: 'week', 个星期: 'week', 星期: 'week', 个礼拜: 'week', 礼拜: 'week' },
    ...{ 个月: 'month', 年: 'year' },
  },
  numbers: {},
  ago: ['NU(?:前|之前|以前)'],
  last: ['(?:最近|过去|近|这)(?:的)?NU(?:内|里|以来)?'],
  weekdays: ['一', '二', '三', '四', '五', '六', '日|天'],
  weekdayForms: [
    ['上上(?:个)?(?:周|星期|礼拜)W', -2],
    ['上(?:个)?(?:周|星期|礼拜)W', -1],
    ['(?:这|本)(?:个)?(?:周|星期|礼拜)W', 0],
    ['下(?:个)?(?:周|星期|礼拜)W', 1],
    ['(?:周|星期|礼拜)W', 'latest'],
  ],
  months: [
    '一月|1月',
    '二月|2月',
    '三月|3月',
    '四月|4月',
    '五月|5月',
    '六月|6月',
    '七月|7月',
    '八月|8月',
    '九月|9月',
    '十月|10月',
    '十一月|11月',
    '十二月|12月',
  ],
  ranges: ['从?(.+?)(?:到|至)(.+?)(?:为止|之间)?'],
}

const japanese: RelativeWords = {
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

const english: RelativeWords = {
  lead: 'in the|on the|during the|in|on|during|at|the',
  days: { today: 0, yesterday: -1, 'day before yesterday': -2, tomorrow: 1, 'day after tomorrow': 2 },
  units: {
    ...{
      'this week': ['week', 0],
      'last week': ['week', -1],
      'previous week': ['week', -1],
      'next week': ['week', 1],
    },
    ...{ 'week before last': ['week', -2], 'this month': ['month', 0], 'last month': ['month', -1] },
    ...{ 'previous month': ['month', -1], 'month before last': ['month', -2], 'next month': ['month', 1] },
    ...{
      'this year': ['year', 0],
      'last year': ['year', -1],
      'previous year': ['year', -1],
      'next year': ['year', 1],
    },
    ...{ 'year before last': ['year', -2] },
  },
  unitNames: {
    day: 'day',
    days: 'day',
    week: 'week',
    weeks: 'week',
    month: 'month',
    months: 'month',
    year: 'year',
    years: 'year',
  },
  numbers: {
    ...{
      a: 1,
      an: 1,
      one: 1,
      two: 2,
      'a couple of': 2,
      three: 3,
      four: 4,
      five: 5,
      six: 6,
      seven: 7,
    },
    ...{ eight: 8, nine: 9, ten: 10, eleven: 11, twelve: 12 },
  },
  ago: ['N U ago', 'N U (?:back|earlier)'],
  last: ['(?:last|past|previous) N U'],
  weekdays: [
    'mon(?:day)?',
    'tue(?:s|sday)?',
    'wed(?:nesday)?',
    'thu(?:rs|rsday)?',
    'fri(?:day)?',
    'sat(?:urday)?',
    'sun(?:day)?',
  ],
  weekdayForms: [
    ['last W', 'previous'],
    ['this W', 0],
    ['next W', 'next'],
    ['W', 'latest'],
  ],
  months: [
    'jan(?:uary)?',
    'feb(?:ruary)?',
    'mar(?:ch)?',
    'apr(?:il)?',
    'may',
    'june?',
    'july?',
    'aug(?:ust)?',
    'sept?(?:ember)?',
    'oct(?:ober)?',
    'nov(?:ember)?',
    'dec(?:ember)?',
  ],
  ranges: ['(?:from )?(.+?) (?:to|until|till|through) (.+)', 'between (.+?) and (.+)'],
}

const korean: RelativeWords = {
  lead: '',
  days: { 오늘: 0, 어제: -1, 그저께: -2, 그제: -2, 엊그제: -2, 내일: 1, 모레: 2 },
  units: {
    ...{
      '이번 주': ['week', 0],
      이번주: ['week', 0],
      '지난 주': ['week', -1],
      지난주: ['week', -1],
      저번주: ['week', -1],
    },
    ...{
      '다음 주': ['week', 1],
      다음주: ['week', 1],
      '이번 달': ['month', 0],
      이번달: ['month', 0],
      '지난 달': ['month', -1],
    },
    ...{ 지난달: ['month', -1], 저번달: ['month', -1], '다음 달': ['month', 1], 다음달: ['month', 1] },
    ...{
      올해: ['year', 0],
      작년: ['year', -1],
      지난해: ['year', -1],
      재작년: ['year', -2],
      내년: ['year', 1],
    },
  },
  unitNames: { 일: 'day', 주: 'week', 주일: 'week', 달: 'month', 개월: 'month', 년: 'year' },
  numbers: {
    한: 1,
    두: 2,
    세: 3,
    네: 4,
    일: 1,
    이: 2,
    삼: 3,
    사: 4,
    오: 5,
    육: 6,
    칠: 7,
    팔: 8,
    구: 9,
    십: 10,
  },
  ago: ['N ?U ?전'],
  last: ['(?:지난|최근) ?N ?U(?:간| 동안)?'],
  weekdays: ['월', '화', '수', '목', '금', '토', '일'],
  weekdayForms: [
    ['지난 ?주 ?W요일', -1],
    ['이번 ?주 ?W요일', 0],
    ['다음 ?주 ?W요일', 1],
    ['지난 ?W요일', 'previous'],
    ['W요일', 'latest'],
  ],
  months: Array.from({ length: 12 }, (_, index) => `${index + 1}월`),
  ranges: ['(.+?)부터 ?(.+?)(?:까지)?'],
}

const russian: RelativeWords = {
  lead: 'в|во|на|за',
  days: { сегодня: 0, вчера: -1, позавчера: -2, завтра: 1, послезавтра: 2 },
  units: {
    ...{
      'этой неделе': ['week', 0],
      'эту неделю': ['week', 0],
      'прошлой неделе': ['week', -1],
      'прошлую неделю': ['week', -1],
    },
    ...{ 'следующей неделе': ['week', 1], 'этом месяце': ['month', 0], 'этот месяц': ['month', 0] },
    ...{ 'прошлом месяце': ['month', -1], 'прошлый месяц': ['month', -1], 'следующем месяце': ['month', 1] },
    ...{
      'этом году': ['year', 0],
      'этот год': ['year', 0],
      'прошлом году': ['year', -1],
      'прошлый год': ['year', -1],
    },
    ...{ 'позапрошлом году': ['year', -2], 'следующем году': ['year', 1] },
  },
  unitNames: {
    ...{ день: 'day', дня: 'day', дней: 'day', неделю: 'week', недели: 'week', недель: 'week' },
    ...{ месяц: 'month', месяца: 'month', месяцев: 'month', год: 'year', года: 'year', лет: 'year' },
  },
  numbers: {
    один: 1,
    одну: 1,
    два: 2,
    две: 2,
    три: 3,
    четыре: 4,
    пять: 5,
    шесть: 6,
    семь: 7,
    восемь: 8,
    девять: 9,
    десять: 10,
  },
  ago: ['N U назад', 'U назад'],
  last: ['последни[ей] N U', 'последний U', 'последнюю U'],
  weekdays: ['понедельник', 'вторник', 'сред[ау]', 'четверг', 'пятниц[ау]', 'суббот[ау]', 'воскресенье'],
  weekdayForms: [
    ['прошл(?:ый|ую|ое) W', 'previous'],
    ['следующ(?:ий|ую|ее) W', 'next'],
    ['W', 'latest'],
  ],
  months: [
    'январ[ьяе]',
    'феврал[ьяе]',
    'март[ае]?',
    'апрел[ьяе]',
    'ма[йяе]',
    'июн[ьяе]',
    'июл[ьяе]',
    'август[ае]?',
    'сентябр[ьяе]',
    'октябр[ьяе]',
    'ноябр[ьяе]',
    'декабр[ьяе]',
  ],
  ranges: ['с (.+?) (?:по|до) (.+)'],
}

const spanish: RelativeWords = {
  lead: 'en el|en la|en|el|la|los|las|durante',
  days: { hoy: 0, ayer: -1, anteayer: -2, antier: -2, mañana: 1, 'pasado mañana': 2 },
  units: {
    ...{
      'esta semana': ['week', 0],
      'semana pasada': ['week', -1],
      'próxima semana': ['week', 1],
      'semana que viene': ['week', 1],
    },
    ...{
      'este mes': ['month', 0],
      'mes pasado': ['month', -1],
      'próximo mes': ['month', 1],
      'mes que viene': ['month', 1],
    },
    ...{ 'este año': ['year', 0], 'año pasado': ['year', -1], 'próximo año': ['year', 1] },
  },
  unitNames: {
    día: 'day',
    días: 'day',
    semana: 'week',
    semanas: 'week',
    mes: 'month',
    meses: 'month',
    año: 'year',
    años: 'year',
  },
  numbers: {
    un: 1,
    una: 1,
    dos: 2,
    tres: 3,
    cuatro: 4,
    cinco: 5,
    seis: 6,
    siete: 7,
    ocho: 8,
    nueve: 9,
    diez: 10,
  },
  ago: ['hace N U'],
  last: ['(?:últim[oa]s|pasad[oa]s) N U'],
  weekdays: ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo'],
  weekdayForms: [
    ['W pasado', 'previous'],
    ['próximo W', 'next'],
    ['W', 'latest'],
  ],
  months: [
    'enero',
    'febrero',
    'marzo',
    'abril',
    'mayo',
    'junio',
    'julio',
    'agosto',
    'sep?tiembre',
    'octubre',
    'noviembre',
    'diciembre',
  ],
  ranges: ['(?:desde|de|del) (.+?) (?:hasta|a|al) (.+)', 'entre (.+?) y (.+)'],
}

const portuguese: RelativeWords = {
  lead: 'em|no|na|nos|nas|o|a|durante',
  days: { hoje: 0, ontem: -1, anteontem: -2, amanhã: 1, 'depois de amanhã': 2 },
  units: {
    ...{
      'esta semana': ['week', 0],
      'nesta semana': ['week', 0],
      'semana passada': ['week', -1],
      'próxima semana': ['week', 1],
    },
    ...{
      'este mês': ['month', 0],
      'neste mês': ['month', 0],
      'mês passado': ['month', -1],
      'próximo mês': ['month', 1],
    },
    ...{
      'este ano': ['year', 0],
      'neste ano': ['year', 0],
      'ano passado': ['year', -1],
      'próximo ano': ['year', 1],
    },
  },
  unitNames: {
    dia: 'day',
    dias: 'day',
    semana: 'week',
    semanas: 'week',
    mês: 'month',
    meses: 'month',
    ano: 'year',
    anos: 'year',
  },
  numbers: {
    um: 1,
    uma: 1,
    dois: 2,
    duas: 2,
    três: 3,
    quatro: 4,
    cinco: 5,
    seis: 6,
    sete: 7,
    oito: 8,
    nove: 9,
    dez: 10,
  },
  ago: ['(?:há|faz) N U', 'N U atrás'],
  last: ['últim[oa]s N U'],
  weekdays: [
    'segunda(?:-feira)?',
    'terça(?:-feira)?',
    'quarta(?:-feira)?',
    'quinta(?:-feira)?',
    'sexta(?:-feira)?',
    'sábado',
    'domingo',
  ],
  weekdayForms: [
    ['W passad[oa]', 'previous'],
    ['próxim[oa] W', 'next'],
    ['W', 'latest'],
  ],
  months: [
    'janeiro',
    'fevereiro',
    'março',
    'abril',
    'maio',
    'junho',
    'julho',
    'agosto',
    'setembro',
    'outubro',
    'novembro',
    'dezembro',
  ],
  ranges: ['(?:desde|de) (.+?) (?:até|a) (.+)', 'entre (.+?) e (.+)'],
}

/** Phrases say which language they are in, so all are tried; Chinese before Japanese, which share many. */
export const relativeWords: readonly RelativeWords[] = [
  chinese,
  japanese,
  english,
  korean,
  russian,
  spanish,
  portuguese,
]
