/** Shapes of the rules as data, and of what the engine makes while it reads a conversation. */
import type { Entity, FactSource } from '../../model/memory-model.ts'
import type { Instant } from '../../ports.ts'
import type { RuleLanguage } from './language.ts'

/** What a fact is about. Decides importance, and which facts can replace one another. */
export type FactKind =
  | 'name'
  | 'nickname'
  | 'birthday'
  | 'age'
  | 'trait'
  | 'residence'
  | 'origin'
  | 'job'
  | 'school'
  | 'family'
  | 'pet'
  | 'other-person'
  | 'like'
  | 'dislike'
  | 'allergy'
  | 'health'
  | 'habit'
  | 'possession'
  | 'skill'
  | 'goal'
  | 'plan'
  | 'event'
  | 'relationship'
  | 'remember'
  | 'boundary'
  | 'answer'

/** Who a clause speaks of. `we` is the user together with somebody. */
export type Subject = 'user' | 'third' | 'character' | 'we'

export interface FactRule {
  readonly kind: FactKind
  readonly pattern: RegExp
  /** A clause that matches this too is left alone. */
  readonly unless?: RegExp
  /** Subjects that the rule applies to; default: user and we. */
  readonly subjects?: readonly Subject[]
  /**
   * Wording with `$group` for a named group of the pattern, `$user` and `$character`; without it the clause itself is
   * kept, in the third person.
   */
  readonly say?: string
  /** Needs a time phrase that lies so, as the fact is only worth keeping with it. */
  readonly time?: 'past' | 'future' | 'any'
  /** True once and no longer. */
  readonly superseded?: boolean
  /** Overrides the importance of the kind. */
  readonly importance?: number
  /** Looked for in the whole sentence, which is kept; default: in each clause. */
  readonly scope?: 'sentence'
  /** Says something of what the clause before names ("…, I can't stand it"): kept together with that clause. */
  readonly leansBack?: boolean
  /** What must follow the person that the clause is about, who then leads it. */
  readonly predicate?: RegExp
  /** Only in the first message of the user, where people introduce themselves. */
  readonly first?: boolean
  /** Only when the turn has just said something of that kind, whose time it shares. */
  readonly after?: FactKind
  /** Only when the previous message of the character asked something that matches. */
  readonly asked?: RegExp
}

/** A question of the character whose short answer is a fact. */
export interface AnswerRule {
  readonly kind: FactKind
  readonly question: RegExp
  /** Form the answer must have; default: anything short. Its named groups are for `say`; `$answer` is the whole. */
  readonly answer?: RegExp
  readonly say: string
  readonly superseded?: boolean
  /** What the user's message before the question must have been about. */
  readonly topic?: RegExp
  /** The question is about the person or animal last spoken of: `$third` in `say`. */
  readonly third?: boolean
}

/** How words became a statement. */
export type Manner =
  /** The rule has a wording of its own, filled with what the clause says. */
  | 'worded'
  /** The clause itself, which says "I" or "my". */
  | 'own-words'
  /** The clause itself, without a subject of its own. */
  | 'no-subject'
  /** As before, about the person that the clause before was about. */
  | 'goes-on'
  /** Names or describes a person or animal of the user's life. */
  | 'person'
  /** "He", "she", "it": the person or animal spoken of before. */
  | 'pronoun'
  /** The user together with somebody. */
  | 'together'
  /** Added to the statement before it, which it refers to. */
  | 'joined'
  /** Refers to something said before, which is put beside it. */
  | 'referring'
  /** As before, and what it refers to stands in another turn. */
  | 'referring-back'
  | 'typed-answer'
  | 'yes-no'
  /** Kept with the question, which asks something lasting of a closed list. */
  | 'closed-answer'
  /** Kept with any other question. */
  | 'any-answer'
  | 'remember'
  | 'agreement'
  | 'corrected'
  | 'disclosed'

/** A fact as the engine holds it while it reads; a claim once it is final. */
export interface Belief {
  readonly text: string
  readonly entity: Entity
  readonly kind: FactKind
  readonly manner: Manner
  readonly source: FactSource
  readonly importance: number
  readonly turnId: string
  readonly language: RuleLanguage
  readonly quote: string
  readonly event: { readonly start: Instant; readonly end: Instant | null } | null
  readonly superseded: boolean
  /** Whether this belief comes from a turn to learn from (else from context). */
  readonly fresh: boolean
  readonly corrects: readonly { readonly id: string; readonly how: 'was' | 'never' }[]
}
