/**
 * Reading one statement without a model: who it is about, what it is about, and whether it is for or against it.
 * Cautious on purpose: what can't be told is unrelated.
 */
import { languageOf, matchable, type RuleLanguage } from '../../facts/rules/language.ts'
import { conceptsIn, type Content, contentOf, isOpposite, maskOpposed, sharedShare } from './about.ts'
import { CONCEPTS } from './data/concepts/index.ts'
import { POLARITY, POSSESSION, type PolarityLanguage, type PolarityWords, SLOTS } from './data/polarity.ts'

export interface Names {
  readonly userName: string
  readonly characterName: string
}

/** Whom a statement is about: the user or character, somebody else (in the text's word), or not said. */
export type Subject = 'user' | 'character' | 'unsaid' | { readonly person: string }

export interface Statement {
  /** Folded, in lower case, without the leading subject. */
  readonly text: string
  readonly language: PolarityLanguage
  readonly subject: Subject
  readonly clauses: readonly Clause[]
  readonly concepts: ReadonlySet<string>
  readonly content: Content
  /** False for what was asked, dreamt or told of others. */
  readonly real: boolean
}

interface Clause {
  readonly text: string
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
  const concepts = conceptsIn(rest, language)
  return {
    text: rest,
    language,
    subject,
    clauses: clausesOf(rest, language, concepts),
    concepts,
    content: contentOf(rest, language),
    real: !POLARITY[language].unreal.test(rest),
  }
}

/** What `said` means for what is held: the same, the opposite, or nothing that can be told. */
export function relate(held: Statement, said: Statement): Relation {
  if (!said.real || !sameSubject(held, said)) return 'unrelated'
  const slot = SLOTS.find(
    ({ observation, fact, elsewhere }) =>
      observation.test(held.text) && fact.test(said.text) && !(elsewhere === true && sharesAll(held, said)),
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
export function isAbout(held: Statement, said: Pick<Statement, 'text' | 'concepts' | 'language'>): boolean {
  for (const concept of said.concepts) if (held.concepts.has(concept)) return true
  return sharedShare(held.content, said.text, said.language) >= LEAST_SHARE
}

/** Share of content that two texts have in common, 0..1. */
export function likeness(left: Statement, right: Statement): number {
  const both =
    sharedShare(left.content, right.text, right.language) +
    sharedShare(right.content, left.text, left.language)
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

/** The clauses that count, as for or against; the leaning of `concepts` and their opposites is theirs. */
function clausesOf(text: string, language: PolarityLanguage, concepts: ReadonlySet<string>): Clause[] {
  const words = POLARITY[language]
  const parts = text.split(words.contrast)
  // What stands after "but" counts.
  const last = parts.at(-1) ?? ''
  return (last.trim() === '' ? text : last)
    .split(words.clause)
    .filter((part) => part.trim() !== '')
    .map((part) => ({ text: part, ...turns(maskOpposed(part, language, concepts), words) }))
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
  const clauses = clausesOf(said.text, said.language, held.concepts)
  const read = clauses.map((clause) => {
    const concepts = conceptsIn(clause.text, said.language)
    const about = isAbout(held, { text: clause.text, concepts, language: said.language })
    const against = opposed && [...concepts].some((concept) => isOpposite(concept, held.concepts))
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
  return sharedShare(held.content, said.text, said.language) >= 1
}
