/**
 * One conversation with the chat model: its system text, what was said since, and the hot swap to a fresh context
 * (routes.md §10.3). Pure: the connector does the calls that these decisions ask for.
 */
import type { ChatMessage } from '../../engine/model/transport.ts'
import type { Instant, TokenCounter } from '../../engine/ports.ts'
import { RENEW_PREPARE_MS, RENEW_TOKENS, RENEW_USER_TURNS } from '../../engine/settings.ts'

export interface Session {
  readonly system: string
  /** What was said under this system text. */
  readonly transcript: readonly ChatMessage[]
  /** When the memory was told of the coming swap; null before. */
  readonly renewedAt: Instant | null
  /** The next system text, and where in the transcript it takes over; null before it was fetched. */
  readonly next: { readonly system: string; readonly from: number } | null
}

export type SwapStep = 'none' | 'renew' | 'prepare' | 'swap'

export function startSession(system: string): Session {
  return { system, transcript: [], renewedAt: null, next: null }
}

/** What is due at the end of a turn: each step happens at a turn end of its own. */
export function swapStep(session: Session, now: Instant, tokens: TokenCounter): SwapStep {
  if (session.next !== null) return 'swap'
  if (session.renewedAt !== null) return now - session.renewedAt >= RENEW_PREPARE_MS ? 'prepare' : 'none'
  const userTurns = session.transcript.filter(({ role }) => role === 'user').length
  if (userTurns >= RENEW_USER_TURNS) return 'renew'
  const size = session.transcript.reduce((sum, { content }) => sum + tokens.count(content), 0)
  return size >= RENEW_TOKENS ? 'renew' : 'none'
}

export function renewed(session: Session, now: Instant): Session {
  return { ...session, renewedAt: now }
}

export function prepared(session: Session, system: string): Session {
  return { ...session, next: { system, from: session.transcript.length } }
}

/** The prepared context takes over; what was said before it was fetched is in it already. */
export function swapped(session: Session): Session {
  if (session.next === null) return session
  return { ...startSession(session.next.system), transcript: session.transcript.slice(session.next.from) }
}

/**
 * She said something more: one message with what she said before, as some models want the sides to alternate. Null
 * where it has no such place, so that a fresh context has to take it along.
 */
export function saidOn(session: Session, text: string): Session | null {
  const last = session.transcript.at(-1)
  if (last?.role !== 'assistant' || session.next !== null) return null
  const joined = { ...last, content: `${last.content}\n\n${text}` }
  return { ...session, transcript: [...session.transcript.slice(0, -1), joined] }
}

export function said(session: Session, ...messages: readonly ChatMessage[]): Session {
  return { ...session, transcript: [...session.transcript, ...messages] }
}
