import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testEngine, type TestEngine } from '../../tests/fixtures/engine.ts'
import type { WireRequest, WireResponse } from '../engine/api.ts'
import type { Timer } from '../engine/ports.ts'
import { BODY_WAIT_MS, FETCH_ATTEMPTS } from './limits.ts'
import { createMemoryFetch } from './memory-fetch.ts'
import { createMemoryService, type OpenMemory } from './memory-service.ts'

/** How the service worker's stand-in ends an exchange. */
type Ending = 'answer' | 'no answer' | 'no body' | 'half a body' | 'no leader'

interface Seen {
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

const post = { method: 'POST', body: '{"a":"é"}', headers: { 'Content-Type': 'application/json' } }

let seen: Seen[]
let sent: WireRequest[]
let endings: Ending[]
let served: boolean
/** Waits for bodies that were begun, and those of them that ended by themselves. */
let waits: { readonly milliseconds: number; readonly fire: () => void }[]
let cancelled: number
/** Answers of which at least the head was sent. */
let heads: number
let answer: (request: WireRequest) => Promise<WireResponse>
let memoryFetch: ReturnType<typeof createMemoryFetch>
let close: () => Promise<void>

const timer: Timer = (milliseconds, fire) => {
  const wait = { milliseconds, fire }
  waits.push(wait)
  return () => {
    cancelled += 1
  }
}

beforeEach(async () => {
  seen = []
  sent = []
  endings = []
  served = true
  waits = []
  cancelled = 0
  heads = 0
  answer = ({ path }) => Promise.resolve({ status: 200, headers: [['x-from', 'memory']], body: `of ${path}` })
  const server = createServer((request, response) => void exchange(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // it listens on a port
  close = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  memoryFetch = createMemoryFetch({
    origin: `http://127.0.0.1:${String(port)}`,
    fetch: (request) => fetch(request),
    isServed: () => served,
    send(request) {
      sent.push(request)
      return answer(request)
    },
    timer,
  })
})
afterEach(() => close())

async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request)
  seen.push({ headers: request.headers, body })
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const)
  const { method = '', url: path = '' } = request
  const ending = endings.shift() ?? 'answer'
  if (ending === 'no leader') {
    response.writeHead(503).end('{}')
    return
  }
  const told = await answer({ method, path, headers, body: method === 'GET' ? null : body })
  if (ending === 'no answer') {
    response.destroy()
    return
  }
  response.writeHead(told.status, Object.fromEntries(told.headers))
  if (ending === 'answer') {
    heads += 1
    response.end(told.body)
    return
  }
  response.flushHeaders()
  if (ending === 'half a body') response.write(told.body.slice(0, 1))
  heads += 1
  while (waits.length < heads) await new Promise((resolve) => setImmediate(resolve))
  // Its wait is over, or the connection breaks off.
  if (ending === 'no body') waits.at(-1)?.fire()
  else response.destroy()
}

/** Key and time of each operation that was seen, each once. */
function operations(): string[] {
  return [
    ...new Set(
      seen.map(({ headers }) => `${String(headers['idempotency-key'])} ${String(headers['x-omoide-at'])}`),
    ),
  ]
}

describe('a request of a page', () => {
  test('is sent once where an answer comes, with who and when it is', async () => {
    const response = await memoryFetch('/cache/Mika', post)
    expect([response.status, response.headers.get('x-from'), await response.text()]).toEqual([
      200,
      'memory',
      'of /cache/Mika',
    ])
    expect(seen).toMatchObject([{ body: '{"a":"é"}', headers: { 'content-type': 'application/json' } }])
    expect(operations()[0]).toMatch(/^[0-9a-f-]{36} \d+$/)
    expect(waits.map(({ milliseconds }) => milliseconds)).toEqual([BODY_WAIT_MS])
    expect(cancelled).toBe(1)
    expect(sent).toEqual([])
  })

  test.each(['no answer', 'no body', 'half a body'] as const)(
    'is the same operation when it is sent again after %s',
    async (ending) => {
      endings = [ending]
      const response = await memoryFetch('/cache/Mika', post)
      expect(await response.text()).toBe('of /cache/Mika')
      expect(seen.map(({ body }) => body)).toEqual(['{"a":"é"}', '{"a":"é"}'])
      expect(operations()).toHaveLength(1)
      expect(sent).toEqual([])
    },
  )

  test('goes past a service worker that never answers whole, as the same operation', async () => {
    endings = Array.from({ length: FETCH_ATTEMPTS }, () => 'no body' as const)
    const response = await memoryFetch('/cache/Mika', post)
    expect(await response.text()).toBe('of /cache/Mika')
    expect(seen).toHaveLength(FETCH_ATTEMPTS)
    const [key] = operations()
    const headers = new Headers(sent[0]?.headers.map(([name, value]): [string, string] => [name, value]))
    expect([...operations()]).toEqual([
      `${String(headers.get('idempotency-key'))} ${String(headers.get('x-omoide-at'))}`,
    ])
    expect(key).toBeDefined()
    expect(sent[0]?.body).toBe('{"a":"é"}')
  })

  test('goes past one that finds no leader, and one of another version', async () => {
    endings = ['no leader']
    expect(await (await memoryFetch('/get_settings/Mika')).text()).toBe('of /get_settings/Mika')
    expect([seen.length, sent.length]).toEqual([1, 1])
    served = false
    expect(await (await memoryFetch('/get_settings/Mika')).text()).toBe('of /get_settings/Mika')
    expect([seen.length, sent.length]).toEqual([1, 2])
  })

  test('is not sent again, in any way, once its caller has given up', async () => {
    const caller = new AbortController()
    answer = () => {
      caller.abort()
      return new Promise(() => undefined)
    }
    await expect(memoryFetch('/cache/Mika', { ...post, signal: caller.signal })).rejects.toThrow('abort')
    served = false
    await expect(memoryFetch('/cache/Mika', { ...post, signal: caller.signal })).rejects.toThrow('abort')
    expect([seen.length, sent.length]).toEqual([1, 0])
  })

  test('may have an empty answer', async () => {
    answer = () => Promise.resolve({ status: 204, headers: [], body: '' })
    const response = await memoryFetch('/cache/Mika', post)
    expect([response.status, await response.text()]).toEqual([204, ''])
  })
})

describe('what a request does is done once, also when its answer was lost', () => {
  let engine: TestEngine
  /** Requests that came as far as the memory. */
  let handled: number

  beforeEach(async () => {
    handled = 0
    engine = await testEngine()
    await engine.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
    const opened = {
      api: engine.api,
      handle(request: Request) {
        handled += 1
        return engine.handle(request)
      },
      testModel: engine.testModel,
      storage: () => Promise.resolve({ storage: 'durable', reason: null, setAside: [] }),
      close: engine.stop,
    } as const
    const service = createMemoryService({
      // The calls of embeddings, which no route makes, are left out.
      open: () => Promise.resolve(opened as unknown as OpenMemory),
      instanceId: 'instance',
      timer: () => () => undefined,
      onStatus: () => undefined,
    })
    answer = service.respond
  })
  afterEach(() => engine.stop())

  test.each([
    [
      '/cache/Mika',
      {
        input_history: JSON.stringify([{ role: 'user', content: [{ type: 'text', text: 'I like kites' }] }]),
      },
    ],
    ['/record_surfaced/Mika', { reflection_ids: ['ref_1'] }],
    [
      '/api/memory/recent_file/save',
      { filename: 'recent_Mika.json', chat: [{ role: 'user', text: 'I like kites' }] },
    ],
  ])('%s', async (path, body) => {
    endings = ['no body', 'no answer']
    const response = await memoryFetch(path, { ...post, body: JSON.stringify(body) })
    expect(response.status).toBe(200)
    expect(seen).toHaveLength(3)
    expect(operations()).toHaveLength(1)
    expect(handled).toBe(1)
  })
})
