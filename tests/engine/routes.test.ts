/** The routes' statuses, shapes and side effects (routes.md), on the whole engine. */
import { afterEach, describe, expect, it } from 'vitest'

import { sha256Hex } from '../../src/engine/text/hash.ts'
import { assistant, testEngine, type TestEngine, type TestEngineOptions, user } from '../fixtures/engine.ts'

let engine: TestEngine

async function open(options: TestEngineOptions = {}): Promise<TestEngine> {
  engine = await testEngine(options)
  await engine.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
  return engine
}

afterEach(() => engine.stop())

const recentOf = async (name: string): Promise<unknown[]> => {
  const reply = (await engine.json('GET', `/api/memory/recent_file?filename=recent_${name}.json`)) as {
    content: string
  }
  return JSON.parse(reply.content) as unknown[]
}

describe('before the engine has started', () => {
  it('answers 409 for everything but what is always open', async () => {
    await open({ start: false })
    const limited = await engine.send('GET', '/new_dialog/Mika')
    expect(limited.status).toBe(409)
    expect(await limited.json()).toMatchObject({
      ok: false,
      error_code: 'storage_startup_blocked',
      blocking_reason: 'runtime_initializing',
      limited_mode: true,
    })
    expect((await engine.send('GET', '/nowhere')).status).toBe(409)
    expect(await engine.json('GET', '/health')).toMatchObject({
      app: 'N.E.K.O',
      service: 'memory',
      status: 'ok',
    })
    expect(await engine.json('POST', '/internal/storage/startup/continue')).toEqual({
      ok: true,
      initialized: true,
    })
    expect(await engine.json('POST', '/internal/storage/startup/continue')).toEqual({
      ok: true,
      initialized: false,
    })
    expect((await engine.send('GET', '/new_dialog/Mika')).status).toBe(200)
  })

  it('pauses and goes on when asked', async () => {
    await open()
    expect(await engine.json('POST', '/internal/storage/startup/block', { reason: ' moving ' })).toEqual({
      ok: true,
      limited_mode: true,
      reason: 'moving',
    })
    const paused = await engine.send('POST', '/cache/Mika', { input_history: '[]' })
    expect(await paused.json()).toMatchObject({ blocking_reason: 'storage_startup_blocked_after_init' })
    await engine.send('POST', '/internal/storage/startup/continue')
    expect((await engine.send('POST', '/cache/Mika', { input_history: '[]' })).status).toBe(200)
  })
})

describe('what is not a good request', () => {
  it.each([
    ['/cache/%20', 400, { detail: 'Invalid lanlan_name length' }],
    ['/cache/a..b', 400, { detail: 'Invalid characters in lanlan_name' }],
    ['/cache/health', 400, { detail: 'Invalid characters in lanlan_name' }],
    ['/cache/a%2Fb', 404, { detail: 'Not Found' }],
    ['/cache', 404, { detail: 'Not Found' }],
    ['/nowhere', 404, { detail: 'Not Found' }],
  ])('POST %s → %i', async (path, status, body) => {
    await open()
    const reply = await engine.send('POST', path, { input_history: '[]' })
    expect([reply.status, await reply.json()]).toEqual([status, body])
  })

  it('answers 405 for a known path with another method', async () => {
    await open()
    expect((await engine.send('GET', '/cache/Mika')).status).toBe(405)
  })

  it.each([
    ['no body', undefined, ['missing', ['body']]],
    ['no JSON', '{"input_history":', ['json_invalid', ['body', 17]]],
    ['an array', '[1]', ['model_attributes_type', ['body']]],
    ['no field', {}, ['missing', ['body', 'input_history']]],
    ['an array where text belongs', { input_history: [] }, ['string_type', ['body', 'input_history']]],
    ['a number where text belongs', { input_history: 5 }, ['string_type', ['body', 'input_history']]],
  ])('refuses %s with 422', async (_what, body, [type, loc]) => {
    await open()
    const reply = await engine.send('POST', '/cache/Mika', body)
    expect(reply.status).toBe(422)
    const { detail } = (await reply.json()) as { detail: { type: string; loc: unknown[]; msg: string }[] }
    expect(detail[0]).toMatchObject({ type, loc })
    expect(typeof detail[0]?.msg).toBe('string')
  })

  it('refuses more than 16 MiB, declared or not', async () => {
    await open()
    const declared = await engine.send('POST', '/cache/Mika', '{}', { 'Content-Length': '16777217' })
    expect(declared.status).toBe(413)
    expect(await declared.json()).toMatchObject({
      ok: false,
      error_code: 'payload_too_large',
      max_bytes: 16_777_216,
    })
    const sent = await engine.send('POST', '/cache/Mika', 'x'.repeat(16_777_217))
    expect(sent.status).toBe(413)
  })

  it.each([
    ['not json', { status: 'error' }],
    ['[1]', { status: 'error' }],
    ['[null]', { status: 'error' }],
    ['["has type and data"]', { status: 'error' }],
  ])('fails softly on an input_history of %s and keeps nothing', async (input_history, body) => {
    await open()
    const reply = await engine.send('POST', '/cache/Mika', { input_history })
    expect(reply.status).toBe(200)
    expect(await reply.json()).toMatchObject(body)
    expect(await engine.json('GET', '/api/memory/recent_files')).toEqual({ files: [] })
  })

  it('takes JSON that is no array for no messages', async () => {
    await open()
    expect(await engine.json('POST', '/cache/Mika', { input_history: '{"a":1}' })).toEqual({
      status: 'cached',
      count: 0,
    })
  })
})

describe('/cache, /process, /renew, /settle', () => {
  it('keeps content as it came, in recent memory and in the time index', async () => {
    await open()
    const parts = [
      { type: 'text', text: 'look' },
      { type: 'image_url', image_url: { url: 'x' } },
    ]
    expect(
      await engine.say('/cache/Mika', [
        { role: 'user', content: parts, extra: 1 },
        { type: 'ai', data: { content: 'I see' } },
      ]),
    ).toEqual({ status: 'cached', count: 2 })
    expect(await recentOf('Mika')).toEqual([
      { type: 'human', data: { content: parts } },
      { type: 'ai', data: { content: 'I see' } },
    ])
    expect(await engine.json('GET', '/last_conversation_gap/Mika')).toEqual({ gap_seconds: 0 })
  })

  it('adds nothing twice: not for a repeated request, not for a longer retry', async () => {
    await open()
    const first = [user('one', 'm1'), assistant('two', 'm2')]
    const headers = { 'Idempotency-Key': 'k1' }
    expect(await engine.say('/cache/Mika', first, headers)).toEqual({ status: 'cached', count: 2 })
    expect(await engine.say('/cache/Mika', first, headers)).toEqual({ status: 'cached', count: 2 })
    expect(await engine.say('/cache/Mika', [...first, user('three', 'm3')])).toEqual({
      status: 'cached',
      count: 3,
    })
    expect(await recentOf('Mika')).toHaveLength(3)
    await engine.settled()
    const outbox = await engine.api.view('Mika', 'outbox.ndjson')
    expect(outbox.ok && outbox.value.match(/"pending"/g)).toHaveLength(2)
  })

  it('derives the identity of a message without one from the request, so that a repeated request is recognised', async () => {
    await open()
    const headers = {
      'Idempotency-Key': 'k2',
      'X-Omoide-At': '1772409600000',
      'X-Omoide-Zone': 'Europe/London',
    }
    await engine.say('/cache/Mika', [user('hi')], headers)
    engine.clock.jumpTo(engine.clock.now() + 60_000)
    await engine.say('/cache/Mika', [user('hi')], headers)
    expect(await recentOf('Mika')).toHaveLength(1)
    expect(await engine.json('GET', '/last_conversation_gap/Mika')).toEqual({
      gap_seconds: (engine.clock.now() - 1_772_409_600_000) / 1000,
    })
  })

  it('counts the gap from what was said up to now, whatever a clock that was ahead has stamped', async () => {
    await open()
    const at = (hours: number) => ({ 'X-Omoide-At': String(engine.clock.now() + hours * 3_600_000) })
    const gap = () => engine.json('GET', '/last_conversation_gap/Mika')
    await engine.say('/cache/Mika', [user('from tomorrow', 'm1')], at(24))
    expect(await gap()).toEqual({ gap_seconds: -1 })
    await engine.say('/cache/Mika', [user('from before', 'm2')], at(-2))
    expect(await gap()).toEqual({ gap_seconds: 7_200 })
    // The page's clock may be a little ahead of the worker's.
    await engine.say('/cache/Mika', [user('from just now', 'm3')], at(1 / 3_600))
    expect(await gap()).toEqual({ gap_seconds: 0 })
    engine.clock.jumpTo(engine.clock.now() + 25 * 3_600_000)
    expect(await gap()).toEqual({ gap_seconds: 3_600 })
  })

  it('gives messages of /settle to the time index only', async () => {
    await open()
    expect(await engine.say('/settle/Mika', [user('psst', 's1')])).toEqual({ status: 'settled' })
    expect(await recentOf('Mika')).toEqual([])
    expect(await engine.json('GET', '/last_conversation_gap/Mika')).toEqual({ gap_seconds: 0 })
  })

  it.each([
    ['/process/Mika', { status: 'processed' }],
    ['/renew/Mika', { status: 'processed' }],
  ])('%s appends and answers', async (route, reply) => {
    await open()
    expect(await engine.say(route, [user('x', 'p1')])).toEqual(reply)
    expect(await engine.say(route, [])).toEqual(reply)
    expect(await recentOf('Mika')).toHaveLength(1)
  })

  it('compresses above twenty messages into a memo and the nine newest, on settle and not on cache', async () => {
    await open()
    for (let n = 1; n <= 21; n += 1)
      await engine.say('/cache/Mika', [user(`message ${String(n)}`, `c${String(n)}`)])
    expect(await recentOf('Mika')).toHaveLength(21)
    await engine.say('/settle/Mika', [])
    const recent = (await recentOf('Mika')) as { type: string; data: { content: unknown } }[]
    expect(recent).toHaveLength(10)
    expect(recent[0]?.type).toBe('system')
    expect(recent[0]?.data.content).toMatch(/^Memo from prior conversations: /)
    expect(recent[1]).toEqual({ type: 'human', data: { content: [{ type: 'text', text: 'message 13' }] } })
    const context = await engine.text('GET', '/new_dialog/Mika')
    expect(context).toContain('SYSTEM_MESSAGE | Memo from prior conversations: ')
  })
})

describe('reading', () => {
  it('gives an unconfigured name nothing, and makes no database for it', async () => {
    await open()
    expect(await engine.text('GET', '/new_dialog/Ren')).toBe('')
    expect(await engine.json('GET', '/last_conversation_gap/Ren')).toEqual({ gap_seconds: -1 })
    expect(await engine.json('POST', '/query_memory/Ren', { query: 'x' })).toMatchObject({ results: [] })
    expect(typeof (await engine.json('GET', '/get_recent_history/Ren'))).toBe('string')
    expect(await engine.json('GET', '/get_settings/Ren')).toBe('Ren remembers: {}')
    expect(await engine.databases.list()).toEqual([])
  })

  it('answers nothing to nothing without reading a store', async () => {
    await open()
    expect(await engine.json('POST', '/query_memory/Mika', { query: ' ', time: null })).toEqual({
      results: [],
      query: '',
      candidates_total: 0,
      elapsed_ms: 0,
    })
    expect((await engine.send('POST', '/query_memory/Mika', { query: 3 })).status).toBe(422)
    expect(await engine.databases.list()).toEqual([])
  })

  it('keeps two characters apart', async () => {
    await open()
    await engine.api.createCharacter({ name: 'Ren', nickname: '', card: {} })
    await engine.say('/cache/Mika', [user('I like secret otters', 'o1')])
    await engine.settled()
    expect(await engine.json('POST', '/query_memory/Mika', { query: 'otters' })).toMatchObject({
      results: [{ tier: 'fact' }],
    })
    for (const path of [
      '/new_dialog/Ren',
      '/get_recent_history/Ren',
      '/get_settings/Ren',
      '/get_persona/Ren',
    ]) {
      expect(await engine.text('GET', path)).not.toContain('otters')
    }
    expect(await engine.json('POST', '/query_memory/Ren', { query: 'otters' })).toMatchObject({ results: [] })
    expect(await engine.json('POST', '/query_memory/Ren', { time: '2026' })).toMatchObject({ results: [] })
    expect(await engine.text('GET', '/search_for_memory/Ren/otters')).toMatch(/^".*otters.*"$/)
  })

  it('shows the persona as stored, cards synced', async () => {
    await open()
    await engine.api.updateCharacter('Mika', {
      name: 'Mika',
      nickname: '',
      card: { hobby: 'kites', empty: '' },
    })
    const persona = (await engine.json('GET', '/get_persona/Mika')) as Record<string, { facts: unknown[] }>
    expect(Object.keys(persona)).toEqual(['neko', 'master', 'relationship', '__meta__'])
    expect(persona['neko']?.facts).toMatchObject([
      { text: 'hobby: kites', source: 'character_card', protected: true },
    ])
  })
})

describe('the recent-memory editor', () => {
  const filename = 'recent_Mika.json'

  it('lists, reads and saves as the reference does', async () => {
    await open()
    await engine.say('/cache/Mika', [user('hello', 'e1')])
    expect(await engine.json('GET', '/api/memory/recent_files')).toEqual({ files: [filename] })
    const chat = [{ role: 'system', text: 'memo' }, { role: 'ai', text: 'hi' }, { role: 'human' }]
    expect(await engine.json('POST', '/api/memory/recent_file/save', { filename, chat })).toEqual({
      success: true,
      need_refresh: true,
      catgirl_name: 'Mika',
    })
    const filler = { additional_kwargs: {}, response_metadata: {}, name: null, id: null, example: false }
    expect(await recentOf('Mika')).toEqual([
      { type: 'system', data: { content: 'memo', ...filler, type: 'system' } },
      {
        type: 'ai',
        data: {
          content: 'hi',
          ...filler,
          type: 'ai',
          tool_calls: [],
          invalid_tool_calls: [],
          usage_metadata: null,
        },
      },
      { type: 'human', data: { content: '', ...filler, type: 'human' } },
    ])
  })

  it('keeps elements verbatim and refuses to overwrite what is newer, when the page says what it loaded', async () => {
    await open()
    await engine.say('/cache/Mika', [user('hello', 'e1'), user('gone', 'e2')])
    const { content } = (await engine.json('GET', `/api/memory/recent_file?filename=${filename}`)) as {
      content: string
    }
    const base = sha256Hex(content)
    const chat = [{ role: 'human', text: 'hello', keep: 0 }]
    await engine.say('/cache/Mika', [user('late', 'e3')])
    const conflict = await engine.send('POST', '/api/memory/recent_file/save', { filename, base, chat })
    expect(conflict.status).toBe(409)
    expect(await conflict.json()).toMatchObject({ success: false, code: 'recent_changed' })
    expect(await recentOf('Mika')).toHaveLength(3)
    const now = (await engine.json('GET', `/api/memory/recent_file?filename=${filename}`)) as {
      content: string
    }
    await engine.json('POST', '/api/memory/recent_file/save', {
      filename,
      base: sha256Hex(now.content),
      chat,
    })
    expect(await recentOf('Mika')).toEqual([
      { type: 'human', data: { content: [{ type: 'text', text: 'hello' }] } },
    ])
  })

  it.each([
    ['no file name', { chat: [] }],
    ['a path', { filename: '../recent_Mika.json', chat: [] }],
    ['another file', { filename: 'notes.json', chat: [] }],
    ['a chat that is no array', { filename, chat: {} }],
    ['an item that is no object', { filename, chat: [1] }],
    ['an item without a role', { filename, chat: [{ text: 'x' }] }],
    ['a text that is no string', { filename, chat: [{ role: 'human', text: 5 }] }],
    ['a text that is too long', { filename, chat: [{ role: 'human', text: 'x'.repeat(32_769) }] }],
    ['too many items', { filename, chat: Array.from({ length: 10_001 }, () => ({ role: 'human' })) }],
    [
      'too much text in all',
      { filename, chat: Array.from({ length: 65 }, () => ({ role: 'human', text: 'x'.repeat(32_768) })) },
    ],
    ['no JSON', 'not json'],
  ])('refuses %s with 400 and changes nothing', async (_what, body) => {
    await open()
    await engine.say('/cache/Mika', [user('hello', 'e1')])
    const reply = await engine.send('POST', '/api/memory/recent_file/save', body)
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ success: false })
    expect(await recentOf('Mika')).toHaveLength(1)
  })

  it('answers 400, 404 and 422 for files that are not there', async () => {
    await open()
    const status = async (query: string): Promise<number> =>
      (await engine.send('GET', `/api/memory/recent_file${query}`)).status
    expect(await status('')).toBe(422)
    expect(await status('?filename=recent_a/b.json')).toBe(400)
    expect(await status('?filename=recent_.json')).toBe(400)
    expect(await status('?filename=recent_Nobody.json')).toBe(404)
  })
})

describe('switches and names', () => {
  it('keeps the switches as given, on by default', async () => {
    await open()
    for (const path of ['/api/memory/review_config', '/api/memory/powerful_memory_config']) {
      expect(await engine.json('GET', path)).toEqual({ enabled: true })
      expect(await engine.json('POST', path, { enabled: false })).toEqual({ success: true, enabled: false })
      expect(await engine.json('GET', path)).toEqual({ enabled: false })
      expect(await engine.json('POST', path, {})).toEqual({ success: true, enabled: true })
      expect(await engine.json('POST', path, 'nope')).toMatchObject({ success: false })
    }
  })

  it('moves memory to a new name, with the name inside it', async () => {
    await open()
    await engine.say('/cache/Mika', [
      { role: 'assistant', content: 'Mika: hello', metadata: { id: 'n1' } },
      { role: 'user', content: 'Mika said hi', metadata: { id: 'n2' } },
    ])
    const body = { old_name: 'Mika', new_name: 'Mina' }
    expect(await engine.json('POST', '/api/memory/update_catgirl_name', body)).toEqual({
      success: true,
      changed: true,
      exists_after: true,
    })
    expect(await recentOf('Mina')).toEqual([
      { type: 'ai', data: { content: 'Mina: hello' } },
      { type: 'human', data: { content: 'Mika said hi' } },
    ])
    expect(await engine.json('GET', '/api/memory/recent_files')).toEqual({ files: ['recent_Mina.json'] })
    expect(await engine.json('POST', '/api/memory/update_catgirl_name', body)).toEqual({
      success: true,
      changed: false,
      exists_after: true,
    })
  })

  it('never merges one memory over another', async () => {
    await open()
    await engine.say('/cache/Mika', [user('a', 'n1')])
    await engine.say('/cache/Mina', [user('b', 'n2')])
    const body = { old_name: 'Mika', new_name: 'Mina' }
    const reply = await engine.send('POST', '/api/memory/update_catgirl_name', body)
    expect(reply.status).toBe(200)
    expect(await reply.json()).toMatchObject({ success: false })
    expect(await recentOf('Mika')).toHaveLength(1)
  })

  it('releases a character and opens her again when next asked', async () => {
    await open()
    await engine.say('/cache/Mika', [user('a', 'n1')])
    await engine.settled()
    expect(await engine.json('POST', '/release_character/Mika')).toEqual({
      status: 'success',
      character_name: 'Mika',
    })
    const bad = await engine.send('POST', '/release_character/a..b')
    expect(bad.status).toBe(400)
    expect(await bad.json()).toEqual({
      status: 'error',
      character_name: 'a..b',
      message: 'Invalid characters in lanlan_name',
    })
    expect(await recentOf('Mika')).toHaveLength(1)
    expect(await engine.json('POST', '/reload')).toMatchObject({ status: 'success' })
    expect(await engine.json('POST', '/shutdown')).toMatchObject({ status: 'shutdown_disabled' })
  })
})
