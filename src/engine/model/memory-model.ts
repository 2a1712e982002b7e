/**
 * The port to language understanding: one method a task of prompts.md. A model's answer is a claim
 * (design.md, rule 8): what comes back here is of the right shape, and nothing more is promised.
 */
import type { Instant, Moment } from '../ports.ts'
import type { Result } from '../result.ts'

/** The languages that prompts and rendered text exist in (context.md §8); zh-TW has its own prompts. */
export type Language = 'zh' | 'zh-TW' | 'en' | 'ja' | 'ko' | 'ru' | 'es' | 'pt'

export type Entity = 'master' | 'neko' | 'relationship'

export type FactSource = 'user_observation' | 'ai_disclosure'

/** One message of a conversation as extraction sees it. */
export interface ConversationTurn {
  readonly turnId: string
  readonly role: 'human' | 'ai'
  readonly text: string
  readonly at: Moment
}

/** What a task needs to know about who is talking. */
export interface ModelContext {
  readonly character: string
  readonly language: Language
  readonly userName: string
  readonly characterName: string
  readonly now: Moment
  readonly signal?: AbortSignal
}

export interface SummariseInput {
  /** Rendered conversation, `speaker | text` lines (recent.md §5.1). */
  readonly conversation: string
  /** Keep as much as possible (renew, settle, idle) instead of being brief (process). */
  readonly detailed: boolean
  /** Hours since outdated content was last moved aside; absent when no notice is due (recent.md §5.5). */
  readonly staleHours?: number
}

/** A fact already stored, as the extractor may see it. */
export interface KnownFact {
  readonly id: string
  readonly text: string
  readonly entity: Entity
  readonly importance: number
  readonly turnIds: readonly string[]
}

export interface ExtractInput {
  /** The turns to learn from, oldest first. */
  readonly turns: readonly ConversationTurn[]
  /** Turns directly before, for reference only (rules read them; prompts of path A do not). */
  readonly context: readonly ConversationTurn[]
  readonly known: readonly KnownFact[]
}

/** Wall-clock offset from the cited turn (facts.md §3); negative is past. */
export interface RelativeOffset {
  readonly offset: number
  readonly unit: 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'
}

export interface EventWhen {
  readonly start: RelativeOffset | null
  readonly end: RelativeOffset | null
}

/** One claimed fact, before it is admitted (facts/admit.ts). */
export interface FactClaim {
  readonly text: string
  /** 1..10 */
  readonly importance: number
  readonly entity: Entity
  readonly source: FactSource
  readonly eventWhen: EventWhen | null
  /** Absolute event time, where the extractor knows one (rules: "on 9 March"). Wins over `eventWhen`. */
  readonly event?: { readonly start: Instant; readonly end: Instant | null }
  /** Turns that are cited; empty when the answer named none. */
  readonly turnIds: readonly string[]
  /** Words of a cited turn, verbatim; null when the answer gave none. */
  readonly quote: string | null
  readonly confidence: 'normal' | 'low'
  /** What stands for its id where a later part of the same answer corrects it. */
  readonly key?: string
  /**
   * Ids of known facts, and keys of earlier claims, that this one corrects: they are no longer true (`was`) or never
   * were (`never`).
   */
  readonly corrects?: readonly { readonly id: string; readonly how: 'was' | 'never' }[]
  /** True when the claim itself is about what no longer holds ("used to live in Tokyo"). */
  readonly superseded?: boolean
}

/** Something the turns took back without saying anything new ("that was a joke"). */
export interface Retract {
  /** Id of a known fact, or key of an earlier claim. */
  readonly id: string
  readonly how: 'was' | 'never'
  readonly turnId: string
  /** How many of the claims were made before; all where it is absent. */
  readonly after?: number
}

/** Facts claimed in the order they were said, and what was taken back between them. */
export interface Extraction {
  readonly claims: readonly FactClaim[]
  readonly retracts: readonly Retract[]
}

// -------------------------------------------------------------------------------------- the life of a memory

/** A stored observation as a prompt shows it: `reflection.<id>` or `persona.<entity>.<id>` (facts.md §8). */
export interface Observation {
  readonly promptId: string
  readonly text: string
  /** Evidence score now. */
  readonly score: number
}

/** One claimed effect of a fact on an observation; ids are as the model wrote them and not yet checked. */
export interface SignalClaim {
  readonly sourceFactId: string | null
  readonly targetId: string
  readonly signal: 'reinforces' | 'negates'
  readonly reason: string
}

export interface TargetClaim {
  readonly targetId: string
  readonly reason: string
}

/** One reflection over several facts; labels are not yet held to the ontology (reflections.md §3.4). */
export interface SynthesisClaim {
  readonly text: string
  readonly entity: unknown
  readonly relationType: unknown
  readonly temporalScope: unknown
  readonly subject: unknown
  readonly eventWhen: unknown
}

export interface WeighedFact {
  readonly id: string
  readonly text: string
  readonly importance: number
  readonly entity: Entity
  readonly createdAt: string
}

export type FeedbackVerdict = 'confirmed' | 'denied' | 'ignored'

export interface FeedbackInput {
  /** Reflections that were raised, or are believed. */
  readonly reflections: readonly { readonly id: string; readonly text: string }[]
  /** What the user said, oldest first. */
  readonly messages: readonly string[]
}

export interface FeedbackClaim {
  readonly reflectionId: string
  readonly feedback: FeedbackVerdict
}

export interface PromotionInput {
  readonly reflection: Observation
  readonly entity: Entity
  /** Persona entries, then reflections of the same entity (reflections.md §9). */
  readonly pool: readonly Observation[]
}

export type PromotionDecision =
  | { readonly action: 'promote_fresh'; readonly reason: string }
  | { readonly action: 'merge_into'; readonly targetId: string; readonly mergedText: string }
  | { readonly action: 'reject'; readonly reason: string }

export interface CorrectionItem {
  /** Place in the whole queue, by which the answer names it. */
  readonly index: number
  readonly oldText: string
  readonly newText: string
}

export interface CorrectionDecision {
  readonly index: number
  readonly action: 'merge' | 'keep_new' | 'keep_old' | 'keep_both'
  /** Of a merge; absent means the new text. */
  readonly text?: string
}

export interface DuplicatePair {
  readonly index: number
  readonly candidate: string
  readonly existing: string
  readonly cosine: number
}

export interface DuplicateDecision {
  readonly index: number
  readonly action: 'merge' | 'replace' | 'keep_both'
}

export interface RefineMember {
  readonly kind: 'persona' | 'reflection' | 'fact'
  readonly id: string
  readonly text: string
  readonly relationType?: string | null
  readonly temporalScope?: string | null
  readonly importance?: number
}

export interface RefineProduct {
  readonly text: string
  readonly relationType?: string
  readonly temporalScope?: string
}

/** reflections.md §11; ids are as the model wrote them. */
export type RefineAction =
  | { readonly action: 'split'; readonly sourceId: string; readonly produce: readonly RefineProduct[] }
  | {
      readonly action: 'merge'
      readonly sourceIds: readonly string[]
      readonly absorbedFactIds: readonly string[]
      readonly produce: RefineProduct
    }
  | {
      readonly action: 'modify'
      readonly sourceId: string
      readonly absorbedFactIds: readonly string[]
      readonly produce: RefineProduct
      readonly reason: string
    }
  | { readonly action: 'discard'; readonly sourceId: string; readonly reason: string }

export interface ReviewReplyClaim {
  /** The answer's text, for recent/review.ts to read; empty when the model gave none. */
  readonly text: string
  readonly finishReason: string | null
  readonly outputTokens: number
}

export interface FusedText {
  readonly text: string
  /** 1..10 */
  readonly importance: number
}

export interface MemoryModel extends LifeModel {
  /** `rules` asks nobody, so its work need not be batched. */
  readonly kind: 'prompted' | 'rules'
  /** Stage 1 (prompts.md §2): one memo text. Retries inside; a failure means that all attempts failed. */
  summarise(input: SummariseInput, context: ModelContext): Promise<Result<string>>
  /** Stage 2 (prompts.md §3): the same text in at most 700 words (characters for CJK). */
  shorten(text: string, context: ModelContext): Promise<Result<string>>
  /** Path A (prompts.md §5): from the user's own words. */
  extractFacts(input: ExtractInput, context: ModelContext): Promise<Result<Extraction>>
  /** Path B (prompts.md §6): from both sides, what path A missed; mostly the character's own disclosures. */
  extractFactsWithAi(input: ExtractInput, context: ModelContext): Promise<Result<Extraction>>
}

/** The tasks that keep a memory alive (prompts.md §4, §7–18). A failure means that all attempts failed. */
export interface LifeModel {
  /** §4. `dialogue` is `role: content` with blank lines between. */
  reviewHistory(dialogue: string, context: ModelContext): Promise<Result<ReviewReplyClaim>>
  /** §7 */
  detectSignals(
    input: { readonly facts: readonly WeighedFact[]; readonly observations: readonly Observation[] },
    context: ModelContext,
  ): Promise<Result<readonly SignalClaim[]>>
  /** §8: which observations the user wants no more of. */
  findNegativeTargets(
    input: { readonly messages: readonly string[]; readonly observations: readonly Observation[] },
    context: ModelContext,
  ): Promise<Result<readonly TargetClaim[]>>
  /** §9 */
  synthesise(
    input: { readonly facts: readonly WeighedFact[]; readonly related: readonly WeighedFact[] },
    context: ModelContext,
  ): Promise<Result<SynthesisClaim>>
  /** §10 */
  checkFeedback(input: FeedbackInput, context: ModelContext): Promise<Result<readonly FeedbackClaim[]>>
  /** §11 */
  checkRebuttal(input: FeedbackInput, context: ModelContext): Promise<Result<readonly FeedbackClaim[]>>
  /** §12 */
  decidePromotion(input: PromotionInput, context: ModelContext): Promise<Result<PromotionDecision>>
  /** §13 */
  resolveCorrections(
    items: readonly CorrectionItem[],
    context: ModelContext,
  ): Promise<Result<readonly CorrectionDecision[]>>
  /** §14 */
  arbitrateDuplicates(
    pairs: readonly DuplicatePair[],
    context: ModelContext,
  ): Promise<Result<readonly DuplicateDecision[]>>
  /** §15 */
  refineCluster(
    input: { readonly entity: string; readonly members: readonly RefineMember[] },
    context: ModelContext,
  ): Promise<Result<readonly RefineAction[]>>
  /** §16 */
  recheckReflection(
    input: { readonly text: string; readonly createdAt: string; readonly facts: readonly string[] },
    context: ModelContext,
  ): Promise<
    Result<{ readonly temporalScope: 'pattern' | 'state' | 'episode'; readonly eventWhen: EventWhen | null }>
  >
  recheckFact(
    input: { readonly text: string; readonly createdAt: string },
    context: ModelContext,
  ): Promise<Result<{ readonly eventWhen: EventWhen | null }>>
  /** §17: prompt ids, best first; unknown and repeated ones are the caller's to drop. */
  rerank(
    input: {
      readonly queries: readonly string[]
      readonly candidates: readonly Observation[]
      readonly budget: number
    },
    context: ModelContext,
  ): Promise<Result<readonly string[]>>
  /** §18 */
  fusePersona(
    input: { readonly entity: Entity; readonly material: readonly string[]; readonly tokens: number },
    context: ModelContext,
  ): Promise<Result<readonly FusedText[]>>
}
