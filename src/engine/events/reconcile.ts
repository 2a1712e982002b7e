/**
 * Finishing what an event log says and the rows do not have yet (evidence.md §9, maintenance.md §4.4). Our own
 * changes commit with their events, so this is for folders that were imported in the middle of a change.
 */
import type { Log, Moment } from '../ports.ts'
import { messageOf, type Result } from '../result.ts'
import type { CharacterStore } from '../store/character-store.ts'
import type { EventRow } from '../store/logs.ts'
import { toNaive } from '../time/stamp.ts'
import { eventHandlers, payloadOf, type EventHandler } from './handlers.ts'

export interface Reconciliation {
  /** Events that changed something. */
  readonly applied: number
  /** The event at which the replay stopped; null when it reached the end. */
  readonly stoppedAt: string | null
}

/**
 * Replays the events behind the sentinel, each in a transaction with the move of the sentinel onto it. Stops at the
 * first one that nobody handles or whose handler fails, to be tried again at the next start.
 */
export async function reconcile(
  store: CharacterStore,
  now: Moment,
  log: Log,
  handlers: Readonly<Record<string, EventHandler>> = eventHandlers,
): Promise<Reconciliation> {
  let applied = 0
  for (const event of await store.events.afterSentinel(store.db)) {
    const outcome = await replay(event)
    if (!outcome.ok) {
      const { eventId, type } = event
      log.write('warn', 'events.replay_stopped', { event: eventId, type, error: outcome.error })
      return { applied, stoppedAt: eventId }
    }
    if (outcome.value) applied += 1
  }
  return { applied, stoppedAt: null }

  async function replay(event: EventRow): Promise<Result<boolean, string>> {
    const { type, eventId } = event
    const handler = type !== null && Object.hasOwn(handlers, type) ? handlers[type] : undefined
    if (handler === undefined || eventId === null) return { ok: false, error: 'no handler' }
    try {
      return await store.db.transaction(async (tx): Promise<Result<boolean, string>> => {
        const result = await handler(tx, store, { eventId, payload: payloadOf(event.line), now })
        if (!result.ok) return { ok: false, error: result.error.message }
        await store.events.sentinel.set(tx, eventId, toNaive(now))
        return result
      })
    } catch (error) {
      // The transaction is undone, and the sentinel stays on the last success.
      return { ok: false, error: messageOf(error) }
    }
  }
}
