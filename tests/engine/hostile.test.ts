/** Names, ids, times and bodies that nobody means well with: each is answered, and nothing that was said is lost. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { openCharacterStore } from '../../src/engine/store/character-store.ts'
import { type TestEngine, testEngine, user } from '../fixtures/engine.ts'

let engine: TestEngine

beforeEach(async () => {
  engine = await testEngine()
})
afterEach(() => engine.stop())

async function recentOf(name: string): Promise<{ data: { content: unknown } }[] | string> {
  const view = await engine.api.view(name, 'recent.json')
  return view.ok ? (JSON.parse(view.value) as { data: { content: unknown } }[]) : view.error.code
}

function rename(old_name: string, new_name: string): Promise<unknown> {
  return engine.json('POST', '/api/memory/update_catgirl_name', { old_name, new_name })
}

describe('names of what every object has', () => {
  const names = ['constructor', '__proto__', 'prototype', 'toString', 'hasOwnProperty']

  it.each(names)('%s is a character like any other, also after a restart', async (name) => {
    const fields = Object.fromEntries(names.map((key) => [key, `a ${key}`]))
    await engine.api.createCharacter({ name, nickname: '', card: fields })
    await engine.say(`/cache/${name}`, [user('I like kites', 't1')])
    await engine.say('/cache/Mika', [user('I like tea', 't1')])
    engine = await engine.restart()
    expect(await recentOf(name)).toHaveLength(1)
    expect(await engine.text('GET', `/new_dialog/${name}`)).toContain('constructor: a constructor')
    expect(await engine.json('GET', '/api/memory/recent_files')).toEqual({
      files: ['recent_Mika.json', `recent_${name}.json`].sort(),
    })
    await engine.api.deleteCharacter(name)
    expect(await recentOf(name)).toBe('unknown_character')
    expect(await recentOf('Mika')).toHaveLength(1)
  })

  it('are kept as fields of the user’s profile', async () => {
    const fields = Object.fromEntries(names.map((key) => [key, `a ${key}`]))
    await engine.api.updateProfile({ name: 'Ada', nickname: '', fields })
    engine = await engine.restart()
    expect(Object.entries((await engine.api.profile()).fields)).toEqual(Object.entries(fields))
  })
})

describe('a message', () => {
  it.each(['\ud800', 'a\udfff', 'a\0b', ' ', '', 5, {}, 'x'.repeat(1_000_000), '__proto__'])(
    'with an odd id is kept once (%#)',
    async (id) => {
      const said = [{ role: 'user', content: 'hello', metadata: { id } }]
      const headers = { 'Idempotency-Key': 'op' }
      await engine.say('/cache/Mika', said, headers)
      await engine.say('/cache/Mika', said, headers)
      expect(await recentOf('Mika')).toEqual([{ type: 'human', data: { content: 'hello' } }])
    },
  )

  it.each([
    Number.MAX_SAFE_INTEGER,
    -Number.MAX_SAFE_INTEGER,
    8.64e15,
    -8.64e15,
    1e300,
    253_402_300_799_999,
    '9999-12-31T23:59:59-12:00',
    '0001-01-01T00:00:00+14:00',
    'NaN',
    {},
    [],
    true,
  ])('said at %j was said when it came', async (at) => {
    const said = { role: 'user', content: 'hello', metadata: { at, zone: 'Pacific/Kiritimati' } }
    expect(await engine.say('/cache/Mika', [said])).toEqual({ status: 'cached', count: 1 })
    expect(await engine.api.conversation('Mika')).toMatchObject({ value: [{ at: engine.clock.now() }] })
    expect(await engine.json('GET', '/last_conversation_gap/Mika')).toEqual({ gap_seconds: 0 })
  })

  it.each(['Etc/../x', '+25:00', 'x'.repeat(1_000_000), 'America/New_York\0', 5])(
    'in a zone that there is not was said in the user’s (%#)',
    async (zone) => {
      const at = Date.parse('2026-03-02T20:00:00Z')
      await engine.say('/cache/Mika', [
        { role: 'user', content: 'I bought a kite today', metadata: { at, zone } },
      ])
      await engine.settled()
      const facts = await engine.api.facts('Mika')
      expect(facts.ok && facts.value[0]?.eventStartAt).toBe('2026-03-03T00:00:00')
    },
  )

  it('whose request claims an impossible time is kept at the time of its coming', async () => {
    const headers = { 'X-Omoide-At': String(Number.MAX_SAFE_INTEGER), 'X-Omoide-Zone': 'Etc/../x' }
    expect(await engine.say('/cache/Mika', ['hello'], headers)).toEqual({ status: 'cached', count: 1 })
  })

  it('with the same id is another one where it is said to someone else', async () => {
    await engine.say('/cache/Mika', [user('to Mika', 't1')])
    await engine.say('/cache/Ren', [user('to Ren', 't1')])
    expect(await recentOf('Mika')).toHaveLength(1)
    expect(await recentOf('Ren')).toHaveLength(1)
  })

  it.each([
    null,
    5,
    true,
    {},
    [],
    [null],
    [[]],
    [{ type: 'text' }],
    '',
    ' ',
    '\ud800',
    '\0',
    '🙂',
    '\u202Eabc',
  ])('of the content %j is kept as it is, and breaks no reader', async (content) => {
    expect(await engine.say('/process/Mika', [{ role: 'user', content }])).toEqual({ status: 'processed' })
    await engine.settled()
    expect(await recentOf('Mika')).toEqual([{ type: 'human', data: { content } }])
    for (const path of ['new_dialog', 'get_recent_history', 'get_settings', 'get_persona'])
      expect((await engine.send('GET', `/${path}/Mika`)).status).toBe(200)
    expect(engine.logs.filter(({ level }) => level === 'error')).toEqual([])
  })
})

describe('a body that is nested without end', () => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000)

  it.each([`[${deep}]`, `[{"x":${deep}}]`, `[{"role":"user","content":${deep}}]`])(
    'as a history is an error that says so (%#)',
    async (input_history) => {
      const reply = await engine.send('POST', '/cache/Mika', { input_history })
      expect(reply.status).toBe(200)
      expect(await reply.json()).toMatchObject({ status: 'error' })
    },
  )

  it.each([
    ['/cache/Mika', deep],
    ['/cache/Mika', `{"input_history":${deep}}`],
    ['/query_memory/Mika', `{"query":${deep}}`],
    ['/internal/memory/import_external_markdown', deep],
  ])('is unprocessable for %s (%#)', async (path, body) => {
    const reply = await engine.send('POST', path, body)
    expect(reply.status).toBe(422)
    expect(await reply.json()).toMatchObject({ detail: [{ input: null }] })
  })
})

describe('memory that is handed to another name', () => {
  it('is not shared with the old one, which begins anew', async () => {
    await engine.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
    await engine.say('/cache/Mika', [user('My secret is zanzibar', 's1')])
    await engine.settled()
    expect(await rename('Mika', 'Mia')).toMatchObject({ success: true, changed: true })
    await engine.say('/cache/Mika', [user('hello', 's2')])
    engine = await engine.restart()
    expect(await recentOf('Mika')).toMatchObject([{ data: { content: [{ text: 'hello' }] } }])
    expect(await recentOf('Mia')).toMatchObject([{ data: { content: [{ text: 'My secret is zanzibar' }] } }])
    const created = await engine.api.createCharacter({ name: 'Mia', nickname: '', card: {} })
    const ids = (await engine.api.characters()).list.map(({ id }) => id)
    expect(created.ok && new Set(ids).size).toBe(2)
  })

  it('by two at once goes by one; the other keeps hers', async () => {
    await engine.say('/cache/Ada', [user('I am Ada', 'a1')])
    await engine.say('/cache/Ben', [user('I am Ben', 'b1')])
    const replies = await Promise.all([rename('Ada', 'Cleo'), rename('Ben', 'Cleo')])
    expect(replies).toMatchObject([{ success: true, changed: true }, { success: false }])
    expect(await recentOf('Cleo')).toHaveLength(1)
    expect(await recentOf('Ben')).toHaveLength(1)
  })

  it('never takes the place of what begins there at the same time', async () => {
    await engine.say('/cache/Ada', [user('I am Ada', 'a1')])
    await Promise.all([rename('Ada', 'Cleo'), engine.say('/cache/Cleo', [user('I am Cleo', 'c1')])])
    engine = await engine.restart()
    const [ada, cleo] = [await recentOf('Ada'), await recentOf('Cleo')]
    const said = [ada, cleo].flatMap((lines) => (typeof lines === 'string' ? [] : lines))
    expect(said.map(({ data }) => JSON.stringify(data))).toHaveLength(2)
  })

  it('to and fro at once ends, with everything there', async () => {
    await engine.say('/cache/Ada', [user('I am Ada', 'a1')])
    await engine.say('/cache/Ben', [user('I am Ben', 'b1')])
    await Promise.all([rename('Ada', 'Ben'), rename('Ben', 'Ada'), engine.say('/settle/Ada', [])])
    expect(await recentOf('Ada')).toHaveLength(1)
    expect(await recentOf('Ben')).toHaveLength(1)
  })
})

describe('what ends after its character was deleted', () => {
  it('does not bring her back: no work of a turn, no model call in a ledger', async () => {
    await engine.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
    await engine.say('/process/Mika', [user('I like kites', 't1')])
    const call = {
      ...{ at: engine.clock.now(), purpose: 'chat', tier: 'chat', origin: '', model: 'm', tokensIn: 1 },
      ...{ tokensOut: 1, milliseconds: 1, outcome: 'ok', sent: 'I like kites' },
    }
    await Promise.all([engine.api.deleteCharacter('Mika'), engine.settled()])
    expect(await engine.api.recordCall('Mika', call)).toEqual({ ok: true, value: null })
    await engine.settled()
    expect(await engine.databases.list()).toEqual([])
    expect(await engine.json('GET', '/api/memory/recent_files')).toEqual({ files: [] })
  })
})

it('a model call that a page tells of twice is one', async () => {
  await engine.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
  const call = {
    ...{ at: engine.clock.now(), purpose: 'chat', tier: 'chat', origin: '', model: 'm', tokensIn: 1 },
    ...{ tokensOut: 1, milliseconds: 1, outcome: 'ok', sent: 'I like kites' },
  }
  await Promise.all([engine.api.recordCall('Mika', call), engine.api.recordCall('Mika', call)])
  await engine.api.recordCall('Mika', { ...call, milliseconds: 2 })
  const [id = ''] = await engine.databases.list()
  const { db, ledger } = await openCharacterStore(await engine.databases.open(id))
  expect((await ledger.list(db)).map(({ ms }) => ms)).toEqual([1, 2])
})

it.each(['process', 'renew', 'settle'])('/%s without a word begins no memory', async (route) => {
  expect(await engine.say(`/${route}/Nobody`, [])).toEqual({
    status: route === 'settle' ? 'settled' : 'processed',
  })
  expect(await engine.databases.list()).toEqual([])
})

it('leaves a stored character that it cannot read where she is', async () => {
  const odd = { id: 7, name: 'From a later version' }
  await engine.settings.set('characters', [odd])
  await engine.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
  await engine.api.updateCharacter('Mika', { name: 'Mia', nickname: '', card: {} })
  expect((await engine.api.characters()).list.map(({ name }) => name)).toEqual(['Mia'])
  await engine.api.deleteCharacter('Mia')
  expect(await engine.settings.get('characters')).toEqual([odd])
})
