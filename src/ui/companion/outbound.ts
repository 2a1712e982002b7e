/**
 * What was said and not yet accepted by the memory: the connector's list and sync pointer (routes.md §10.2). Mended:
 * the reference clears it whatever a renewal or an ending answered; here nothing leaves it before it was accepted.
 */
import type { Result } from '../../engine/result.ts'
import type { MemoryRoutes, PersistRoute, WireMessage } from '../app/memory-routes.ts'

export interface Outbound {
  /** Not yet accepted, oldest first. */
  unsynced(): readonly WireMessage[]
  add(message: WireMessage): void
  /** Sends the unsynced slice by `route`; calls run one after another, so that a slice never overtakes another. */
  send(route: PersistRoute): Promise<Result<null>>
  /** True when something was accepted since the last ending or renewal, so that there is something to settle. */
  hasUnsettled(): boolean
}

export function createOutbound(memory: Pick<MemoryRoutes, 'persist'>, character: string): Outbound {
  let pending: readonly WireMessage[] = []
  let unsettled = false
  let queue: Promise<unknown> = Promise.resolve()

  return {
    unsynced: () => pending,
    hasUnsettled: () => unsettled || pending.length > 0,
    add(message) {
      pending = [...pending, message]
    },
    send(route) {
      const sending = queue.then(() => sendNow(route))
      queue = sending
      return sending
    },
  }

  async function sendNow(wanted: PersistRoute): Promise<Result<null>> {
    const slice = pending
    // With nothing left to say, an ending or a renewal is `/settle []`, and a turn's end is nothing at all.
    if (slice.length === 0 && wanted === 'cache') return { ok: true, value: null }
    const route = slice.length === 0 ? 'settle' : wanted
    const answer = await memory.persist(route, character, slice)
    if (!answer.ok) return answer
    pending = pending.slice(slice.length)
    unsettled = wanted === 'cache'
    return answer
  }
}
