/** The words of a language (relative-words/) made ready for matching: placeholders become groups of expressions. */
import { foldHan } from '../text/fold.ts'
import { collapseSpace } from '../text/whitespace.ts'
import type { DayPart, PhraseKind, RelativeWords, Step, TimeUnit } from './relative-words/types.ts'
import { dayParts } from './relative-words/types.ts'
import type { CalendarUnit } from './calendar-span.ts'

export interface PhraseRule {
  readonly pattern: RegExp
  readonly kind: PhraseKind
  readonly step: Step | undefined
}

export interface PhraseGrammar {
  readonly lead: RegExp
  readonly tail: RegExp
  readonly spaceless: boolean
  readonly days: ReadonlyMap<string, number>
  readonly units: ReadonlyMap<string, readonly [CalendarUnit, number]>
  readonly unitNames: ReadonlyMap<string, TimeUnit>
  readonly numbers: ReadonlyMap<string, number>
  readonly counts: ReadonlyMap<string, readonly [TimeUnit, number]>
  readonly dayNumbers: ReadonlyMap<string, number>
  readonly holidays: ReadonlyMap<string, readonly [month: number, day: number]>
  /** Each matches a whole name. */
  readonly weekdays: readonly RegExp[]
  readonly months: readonly RegExp[]
  readonly seasons: readonly RegExp[]
  readonly ordinals: readonly RegExp[]
  readonly rules: readonly PhraseRule[]
  readonly parts: ReadonlyMap<string, DayPart>
  readonly partWords: ReadonlyMap<string, readonly [days: number, part: DayPart]>
  readonly partOf: readonly RegExp[]
  /** Two groups, `first` and `second`. */
  readonly ranges: readonly RegExp[]
  /** One group, `rest`. */
  readonly since: readonly RegExp[]
  readonly now: ReadonlySet<string>
}

/** A phrase as it is compared: full-width forms, case, variants of Han and accents of Latin vowels make no difference. */
export function plain(text: string): string {
  return withoutAccents(foldHan(text.normalize('NFKC').toLowerCase()))
}

/** Patterns keep their case: capitals stand for groups. */
function plainPattern(text: string): string {
  return withoutAccents(foldHan(text.normalize('NFC')))
}

/** Many leave accents out; ñ tells años from anos and stays. */
function withoutAccents(text: string): string {
  const stripped = text.normalize('NFD').replace(/([aeiouc])[\u0300-\u0303\u0308\u0327]+/giu, '$1')
  return stripped.normalize('NFC').replaceAll('ё', 'е')
}

export function compileGrammar(words: RelativeWords): PhraseGrammar {
  const unit = `(?<unit>${keys(words.unitNames)})`
  const number = `(?<number>\\d{1,4}${orKeys(words.numbers)})`
  const counted = words.count.replace('N', number).replace('U', unit)
  const groups: Readonly<Record<string, string>> = {
    N: number,
    U: unit,
    C: Object.keys(words.counts).length > 0 ? `(?:(?<counted>${keys(words.counts)})|${counted})` : counted,
    R: `(?<reference>${keys(words.units)})`,
    W: `(?<weekday>${names(words.weekdays)})`,
    M: `(?<month>${names(words.months)})`,
    S: `(?<season>${names(words.seasons)})`,
    D: `(?<day>\\d{1,2}${orKeys(words.dayNumbers)})`,
    Y: '(?<year>\\d{4})',
    H: `(?<holiday>${keys(words.holidays)})`,
    K: `(?<ordinal>${names(words.ordinals)})`,
    E: '(?<decade>(?:\\d\\d)?\\d0)',
    P: `(?<part>${keys(words.parts)})`,
    X: '(?<rest>.+?)',
  }
  const whole = (pattern: string) => new RegExp(`^(?:${fillGroups(plainPattern(pattern), groups)})$`, 'u')
  return {
    lead: affix(words.lead, (all) => `^(?:${all})${words.spaceless || isCjk(words.lead) ? ' ?' : ' '}`),
    tail: affix(words.tail, (all) => `${words.spaceless || isCjk(words.tail) ? ' ?' : ' '}(?:${all})$`),
    spaceless: words.spaceless,
    days: mapOf(words.days),
    units: mapOf(words.units),
    unitNames: mapOf(words.unitNames),
    numbers: mapOf(words.numbers),
    counts: mapOf(words.counts),
    dayNumbers: mapOf(words.dayNumbers),
    holidays: mapOf(words.holidays),
    weekdays: words.weekdays.map(whole),
    months: words.months.map(whole),
    seasons: words.seasons.map(whole),
    ordinals: words.ordinals.map(whole),
    rules: words.rules.flatMap(([pattern, kind, step]) =>
      alternatives(pattern).map((one) => ({ pattern: whole(one), kind, step })),
    ),
    parts: new Map([...mapOf(words.parts)].map(([word, part]) => [word, dayParts[part]])),
    partWords: new Map(
      [...mapOf(words.partWords)].map(([word, [days, part]]) => [word, [days, dayParts[part]]]),
    ),
    partOf: words.partOf.map(whole),
    ranges: words.ranges.map((range) =>
      whole(range.replace('X', '(?<first>.+?)').replace('X', '(?<second>.+?)')),
    ),
    since: words.since.map(whole),
    now: new Set(words.now.map(plain)),
  }
}

/** Capitals that stand alone or side by side are groups; `\p{…}` and the like don't occur in patterns. */
function fillGroups(pattern: string, groups: Readonly<Record<string, string>>): string {
  return pattern.replace(/\(\?<\w+>|[A-Z]/gu, (found) => groups[found] ?? found)
}

/** Split at the bars outside brackets: each may name the same group. */
function alternatives(pattern: string): string[] {
  const found: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern[at] === '(') depth += 1
    if (pattern[at] === ')') depth -= 1
    if (pattern[at] !== '|' || depth > 0) continue
    found.push(pattern.slice(start, at))
    start = at + 1
  }
  return [...found, pattern.slice(start)]
}

function affix(words: readonly string[], make: (all: string) => string): RegExp {
  return words.length === 0 ? /(?!)/ : new RegExp(make(names(words.map(plainPattern))), 'u')
}

function isCjk(words: readonly string[]): boolean {
  return words.some((word) => /[\p{Script=Han}\p{Script=Hiragana}]/u.test(word))
}

function names(alternatives: readonly string[]): string {
  return longestFirst(alternatives.map((alternative) => `(?:${plainPattern(alternative)})`))
}

function keys(record: Readonly<Record<string, unknown>>): string {
  return longestFirst(Object.keys(record).map(plain))
}

function orKeys(record: Readonly<Record<string, unknown>>): string {
  return Object.keys(record).length === 0 ? '' : `|${keys(record)}`
}

/** So that none hides behind its own beginning. */
function longestFirst(texts: readonly string[]): string {
  return [...texts].sort((a, b) => b.length - a.length).join('|')
}

function mapOf<T>(record: Readonly<Record<string, T>>): Map<string, T> {
  return new Map(Object.entries(record).map(([key, value]) => [collapseSpace(plain(key)), value]))
}
