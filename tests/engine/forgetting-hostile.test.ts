/** Forgetting what was named or spelt so that it is taken for something else. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EntryAt, EntryKey, ForgetProof } from '../../src/engine/browser-api.ts'
import { revisionOf } from '../../src/engine/changes/marks.ts'
import { turnText } from '../../src/engine/forgetting/entry-texts.ts'
import { findEntry, readTable } from '../../src/engine/look/find-entry.ts'
import type { ExtractInput } from '../../src/engine/model/memory-model.ts'
import { ok } from '../../src/engine/result.ts'
import { openCharacterStore, type CharacterStore } from '../../src/engine/store/character-store.ts'
import { importView, renderView } from '../../src/engine/store/views.ts'
import { testEngine, user, type TestEngine } from '../fixtures/engine.ts'
import { claim } from '../fixtures/facts.ts'
import { lifeModel } from '../fixtures/life-model.ts'

let engine: TestEngine
let operations = 0

/** The turn of which nothing is learned. */
const again = 't3'

const verbatim = lifeModel(
  {
    extractFacts: ({ turns }: ExtractInput) =>
      Promise.resolve(
        ok({
          claims: turns
            .filter(({ turnId }) => turnId !== again)
            .map(({ text, turnId }) => claim(text, [turnId], { quote: text })),
          retracts: [],
        }),
      ),
  },
  'rules',
)

beforeEach(async () => {
  engine = await testEngine({ model: verbatim })
  await engine.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
})
afterEach(() => engine.stop())

async function store(): Promise<CharacterStore> {
  const [id = ''] = await engine.databases.list()
  return openCharacterStore(await engine.databases.open(id))
}

async function hear(text: string, id: string): Promise<void> {
  await engine.say('/cache/Mika', [user(text, id)])
  await engine.settled()
}

async function forget(key: EntryKey): Promise<ForgetProof> {
  const { db } = await store()
  const stored = await findEntry(db, key)
  if (stored === null) throw new Error(`there is no ${key.kind} ${key.id}`)
  const entry: EntryAt = { key, revision: revisionOf(stored.doc, stored.archived) }
  operations += 1
  const request = { entries: [entry], rawTurns: true, removeDerived: true }
  const done = await engine.api.forget('Mika', `hostile-${String(operations)}`, request)
  if (!done.ok) throw new Error(`${done.error.code}: ${done.error.message}`)
  return done.proof
}

async function turns(): Promise<string[]> {
  return (await readTable((await store()).db, 'turns')).map(turnText)
}

async function factOf(text: string): Promise<EntryKey> {
  const read = await engine.api.facts('Mika')
  const found = (read.ok ? read.value : []).find((fact) => fact.text === text)
  if (found === undefined) throw new Error(`no fact says ${text}`)
  return { kind: 'fact', id: found.id }
}

const garden = 'I read about gardens'
const secret = 'My locker combination is forty-two walrus'

describe('a turn', () => {
  test.each(['row:1', '#1', '#a1', '1', ''])('whose id is %j is no other', async (id) => {
    await hear(garden, 't1')
    await hear(secret, id)
    const [, key = ''] = (await readTable((await store()).db, 'turns')).map((turn) => turn.id ?? '')
    expect(await forget({ kind: 'turn', id: key })).toMatchObject({ turns: 1, found: 0 })
    expect(await turns()).toEqual([garden])
  })

  test('without an id goes by its place', async () => {
    await hear(garden, 't1')
    await hear(secret, 't2')
    const { db } = await store()
    await db.run('UPDATE time_indexed_original SET turn_id = NULL')
    const key = { kind: 'turn', id: '#2' } as const
    expect(await engine.api.forgetPreview('Mika', [key])).toMatchObject({
      ok: true,
      value: { turns: [{ turnId: '#2', turn: { text: secret } }] },
    })
    expect(await forget(key)).toMatchObject({ turns: 1, found: 0 })
    expect(await turns()).toEqual([garden])
  })
})

describe('what was learned from a turn without an id', () => {
  async function learned() {
    await hear(garden, 't1')
    await hear(secret, 't2')
    const { db } = await store()
    await db.run('UPDATE time_indexed_original SET turn_id = NULL')
    await db.run(`UPDATE fact_sources SET turn_id = 'row:' || substr(turn_id, 2)`)
    // In other words than those of the fact.
    await db.run(
      `UPDATE time_indexed_original SET message = json_set(message, '$.data.content', ?) WHERE id = 2`,
      ['The walrus said 42'],
    )
    return db
  }

  test('is forgotten with the turn', async () => {
    await learned()
    expect(await forget(await factOf(secret))).toMatchObject({ entries: 1, turns: 1, found: 0 })
    expect(await turns()).toEqual([garden])
  })

  test('goes with the turn', async () => {
    const db = await learned()
    expect(await forget({ kind: 'turn', id: '#2' })).toMatchObject({ derived: 1, turns: 1, found: 0 })
    expect(await turns()).toEqual([garden])
    const read = await engine.api.facts('Mika')
    expect(read.ok && read.value.map(({ text }) => text)).toEqual([garden])
    expect(await db.all(`SELECT 1 FROM fact_sources WHERE turn_id = 'row:2' AND quote <> ''`)).toEqual([])
  })
})

test.each(['master', 'user_observation', '7', '2026-01-01T00:00:00'])(
  'a fact whose id is %j takes nothing of the others along',
  async (id) => {
    await hear('hello', 't0')
    const { db } = await store()
    const fact = (of: string, text: string) => ({
      ...{ id: of, text, entity: 'master', importance: 7, absorbed: false, source: 'user_observation' },
      created_at: '2026-01-01T00:00:00',
    })
    const documents = [fact('fact_a', 'Likes gardens'), fact(id, 'Keeps seventeen hedgehogs in the attic')]
    const put = await db.transaction((tx) => importView(tx, 'facts.json', JSON.stringify(documents)))
    expect(put.ok).toBe(true)
    await engine.api.editEntries('Mika', `edit-${id}`, [
      {
        key: { kind: 'fact', id: 'fact_a' },
        revision: revisionOf(JSON.stringify(documents[0]), false),
        patch: { importance: 8 },
      },
    ])
    const before = await db.first(`SELECT count(*) AS n FROM journal WHERE target = 'fact_a'`)
    expect(await forget({ kind: 'fact', id })).toMatchObject({ entries: 1, found: 0 })
    const left = JSON.parse((await renderView(db, 'facts.json')) ?? '') as unknown[]
    expect(left).toHaveLength(1)
    expect(left[0]).toMatchObject({ id: 'fact_a', entity: 'master', source: 'user_observation' })
    expect(await db.first(`SELECT count(*) AS n FROM journal WHERE target = 'fact_a'`)).toEqual(before)
  },
)

describe('what was said again', () => {
  test.each([
    [
      'in other code points',
      'Mein Café heißt Über­raschung déjà vu',
      (text: string) => text.normalize('NFD'),
    ],
    ['in full width', 'pin 4821-9907 walrus', (text: string) => wide(text)],
    ['in half width', 'わたしのアンゴウはカバンのナカ', (text: string) => half(text)],
    [
      'in Korean letters one by one',
      '내 사물함 비밀번호는 바다코끼리',
      (text: string) => text.normalize('NFD'),
    ],
  ])('%s goes too', async (_, text, spell) => {
    await hear(garden, 't1')
    await hear(text, 't2')
    await hear(spell(text), again)
    const { db } = await store()
    await db.run(`INSERT INTO ledger (instant, purpose, outcome, text) VALUES (1, 'p', 'ok', ?)`, [
      `So: ${spell(text)}`,
    ])
    await db.run(`INSERT INTO time_indexed_compressed (message) VALUES (?)`, [
      JSON.stringify({ type: 'system', data: { content: `They met. ${spell(text)}. They parted.` } }),
    ])
    expect(spell(text)).not.toBe(text)
    expect(await forget(await factOf(text))).toMatchObject({ turns: 2, found: 0 })
    expect(await turns()).toEqual([garden])
    expect(await db.first('SELECT text FROM ledger')).toEqual({ text: null })
    const memo = JSON.stringify(await db.all('SELECT message FROM time_indexed_compressed'))
    expect(memo).toContain('They met. ')
    expect(memo).toContain('They parted.')
    expect(memo).not.toContain(spell(text).slice(3, 9))
  })

  test.each(['#$%^&*!@~+=|', 'a!b@#$%^&', '🍕🍕🦄🦄🧨', '🍕🦄🧨🪗🛸🪐🧿'])(
    'goes too where it is %s, without letters',
    async (text) => {
      await hear(garden, 't1')
      await hear(text, 't2')
      await hear(`Again ${text}`, again)
      const { db } = await store()
      await db.run(`INSERT INTO ledger (instant, purpose, outcome, text) VALUES (1, 'p', 'ok', ?)`, [
        `So it is ${text} then`,
      ])
      expect(await forget(await factOf(text))).toMatchObject({ turns: 2, found: 0 })
      expect(await turns()).toEqual([garden])
      expect(await db.first('SELECT text FROM ledger')).toEqual({ text: null })
    },
  )
})

function wide(text: string): string {
  return text.replace(/[!-~]/gu, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
}

/** Katakana of half width, a dot behind those that need one. */
function half(text: string): string {
  const narrow: Readonly<Record<string, string>> = {
    ...{ ア: 'ｱ', ン: 'ﾝ', ゴ: 'ｺﾞ', ウ: 'ｳ', カ: 'ｶ', バ: 'ﾊﾞ', ナ: 'ﾅ' },
  }
  return [...text].map((letter) => narrow[letter] ?? letter).join('')
}
