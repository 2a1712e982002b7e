/**
 * The history review without its loop (recent.md §7): whether one may run, what the model's reply means, and the
 * change that follows. All pure.
 */
import type { Instant } from '../ports.ts'
import {
  MODEL_OUTPUT_TOKENS,
  REVIEW_MAX_EXHAUSTIONS,
  REVIEW_MAX_FAILURES,
  REVIEW_MIN_ITEMS,
  REVIEW_MIN_PAUSE_MS,
  REVIEW_NEW_HUMAN,
  REVIEW_NEW_HUMAN_IDLE,
} from '../settings.ts'
import { firstFencedBlock } from '../text/fences.ts'
import { fingerprintOf, sameFingerprint, type Fingerprint } from '../text/fingerprint.ts'
import { parseTolerant, type JsonValue } from '../text/tolerant-json.ts'
import { align, findCutoff, type HistoryEdit } from './align.ts'
import { message, type StoredMessage } from './message.ts'

// -------------------------------------------------------------------------------------------------- gates

/** The review part of a character's row in `idle_maintenance_state.json` (recent.md §7.4). */
export interface ReviewState {
  readonly lastReviewAt: Instant | null
  readonly cutoffTail: Fingerprint | null
  readonly failAttempts: number
  readonly failFingerprint: Fingerprint | null
  readonly exhaustionAttempts: number
  readonly exhaustionMinTokens: number
  readonly exhaustionBlocked: boolean
}

export const freshReviewState: ReviewState = {
  lastReviewAt: null,
  cutoffTail: null,
  failAttempts: 0,
  failFingerprint: null,
  exhaustionAttempts: 0,
  exhaustionMinTokens: 0,
  exhaustionBlocked: false,
}

export interface ReviewSituation {
  readonly running: boolean
  readonly switchedOn: boolean
  readonly history: readonly StoredMessage[]
  readonly now: Instant
  readonly longIdle: boolean
  /** Tokens of `role: content` of all messages joined by blank lines. */
  readonly contextTokens: number
}

export type ReviewGate =
  'running' | 'switched_off' | 'too_short' | 'too_soon' | 'too_little_new' | 'exhausted' | 'failing'

export interface GateDecision {
  /** The first gate that is closed; null when the review may run. */
  readonly closedBy: ReviewGate | null
  /** The state to go on with: a breaker whose cause has passed is reset. */
  readonly state: ReviewState
}

/** The gates of recent.md §7.1, in their order. */
export function reviewGate(state: ReviewState, situation: ReviewSituation): GateDecision {
  const { history, now } = situation
  const closed = (closedBy: ReviewGate): GateDecision => ({ closedBy, state })
  if (situation.running) return closed('running')
  if (!situation.switchedOn) return closed('switched_off')
  if (history.length < REVIEW_MIN_ITEMS) return closed('too_short')
  if (state.lastReviewAt !== null && now - state.lastReviewAt < REVIEW_MIN_PAUSE_MS) return closed('too_soon')
  const fresh = newHumanMessages(history, state.cutoffTail)
  const enough = fresh >= REVIEW_NEW_HUMAN || (situation.longIdle && fresh >= REVIEW_NEW_HUMAN_IDLE)
  if (!enough) return closed('too_little_new')

  let next = state
  if (state.exhaustionBlocked || state.exhaustionAttempts >= REVIEW_MAX_EXHAUSTIONS) {
    if (state.exhaustionMinTokens > 0 && situation.contextTokens >= state.exhaustionMinTokens) {
      return closed('exhausted')
    }
    next = { ...next, ...noExhaustion }
  }
  if (state.failAttempts >= REVIEW_MAX_FAILURES) {
    const same =
      state.failFingerprint !== null && sameFingerprint(fingerprintOf(history), state.failFingerprint)
    if (same) return { closedBy: 'failing', state: next }
    next = { ...next, ...noFailures }
  }
  return { closedBy: null, state: next }
}

const noExhaustion = { exhaustionAttempts: 0, exhaustionMinTokens: 0, exhaustionBlocked: false }
const noFailures = { failAttempts: 0, failFingerprint: null }

/** Human messages after the stored cut-off; infinitely many when it is unknown or gone. */
function newHumanMessages(history: readonly StoredMessage[], tail: Fingerprint | null): number {
  if (tail === null || tail.length === 0) return Infinity
  const cutoff = findCutoff(history, tail)
  if (cutoff === null) return Infinity
  return history.slice(cutoff + 1).filter(({ type }) => type === 'human').length
}

// -------------------------------------------------------------------------------------------------- reply

export interface ReplyMetadata {
  readonly finishReason: string | null
  /** Output tokens as the server says; anything that is not a number is unknown. */
  readonly completionTokens: unknown
}

export interface ReviewNames {
  readonly userName: string
  readonly characterName: string
}

export type ReviewReply =
  | { readonly status: 'corrected'; readonly messages: readonly StoredMessage[] }
  | { readonly status: 'output_exhausted' }
  | { readonly status: 'failed'; readonly reason: string }

/** What the reviewing model answered, as messages to patch in (recent.md §7.3). */
export function readReviewReply(
  text: string,
  metadata: ReplyMetadata,
  snapshot: readonly StoredMessage[],
  names: ReviewNames,
): ReviewReply {
  if (outputExhausted(text, metadata)) return { status: 'output_exhausted' }
  const parsed = parseTolerant(firstFencedBlock(text))
  if (!parsed.ok) return { status: 'failed', reason: parsed.error.message }
  const answer = parsed.value
  if (!isObject(answer)) return { status: 'failed', reason: 'not an object' }
  if (!Object.hasOwn(answer, 'explanation')) return { status: 'failed', reason: 'no explanation' }
  const dialogue = answer['corrected_dialogue']
  if (!isArray(dialogue)) return { status: 'failed', reason: 'no list of corrected messages' }
  return { status: 'corrected', messages: correctedMessages(dialogue, snapshot, names) }
}

/** True when the model stopped because its output was full. */
export function outputExhausted(
  text: string,
  metadata: ReplyMetadata,
  outputTokens: number = MODEL_OUTPUT_TOKENS,
): boolean {
  const reason = metadata.finishReason?.toLowerCase()
  if (reason === 'length' || reason === 'max_tokens') return true
  return text.trim() === '' && tokenNumber(metadata.completionTokens) >= outputTokens
}

/** Converts a corrected dialogue; with a memo in front of the snapshot exactly one system message leads it. */
export function correctedMessages(
  dialogue: readonly JsonValue[],
  snapshot: readonly StoredMessage[],
  names: ReviewNames,
): readonly StoredMessage[] {
  const memo = snapshot[0]?.type === 'system' ? snapshot[0] : null
  const converted = dialogue.flatMap((item) => {
    if (!isObject(item)) return []
    const type = typeOfRole(item['role'], names)
    if (type === 'system' && memo === null) return []
    return [message(type, flatText(item['content'] ?? ''))]
  })
  if (memo === null || converted.length === 0) return converted
  const spoken = converted.filter(({ type }) => type !== 'system')
  if (spoken.length === 0) return []
  return [converted.find(({ type }) => type === 'system') ?? memo, ...spoken]
}

// -------------------------------------------------------------------------------------------------- patch

export type ReviewPatch =
  | {
      readonly status: 'patched'
      readonly edit: HistoryEdit
      readonly history: readonly StoredMessage[]
      /** Of the patched part, in the new history. */
      readonly fingerprint: Fingerprint
    }
  | { readonly status: 'white' }

/** Puts corrected messages where the snapshot still stands in the current history (recent.md §7.3, Apply). */
export function patchHistory(
  snapshot: readonly StoredMessage[],
  current: readonly StoredMessage[],
  corrected: readonly StoredMessage[],
): ReviewPatch {
  const { capacity, cutoff } = align(snapshot, current)
  const take = Math.min(capacity, corrected.length)
  if (cutoff === null || take === 0) return { status: 'white' }
  const start = cutoff - capacity + 1
  const edit: HistoryEdit = { start, remove: capacity, insert: corrected.slice(corrected.length - take) }
  const history = current.toSpliced(start, capacity, ...edit.insert)
  return { status: 'patched', edit, history, fingerprint: fingerprintOf(history.slice(0, start + take)) }
}

// ---------------------------------------------------------------------------------------------- afterwards

export type ReviewOutcome =
  | { readonly status: 'patched'; readonly fingerprint: Fingerprint }
  | { readonly status: 'white' }
  | { readonly status: 'cancelled' }
  | { readonly status: 'output_exhausted'; readonly contextTokens: number }
  | { readonly status: 'failed'; readonly fingerprint: Fingerprint }

/** The state after a review (recent.md §7.3, table). `review_clean` is set by the caller on `patched`. */
export function afterReview(state: ReviewState, outcome: ReviewOutcome, now: Instant): ReviewState {
  switch (outcome.status) {
    case 'patched':
      return { lastReviewAt: now, cutoffTail: outcome.fingerprint, ...noFailures, ...noExhaustion }
    case 'white':
      return { ...state, cutoffTail: null, ...noFailures, ...noExhaustion }
    case 'cancelled':
      return state
    case 'output_exhausted': {
      const shrank = state.exhaustionMinTokens > 0 && outcome.contextTokens < state.exhaustionMinTokens
      const attempts = shrank ? 1 : state.exhaustionAttempts + 1
      const minimum =
        state.exhaustionMinTokens > 0
          ? Math.min(state.exhaustionMinTokens, outcome.contextTokens)
          : outcome.contextTokens
      return {
        ...state,
        exhaustionAttempts: attempts,
        exhaustionMinTokens: minimum,
        exhaustionBlocked: attempts >= REVIEW_MAX_EXHAUSTIONS,
      }
    }
    case 'failed': {
      const same =
        state.failFingerprint !== null && sameFingerprint(state.failFingerprint, outcome.fingerprint)
      return {
        ...state,
        ...noExhaustion,
        failAttempts: same ? state.failAttempts + 1 : 1,
        failFingerprint: outcome.fingerprint,
      }
    }
  }
}

// ------------------------------------------------------------------------------------------------- helpers

function typeOfRole(role: JsonValue | undefined, names: ReviewNames): StoredMessage['type'] {
  if (typeof role !== 'string') return 'human'
  if (role === 'system' || role === 'system_message' || role === 'SYSTEM_MESSAGE') return 'system'
  if (role === 'user' || role === 'human' || role === names.userName) return 'human'
  return role === 'ai' || role === 'assistant' || role === names.characterName ? 'ai' : 'human'
}

function flatText(content: JsonValue): string {
  if (typeof content === 'string') return content
  if (!isArray(content)) return content === null ? '' : JSON.stringify(content)
  return content
    .map((item) => {
      if (typeof item === 'string') return item
      const text = isObject(item) ? item['text'] : undefined
      return typeof text === 'string' ? text : JSON.stringify(item)
    })
    .join('\n')
}

/** The reference coerces numbers and numeric text; anything else is 0. */
function tokenNumber(value: unknown): number {
  if (typeof value === 'number') return Number.isFinite(value) ? Math.trunc(value) : 0
  return typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : 0
}

function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function isObject(value: JsonValue | undefined): value is { readonly [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
