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
  /** Any word or form of it, by language. */
  readonly any: Readonly<Record<PolarityLanguage, RegExp>>
}

let families: ReadonlyMap<string, Family> | undefined

/** Made when first needed: hundreds of expressions, which a start that never asks should not wait for. */
function familiesOf(): ReadonlyMap<string, Family> {
  families ??= new Map(Object.entries(CONCEPTS).map(([id, concept]) => [id, familyOf(concept)]))
  return families
}

function familyOf({ zh, en, ja, also }: ConceptWords): Family {
  return {
    zh: split(zh),
    ja: split(ja),
    en: new RegExp(wordsOf(en), 'gu'),
    also: also === undefined ? null : new RegExp(also.source, 'gu'),
    any: {
      zh: new RegExp([...split(zh).map(escapeRegExp), wordsOf(en), ...sourceOf(also)].join('|'), 'u'),
      ja: new RegExp([...split(ja).map(escapeRegExp), ...sourceOf(also)].join('|'), 'u'),
      en: new RegExp([wordsOf(en), ...sourceOf(also)].join('|'), 'u'),
      other: /(?!)/u,
    },
  }
}

/** English words with the usual endings. */
function wordsOf(en: string): string {
  const words = split(en).map(escapeRegExp).join('|')
  return `(?<![\\p{L}\\p{N}])(?:${words})(?:s|es|ed|d|ing|er|ers|y)?(?![\\p{L}\\p{N}])`
}

function sourceOf(also: RegExp | undefined): string[] {
  return also === undefined ? [] : [also.source]
}

/** `text` with the words of one family blanked. */
function withoutFamily(text: string, id: string, language: PolarityLanguage): string {
  const family = familiesOf().get(id)
  if (family === undefined) return text
  let rest = text
  const blank = (found: string): string => '～'.repeat(found.length)
  for (const word of language === 'zh' ? family.zh : language === 'ja' ? family.ja : []) {
    rest = rest.replaceAll(word, blank)
  }
  if (language === 'en' || language === 'zh') rest = rest.replace(family.en, blank)
  return family.also === null ? rest : rest.replace(family.also, blank)
}

function holdsFamily(text: string, id: string, language: PolarityLanguage): boolean {
  return familiesOf().get(id)?.any[language].test(text) ?? false
}

function split(words: string): string[] {
  return words.split(' ').map((word) => word.replaceAll('_', ' '))
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** The families that a text has a word of. */
function conceptsIn(text: string, language: PolarityLanguage): Set<string> {
  const found = new Set<string>()
  for (const [id] of familiesOf()) if (holdsFamily(text, id, language)) found.add(id)
  for (const id of found) {
    const other = CONCEPTS[id]?.opposite
    // "没碰烟" is about smoking in name only.
    if (
      other !== undefined &&
      found.has(other) &&
      !holdsFamily(withoutFamily(text, id, language), other, language)
    ) {
      found.delete(other)
    }
  }
  return found
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
