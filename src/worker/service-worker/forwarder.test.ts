import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WireRequest, WireResponse } from '../../engine/api.ts'
import type { RouteMessage, RouteReply } from '../protocol.ts'
import { createForwarder, type Forwarder } from './forwarder.ts'

const request: WireRequest = { method: 'POST', path: '/cache/Mika', headers: [], body: '{}' }
const done: WireResponse = { status: 200, headers: [], body: 'done' }

interface Leader {
  readonly seen: RouteMessage[]
  /** The service worker's end. */
  readonly port: MessagePort
  answer(id: number): void
  /** Its tab is gone: nothing comes from the port any more. */
  end(): void
}

let forwarder: Forwarder
let ends: Map<string, () => void>
let asked: number
const open: MessagePort[] = []

beforeEach(() => {
  // Timers only: messages of ports are delivered by Node itself.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  ends = new Map()
  asked = 0
  forwarder = createForwarder({
    askPages: () => {
      asked += 1
    },
    ended: (epoch) => new Promise((resolve) => ends.set(epoch, resolve)),
    monotonic: () => performance.now(),
  })
})

afterEach(() => {
  vi.useRealTimers()
  for (const port of open.splice(0)) port.close()
})

describe('the way to the leader', () => {
  it('sends a request over the port and gives its answer', async () => {
    const leader = lead('a')
    const outcome = forwarder.forward(request)
    await vi.waitFor(() => expect(leader.seen).toEqual([{ type: 'request', id: 1, request }]))
    leader.answer(1)
    expect(await outcome).toEqual(done)
    expect(asked).toBe(0)
  })

  it('asks for a port when there is none, and sends what has waited for it', async () => {
    const outcome = forwarder.forward(request)
    expect(asked).toBe(1)
    const leader = lead('a')
    await vi.waitFor(() => expect(leader.seen).toHaveLength(1))
    leader.answer(1)
    expect(await outcome).toEqual(done)
  })

  it('sends what the old leader left unanswered to the new one, with the same content', async () => {
    const old = lead('a')
    const outcome = forwarder.forward(request)
    await vi.waitFor(() => expect(old.seen).toHaveLength(1))
    old.end()
    await vi.waitFor(() => expect(asked).toBe(1))
    const next = lead('b')
    await vi.waitFor(() => expect(next.seen).toEqual([{ type: 'request', id: 1, request }]))
    next.answer(1)
    expect(await outcome).toEqual(done)
  })

  it('does not take a second port of the same leader, which would do everything twice', async () => {
    const leader = lead('a')
    const outcome = forwarder.forward(request)
    await vi.waitFor(() => expect(leader.seen).toHaveLength(1))
    const again = lead('a')
    leader.answer(1)
    expect(await outcome).toEqual(done)
    expect(again.seen).toEqual([])
  })

  it('gives up after a short while when no page of the app is there', async () => {
    const outcome = forwarder.forward(request)
    vi.advanceTimersByTime(2_000)
    expect(await outcome).toBe('no_open_tab')
  })

  it('waits longer for a page that says it may lead, and gives up in the end', async () => {
    const outcome = forwarder.forward(request)
    forwarder.pageIsThere()
    let settled = false
    void outcome.then(() => {
      settled = true
    })
    for (let waited = 0; waited < 10; waited += 1) {
      vi.advanceTimersByTime(1_000)
      forwarder.pageIsThere()
    }
    await Promise.resolve()
    expect(settled).toBe(false)
    vi.advanceTimersByTime(3_000)
    expect(await outcome).toBe('no_leader')
  })

  it('brings a page’s port to the worker, also when the leader comes later', async () => {
    const { port1 } = channel()
    forwarder.admit(port1, 'p1')
    const leader = lead('a')
    await vi.waitFor(() => expect(leader.seen).toEqual([{ type: 'admit', protocol: 'p1' }]))
  })

  it('stops asking when nobody waits any more', async () => {
    const outcome = forwarder.forward(request)
    vi.advanceTimersByTime(2_000)
    await outcome
    const before = asked
    vi.advanceTimersByTime(60_000)
    expect(asked).toBe(before)
  })
})

function channel(): MessageChannel {
  const made = new MessageChannel()
  open.push(made.port1, made.port2)
  return made
}

function lead(epoch: string): Leader {
  const { port1, port2 } = channel()
  const seen: RouteMessage[] = []
  port2.onmessage = ({ data }: MessageEvent<RouteMessage>) => void seen.push(data)
  forwarder.adopt(epoch, port1)
  return {
    seen,
    port: port1,
    answer: (id) => port2.postMessage({ type: 'response', id, response: done } satisfies RouteReply),
    end: () => ends.get(epoch)?.(),
  }
}
