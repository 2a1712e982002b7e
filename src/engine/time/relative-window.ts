/**
 * Periods named relative to today ("yesterday", "上周五", "3日前", "since March"), in the user's zone (design.md §7).
 * The reference knows absolute values only; those are tried first, so they keep their meaning.
 */
import type { Moment } from '../ports.ts'
import { collapseSpace } from '../text/whitespace.ts'
import { dateSpan, sameDayBefore } from './calendar-span.ts'
import { compileGrammar, type PhraseGrammar, plain } from './phrase-grammar.ts'
import { type Meaning, phraseMeaning, type Viewpoint, withPart } from './phrase-meaning.ts'
import { relativeWords } from './relative-words/index.ts'
import { DAY_SECONDS, isNameable } from './wall-clock.ts'
import { parseTimeWindow, parseWallWindow, type TimeWindow } from './window.ts'
import { instantOf, wallClockAt } from './zone.ts'

/** The period that `text` names, absolute or relative to `now`; null when it is not understood. */
export function understandTime(text: string, now: Moment): TimeWindow | null {
  const absolute = parseTimeWindow(text, now)
  if (absolute !== null) return absolute
  const { seconds } = wallClockAt(now)
  const view = { today: Math.floor(seconds / DAY_SECONDS), seconds, zone: now.zone }
  const meaning = readPhrase(normalise(text), view)
  if (meaning === null || !isNameable(meaning.start) || !isNameable(meaning.end)) return null
  const at = (wall: number) => instantOf({ seconds: wall, micros: 0, offset: null }, now.zone)
  const window = { start: at(meaning.start), end: at(meaning.end) }
  // A part of a day that the clocks skip is no period.
  return window.end > window.start ? window : null
}

/** Longest phrase that is looked at; a period is named in a few words. */
const LONGEST_PHRASE = 80
/** Words that mean nothing taken off one end of a phrase. */
const MOST_AFFIXES = 4

let compiled: readonly PhraseGrammar[] | undefined

/** Some thousand expressions: compiled when a period is first asked about, for most questions name none. */
function grammars(): readonly PhraseGrammar[] {
  return (compiled ??= relativeWords.map(compileGrammar))
}

function normalise(text: string): string {
  if (text.length > 4 * LONGEST_PHRASE) return ''
  const bare = plain(text)
    .replace(/[.,!?。,、！？"'“”「」]+$/u, '')
    .replace(/^["'“「]+/u, '')
  const digits = bare.replace(hanYears, (year) => [...year].map(hanDigit).join(''))
  return collapseSpace(digits.replace(hanNumerals, (numeral) => String(hanNumber(numeral)))).trim()
}

/** 二〇二四 before 年. */
const hanYears = /[〇零一二三四五六七八九]{4}(?=年)/gu
/** Han numerals that count or name a unit; those in 周一 or 一昨日 do not. */
const hanNumerals =
  /[一二两三四五六七八九十]+(?=个?(?:天|日|号|周|星期|礼拜|月|年|季度|小时|钟头|分钟|时间)|[かヶカケヵ]月|四半期)/gu
const hanDigits = '〇一二三四五六七八九'

function hanDigit(digit: string): number {
  return digit === '两' ? 2 : digit === '零' ? 0 : hanDigits.indexOf(digit)
}

/** 十 → 10, 二十一 → 21 */
function hanNumber(numeral: string): number {
  const ten = numeral.indexOf('十')
  if (ten < 0) return Number([...numeral].map(hanDigit).join(''))
  const ones = numeral.slice(ten + 1)
  return (ten === 0 ? 1 : hanDigit(numeral.slice(0, ten))) * 10 + (ones === '' ? 0 : hanDigit(ones))
}

function readPhrase(phrase: string, view: Viewpoint): Meaning | null {
  if (phrase === '' || phrase.length > LONGEST_PHRASE) return null
  return readSimple(phrase, view) ?? readRange(phrase, view) ?? readSince(phrase, view)
}

// ------------------------------------------------------------------------------------------ one period

function readSimple(phrase: string, view: Viewpoint): Meaning | null {
  const numeric = numericDate(phrase)
  if (numeric !== null) return numeric
  for (const grammar of grammars()) {
    for (const candidate of candidates(grammar, phrase)) {
      const meaning = phraseMeaning(grammar, candidate, view) ?? readPart(grammar, candidate, view)
      if (meaning !== null) return meaning
    }
  }
  return null
}

/** The phrase, and what is left of it without words that mean nothing. */
function candidates(grammar: PhraseGrammar, phrase: string): readonly string[] {
  const found = [grammar.spaceless ? phrase.replaceAll(' ', '') : phrase]
  for (const affix of [grammar.lead, grammar.tail]) {
    let last = found[found.length - 1] ?? ''
    for (let taken = 0; taken < MOST_AFFIXES; taken += 1) {
      const bare = last.replace(affix, '')
      if (bare === last || bare === '') break
      found.push(bare)
      last = bare
    }
  }
  // A tail may go while the lead stays: 从…起 and the like need their first word.
  const first = found[0] ?? ''
  const tailless = first.replace(grammar.tail, '')
  if (tailless !== '' && !found.includes(tailless)) found.push(tailless)
  return found
}

function readPart(grammar: PhraseGrammar, phrase: string, view: Viewpoint): Meaning | null {
  for (const pattern of grammar.partOf) {
    const groups = pattern.exec(phrase)?.groups
    const part = grammar.parts.get(groups?.['part'] ?? '')
    const rest = groups?.['rest']
    if (part === undefined || rest === undefined) continue
    const whole = candidates(grammar, rest)
      .map((candidate) => phraseMeaning(grammar, candidate, view))
      .find((meaning) => meaning !== null)
    const meaning = whole ? withPart(whole, part) : dayPartOfNumeric(rest, part)
    if (meaning !== null) return meaning
  }
  return null
}

function dayPartOfNumeric(rest: string, part: readonly [number, number]): Meaning | null {
  const whole = numericDate(rest)
  return whole === null ? null : withPart(whole, part)
}

/**
 * 2024/5/3, and dates that end in their year: with points the day comes first, with slashes only where one reading
 * is possible.
 */
function numericDate(phrase: string): Meaning | null {
  const first = /^(\d{4})([/.-])(\d{1,2})\2(\d{1,2})$/.exec(phrase)
  if (first !== null) return dayMeaning(Number(first[1]), Number(first[3]), Number(first[4]))
  const last = /^(\d{1,2})([/.])(\d{1,2})\2(\d{4})$/.exec(phrase)
  if (last === null) return null
  const [a, b, year] = [Number(last[1]), Number(last[3]), Number(last[4])]
  const dayFirst = dayMeaning(year, b, a)
  if (last[2] === '.' || a === b) return dayFirst
  const monthFirst = dayMeaning(year, a, b)
  return dayFirst !== null && monthFirst !== null ? null : (dayFirst ?? monthFirst)
}

function dayMeaning(year: number, month: number, day: number): Meaning | null {
  const span = dateSpan(year, month, day)
  return span && { start: span.start * DAY_SECONDS, end: span.end * DAY_SECONDS, open: null }
}

// ------------------------------------------------------------------------------------- from one to another

function readRange(phrase: string, view: Viewpoint): Meaning | null {
  const sign = /\/|\.\.| - |~|〜|–|—/u.exec(phrase)
  if (sign !== null) {
    const sides = [phrase.slice(0, sign.index), phrase.slice(sign.index + sign[0].length)] as const
    const meaning = span(sides[0].trim(), sides[1].trim(), view)
    if (meaning !== null) return meaning
  }
  for (const grammar of grammars()) {
    for (const candidate of candidates(grammar, phrase)) {
      for (const range of grammar.ranges) {
        const groups = range.exec(candidate)?.groups
        const meaning = groups && span(groups['first'] ?? '', groups['second'] ?? '', view)
        if (meaning) return meaning
      }
    }
  }
  return null
}

/** Both ends belong to it. An end that leaves its year (month, week) open is the next one after the start. */
function span(first: string, second: string, view: Viewpoint): Meaning | null {
  const sides = [first, second].map((side) => readSide(side, view))
  let [from, to] = sides
  if (isBareDay(first) && to) from = readSimpleDay(first, viewFrom(to.start, view))
  if (!from) return null
  if (isBareDay(second)) to = readSimpleDay(second, viewFrom(afterCycle(from.start, 'month'), view))
  if (!to) return null
  if (to.open !== null) to = readSide(second, viewFrom(afterCycle(from.start, to.open), view)) ?? to
  else if (from.open !== null && from.start > to.start)
    from = readSide(first, viewFrom(to.start, view)) ?? from
  return { start: Math.min(from.start, to.start), end: Math.max(from.end, to.end), open: null }
}

/** One end of a range: a phrase, an absolute value, or now. */
function readSide(text: string, view: Viewpoint): Meaning | null {
  const absolute = parseWallWindow(text, view.zone)
  if (absolute !== null) return { ...absolute, open: null }
  if (grammars().some((grammar) => candidates(grammar, text).some((word) => grammar.now.has(word)))) {
    return { start: view.seconds, end: (view.today + 1) * DAY_SECONDS, open: null }
  }
  return readSimple(text, view)
}

/** "3" of "3 to 9 May". */
function isBareDay(text: string): boolean {
  return bareDay(text) !== null
}

function bareDay(text: string): string | null {
  return /^(?:the |el |dia |o )?(\d{1,2})(?:-?го)?$/u.exec(text)?.[1] ?? null
}

function readSimpleDay(text: string, view: Viewpoint): Meaning | null {
  return readSimple(`${bareDay(text) ?? ''}号`, view)
}

function viewFrom(seconds: number, view: Viewpoint): Viewpoint {
  return { ...view, today: Math.floor(seconds / DAY_SECONDS), seconds }
}

/** The last second before the same day comes again. */
function afterCycle(start: number, open: 'week' | 'month' | 'year'): number {
  const today = Math.floor(start / DAY_SECONDS)
  return sameDayBefore(today, open, -1) * DAY_SECONDS - 1
}

function readSince(phrase: string, view: Viewpoint): Meaning | null {
  const end = (view.today + 1) * DAY_SECONDS
  for (const grammar of grammars()) {
    for (const candidate of candidates(grammar, phrase)) {
      for (const since of grammar.since) {
        const rest = since.exec(candidate)?.groups?.['rest']
        const from = rest === undefined ? null : readSide(rest, view)
        if (from !== null && from.start < end) return { start: from.start, end, open: null }
      }
    }
  }
  return null
}
