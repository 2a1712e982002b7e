/**
 * Keeps what was said: time index, recent memory, outbox and the reply of the request commit together or not at
 * all (design.md, rules 5 and 7). Nothing here reads the clock, so doing it again changes nothing.
 */
import type { Core } from '../core.ts'
import { clearReviewClean } from '../maintenance/idle-state.ts'
import type { Memory } from '../memories.ts'
import type { Operation } from '../operation.ts'
import { type OutboxOperation, pendingLine } from '../outbox/log.ts'
import type { Moment } from '../ports.ts'
import { documentOf, type IncomingMessage } from '../recent/message.ts'
import { toNaive, toSqlStamp } from '../time/stamp.ts'

export interface RecordRequest {
  readonly operation: Operation
  readonly messages: readonly IncomingMessage[]
  /** `/settle` writes its messages to the time index only (routes.md §5.4). */
  readonly appendToRecent: boolean
  /** Whether post-turn work is due; it also is when the request brought no message, unless `if_messages`. */
  readonly postTurn: 'always' | 'if_messages'
  /** The reply to keep for a repetition of this request. */
  readonly reply: Readonly<Record<string, unknown>>
}

export type Recorded =
  /** The same request was applied before; this is what it was answered. */
  | { readonly repeated: true; readonly body: string }
  | {
      readonly repeated: false
      /** The post-turn work, or null when none is due. */
      readonly postTurn: OutboxOperation | null
      /** Ids of the turns that were new, in order. */
      readonly turnIds: readonly string[]
    }

/** The type of a post-turn operation; historic and fixed, so that old records stay replayable (§3.2). */
export const POST_TURN_OPERATION = 'extract_facts'

export async function record(core: Core, memory: Memory, request: RecordRequest): Promise<Recorded> {
  const { store } = memory
  const { operation } = request
  const turns = request.messages.map((incoming, index) => turnOf(incoming, operation, index))
  const sessionId = core.deps.ids.uuid()

  return store.db.transaction(async (tx): Promise<Recorded> => {
    const earlier = await store.idempotency.get(tx, operation.id)
    if (earlier !== undefined) return { repeated: true, body: earlier.body }

    const fresh = new Set(
      await store.timeIndex.insert(
        tx,
        turns.map((turn) => ({
          sessionId,
          message: turn.doc,
          timestamp: toSqlStamp(turn.at),
          instant: turn.at.instant,
          zone: turn.at.zone,
          turnId: turn.turnId,
          role: turn.role,
        })),
      ),
    )
    const added = turns.filter((turn) => fresh.has(turn.turnId))
    if (request.appendToRecent && added.length > 0) {
      await store.recent.append(tx, added)
    }
    if (added.some((turn) => turn.role === 'human')) await clearReviewClean(store, tx)
    const due = added.length > 0 || (request.postTurn === 'always' && turns.length === 0)
    const postTurn = due ? postTurnOperation(operation, added) : null
    if (postTurn !== null) {
      const line = pendingLine({ ...postTurn, ts: toNaive(operation.at) })
      await store.outbox.append(tx, { opId: postTurn.op_id, status: 'pending', line })
    }
    await store.idempotency.put(tx, {
      key: operation.id,
      status: 200,
      headers: '{}',
      body: JSON.stringify(request.reply),
      instant: operation.at.instant,
    })
    if (added.length > 0 && request.appendToRecent) {
      tx.onCommit(() => core.deps.notify({ type: 'recent', character: memory.name }))
    }
    return { repeated: false, postTurn, turnIds: added.map((turn) => turn.turnId) }
  })
}

function postTurnOperation(operation: Operation, added: readonly Turn[]): OutboxOperation {
  const payload = {
    messages: added.map((turn) => turn.document),
    turn_ids: added.map((turn) => turn.turnId),
  }
  return { op_id: operation.id, type: POST_TURN_OPERATION, payload, attempts: 0 }
}

interface Turn {
  readonly turnId: string
  readonly role: string
  readonly at: Moment
  readonly document: IncomingMessage['message']
  readonly doc: string
}

/** A message without metadata gets its identity and time from the request that first carried it (rule 7). */
function turnOf(incoming: IncomingMessage, operation: Operation, index: number): Turn {
  const { message, metadata } = incoming
  return {
    turnId: metadata.id ?? `${operation.id}-${String(index)}`,
    role: message.type,
    at: {
      instant: metadata.at ?? operation.at.instant,
      zone: metadata.zone ?? operation.at.zone,
    },
    document: message,
    doc: documentOf(message),
  }
}
