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
  /** Ids of known facts that this one corrects: they are no longer true (`was`) or never were (`never`). */
  readonly corrects?: readonly { readonly id: string; readonly how: 'was' | 'never' }[]
  /** True when the claim itself is about what no longer holds ("used to live in Tokyo"). */
  readonly superseded?: boolean
}

/** Facts claimed, plus stored ones the turns took back without saying a new one ("that was a joke"). */
export interface Extraction {
  readonly claims: readonly FactClaim[]
  readonly retracts: readonly {
    readonly id: string
    readonly how: 'was' | 'never'
    readonly turnId: string
  }[]
}

export interface MemoryModel {
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
