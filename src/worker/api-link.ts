/**
 * A page's line to the leader's worker, own or of another tab, that survives the leader: a call without an
 * answer at the leader's end is made again with the next one.
 */
import * as Comlink from 'comlink'
import * as v from 'valibot'
import type { OmoideApi } from '../engine/api.ts'
import { apiOf, type Method } from './api-methods.ts'
import { ASK_AGAIN_MS, HANDSHAKE_WAIT_MS } from './limits.ts'
import { PROTOCOL, welcomeMessage } from './protocol.ts'

export interface ApiLink {
  readonly api: OmoideApi
  /** Looks for a port anew at once: the way to the worker has changed. */
  reset(): void
  connected(): boolean
  /** Starts to look for the worker without a call. */
  connect(): void
}

interface Line {
  readonly remote: Comlink.Remote<OmoideApi>
  /** Called when the line is lost: one function for each call under way. */
  readonly lost: Set<() => void>
}

export interface ApiLinkDeps {
  /** A port that has been sent on its way to the worker, or undefined when there is no way at present. */
  readonly openPort: () => Promise<MessagePort | undefined>
  /** Resolves when the worker of `epoch` has ended. */
  readonly ended: (epoch: string) => Promise<void>
  readonly onMismatch: () => void
  /** Each time the page is let in, by the same worker or another. */
  readonly onConnected: () => void
}

export function createApiLink({ openPort, ended, onMismatch, onConnected }: ApiLinkDeps): ApiLink {
  let line: Line | undefined
  let searching: Promise<Line> | undefined
  let patience = new AbortController()

  return {
    api: apiOf(async (method, args) => {
      for (;;) {
        const outcome = await attempt(line ?? (await found()), method, args)
        if (outcome.answered) return outcome.value
      }
    }),
    reset() {
      patience.abort()
      if (line) drop(line)
    },
    connected: () => line !== undefined,
    connect() {
      if (!line) void found()
    },
  }

  function found(): Promise<Line> {
    searching ??= search().finally(() => {
      searching = undefined
    })
    return searching
  }

  /** Asks until it is let in. A port without an answer in time went to a worker or service worker that is gone. */
  async function search(): Promise<Line> {
    for (;;) {
      patience = new AbortController()
      const { signal } = patience
      const port = await Promise.race([openPort(), aborted(signal)])
      const epoch = port && (await letIn(port, signal))
      if (epoch) {
        const fresh: Line = { remote: Comlink.wrap<OmoideApi>(port), lost: new Set() }
        line = fresh
        void ended(epoch).then(() => drop(fresh))
        onConnected()
        return fresh
      }
      port?.close()
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
    }
  }

  /** The epoch of the worker that answers, or undefined. */
  async function letIn(port: MessagePort, signal: AbortSignal): Promise<string | undefined> {
    const message = v.safeParse(welcomeMessage, await firstMessage(port, signal))
    if (!message.success) return undefined
    if (message.output.type === 'welcome' && message.output.protocol === PROTOCOL) return message.output.epoch
    onMismatch()
    return undefined
  }

  /** Both the change of way and the end of the worker come here for one line; a proxy may be released once only. */
  function drop(gone: Line): void {
    if (line !== gone) return
    line = undefined
    gone.remote[Comlink.releaseProxy]()
    const waiting = [...gone.lost]
    gone.lost.clear()
    for (const tell of waiting) tell()
  }
}

type Outcome = { readonly answered: true; readonly value: unknown } | { readonly answered: false }

/** One try over one line; rejects with what the worker threw. */
function attempt(line: Line, method: Method, args: readonly unknown[]): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const lost = () => resolve({ answered: false })
    line.lost.add(lost)
    // The proxy of comlink has a function for every name; its types can't be told from the name alone.
    const remote = line.remote[method] as (...args: readonly unknown[]) => Promise<unknown>
    remote(...args)
      .then((value) => resolve({ answered: true, value }), reject)
      .finally(() => line.lost.delete(lost))
  })
}

function aborted(signal: AbortSignal): Promise<undefined> {
  if (signal.aborted) return Promise.resolve(undefined)
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }))
}

/** Undefined when nothing comes in time, or before `signal` aborts. */
function firstMessage(port: MessagePort, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) => {
    const give = (message: unknown) => {
      clearTimeout(limit)
      resolve(message)
    }
    const limit = setTimeout(give, HANDSHAKE_WAIT_MS)
    void aborted(signal).then(give)
    port.addEventListener('message', ({ data }: MessageEvent<unknown>) => give(data), { once: true })
    port.start()
  })
}
