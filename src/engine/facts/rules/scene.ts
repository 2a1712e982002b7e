/** What the reader of a conversation knows at a point of it, and the shapes it works on. */
import type {
  ConversationTurn,
  Entity,
  ExtractInput,
  FactSource,
  ModelContext,
} from '../../model/memory-model.ts'
import { createLedger } from './beliefs.ts'
import type { Ledger } from './beliefs.ts'
import { leanOf } from './data/language-data.ts'
import type { LanguageData } from './data/language-data.ts'
import { findTimes } from './dates.ts'
import type { TimeMention } from './dates.ts'
import type { RuleLanguage } from './language.ts'
import type { Clause } from './sentences.ts'
import type { FactKind, Manner, Subject } from './types.ts'

/** Longest clause that is still one statement. Characters. */
export const LONGEST_CLAUSE: Readonly<Record<RuleLanguage, number>> = { zh: 60, ja: 70, en: 220 }
/** Longest neighbour that is taken along with a statement. Characters. */
export const LONGEST_NEIGHBOUR: Readonly<Record<RuleLanguage, number>> = { zh: 16, ja: 20, en: 60 }

/** A message in a language that the rules speak. */
export interface Spoken {
  readonly turn: ConversationTurn
  readonly fresh: boolean
  readonly language: RuleLanguage
  readonly data: LanguageData
  /** Time phrases found so far, by text. */
  readonly times: Map<string, TimeMention[]>
}

/** A statement being put together from the clauses of one sentence. */
export interface Draft {
  readonly kind: FactKind
  readonly subject: Subject
  readonly entity: Entity
  readonly source: FactSource
  readonly importance: number
  readonly superseded: boolean
  /** Fixed wording; null when the clauses themselves are kept. */
  readonly say: string | null
  from: number
  to: number
  words: string[]
  time: Pick<TimeMention, 'start' | 'end'> | null
  corrects: { id: string; how: 'was' | 'never' }[]
  manner: Manner
  /** Says of something named elsewhere. */
  refers?: boolean
}

export interface Scene {
  readonly context: ModelContext
  readonly ledger: Ledger
  /** Names of people and animals spoken of, with what they are to the user. */
  readonly names: Map<string, string>
  /** A role-play or story is going on. */
  fiction: boolean
  /** Turns of the user, this one included, that may be about something made up. */
  madeUp: number
  /** The talk is of what might be. */
  supposing: boolean
  /** The character goes through questions for which a word is enough. */
  quickfire: boolean
  /** What the character's last message asked, and all of that message, matchable. */
  questions: string[]
  lastAi: string
  lastHuman: Spoken | null
  humanBefore: Spoken | null
  /** Turns of which the one being read denies something by its name. */
  denied: string[]
  /** The person or animal last spoken of, and how many of the user's turns ago. */
  third: string | null
  thirdAge: number
  /** A place that the user has left. */
  oldPlace: string | null
  /** A name that the user's last message opened with and the character took up. */
  topic: string | null
  /** Something proposed to do together that is not yet taken up. */
  proposal: Draft | null
  lastEvent: Pick<TimeMention, 'start' | 'end'> | null
  /** The turn began to tell of somebody (an answer to "who is that?"). */
  goesOn: boolean
}

export function createScene(input: ExtractInput, context: ModelContext): Scene {
  return {
    context,
    ledger: createLedger(input, context.characterName),
    names: new Map(),
    fiction: false,
    madeUp: 0,
    supposing: false,
    quickfire: false,
    questions: [],
    lastAi: '',
    lastHuman: null,
    humanBefore: null,
    denied: [],
    third: null,
    thirdAge: 0,
    oldPlace: null,
    topic: null,
    proposal: null,
    lastEvent: null,
    goesOn: false,
  }
}

export function timesOf(spoken: Spoken, clause: Clause): TimeMention[] {
  let times = spoken.times.get(clause.text)
  if (!times) {
    times = findTimes(clause.text, spoken.language, spoken.turn.at, leanOf(clause.text, spoken.data.frames))
    spoken.times.set(clause.text, times)
  }
  return times
}

/** Original words of a clause's matchable part `text`, which must stand in it. */
export function originalOf(spoken: Spoken, clause: Clause, text: string): string {
  const at = clause.text.indexOf(text)
  return at < 0 ? text : spoken.turn.text.slice(clause.from + at, clause.from + at + text.length)
}

export function quoteOf(spoken: Spoken, clause: { readonly from: number; readonly to: number }): string {
  return spoken.turn.text.slice(clause.from, clause.to)
}

export function trimmed(text: string, from: number): Clause {
  const start = text.length - text.replace(/^[\s,，、.。:：!！;；…—–-]+/u, '').length
  const body = text.slice(start).replace(/[\s,，、:：]+$/u, '')
  return { from: from + start, to: from + start + body.length, text: body }
}
