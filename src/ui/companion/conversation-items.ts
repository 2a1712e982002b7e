/** What the conversation shows, as plain data: one item a line, and the state around them. */
import type { FactView } from '../../engine/api.ts'
import type { Instant } from '../../engine/ports.ts'
import type { Failure } from '../../engine/result.ts'
import type { FollowupTopic, RecallAnswer, RecallRow, WireMessage } from '../app/memory-routes.ts'

export type LearnedFact = Pick<FactView, 'id' | 'text' | 'sources'> & { readonly undone: boolean }

/** Where a message stands: on its way to the memory, kept by it, or refused for now. */
export type Keeping = 'pending' | 'kept' | 'unsaved'

export interface UserItem {
  readonly kind: 'user'
  readonly id: string
  readonly text: string
  readonly at: Instant | null
  readonly keeping: Keeping
  readonly learned: readonly LearnedFact[]
}

export interface ReplyItem {
  readonly kind: 'reply'
  readonly id: string
  readonly text: string
  readonly at: Instant | null
  /** The stamp of a reply that was read back; empty for one of this visit. */
  readonly stamp: string
  readonly status: 'thinking' | 'recalling' | 'streaming' | 'done' | 'stopped' | 'failed'
  readonly memories: readonly RecallRow[]
  /** Why she said it unasked: the reflections that she had in mind. Empty for an answer. */
  readonly raised: readonly FollowupTopic[]
  readonly error: Failure | null
  readonly keeping: Keeping
}

/** What stands in for a reply when no model is connected. */
export interface NoteItem {
  readonly kind: 'note'
  readonly id: string
  /** Null while it is being looked up. */
  readonly recalled: Pick<RecallAnswer, 'rows' | 'reason'> | null
}

export interface MemoItem {
  readonly kind: 'memo'
  readonly id: string
  readonly body: string
  readonly earlier: string
}

export interface EndItem {
  readonly kind: 'end'
  readonly id: string
}

export type ConversationItem = UserItem | ReplyItem | NoteItem | MemoItem | EndItem

export interface ChatView {
  readonly items: readonly ConversationItem[]
  readonly state: 'listening' | 'thinking' | 'recalling' | 'offline'
  /** A turn is under way. */
  readonly busy: boolean
  readonly ending: boolean
  /** Something was said since the last ending. */
  readonly open: boolean
  readonly unsaved: readonly WireMessage[]
  /** Why the last attempt to keep something failed. */
  readonly trouble: Failure | null
}

/**
 * What was said before this visit and elsewhere since, with the lines of this visit: each of these lines once, and before
 * the first of the user's that was said later.
 */
export function withPast(
  past: readonly ConversationItem[],
  here: readonly ConversationItem[],
): ConversationItem[] {
  const known = new Set(here.map(({ id }) => id))
  const others = past.filter(({ id }) => !known.has(id))
  const shown: ConversationItem[] = []
  let next = 0
  for (const item of here) {
    const until = item.kind === 'user' ? item.at : null
    for (let other = others[next]; until !== null && other !== undefined; other = others[next]) {
      if (timeOf(other) > until) break
      shown.push(other)
      next += 1
    }
    shown.push(item)
  }
  return [...shown, ...others.slice(next)]
}

/** A line without a time stands where it stood: before what follows. */
function timeOf(item: ConversationItem): Instant {
  return 'at' in item && item.at !== null ? item.at : -Infinity
}
