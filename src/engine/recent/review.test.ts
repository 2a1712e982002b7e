import { describe, expect, it } from 'vitest'
import { fingerprintOf } from '../text/fingerprint.ts'
import { message, type StoredMessage } from './message.ts'
import {
  afterReview,
  freshReviewState,
  reviewGate,
  type ReviewSituation,
  type ReviewState,
} from './review.ts'

const chat = (count: number): StoredMessage[] =>
  Array.from({ length: count }, (_, index) =>
    message(index % 2 === 0 ? 'human' : 'ai', `line ${String(index)}`),
  )
const now = Date.UTC(2026, 0, 1)
const situation: ReviewSituation = {
  running: false,
  switchedOn: true,
  history: chat(20),
  now,
  longIdle: false,
  contextTokens: 500,
}
const gate = (state: Partial<ReviewState>, change: Partial<ReviewSituation> = {}) =>
  reviewGate({ ...freshReviewState, ...state }, { ...situation, ...change })

describe('review gates (recent.md §7.1)', () => {
  it('opens for a first review', () => {
    expect(gate({}).closedBy).toBeNull()
  })
  it('closes in order', () => {
    expect(gate({}, { running: true, switchedOn: false }).closedBy).toBe('running')
    expect(gate({}, { switchedOn: false }).closedBy).toBe('switched_off')
    expect(gate({}, { history: chat(7) }).closedBy).toBe('too_short')
    expect(gate({ lastReviewAt: now - 59_999 }).closedBy).toBe('too_soon')
    expect(gate({ lastReviewAt: now - 60_000 }).closedBy).toBeNull()
  })
  it('wants five new human messages, or one when long idle', () => {
    const cutoffTail = fingerprintOf(chat(12))
    expect(gate({ cutoffTail }).closedBy).toBe('too_little_new')
    expect(gate({ cutoffTail }, { longIdle: true }).closedBy).toBeNull()
    expect(gate({ cutoffTail: fingerprintOf(chat(20)) }, { longIdle: true }).closedBy).toBe('too_little_new')
    expect(gate({ cutoffTail }, { history: chat(22) }).closedBy).toBeNull()
    expect(gate({ cutoffTail: [{ type: 'human', content: 'gone' }] }).closedBy).toBeNull()
  })
  it('holds the exhaustion breaker until the context is smaller', () => {
    const state = { exhaustionAttempts: 3, exhaustionMinTokens: 500, exhaustionBlocked: true }
    expect(gate(state).closedBy).toBe('exhausted')
    expect(gate(state, { contextTokens: 499 })).toEqual({ closedBy: null, state: freshReviewState })
  })
  it('holds the failure breaker until the tail changes', () => {
    const state = { failAttempts: 5, failFingerprint: fingerprintOf(chat(20)) }
    expect(gate(state).closedBy).toBe('failing')
    expect(gate(state, { history: chat(21) })).toEqual({ closedBy: null, state: freshReviewState })
  })
})

describe('state after a review (recent.md §7.3)', () => {
  const failed = { status: 'failed', fingerprint: fingerprintOf(chat(3)) } as const
  it('counts failures of one tail', () => {
    const twice = afterReview(afterReview(freshReviewState, failed, now), failed, now)
    expect(twice.failAttempts).toBe(2)
    expect(afterReview(twice, { ...failed, fingerprint: fingerprintOf(chat(5)) }, now).failAttempts).toBe(1)
  })
  it('blocks at the third exhaustion and restarts when the context shrank', () => {
    const exhausted = (contextTokens: number) => ({ status: 'output_exhausted', contextTokens }) as const
    let state = freshReviewState
    for (const tokens of [900, 950, 900]) state = afterReview(state, exhausted(tokens), now)
    expect(state).toMatchObject({ exhaustionAttempts: 3, exhaustionMinTokens: 900, exhaustionBlocked: true })
    expect(afterReview(state, exhausted(800), now)).toMatchObject({
      exhaustionAttempts: 1,
      exhaustionMinTokens: 800,
      exhaustionBlocked: false,
    })
  })
  it('leaves the time untouched when nothing was patched', () => {
    const before = {
      ...freshReviewState,
      lastReviewAt: 5,
      cutoffTail: fingerprintOf(chat(3)),
      failAttempts: 2,
    }
    expect(afterReview(before, { status: 'white' }, now)).toEqual({ ...freshReviewState, lastReviewAt: 5 })
    expect(afterReview(before, { status: 'cancelled' }, now)).toEqual(before)
    expect(afterReview(before, { status: 'patched', fingerprint: [] }, now)).toMatchObject({
      lastReviewAt: now,
    })
  })
})
