/** What the engine of the rules needs to know of a language. Everything here is data; see zh.ts, en.ts, ja.ts. */
import type { Lean } from '../dates.ts'
import type { AnswerRule, FactKind, FactRule, Manner, Subject } from '../types.ts'

export interface LanguageData {
  /** "…, right?": asks for a nod, and states what stands before it. Tested on a sentence, mark included. */
  readonly tagQuestion: RegExp
  /** What separates clauses inside a sentence. Global. */
  readonly clauseBreak: RegExp
  /** Words before a quotation that make it somebody's speech. */
  readonly speechIntroduction: RegExp
  /** What makes quoted words speech rather than a name: a first person, a verb of its own. */
  readonly speech: RegExp
  /** Quotations longer than this are never a name. Characters. */
  readonly longQuote: number
  /** Quotations up to this are a word or name even after "said", unless they are speech. Characters. */
  readonly shortQuote: number
  /** Asides in brackets that are read all the same. */
  readonly asideKept: RegExp
  /** First-person words after a colon that nothing announces as the user's own: a lyric, a motto, somebody's words. Global. */
  readonly colonSpeech: RegExp
  /** Words that introduce pasted text. */
  readonly pasteIntroduction: RegExp

  readonly frames: FrameData
  readonly subjects: SubjectData
  readonly relationship: RelationshipData
  readonly wording: WordingData
  readonly rules: readonly FactRule[]
  readonly answers: readonly AnswerRule[]
  readonly corrections: CorrectionData
  /** The character's own words that say something lasting about itself, by `FactRule` as for the user. */
  readonly characterRules: readonly FactRule[]
  /** What shows in a finished statement that it is not worth keeping. */
  readonly faults: readonly Fault[]
}

/** A flaw of a statement about the user, tested on its matchable text. */
export interface Fault {
  readonly why: string
  readonly pattern: RegExp
  readonly unless?: RegExp
  /** Only a flaw of statements of these kinds, or read in these ways. */
  readonly kinds?: readonly FactKind[]
  readonly manners?: readonly Manner[]
}

export interface FrameData {
  /** A question although it may lack a question mark. Tested on sentence and clause. */
  readonly question: RegExp
  /** Conditions, wishes, imagination. */
  readonly hypothetical: RegExp
  /** A role-play or story begins, and ends. */
  readonly fictionStarts: RegExp
  readonly fictionEnds: RegExp
  /** A clause about a game, story or dream only. */
  readonly fictional: RegExp
  /**
   * The message deals with a story, a game, a dream, a song, a text: what it and the next ones say may be of that.
   * Tested on the whole message.
   */
  readonly madeUp: RegExp
  /** Leads back to what is so. Tested on a sentence. */
  readonly backToOwn: RegExp
  /** What was said just before is not true. */
  readonly joke: RegExp
  readonly sarcasm: RegExp
  /** Says that what was said before was meant the other way round. */
  readonly sarcasmNamed: RegExp
  /** What was quoted or sung just before is not the speaker's. */
  readonly notMine: RegExp
  /** Somebody else's words, hearsay. */
  readonly reported: RegExp
  /** Orders to the character, offers, thanks. */
  readonly imperative: RegExp
  /** An order that says what the user wants remembered; group `what`, when it is in the same sentence. */
  readonly remember: RegExp
  /** Reasons and addresses in an order to remember, which are not what is to be remembered. */
  readonly rememberWhy: RegExp
  /** An order that means what was said just before it. Tested on what `remember` matched. */
  readonly rememberBack: RegExp
  /** The character's words that take up a role-play or ask what if. */
  readonly hypotheticalQuestion: RegExp
  readonly past: RegExp
  readonly future: RegExp
  /** Opens a clause that held once. */
  readonly once: RegExp
}

export interface SubjectData {
  /** Finds who the clause is about; the first that matches wins. Group `person` for `third`. `pronoun`: he, she. `relative`: his son. */
  readonly finders: readonly {
    readonly who: Subject
    readonly pattern: RegExp
    readonly pronoun?: boolean
    readonly relative?: boolean
    readonly thing?: boolean
  }[]
  /** What to call a person found by a finder: "my boss" → "the user's boss". Works on original words. */
  name(person: string): string
  /** "His son" of `owner`: "the user's boss's son". */
  relative(owner: string, person: string): string
  /** A person or animal named alone, as an answer to "who is that?". Tested on a whole clause. */
  readonly bare: RegExp
  /** A word that opens a sentence and may be somebody's name, when the next sentence goes on with a pronoun. Group `name`. */
  readonly openingName: RegExp
  readonly nextPronoun: RegExp
  /** A name given to somebody or some animal. Group `name`. */
  readonly givenName: RegExp
  /** A name inside a sentence that later pronouns may mean. Group `name`. */
  readonly mentionedName: RegExp
  /** A person of the user's life inside a clause about somebody else; later pronouns may mean them. Group `person`. */
  readonly mentionedPerson: RegExp
  /** Pronouns and nouns of one sex, so that "he" is not read as a daughter. */
  readonly female: { readonly pronoun: RegExp; readonly noun: RegExp }
  readonly male: { readonly pronoun: RegExp; readonly noun: RegExp }
  /** Pronouns that stand for several, and nouns that may be several. */
  readonly plural?: { readonly pronoun: RegExp; readonly noun: RegExp }
  /** Descriptions that "it" may mean. */
  readonly animal: RegExp
}

export interface RelationshipData {
  /** Something the two do or will do together, said as a proposal or promise. */
  readonly agreement: RegExp
  /** A proposal that counts only once it is taken up. */
  readonly proposal: RegExp
  /** An agreement that doesn't say on what. */
  readonly empty: RegExp
  readonly accepted: RegExp
  readonly milestone: RegExp
  readonly unless: RegExp
}

export interface WordingData {
  readonly user: string
  /** First person that a character's own name stands for, where characters speak of themselves so. */
  readonly self: string | null
  /** Interjections and conjunctions that open a clause and say nothing. */
  readonly leading: RegExp
  readonly trailing: RegExp
  /** Puts a clause in the third person; `named`: it names the person itself. */
  toThird(words: string, about: Subject | 'named', third: string | null, characterName: string): string
  /** `said` (a later clause in the third person) without a subject that `words` didn't have. */
  rest(said: string, words: string): string
  /** Puts two statements together as one. */
  join(first: string, second: string): string
  /** Joins clauses of one sentence. */
  readonly comma: string
  /** Words that stand for something named before; group `word` is replaced. */
  readonly proForm: RegExp
  /** Words that name nothing: what is left of a clause beside them says whether it names something. Global. */
  readonly hollow: RegExp
  /** A clause that says little without what it refers to; `vagueAnswer` without the question it answers. */
  readonly vague: RegExp
  readonly vagueAnswer: RegExp
  /** A clause without subject and verb, which says little alone. */
  readonly fragment: RegExp
  /** Adds to a statement what it is about, in the user's own words. */
  about(words: string, what: string): string
  /** "That was before": what the character asked about held once. */
  readonly formerly: RegExp
  /** Words that stand for a place named before. */
  readonly proPlace: RegExp
  /** The kinds of question whose bare answer is a fact: a choice, a favourite, a possession, for how long. */
  readonly closedQuestion: RegExp
  /** The character announces questions for which a word is enough. */
  readonly quickfire: RegExp
  /** A short answer to a question that no rule knows. */
  answered(question: string, answer: string): string
  /** "It is not so": negates what a yes-or-no question asked. Null when the question is not of that kind. */
  yesNo(question: string, answer: YesNo): string | null
  readonly yes: RegExp
  readonly no: RegExp
  /** `X is Y`. */
  is(name: string, what: string): string
  /** Answers too empty to keep. */
  readonly emptyAnswer: RegExp
  readonly longestAnswer: number
}

export type YesNo = 'yes' | 'no'

export interface CorrectionData {
  /** Between a wrong statement and the right one. */
  readonly marker: RegExp
  /** May open a correction: tried, and forgotten when nothing fits. */
  readonly softMarker: RegExp
  /** Right and wrong in one breath; groups `right` and `wrong`. */
  readonly contrast: readonly RegExp[]
  /** What stands before the right value and is no part of it. */
  readonly rightPrefix: RegExp
  /** Verbs whose object a bare word may correct. */
  readonly valueVerb: RegExp
  /** Pieces that replace one another when old and new statement both have one (weekday, number, name, place…). */
  readonly slots: readonly RegExp[]
  /** "No longer": what held before has ended. */
  readonly ended: RegExp
  /** What ends when something else begins. Made when it is first asked for. */
  changes(): ChangeData
  /** "Never": what was said before was never so. */
  readonly never: RegExp
  /** The beginning of a stored text whose subject is somebody of the user's, or an animal, and not the user. */
  readonly ofAnother: RegExp
  /** Pieces of a text that carry its content, for finding what a correction is about. */
  readonly content: RegExp
  readonly contentStop: RegExp
  /** Says that something is not so. */
  readonly denial: RegExp
  /** Words that are no part of what a statement is about, and the pieces of what is left. */
  readonly aside: RegExp
  readonly matter: RegExp
}

export interface ChangeData {
  /** What the clause states holds in place of what held before ("I live in … now", "a new job"), by kind. */
  readonly began: Readonly<Partial<Record<FactKind, RegExp>>>
  /** Known facts that a new fact of the same kind replaces, by how they are worded. */
  readonly replaceable: Readonly<Partial<Record<FactKind, RegExp>>>
  /** Words in which two homes or jobs may be alike without being the same. Global. */
  readonly alike: RegExp
  /** Turns of a life: what says so, and the stored facts about the user that no longer hold then. */
  readonly turns: readonly { readonly when: RegExp; readonly ends: RegExp }[]
}

/** `make`, called once. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}

/** How a clause leans when its time phrase doesn't say. */
export function leanOf(text: string, frames: FrameData): Lean {
  const past = frames.past.test(text)
  const future = frames.future.test(text)
  if (past === future) return 'near'
  return past ? 'past' : 'future'
}
