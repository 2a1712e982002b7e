import { describe, expect, it } from 'vitest'
import { createMemoryRoutes, type WireMessage } from './memory-routes.ts'

interface Sent {
  readonly path: string
  readonly init: RequestInit
}

function routesAnswering(body: unknown, status = 200) {
  const sent: Sent[] = []
  const routes = createMemoryRoutes({
    fetch(path, init) {
      sent.push({ path, init })
      return Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))
    },
    timer: () => () => undefined,
  })
  return { routes, sent }
}

function bodyOf(request: Sent | undefined): string {
  return typeof request?.init.body === 'string' ? request.init.body : ''
}

const message: WireMessage = {
  role: 'user',
  content: [{ type: 'text', text: '你好' }],
  metadata: { id: 'a', at: 1, zone: 'UTC' },
}

describe('the conversation routes', () => {
  it('send the list as JSON text inside JSON, to the name percent-encoded', async () => {
    const { routes, sent } = routesAnswering({ status: 'cached', count: 1 })
    expect(await routes.persist('cache', 'Mika / 小米', [message])).toEqual({ ok: true, value: null })
    expect(sent[0]?.path).toBe('/cache/Mika%20%2F%20%E5%B0%8F%E7%B1%B3')
    const body: unknown = JSON.parse(bodyOf(sent[0]))
    expect(body).toEqual({ input_history: JSON.stringify([message], null, 2) })
  })

  it.each([
    [
      { status: 'error', message: 'The device has no room left for this write. disk full' },
      200,
      'storage_quota',
    ],
    [{ status: 'error', message: 'anything' }, 200, 'storage_failed'],
    [
      { ok: false, error_code: 'storage_startup_blocked', blocking_reason: 'runtime_initializing' },
      409,
      'storage_not_ready',
    ],
    [{ ok: false, error_code: 'payload_too_large' }, 413, 'payload_too_large'],
    [{ code: 'no_open_tab', error: '' }, 503, 'no_open_tab'],
    ['Internal Server Error', 500, 'storage_failed'],
    ['not JSON', 200, 'storage_failed'],
  ])('take %j (%d) for the failure %s', async (body, status, code) => {
    const answer = await routesAnswering(body, status).routes.persist('cache', 'Mika', [message])
    expect(answer.ok ? 'ok' : answer.error.code).toBe(code)
  })

  it('give up after the connector’s limit', async () => {
    let late = () => {}
    const routes = createMemoryRoutes({
      fetch: () => new Promise(() => {}),
      timer: (milliseconds, callback) => {
        if (milliseconds === 10_000) late = callback
        return () => undefined
      },
    })
    const answer = routes.persist('cache', 'Mika', [message])
    late()
    const given = await answer
    expect(given.ok ? 'ok' : given.error.code).toBe('storage_not_ready')
  })
})

describe('recall', () => {
  it('forwards the query always and the time only when there is one', async () => {
    const { routes, sent } = routesAnswering({ results: [{ text: 'a' }, 7, { id: 'no text' }] })
    const rows = await routes.query('Mika', '', '2026-05')
    expect(rows.ok && rows.value).toEqual({ rows: [{ text: 'a' }], reason: null, timeUnderstood: true })
    await routes.query('Mika', 'tea', '')
    expect(sent.map(({ init }) => init.body)).toEqual(['{"query":"","time":"2026-05"}', '{"query":"tea"}'])
  })
})

describe('what recall says of its answer', () => {
  it('is handed on, and a word that this page does not know is none', async () => {
    const given = async (body: object) =>
      (await routesAnswering(body).routes.query('Mika', 'tea')) as { value: object }
    expect((await given({ results: [], reason: 'nothing_found' })).value).toMatchObject({
      reason: 'nothing_found',
    })
    expect((await given({ results: [], reason: 'newer' })).value).toMatchObject({ reason: null })
    expect((await given({ results: [], time_not_understood: true })).value).toMatchObject({
      timeUnderstood: false,
    })
  })
})

describe('the recent-memory editor', () => {
  it('takes a missing file for none', async () => {
    const answer = await routesAnswering({ success: false, error: 'none' }, 404).routes.recentFile(
      'recent_Mika.json',
    )
    expect(answer).toEqual({ ok: true, value: null })
  })

  it('hands on what is stored now when it changed since it was loaded', async () => {
    const { routes } = routesAnswering({ success: false, code: 'recent_changed', content: '[1]' }, 409)
    const answer = await routes.saveRecent({ filename: 'recent_Mika.json', chat: [], base: 'x' })
    expect(answer).toEqual({ ok: true, value: { saved: false, content: '[1]' } })
  })

  it('takes a 409 for another reason as a failure', async () => {
    const { routes } = routesAnswering({ ok: false, error_code: 'storage_startup_blocked' }, 409)
    const answer = await routes.saveRecent({ filename: 'recent_Mika.json', chat: [], base: 'x' })
    expect(answer.ok ? 'ok' : answer.error.code).toBe('storage_not_ready')
  })
})

describe('switches', () => {
  it('fail with the reason when the memory keeps the old value', async () => {
    const { routes } = routesAnswering({ success: false, error: 'migration HTTP 409' })
    const answer = await routes.setSwitch('powerful_memory_config', false)
    expect(answer.ok ? '' : answer.error.message).toBe('migration HTTP 409')
  })
})

describe('the routes of speaking up', () => {
  it('give id and text of the reflections, and leave out what has none', async () => {
    const { routes, sent } = routesAnswering({
      topics: [
        { id: 'ref_1', text: '喜欢抹茶', status: 'pending' },
        { id: 'ref_2' },
        { text: 'x', id: '' },
        null,
      ],
    })
    expect(await routes.followupTopics('小米')).toEqual({
      ok: true,
      value: [{ id: 'ref_1', text: '喜欢抹茶' }],
    })
    expect(sent[0]?.path).toBe('/followup_topics/%E5%B0%8F%E7%B1%B3')
    expect(sent[0]?.init.method).toBe('GET')
  })

  it('tell which were raised', async () => {
    const { routes, sent } = routesAnswering({ ok: true })
    expect(await routes.recordSurfaced('Mika', ['ref_1', 'ref_2'])).toEqual({ ok: true, value: null })
    expect(sent[0]?.path).toBe('/record_surfaced/Mika')
    expect(JSON.parse(bodyOf(sent[0]))).toEqual({ reflection_ids: ['ref_1', 'ref_2'] })
  })
})
