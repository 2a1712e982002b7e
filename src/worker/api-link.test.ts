import * as Comlink from 'comlink'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ApiLink, createApiLink } from './api-link.ts'
import { PROTOCOL, type WelcomeMessage } from './protocol.ts'

let link: ApiLink
/** What the next search for a worker finds; empty means that there is no way to one. */
let workers: MessagePort[]
let way: () => Promise<MessagePort | undefined>
let ends: Map<string, () => void>
let mismatches: number
let connections: number
const open: MessagePort[] = []
/** Aborted at the end of each test: a link that still looks for a worker must not take that of the next. */
let over: AbortController

beforeEach(() => {
  over = new AbortController()
  const { signal } = over
  workers = []
  way = async () => workers.shift()
  ends = new Map()
  mismatches = 0
  connections = 0
  link = createApiLink({
    openPort: () => (signal.aborted ? new Promise(() => undefined) : way()),
    ended: (epoch) => new Promise((resolve) => ends.set(epoch, resolve)),
    onMismatch: () => {
      mismatches += 1
    },
    onConnected: () => {
      connections += 1
    },
  })
})

afterEach(() => {
  over.abort()
  for (const port of open.splice(0)) port.close()
})

describe('a page’s line to the worker', () => {
  it('calls by name, and passes on what the worker throws', async () => {
    workers.push(
      worker('a', {
        facts: async (name: unknown) => ({ ok: true, value: [name] }),
        persona: async () => {
          throw new Error('broken')
        },
      }),
    )
    expect(await link.api.facts('Mika')).toEqual({ ok: true, value: ['Mika'] })
    await expect(link.api.persona('Mika')).rejects.toThrow('broken')
    expect(link.connected()).toBe(true)
    expect(connections).toBe(1)
  })

  it('makes a call again that the old worker did not answer', async () => {
    const calls: string[] = []
    workers.push(worker('a', { facts: () => (calls.push('a'), new Promise(() => undefined)) }))
    const answer = link.api.facts('Mika')
    await vi.waitFor(() => expect(calls).toEqual(['a']))
    workers.push(worker('b', { facts: async () => (calls.push('b'), { ok: true, value: [] }) }))
    ends.get('a')?.()
    expect(await answer).toEqual({ ok: true, value: [] })
    expect(calls).toEqual(['a', 'b'])
  })

  it('waits for a worker that comes later', async () => {
    const answer = link.api.facts('Mika')
    await Promise.resolve()
    workers.push(worker('a', { facts: async () => ({ ok: true, value: [] }) }))
    expect(await answer).toEqual({ ok: true, value: [] })
  })

  it('tells of a worker of another version and calls nothing on it', async () => {
    const { port1, port2 } = channel()
    const received: unknown[] = []
    port2.onmessage = ({ data }) => void received.push(data)
    port2.postMessage({ type: 'mismatch', protocol: 'other', epoch: 'x' } satisfies WelcomeMessage)
    workers.push(port1)
    link.connect()
    await vi.waitFor(() => expect(mismatches).toBe(1))
    expect(link.connected()).toBe(false)
    expect(received).toEqual([])
  })

  it('does not wait for a way that never opens once there is another', async () => {
    way = () => new Promise(() => undefined)
    const answer = link.api.facts('Mika')
    await Promise.resolve()
    way = async () => worker('a', { facts: async () => ({ ok: true, value: [] }) })
    link.reset()
    expect(await answer).toEqual({ ok: true, value: [] })
  })

  it('lets go of a line once, when the way has changed and when its worker ends', async () => {
    workers.push(worker('a', { facts: async () => ({ ok: true, value: ['a'] }) }))
    expect(await link.api.facts('Mika')).toEqual({ ok: true, value: ['a'] })
    const thrown: unknown[] = []
    const note = (error: unknown) => void thrown.push(error)
    process.on('unhandledRejection', note)
    link.reset()
    ends.get('a')?.()
    workers.push(worker('b', { facts: async () => ({ ok: true, value: ['b'] }) }))
    expect(await link.api.facts('Mika')).toEqual({ ok: true, value: ['b'] })
    process.off('unhandledRejection', note)
    expect(thrown).toEqual([])
  })

  it('leaves a port that nobody answers as soon as the way has changed', async () => {
    workers.push(channel().port1)
    const answer = link.api.facts('Mika')
    await vi.waitFor(() => expect(workers).toEqual([]))
    workers.push(worker('a', { facts: async () => ({ ok: true, value: [] }) }))
    link.reset()
    expect(await answer).toEqual({ ok: true, value: [] })
  })
})

function channel(): MessageChannel {
  const made = new MessageChannel()
  open.push(made.port1, made.port2)
  return made
}

/** The page's end of a port to a worker that lets it in. */
function worker(epoch: string, api: Record<string, (...args: unknown[]) => Promise<unknown>>): MessagePort {
  const { port1, port2 } = channel()
  port2.postMessage({ type: 'welcome', protocol: PROTOCOL, epoch } satisfies WelcomeMessage)
  Comlink.expose(api, port2)
  return port1
}
