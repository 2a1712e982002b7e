/**
 * Reading one statement without a model: who it is about, what it is about, and whether it is for or against it.
 * Cautious on purpose: what can't be told is unrelated.
 */
import { languageOf, matchable, type RuleLanguage } from '../../facts/rules/language.ts'
import {
  type Content,
  contentOf,
  isOpposite,
  maskOpposed,
  sharedShare,
  type Topic,
  topicOf,
} from './about.ts'
import { CONCEPTS } from './data/concepts/index.ts'
import {
  POLARITY,
  POSSESSION,
  type PolarityLanguage,
  type PolarityWords,
  type Slot,
  SLOTS,
} from './data/polarity.ts'

export interface Names {
  readonly userName: string
  readonly characterName: string
}

/** Whom a statement is about: the user or character, somebody else (in the text's word), or not said. */
export type Subject = 'user' | 'character' | 'unsaid' | { readonly person: string }

/** What a text says. Its `text` is folded, in lower case, without the leading subject. */
export interface Statement extends Topic {
  readonly language: PolarityLanguage
  readonly subject: Subject
  readonly clauses: readonly Clause[]
  readonly content: Content
  /** The slots of a life that it fills as an observation, and those that it changes as a fact. */
  readonly observed: readonly Slot[]
  readonly told: readonly Slot[]
  /** False for what was asked, dreamt or told of others. */
  readonly real: boolean
}

interface Clause extends Topic {
  readonly sign: 1 | -1
  readonly ends: boolean
  readonly changes: boolean
  readonly prefers: boolean
  /** Holds a plain negation, one that takes away no aversion. */
  readonly negated: boolean
}

export type Relation = 'same' | 'opposite' | 'unrelated'

export function readStatement(text: string, names: Names): Statement {
  const spoken = languageOf(text)
  const language: PolarityLanguage = spoken ?? 'other'
  const plain = plainText(text, spoken)
  const { subject, rest } = subjectOf(plain, language, names)
  const words = POLARITY[language]
  const topic = topicOf(rest, language)
  const { concepts } = topic
  const clauses = clausesOf(rest, language)
  return {
    language,
    subject,
    clauses: clauses.map((clause) => ({
      ...clause,
      ...turns(maskOpposed(clause.text, language, concepts), words),
    })),
    ...topic,
    content: contentOf(rest, language),
    observed: SLOTS.filter(({ observation }) => observation.test(rest)),
    told: SLOTS.filter(({ fact }) => fact.test(rest)),
    real: !words.unreal.test(rest),
  }
}

/** What `said` means for what is held: the same, the opposite, or nothing that can be told. */
export function relate(held: Statement, said: Statement): Relation {
  if (!said.real || !sameSubject(held, said)) return 'unrelated'
  const slot = held.observed.find(
    (one) => said.told.includes(one) && !(one.elsewhere === true && sharesAll(held, said)),
  )
  if (slot !== undefined) return slot.says
  const opposed = [...said.concepts].some((concept) => isOpposite(concept, held.concepts))
  const shared = [...said.concepts].some((concept) => held.concepts.has(concept))
  if (opposed && !shared) return signOf(held) === signToward(held, said, true) ? 'opposite' : 'same'
  if (isAbout(held, said)) return signOf(held) === signToward(held, said, opposed) ? 'same' : 'opposite'
  return displaces(held, said) && signOf(held) === 1 ? 'opposite' : 'unrelated'
}

/** True when something of the same kind is said to have taken the place of what is held. */
function displaces(held: Statement, said: Statement): boolean {
  if (!said.clauses.some(({ changes, prefers }) => changes || prefers)) return false
  const kinds = new Set([...held.concepts].flatMap((concept) => CONCEPTS[concept]?.kind ?? []))
  return [...said.concepts].some((concept) => kinds.has(CONCEPTS[concept]?.kind ?? ''))
}

/** True when a text shares what the statement is about. */
export function isAbout(held: Statement, said: Topic): boolean {
  for (const concept of said.concepts) if (held.concepts.has(concept)) return true
  return sharedShare(held.content, said) >= LEAST_SHARE
}

/** Share of content that two texts have in common, 0..1. */
export function likeness(left: Statement, right: Statement): number {
  const both = sharedShare(left.content, right) + sharedShare(right.content, left)
  return both / 2
}

/** 1 for a statement that is for what it is about, -1 for one against it. */
export function signOf(statement: Statement): 1 | -1 {
  return statement.clauses.some(({ sign }) => sign === -1) ? -1 : 1
}

/** True for a statement in a plain negative form ("doesn't like"), whatever it is about. */
export function isNegated(statement: Statement): boolean {
  return statement.clauses.some(({ negated }) => negated)
}

/** Share of content from which two statements are about the same thing. */
const LEAST_SHARE = 0.3

// --------------------------------------------------------------------------------------------------- parts

function plainText(text: string, language: RuleLanguage | null): string {
  return matchable(text.normalize('NFKC'), language ?? 'en')
    .toLowerCase()
    .trim()
}

const USER_WORDS: Readonly<Record<PolarityLanguage, readonly string[]>> = {
  zh: ['主人', '用户', '我', '咱'],
  en: ['the user', 'the master', 'user', "i'm", "i've", 'i', 'my', 'me'],
  ja: ['ご主人様', 'マスター', 'ユーザー', '主人', '私', '僕', '俺'],
  other: [],
}

function subjectOf(
  plain: string,
  language: PolarityLanguage,
  names: Names,
): { readonly subject: Subject; readonly rest: string } {
  const user = names.userName.toLowerCase()
  const generic =
    user !== '' && plain.startsWith(user) ? GENERIC_USER[language] + plain.slice(user.length) : plain
  const third = POLARITY[language].third.exec(generic)
  if (third?.groups?.['person'] !== undefined && !joins(generic.slice(third[0].length))) {
    return { subject: { person: third.groups['person'] }, rest: generic }
  }
  const character = names.characterName.toLowerCase()
  if (character !== '' && plain.startsWith(character)) {
    return { subject: 'character', rest: plain.slice(character.length) }
  }
  const lead = USER_WORDS[language].find((word) => generic.startsWith(word))
  return lead === undefined
    ? { subject: 'unsaid', rest: generic }
    : { subject: 'user', rest: generic.slice(lead.length) }
}

const GENERIC_USER: Readonly<Record<PolarityLanguage, string>> = {
  zh: '主人',
  en: 'the user',
  ja: 'マスター',
  other: '',
}

/** "My sister and I": the user is among them. */
function joins(rest: string): boolean {
  return /^(?: and (?:i|the user|me)\b|和(?:我|主人)|と(?:私|マスター))/u.test(rest)
}

function sameSubject(held: Statement, said: Statement): boolean {
  const known = held.text
  if (typeof said.subject === 'object') {
    // Somebody else counts only for a statement that names the same person.
    return typeof held.subject === 'object'
      ? held.subject.person === said.subject.person
      : known.includes(said.subject.person)
  }
  if (typeof held.subject === 'object') return said.text.includes(held.subject.person)
  return held.subject === said.subject || held.subject === 'unsaid' || said.subject === 'unsaid'
}

/** The clauses that count. */
function clausesOf(text: string, language: PolarityLanguage): Topic[] {
  const words = POLARITY[language]
  const parts = text.split(words.contrast)
  // What stands after "but" counts.
  const last = parts.at(-1) ?? ''
  return (last.trim() === '' ? text : last)
    .split(words.clause)
    .filter((part) => part.trim() !== '')
    .map((part) => topicOf(part, language))
}

/** Whether a clause is against what it is about: any turn that no negation takes away. */
function turns(
  part: string,
  words: PolarityWords,
): Pick<Clause, 'sign' | 'ends' | 'changes' | 'prefers' | 'negated'> {
  let text = part.replace(words.idioms, (idiom) => ' '.repeat(idiom.length))
  const changes = (text.match(words.change) ?? []).length > 0
  let negative = false
  let ends = false
  for (const [kind, pattern] of [
    ['aversion', words.aversion],
    ['end', words.end],
  ] as const) {
    for (const match of text.matchAll(pattern)) {
      const before = text.slice(Math.max(0, match.index - words.reach), match.index)
      const after = text.slice(match.index + match[0].length, match.index + match[0].length + words.reach)
      const near = words === POLARITY.ja ? after : before
      const negation = near.match(words.negation)
      if (negation === null) {
        negative = true
        if (kind === 'end') ends = true
      }
      // Either way it has been read.
      const start = negation === null ? match.index : Math.max(0, match.index - words.reach)
      const end =
        match.index + match[0].length + (words === POLARITY.ja && negation !== null ? words.reach : 0)
      text = text.slice(0, start) + ' '.repeat(end - start) + text.slice(end)
    }
  }
  const negated = (text.match(words.negation) ?? []).length > 0
  return { sign: negative || negated ? -1 : 1, ends, changes, prefers: words.rather.test(text), negated }
}

/** For or against, as far as `said` is about what is held, or about its opposite. */
function signToward(held: Statement, said: Statement, opposed: boolean): 1 | -1 {
  // The leaning of what is held, and of its opposite, is in their words already.
  const clauses = said.clauses.map((clause) => ({
    ...clause,
    ...turns(maskOpposed(clause.text, said.language, held.concepts), POLARITY[said.language]),
  }))
  const read = clauses.map((clause) => {
    const about = isAbout(held, clause)
    const against = opposed && [...clause.concepts].some((concept) => isOpposite(concept, held.concepts))
    return { ...clause, about: about || against, against: about && against }
  })
  const changed = clauses.some(({ changes }) => changes) && !sharesAll(held, said)
  if (changed || clauses.some(({ ends }) => ends)) return -1
  const topical = read.filter(({ about }) => about)
  // "Without meat" is no word against a vegetarian.
  const counting = topical.length > 0 ? topical : read
  const owned = POSSESSION[held.language].test(held.text)
  return counting.some(({ sign, negated, against }) => (owned ? negated : sign === -1) && !against) ? -1 : 1
}

function sharesAll(held: Statement, said: Statement): boolean {
  return sharedShare(held.content, said) >= 1
}
