/**
 * The reference's memory-browser page against this engine, by its documented calls (ui.md §2–§4, §7; routes.md §9):
 * a stand-in that asks and reads exactly as that page does.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { assistant, testEngine, type TestEngine, user } from '../fixtures/engine.ts'

let engine: TestEngine

beforeEach(async () => {
  engine = await testEngine()
  for (const name of ['Mika', '雪乃']) await engine.api.createCharacter({ name, nickname: '', card: {} })
  await engine.say('/cache/Mika', [user('I like kites.', 't1'), assistant('So do I!', 't2')])
  await engine.say('/cache/雪乃', [user('你好', 't3')])
  await engine.settled()
})

afterEach(async () => {
  await engine.stop()
})

interface Row {
  role: string
  text: string
}

/** Rows as the page makes them of a file (ui.md §3.2). */
function rowsOf(content: string): Row[] {
  const items = JSON.parse(content) as { type?: string; data?: { content?: unknown } }[]
  return items.flatMap(({ type, data }) => {
    if (type !== 'system' && type !== 'ai' && type !== 'human') return []
    const content = data?.content
    if (typeof content === 'string') return [{ role: type, text: content }]
    if (!Array.isArray(content)) return []
    const parts = content as (string | { type?: string; text?: string })[]
    const texts = parts.flatMap((part) => (typeof part === 'string' ? part : (part.text ?? [])))
    return [{ role: type, text: texts.join('\n') }]
  })
}

async function get(path: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const reply = await engine.send('GET', path)
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

async function post(path: string, body: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
  const reply = await engine.send('POST', path, body)
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

function fileOf(name: string): string {
  return `/api/memory/recent_file?filename=${encodeURIComponent(`recent_${name}.json`)}`
}

describe('the start of the page', () => {
  it('is limited by nothing', async () => {
    const { status, body } = await get('/api/storage/location/bootstrap')
    expect(status).toBe(200)
    expect(body).toEqual({
      ok: true,
      selection_required: false,
      migration_pending: false,
      recovery_required: false,
      blocking_reason: '',
    })
  })

  it('is limited with the reason while the memory starts', async () => {
    const starting = await testEngine({ start: false })
    const reply = await starting.send('GET', '/api/storage/location/bootstrap')
    expect(reply.status).toBe(409)
    expect(await reply.json()).toMatchObject({ blocking_reason: 'runtime_initializing', limited_mode: true })
    await starting.stop()
  })

  it('lists the files, knows who is chosen and reads both switches', async () => {
    expect((await get('/api/memory/recent_files')).body).toEqual({
      files: ['recent_Mika.json', 'recent_雪乃.json'],
    })
    expect((await get('/api/characters/current_catgirl')).body).toEqual({ current_catgirl: '雪乃' })
    await engine.api.selectCharacter('Mika')
    expect((await get('/api/characters/current_catgirl')).body).toEqual({ current_catgirl: 'Mika' })
    for (const path of ['/api/memory/review_config', '/api/memory/powerful_memory_config']) {
      expect((await get(path)).body).toEqual({ enabled: true })
    }
  })

  it('knows when nobody is chosen', async () => {
    const empty = await testEngine()
    const reply = await empty.send('GET', '/api/characters/current_catgirl')
    expect(await reply.json()).toEqual({ current_catgirl: '' })
    await empty.stop()
  })
})

describe('the editor of recent memory', () => {
  it('shows a file, deletes a row, saves, and reads it back', async () => {
    const { status, body } = await get(fileOf('Mika'))
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['content'])
    const rows = rowsOf(String(body['content']))
    expect(rows.map(({ role }) => role)).toEqual(['human', 'ai'])
    expect(rows[0]?.text).toBe('I like kites.')
    const saved = await post('/api/memory/recent_file/save', {
      filename: 'recent_Mika.json',
      chat: rows.slice(0, 1),
    })
    expect(saved).toEqual({
      status: 200,
      body: { success: true, need_refresh: true, catgirl_name: 'Mika' },
    })
    const again = String((await get(fileOf('Mika'))).body['content'])
    expect(rowsOf(again)).toEqual(rows.slice(0, 1))
    // Filler fields as the reference writes them (recent.md §2).
    expect(JSON.parse(again)).toMatchObject([{ type: 'human', data: { content: 'I like kites.' } }])
  })

  it('is refused what the reference refuses', async () => {
    expect(await get('/api/memory/recent_file?filename=../recent_Mika.json')).toMatchObject({
      status: 400,
      body: { success: false },
    })
    expect(await get(fileOf('Nobody'))).toMatchObject({ status: 404, body: { success: false } })
    for (const request of [
      { filename: 'recent_Mika.json', chat: 'no' },
      { filename: 'recent_Mika.json', chat: [{ text: 'no role' }] },
      { filename: 'recent_Mika.json', chat: [{ role: 'ai', text: 'x'.repeat(32_769) }] },
      { filename: 'Mika.json', chat: [] },
    ]) {
      expect(await post('/api/memory/recent_file/save', request)).toMatchObject({
        status: 400,
        body: { success: false },
      })
    }
  })

  it('switches both settings, each shown as it was set', async () => {
    for (const path of ['/api/memory/review_config', '/api/memory/powerful_memory_config']) {
      expect((await post(path, { enabled: false })).body).toEqual({ success: true, enabled: false })
      expect((await get(path)).body).toEqual({ enabled: false })
      expect((await post(path, { enabled: true })).body).toEqual({ success: true, enabled: true })
    }
  })
})

describe('the external import', () => {
  const files = [
    { path: 'USER.md', content: '# Likes\n- Green tea\n- Rainy days\n' },
    { path: 'MEMORY.md', content: '- Moved to Kyoto in 2024\n' },
  ]

  it('previews for the same character, then commits', async () => {
    const request = { character_name: 'Mika', source_format: 'auto', files }
    const preview = await post('/api/memory/external_import/preview', request)
    expect(preview.status).toBe(200)
    expect(preview.body).toMatchObject({
      success: true,
      character_name: 'Mika',
      source_format: 'openclaw',
      counts: { persona: 2, facts: 1, daily: 0 },
      warning_count: 0,
    })
    const commit = await post('/api/memory/external_import/commit', {
      ...request,
      acknowledge_warnings: true,
    })
    expect(commit.body).toMatchObject({
      success: true,
      character_name: 'Mika',
      need_refresh: true,
      added_facts: 1,
    })
  })

  it('refuses both files and an archive', async () => {
    const request = { character_name: 'Mika', source_format: 'auto', files, archive_b64: 'UEs=' }
    expect(await post('/api/memory/external_import/preview', request)).toMatchObject({
      status: 400,
      body: { success: false },
    })
  })
})

describe('what lies in places of old (routes.md §9.9)', () => {
  it('is nothing', async () => {
    expect((await get('/api/memory/legacy/scan')).body).toEqual({
      success: true,
      runtime_memory_dir: '',
      legacy_roots: [],
      total_entries: 0,
      total_size_bytes: 0,
    })
  })

  it('cannot be purged', async () => {
    for (const body of [{}, { paths: [] }, { paths: '/x' }]) {
      expect(await post('/api/memory/legacy/purge', body)).toMatchObject({
        status: 400,
        body: { success: false },
      })
    }
    expect(await post('/api/memory/legacy/purge', { paths: ['/old/memory/Mika'] })).toMatchObject({
      status: 409,
      body: { success: false },
    })
  })
})
