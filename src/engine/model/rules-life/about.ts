/** What a text is about without a model: families of everyday words, and the words that it shares with another. */
import { createAnalyzer } from '../../text/analyzer.ts'
import type { ConceptWords } from './data/concepts/concept.ts'
import { CONCEPTS } from './data/concepts/index.ts'
import { EN_FUNCTION, JA_FUNCTION, ZH_FUNCTION } from './data/function-words.ts'
import type { PolarityLanguage } from './data/polarity.ts'

/** What a text is about, in units that another text may share. */
export interface Content {
  readonly units: readonly string[]
  /** Whether units are found as words of their own, or anywhere. */
  readonly whole: boolean
}

/** True for a concept that says something against one of `held`. */
export function isOpposite(concept: string, held: ReadonlySet<string>): boolean {
  const other = CONCEPTS[concept]?.opposite
  return other !== undefined && held.has(other)
}

/** A text as others are compared with it; made once, because each is met by many. */
export interface Topic {
  readonly text: string
  readonly concepts: ReadonlySet<string>
  /** Its words, where words have edges. */
  readonly terms: ReadonlySet<string>
}

export function topicOf(text: string, language: PolarityLanguage): Topic {
  const terms = language === 'other' ? stems(text) : language === 'en' ? analyzer.terms(text) : []
  return { text, concepts: conceptsIn(text, language), terms: new Set(terms) }
}

/** The terms of a text that say something, in any language. */
export function termsOf(text: string): string[] {
  return analyzer.terms(text)
}

interface Family {
  readonly zh: readonly string[]
  readonly ja: readonly string[]
  readonly en: RegExp
  readonly also: RegExp | null
}

const families = new Map<string, Family>()

/** Made when it is first needed: few are, and expressions take long to compile. */
function familyOf(id: string, { zh, en, ja, also }: ConceptWords): Family {
  const made = families.get(id)
  if (made !== undefined) return made
  const family = {
    zh: split(zh),
    ja: split(ja),
    en: new RegExp(wordsOf(en), 'gu'),
    also: also === undefined ? null : new RegExp(also.source, 'gu'),
  }
  families.set(id, family)
  return family
}

/** English words with the usual endings. */
function wordsOf(en: string): string {
  const words = split(en).map(escapeRegExp).join('|')
  return `(?<![\\p{L}\\p{N}])(?:${words})(?:${ENDINGS.join('|')})?(?![\\p{L}\\p{N}])`
}

const ENDINGS = ['s', 'es', 'ed', 'd', 'ing', 'er', 'ers', 'y']

/** `text` with the words of one family blanked. */
function withoutFamily(text: string, id: string, language: PolarityLanguage): string {
  const concept = CONCEPTS[id]
  if (concept === undefined) return text
  const family = familyOf(id, concept)
  let rest = text
  const blank = (found: string): string => '～'.repeat(found.length)
  for (const word of language === 'zh' ? family.zh : language === 'ja' ? family.ja : []) {
    rest = rest.replaceAll(word, blank)
  }
  if (language === 'en' || language === 'zh') rest = rest.replace(family.en, blank)
  return family.also === null ? rest : rest.replace(family.also, blank)
}

function split(words: string): string[] {
  return words.split(' ').map((word) => word.replaceAll('_', ' '))
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** The families that a text has a word of. */
function conceptsIn(text: string, language: PolarityLanguage): Set<string> {
  const found = familiesIn(text, language)
  for (const id of found) {
    const other = CONCEPTS[id]?.opposite
    // "没碰烟" is about smoking in name only.
    if (
      other !== undefined &&
      found.has(other) &&
      !familiesIn(withoutFamily(text, id, language), language).has(other)
    ) {
      found.delete(other)
    }
  }
  return found
}

/** The same before those that are there in name only, in the order of the families. */
function familiesIn(text: string, language: PolarityLanguage): Set<string> {
  if (language === 'other') return new Set()
  indices ??= indicesOf(CONCEPTS)
  const hits = new Set<string>()
  if (language !== 'en') addWithin(indices[language], text, hits)
  if (language !== 'ja') addEnglish(indices.en, text, hits)
  const found = Object.entries(CONCEPTS).filter(
    ([id, { also }]) => hits.has(id) || (also !== undefined && text.search(also) >= 0),
  )
  return new Set(found.map(([id]) => id))
}

/** Which families have a word; words by what a text is looked through for. */
type Index = ReadonlyMap<string, readonly { readonly word: string; readonly id: string }[]>

interface Indices {
  /** By first character: no blanks say where a word begins. */
  readonly zh: Index
  readonly ja: Index
  /** By the whole word; those of several parts under `PARTS`. */
  readonly en: Index
}

/** No word and no ending. */
const PARTS = ' '

let indices: Indices | undefined

function indicesOf(concepts: Readonly<Record<string, ConceptWords>>): Indices {
  const first = (word: string): string => word.charAt(0)
  const whole = (word: string): string => (/^[\p{L}\p{N}]+$/u.test(word) ? word : PARTS)
  return {
    zh: indexBy(first, ({ zh }) => zh),
    ja: indexBy(first, ({ ja }) => ja),
    en: indexBy(whole, ({ en }) => en),
  }

  function indexBy(key: (word: string) => string, wordsIn: (concept: ConceptWords) => string): Index {
    const index = new Map<string, { word: string; id: string }[]>()
    for (const [id, concept] of Object.entries(concepts)) {
      for (const word of split(wordsIn(concept))) {
        const same = index.get(key(word)) ?? []
        same.push({ word, id })
        index.set(key(word), same)
      }
    }
    return index
  }
}

function addWithin(index: Index, text: string, hits: Set<string>): void {
  for (let at = 0; at < text.length; at += 1) {
    for (const { word, id } of index.get(text.charAt(at)) ?? []) if (text.startsWith(word, at)) hits.add(id)
  }
}

/** As the expressions of `wordsOf` find them. */
function addEnglish(index: Index, text: string, hits: Set<string>): void {
  for (const [found] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    for (const ending of ['', ...ENDINGS]) {
      if (!found.endsWith(ending)) continue
      for (const { id } of index.get(found.slice(0, found.length - ending.length)) ?? []) hits.add(id)
    }
  }
  for (const { word, id } of index.get(PARTS) ?? []) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      const [after = ''] = /^[\p{L}\p{N}]*/u.exec(text.slice(at + word.length)) ?? []
      if (/[\p{L}\p{N}]$/u.test(text.slice(0, at))) continue
      if (after === '' || ENDINGS.includes(after)) hits.add(id)
    }
  }
}

/** Words whose leaning is that of their family ("sleepless") must not turn the clause a second time. */
export function maskOpposed(text: string, language: PolarityLanguage, concepts: ReadonlySet<string>): string {
  let masked = text
  for (const id of concepts) {
    const opposite = CONCEPTS[id]?.opposite
    if (opposite === undefined) continue
    masked = withoutFamily(withoutFamily(masked, id, language), opposite, language)
  }
  return masked
}

const analyzer = createAnalyzer()

const SHORTEST_WORD = 4
const STEM_LENGTH = 6

/** The content words of a text, without those that say nothing about it. */
export function contentOf(text: string, language: PolarityLanguage): Content {
  switch (language) {
    case 'zh':
      return { units: pairs(text.replace(ZH_FUNCTION, ' ')), whole: false }
    case 'ja':
      return {
        units: pairs(text.replace(JA_FUNCTION, ' ').replace(/\p{Script=Hiragana}+/gu, ' ')),
        whole: false,
      }
    case 'en':
      return {
        units: distinct(analyzer.terms(text).filter((term) => !EN_FUNCTION.has(term) && term.length > 1)),
        whole: true,
      }
    case 'other':
      return { units: distinct(stems(text)), whole: true }
  }
}

function stems(text: string): string[] {
  return analyzer
    .terms(text)
    .filter((term) => [...term].length >= SHORTEST_WORD || /\p{Script=Hangul}{2}/u.test(term))
    .map((term) => term.slice(0, STEM_LENGTH))
}

/** Neighbouring characters of each run, and words of other scripts whole. */
function pairs(text: string): string[] {
  return distinct(
    (text.match(/[\p{Script=Han}]+|[\p{Script=Katakana}ー]{2,}|[\p{Script=Latin}\p{N}]{2,}/gu) ?? []).flatMap(
      (run) =>
        /\p{Script=Han}/u.test(run)
          ? Array.from({ length: run.length - 1 }, (_, index) => run.slice(index, index + 2))
          : [run],
    ),
  )
}

function distinct(units: readonly string[]): string[] {
  return [...new Set(units)]
}

/** Share of the content that `topic` has too, 0..1. */
export function sharedShare({ units, whole }: Content, topic: Topic): number {
  if (units.length === 0) return 0
  const shared = units.filter((unit) => (whole ? topic.terms.has(unit) : topic.text.includes(unit))).length
  return shared / units.length
}
