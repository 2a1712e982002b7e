import { describe, expect, it } from 'vitest'
import type { MemoryStatus, StorageState, WireRequest } from '../engine/api.ts'
import { StorageError } from '../engine/store/storage-error.ts'
import { createMemoryService, type MemoryServiceDeps, type OpenMemory } from './memory-service.ts'

describe('the memory of a worker', () => {
  it('answers requests once the storage is open', async () => {
    const { service, opened } = start()
    const answer = service.respond(get('/get_recent_history/Mika'))
    opened.resolve(memory())
    expect(await answer).toMatchObject({ status: 200, body: 'handled /get_recent_history/Mika' })
  })

  it('answers 409 when the storage does not open in time, and lets /health through', async () => {
    const { service, elapse } = start()
    const answer = service.respond(get('/new_dialog/Mika'))
    elapse()
    const { status, body } = await answer
    expect(status).toBe(409)
    expect(JSON.parse(body)).toMatchObject({
      ok: false,
      error_code: 'storage_startup_blocked',
      blocking_reason: 'runtime_initializing',
      limited_mode: true,
    })
    const health = await service.respond(get('/health'))
    expect(JSON.parse(health.body)).toEqual({
      app: 'N.E.K.O',
      service: 'memory',
      status: 'ok',
      instance_id: 'instance',
    })
  })

  it('does a request once that is sent twice while it is under way', async () => {
    let handled = 0
    const gate = deferred<undefined>()
    const { service, opened } = start()
    opened.resolve(
      memory({
        async handle() {
          handled += 1
          await gate.promise
          return new Response(`call ${handled}`)
        },
      }),
    )
    const twice = [
      service.respond(post('/cache/Mika', 'key-1')),
      service.respond(post('/cache/Mika', 'key-1')),
    ]
    gate.resolve(undefined)
    expect((await Promise.all(twice)).map(({ body }) => body)).toEqual(['call 1', 'call 1'])
    expect(await service.respond(post('/cache/Mika', 'key-2'))).toMatchObject({ body: 'call 2' })
  })

  it('does a request once that is sent again after its answer, which may have been lost, for a while', async () => {
    let handled = 0
    const { service, opened, elapse } = start()
    opened.resolve(
      memory({
        async handle() {
          handled += 1
          return Response.json({ call: handled })
        },
      }),
    )
    const ask = async () =>
      JSON.parse((await service.respond(post('/reflect/Mika', 'key-1'))).body) as unknown
    expect([await ask(), await ask()]).toEqual([{ call: 1 }, { call: 1 }])
    elapse()
    expect(await ask()).toEqual({ call: 2 })
    const read = { ...get('/x'), headers: [['idempotency-key', 'key-1']] as const }
    expect(await service.respond(read)).toMatchObject({ body: '{"call":3}' })
    expect(await service.respond(read)).toMatchObject({ body: '{"call":4}' })
  })

  it.each([
    ['a failure of the server', () => new Response('?', { status: 500 })],
    ['limited mode', () => Response.json({ ok: false, error_code: 'x' }, { status: 409 })],
    ['an error', () => Response.json({ status: 'error', message: 'no room' })],
    ['a refusal', () => Response.json({ ok: false })],
    ['no success', () => Response.json({ success: false })],
  ])('tries again what ended in %s', async (_, answer) => {
    let handled = 0
    const { service, opened } = start()
    opened.resolve(
      memory({
        async handle() {
          handled += 1
          return handled === 1 ? answer() : new Response('done')
        },
      }),
    )
    await service.respond(post('/cache/Mika', 'key-1'))
    expect(await service.respond(post('/cache/Mika', 'key-1'))).toMatchObject({ body: 'done' })
  })

  it('says that it is blocked and why, and tries again until it opens', async () => {
    let tries = 0
    const { service, statuses, elapse } = start({
      open: () => {
        tries += 1
        return tries < 3 ? Promise.reject(new StorageError('storage_blocked')) : Promise.resolve(memory())
      },
    })
    while (statuses.at(-1)?.storage !== 'durable') {
      await Promise.resolve()
      elapse()
    }
    expect(statuses.map(({ storage, reason }) => [storage, reason?.code ?? null])).toEqual([
      ['blocked', 'storage_blocked'],
      ['blocked', 'storage_blocked'],
      ['durable', null],
    ])
    expect(await service.api.status()).toMatchObject({ storage: 'durable', instanceId: 'instance' })
  })

  it('asks afresh how safe the storage is, and tells every page when that has changed', async () => {
    let storage: StorageState = 'best_effort'
    const { service, opened, statuses } = start()
    opened.resolve(memory({ storage: async () => ({ storage, reason: null, setAside: [] }) }))
    await service.respond(get('/get_settings/Mika'))
    expect(await service.api.status()).toMatchObject({ storage: 'best_effort' })
    storage = 'durable'
    expect(await service.api.status()).toMatchObject({ storage: 'durable' })
    await service.api.status()
    expect(statuses.map((told) => told.storage)).toEqual(['best_effort', 'durable'])
  })

  it('lets what has begun finish before it closes, and answers nothing after', async () => {
    const order: string[] = []
    const gate = deferred<undefined>()
    const { service, opened } = start()
    opened.resolve(
      memory({
        async handle() {
          await gate.promise
          order.push('answered')
          return new Response('done')
        },
        async close() {
          order.push('closed')
        },
      }),
    )
    const answer = service.respond(post('/cache/Mika', 'key-1'))
    await service.api.status()
    const stopped = service.stop()
    let late = 'unanswered'
    void service.respond(get('/get_settings/Mika')).then(() => {
      late = 'answered'
    })
    gate.resolve(undefined)
    await stopped
    expect((await answer).body).toBe('done')
    expect(order).toEqual(['answered', 'closed'])
    expect(late).toBe('unanswered')
  })

  it('passes calls of pages on with their arguments', async () => {
    const { service, opened } = start()
    opened.resolve(memory())
    expect(await service.api.deleteCharacter('Mika')).toEqual({ ok: true, value: 'deleted Mika' })
    expect(await service.api.request(get('/x'))).toMatchObject({ body: 'handled /x' })
  })
})

function start(overrides: Partial<MemoryServiceDeps> = {}) {
  const opened = deferred<OpenMemory>()
  const statuses: MemoryStatus[] = []
  let timers: (() => void)[] = []
  const service = createMemoryService({
    open: () => opened.promise,
    instanceId: 'instance',
    timer: (_milliseconds, callback) => {
      timers.push(callback)
      return () => {
        timers = timers.filter((other) => other !== callback)
      }
    },
    onStatus: (status) => void statuses.push(status),
    ...overrides,
  })
  return {
    service,
    opened,
    statuses,
    /** Runs every timer that was set. */
    elapse() {
      for (const callback of timers.splice(0)) callback()
    },
  }
}

function memory(overrides: Partial<OpenMemory> = {}): OpenMemory {
  return {
    storage: async () => ({ storage: 'durable', reason: null, setAside: [] }),
    // The one method that a test here calls.
    api: {
      deleteCharacter: async (name: string) => ({ ok: true, value: `deleted ${name}` }),
    } as unknown as OpenMemory['api'],
    handle: async (request) => new Response(`handled ${new URL(request.url).pathname}`),
    testModel: async () => ({ ok: true, milliseconds: 1, reply: 'pong' }),
    close: async () => undefined,
    ...overrides,
  }
}

function get(path: string): WireRequest {
  return { method: 'GET', path, headers: [], body: null }
}

function post(path: string, key: string): WireRequest {
  return { method: 'POST', path, headers: [['idempotency-key', key]], body: '{}' }
}

function deferred<T>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
