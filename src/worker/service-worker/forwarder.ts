/**
 * The service worker's way to the leader's worker: a port that is asked for when it is missing, and the
 * requests that wait for an answer. They outlive a leader: what is unanswered goes to the next one, with the
 * same key, and the worker applies it once.
 */
import type { WireRequest, WireResponse } from '../../engine/api.ts'
import { ANY_TAB_WAIT_MS, ASK_AGAIN_MS, LEADER_WAIT_MS } from '../limits.ts'
import type { RouteMessage, RouteReply } from '../protocol.ts'

export interface ForwarderDeps {
  /** Asks every page for a port, and says `pageIsThere` for each that is one of the app's. */
  readonly askPages: () => void
  /** Resolves when the leader of `epoch` has ended. */
  readonly ended: (epoch: string) => Promise<void>
  /** Milliseconds of a monotonic clock. */
  readonly monotonic: () => number
}

/** `no_open_tab`: no page of the app is there. `no_leader`: one is, but it did not come to lead in time. */
export type ForwardFailure = 'no_open_tab' | 'no_leader'

export interface Forwarder {
  /** Resolves to the worker's answer, or to why there is none after a bounded wait. */
  forward(request: WireRequest): Promise<WireResponse | ForwardFailure>
  /** Brings a page's port to the worker, now or when there is one. */
  admit(port: MessagePort, protocol: string): void
  /** Takes the port of the leader of `epoch`. */
  adopt(epoch: string, port: MessagePort): void
  /** Some page of the app is there. */
  pageIsThere(): void
}

interface Waiting {
  readonly since: number
  readonly request: WireRequest
  readonly settle: (outcome: WireResponse | ForwardFailure) => void
}

interface Line {
  readonly epoch: string
  readonly port: MessagePort
}

export function createForwarder({ askPages, ended, monotonic }: ForwarderDeps): Forwarder {
  const waiting = new Map<number, Waiting>()
  const guests: { readonly since: number; readonly port: MessagePort; readonly protocol: string }[] = []
  let line: Line | undefined
  let lastId = 0
  let pageSeen = -Infinity
  let asking: ReturnType<typeof setInterval> | undefined

  return {
    forward(request) {
      return new Promise((settle) => {
        lastId += 1
        waiting.set(lastId, { since: monotonic(), request, settle })
        if (line) send(line, { type: 'request', id: lastId, request })
        else ask()
      })
    },
    admit(port, protocol) {
      if (line) {
        send(line, { type: 'admit', protocol }, port)
        return
      }
      guests.push({ since: monotonic(), port, protocol })
      ask()
    },
    adopt(epoch, port) {
      // A second port of the same leader would make it do everything that is under way a second time.
      if (line?.epoch === epoch) {
        port.close()
        return
      }
      line?.port.close()
      const adopted = { epoch, port }
      line = adopted
      stopAsking()
      port.onmessage = ({ data }: MessageEvent<RouteReply>) => answer(data)
      void ended(epoch).then(() => lose(adopted))
      for (const guest of guests.splice(0))
        send(adopted, { type: 'admit', protocol: guest.protocol }, guest.port)
      for (const [id, { request }] of waiting) send(adopted, { type: 'request', id, request })
    },
    pageIsThere() {
      pageSeen = monotonic()
    },
  }

  function send(to: Line, message: RouteMessage, port?: MessagePort) {
    to.port.postMessage(message, port ? [port] : [])
  }

  function answer({ id, response }: RouteReply) {
    waiting.get(id)?.settle(response)
    waiting.delete(id)
  }

  function lose(gone: Line) {
    if (line !== gone) return
    gone.port.close()
    line = undefined
    // The wait for the next leader starts now, however long the last one has worked on them; what was heard of
    // pages before may have been the one that is gone.
    const now = monotonic()
    pageSeen = -Infinity
    for (const [id, entry] of waiting) waiting.set(id, { ...entry, since: now })
    if (waiting.size > 0) ask()
  }

  function ask() {
    if (asking !== undefined) return
    askPages()
    asking = setInterval(() => {
      giveUpOnOld()
      if (waiting.size === 0 && guests.length === 0) stopAsking()
      else askPages()
    }, ASK_AGAIN_MS)
  }

  function stopAsking() {
    clearInterval(asking)
    asking = undefined
  }

  function giveUpOnOld() {
    const now = monotonic()
    const somebody = now - pageSeen < LEADER_WAIT_MS
    const limit = somebody ? LEADER_WAIT_MS : ANY_TAB_WAIT_MS
    for (const [id, { since, settle }] of waiting) {
      if (now - since < limit) continue
      waiting.delete(id)
      settle(somebody ? 'no_leader' : 'no_open_tab')
    }
    // A page that was not let in asks again by itself.
    const kept = guests.filter(({ since }) => now - since < LEADER_WAIT_MS)
    guests.splice(0, guests.length, ...kept)
  }
}
