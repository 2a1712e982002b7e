/** Forgetting, and the proof that nothing is left of it: not in any table, and not in the bytes of the database. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EntryAt, EntryKey, ForgetProof, ForgetResult } from '../../src/engine/browser-api.ts'
import { revisionOf } from '../../src/engine/changes/marks.ts'
import { Fragments, fragmentsOf } from '../../src/engine/forgetting/fragments.ts'
import { searchEverywhere } from '../../src/engine/forgetting/proof.ts'
import { findEntry } from '../../src/engine/look/find-entry.ts'
import type { ExtractInput, MemoryModel } from '../../src/engine/model/memory-model.ts'
import { ok } from '../../src/engine/result.ts'
import { openCharacterStore, type CharacterStore } from '../../src/engine/store/character-store.ts'
import { importView, renderView } from '../../src/engine/store/views.ts'
import type { MemoryProvider } from '../../src/worker/storage/memory.ts'
import { assistant, testEngine, user, type TestEngine } from '../fixtures/engine.ts'
import { claim } from '../fixtures/facts.ts'
import { lifeModel } from '../fixtures/life-model.ts'
import { memoryDatabases } from '../fixtures/memory-databases.ts'

let databases: MemoryProvider
let engine: TestEngine
let operations = 0

beforeEach(async () => {
  databases = await memoryDatabases()
  engine = await testEngine({ databases })
  await engine.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
})
afterEach(() => engine.stop())

async function begin(model: MemoryModel): Promise<void> {
  await engine.stop()
  databases = await memoryDatabases()
  engine = await testEngine({ databases, model })
  await engine.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
}

function operation(): string {
  operations += 1
  return `forget-${String(operations)}`
}

async function hear(...messages: readonly unknown[]): Promise<void> {
  await engine.say('/cache/Mika', messages)
  await engine.settled()
}

async function store(): Promise<CharacterStore> {
  const [id = ''] = await databases.list()
  return openCharacterStore(await databases.open(id))
}

async function put(name: string, value: unknown): Promise<void> {
  const { db } = await store()
  const put = await db.transaction((tx) => importView(tx, name, JSON.stringify(value)))
  if (!put.ok) throw new Error(put.error.message)
}

async function at(kind: EntryKey['kind'], id: string): Promise<EntryAt> {
  const { db } = await store()
  const stored = await findEntry(db, { kind, id })
  if (stored === null) throw new Error(`there is no ${kind} ${id}`)
  return { key: { kind, id }, revision: revisionOf(stored.doc, stored.archived) }
}

async function forget(
  entries: readonly EntryAt[],
  options: { rawTurns?: boolean; removeDerived?: boolean } = {},
): Promise<ForgetResult> {
  const { rawTurns = true, removeDerived = true } = options
  return engine.api.forget('Mika', operation(), { entries, rawTurns, removeDerived })
}

function proof(result: ForgetResult): ForgetProof {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`)
  return result.proof
}

async function facts(): Promise<{ id: string; text: string }[]> {
  const read = await engine.api.facts('Mika')
  return read.ok ? read.value.map(({ id, text }) => ({ id, text })) : []
}

async function idOf(text: string | RegExp): Promise<string> {
  const found = (await facts()).find((fact) => fact.text.match(text) !== null)
  if (found === undefined) throw new Error(`no fact says ${String(text)}: ${JSON.stringify(await facts())}`)
  return found.id
}

/** What every database holds: its schema. */
const common = memoryDatabases().then(async (fresh) => {
  await openCharacterStore(await fresh.open('fresh'))
  return Buffer.from(fresh.bytes('fresh') ?? [])
    .toString('latin1')
    .toLowerCase()
})

/** Fragments of `text` that are anywhere in the file of the database, in UTF-8 or spelt in JSON. */
async function leftInBytes(text: string): Promise<string[]> {
  const { db } = await store()
  await db.all('PRAGMA wal_checkpoint(TRUNCATE)')
  const [id = ''] = await databases.list()
  const bytes = Buffer.from(databases.bytes(id) ?? [])
  const folded = bytes.toString('latin1').toLowerCase()
  const schema = await common
  return [...fragmentsOf(text)]
    .filter((fragment) => !schema.includes(fragment))
    .filter((fragment) =>
      [fragment, JSON.stringify(fragment).slice(1, -1)].some((spelt) =>
        folded.includes(Buffer.from(spelt, 'utf8').toString('latin1').toLowerCase()),
      ),
    )
}

async function leftInTables(text: string): Promise<number> {
  const { db } = await store()
  return (await searchEverywhere(db, new Fragments([text]), { turnsToo: true })).found
}

/** A model that holds every line of the user for a fact, word for word. */
const verbatim = lifeModel(
  {
    extractFacts: ({ turns }: ExtractInput) =>
      Promise.resolve(
        ok({
          claims: turns
            .filter(({ role }) => role === 'human')
            .map(({ text, turnId }) => claim(text, [turnId], { quote: text })),
          retracts: [],
        }),
      ),
  },
  'rules',
)

const secret = 'My locker combination is forty-two walrus nineteen'

describe('a fact that is forgotten with its turns', () => {
  test('is nowhere: lists, index, queues, journal, recent memory, bytes; the proof says so without its words (case 17)', async () => {
    await begin(verbatim)
    await hear(user('I enjoy rowing on quiet lakes', 't1'), assistant('Noted.', 'a1'))
    await hear(user(secret, 't2'), assistant('I will remember.', 'a2'))
    await hear(user('Rain is coming tomorrow', 't3'))
    const entry = await at('fact', await idOf(/walrus/))
    const kept = (await facts()).length - 1
    const preview = await engine.api.forgetPreview('Mika', [entry.key])
    expect(preview).toMatchObject({
      ok: true,
      value: { entries: 1, turns: [{ turnId: 't2', quote: secret }] },
    })

    const timeline = { list: 'timeline', search: 'walrus', offset: 0, limit: 50 } as const
    expect(await engine.api.entries('Mika', timeline)).toMatchObject({ ok: true, value: { total: 1 } })

    const done = proof(await forget([entry]))
    expect(done).toMatchObject({ entries: 1, turns: 1, found: 0, overwritten: true })
    expect(done.searched).toBeGreaterThan(100)
    expect(await facts()).toHaveLength(kept)
    expect(await leftInTables(secret)).toBe(0)
    expect(await leftInBytes(secret)).toEqual([])
    expect(await engine.text('GET', '/new_dialog/Mika')).not.toContain('walrus')
    const recalled = await engine.text('POST', '/query_memory/Mika')
    expect(recalled).not.toContain('walrus')
    expect(await leftInBytes('I enjoy rowing on quiet lakes')).not.toEqual([])
    expect(await engine.api.proofs('Mika')).toMatchObject({ ok: true, value: [done] })
    expect(JSON.stringify(done)).not.toMatch(/walrus|locker/)
    expect(await engine.api.entries('Mika', timeline)).toMatchObject({
      ok: true,
      value: { rows: [], total: 0 },
    })
    const counts = await engine.api.counts('Mika')
    expect(counts).toMatchObject({ ok: true, value: { lists: { timeline: 4 } } })
    const talk = await engine.api.conversation('Mika')
    expect(talk.ok && talk.value.map(({ text }) => text).join('\n')).not.toContain('walrus')
  })

  test('in Chinese leaves no four characters', async () => {
    await begin(verbatim)
    const said = '我的银行卡密码是海豚七十三'
    await hear(user('今天天气真好啊', 't1'))
    await hear(user(said, 't2'))
    proof(await forget([await at('fact', await idOf('海豚'))]))
    expect(await leftInTables(said)).toBe(0)
    expect(await leftInBytes(said)).toEqual([])
  })

  test('cannot be undone, and the changes that held it are out of reach', async () => {
    await begin(verbatim)
    await hear(user(secret, 't2'))
    const entry = await at('fact', await idOf(/walrus/))
    const edit = await engine.api.editEntries('Mika', operation(), [{ ...entry, patch: { importance: 9 } }])
    proof(await forget([await at('fact', entry.key.id)]))
    const undone = await engine.api.undo('Mika', operation(), edit.ok ? edit.changeId : '')
    expect(undone).toMatchObject({ ok: false, error: { code: 'undo_conflict' } })
    const history = await engine.api.history('Mika', null, { before: null, limit: 50 })
    expect(JSON.stringify(history)).not.toContain('walrus')
    const forgetting = history.ok ? history.value.find(({ what }) => what === 'memory.forgotten') : undefined
    expect(forgetting).toMatchObject({ undoable: false })
  })

  test('is not brought back by a request that is sent late, nor by an import of an old export', async () => {
    await begin(verbatim)
    const late = user(secret, 't2')
    await hear(late)
    const { db } = await store()
    const exported = (await renderView(db, 'facts.json')) ?? ''
    proof(await forget([await at('fact', await idOf(/walrus/))]))
    await hear(late)
    expect(await facts()).toEqual([])
    expect(await leftInTables(secret)).toBe(0)
    await put('facts.json', JSON.parse(exported))
    expect(await facts()).toEqual([])
    expect(await leftInBytes(secret)).toEqual([])
  })

  test('said anew it may be learned again', async () => {
    await begin(verbatim)
    await hear(user(secret, 't2'))
    proof(await forget([await at('fact', await idOf(/walrus/))]))
    engine.clock.jumpTo(engine.clock.now() + 60_000)
    await hear(user(secret, 't9', '2026-03-02T10:00:00+08:00'))
    expect(await facts()).toMatchObject([{ text: secret }])
  })
})

describe('a fact that is forgotten while its turns stay', () => {
  test('is not read out of them again', async () => {
    await begin(verbatim)
    await hear(user(secret, 't2'))
    proof(await forget([await at('fact', await idOf(/walrus/))], { rawTurns: false }))
    expect(await facts()).toEqual([])
    const { db, documents, timeIndex } = await store()
    expect(await timeIndex.byTurnIds(db, ['t2'])).toMatchObject([{ role: 'human' }])
    await documents.remove(db, 'extract_state')
    await hear(user('Rain is coming tomorrow', 't3'))
    expect((await facts()).map(({ text }) => text)).not.toContain(secret)
    const refusals = await engine.api.refusals('Mika')
    expect(JSON.stringify(refusals)).not.toContain('walrus')
  })

  test('is not admitted by a model that was thinking of it', async () => {
    let answer: () => void = () => undefined
    const thinking = new Promise<void>((resolve) => (answer = resolve))
    let asked = 0
    const slow = lifeModel(
      {
        extractFacts: async ({ turns }: ExtractInput) => {
          asked += 1
          if (asked === 2) await thinking
          return ok({
            claims: turns
              .filter(({ role }) => role === 'human')
              .map(({ text, turnId }) => claim(text, [turnId], { quote: text })),
            retracts: [],
          })
        },
      },
      'rules',
    )
    await begin(slow)
    await hear(user(secret, 't2'))
    const entry = await at('fact', await idOf(/walrus/))
    const { db, documents } = await store()
    await documents.remove(db, 'extract_state')
    await engine.say('/cache/Mika', [user('Rain is coming tomorrow', 't3')])
    while (asked < 2) await new Promise((resolve) => setImmediate(resolve))
    proof(await forget([entry]))
    answer()
    await engine.settled()
    expect(await leftInTables(secret)).toBe(0)
  })
})

test('a turn that is forgotten while a model still reads it is heard by nothing that comes after', async () => {
  let answer: () => void = () => undefined
  let asked = 0
  const thinking = new Promise<void>((resolve) => (answer = resolve))
  await begin(
    lifeModel(
      {
        extractFacts: async () => {
          asked += 1
          await thinking
          return ok({ claims: [], retracts: [] })
        },
      },
      'rules',
    ),
  )
  const ban = "Please don't bring up the violet walrus again."
  await engine.say('/cache/Mika', [user(ban, 't5')])
  while (asked < 1) await new Promise((resolve) => setImmediate(resolve))
  proof(await forget([await at('turn', 't5')]))
  answer()
  await engine.settled()
  expect(await engine.api.directives('Mika')).toEqual({ ok: true, value: '' })
  expect(await leftInTables(ban)).toBe(0)
})

describe('what was built on it', () => {
  const f = (id: string, text: string) => ({
    ...{ id, text, entity: 'master', importance: 6, absorbed: true, source: 'user_observation' },
    created_at: '2026-01-01T00:00:00',
  })
  const r = (id: string, text: string, sources: readonly string[], status = 'confirmed') => ({
    ...{ id, text, entity: 'master', status, reinforcement: 2, source_fact_ids: sources },
    created_at: '2026-01-02T00:00:00',
  })
  const p = (id: string, text: string, source: string, merged: readonly string[] = []) => ({
    ...{ id, text, source: 'reflection', source_id: source, merged_from_ids: merged, reinforcement: 1 },
  })

  beforeEach(async () => {
    await hear(user('hello', 't0'))
    await put('facts.json', [
      f('fact_a', 'User keeps seventeen hedgehogs in the attic'),
      f('fact_b', 'User reads about gardens'),
    ])
    await put('reflections.json', [
      r('ref_both', 'Cares for small living things', ['fact_a', 'fact_b']),
      r('ref_alone', 'Spends evenings upstairs', ['fact_a']),
      r('ref_word', 'Proud of seventeen hedgehogs in the attic', ['fact_a']),
    ])
    await put('persona.json', {
      master: {
        facts: [
          p('prom_both', 'Gentle with everything alive', 'ref_both'),
          p('prom_alone', 'A homebody', 'ref_alone'),
          { id: 'other', text: 'Likes jazz', source: 'manual' },
        ],
      },
    })
    await put('surfaced.json', [
      { reflection_id: 'ref_word', text: 'Proud of seventeen hedgehogs in the attic' },
    ])
    await put('persona_corrections.json', [
      { old_text: 'User keeps seventeen hedgehogs in the attic', new_text: 'none', entity: 'master' },
    ])
  })

  async function texts(): Promise<string> {
    const { db } = await store()
    const names = [
      'facts.json',
      'reflections.json',
      'persona.json',
      'surfaced.json',
      'persona_corrections.json',
    ]
    return (await Promise.all(names.map((name) => renderView(db, name)))).join('\n')
  }

  async function replayed(): Promise<unknown[]> {
    const { db } = await store()
    return Promise.all(['reflections.json', 'events.ndjson'].map((name) => renderView(db, name)))
  }

  test('is made anew out of what stays, flagged, or goes when it says it word for word', async () => {
    const key = { kind: 'fact', id: 'fact_a' } as const
    const preview = await engine.api.forgetPreview('Mika', [key])
    expect(preview).toMatchObject({
      ok: true,
      value: {
        rebuilt: [{ key: { id: 'ref_both' } }, { key: { id: 'prom_both' } }],
        flagged: [{ key: { id: 'ref_alone' } }, { key: { id: 'ref_word' } }, { key: { id: 'prom_alone' } }],
      },
    })
    const done = proof(await forget([await at('fact', 'fact_a')], { removeDerived: false }))
    expect(done).toMatchObject({ entries: 1, derived: 5, found: 0 })
    const left = await texts()
    for (const gone of ['ref_both', 'ref_word', 'prom_both', 'fact_a', 'hedgehogs'])
      expect(left).not.toContain(gone)
    expect(JSON.parse((await renderView((await store()).db, 'reflections.json')) ?? '')).toMatchObject([
      { id: 'ref_alone', source_fact_ids: [], omoide_needs_review: ['forgotten'] },
    ])
    expect(left).toContain('Likes jazz')
    // What is left of its sources waits for the next reflection.
    expect(JSON.parse((await renderView((await store()).db, 'facts.json')) ?? '')).toMatchObject([
      { id: 'fact_b', absorbed: false },
    ])
    expect(await leftInBytes('User keeps seventeen hedgehogs in the attic')).toEqual([])
  })

  test('goes with it when that is asked for', async () => {
    proof(await forget([await at('fact', 'fact_a')], { removeDerived: true }))
    const left = await texts()
    expect(left).not.toContain('ref_alone')
    expect(left).not.toContain('prom_alone')
  })

  test('events of what went are gone, and a replay of the others changes nothing', async () => {
    // The first start gives evidence to what lacks it, by events.
    engine = await engine.restart()
    await engine.text('GET', '/new_dialog/Mika')
    expect((await replayed())[1]).toContain('ref_both')
    proof(await forget([await at('fact', 'fact_a')]))
    expect((await replayed())[1]).not.toContain('ref_both')
    const before = await replayed()
    const { db, events } = await store()
    await events.sentinel.set(db, null, '')
    engine = await engine.restart()
    await engine.text('GET', '/new_dialog/Mika')
    expect(await replayed()).toEqual(before)
  })
})

test('sixty-one of a hundred leave no orphan in any table (case 18)', async () => {
  await begin(verbatim)
  const lines = Array.from(
    { length: 100 },
    (_, n) => `Item ${'abcdefghij'[n % 10] ?? ''}${String(n)} of the crate is thing ${String(n * 7919)}`,
  )
  for (let from = 0; from < lines.length; from += 10) {
    await hear(...lines.slice(from, from + 10).map((line, n) => user(line, `t${String(from + n)}`)))
  }
  const all = await facts()
  expect(all).toHaveLength(100)
  const going = all.slice(0, 61)
  const done = proof(await forget(await Promise.all(going.map(({ id }) => at('fact', id)))))
  expect(done).toMatchObject({ entries: 61, found: 0 })
  const { db } = await store()
  const counts = await db.first(
    `SELECT (SELECT count(*) FROM facts) AS facts, (SELECT count(*) FROM facts_fts_rows) AS rows,
       (SELECT count(*) FROM facts_fts) AS texts,
       (SELECT count(*) FROM fact_sources WHERE fact_id NOT IN (SELECT id FROM facts)) AS orphans`,
  )
  expect(counts).toEqual({ facts: 39, rows: 39, texts: 39, orphans: 0 })
  const [name = ''] = await databases.list()
  const bytes = Buffer.from(databases.bytes(name) ?? []).toString('latin1')
  for (const { id } of going) expect(bytes).not.toContain(id)
})

test('turns that repeat it and rows that hold it are found among many', async () => {
  await begin(verbatim)
  await hear(user(secret, 't2'))
  const { db, timeIndex, ledger } = await store()
  const common = { sessionId: 's', timestamp: '2026-03-01 09:00:00', instant: 1, zone: 'UTC', role: 'human' }
  const many = Array.from({ length: 350 }, (_, n) => ({
    // Neither the names nor the places of the rows are in the order of the other.
    turnId: `turn ${String((n * 7919) % 350)}`,
    text: n % 70 === 3 ? `Again: ${secret} (${String(n)})` : `Nothing much happened on day ${String(n)}`,
  }))
  await timeIndex.insert(
    db,
    many.map(({ turnId, text }) => ({
      ...common,
      turnId,
      message: JSON.stringify({ type: 'human', data: { content: text } }),
    })),
  )
  for (const { text } of many) {
    const call = { purpose: 'p', tier: null, origin: null, model: null, tokensIn: null, tokensOut: null }
    await ledger.append(db, { ...call, instant: 1, ms: null, outcome: 'ok', text })
  }
  expect(proof(await forget([await at('fact', await idOf(/walrus/))]))).toMatchObject({ turns: 6, found: 0 })
  expect(await leftInTables(secret)).toBe(0)
  expect(await leftInBytes(secret)).toEqual([])
  const left = await db.first(
    `SELECT (SELECT count(*) FROM ledger WHERE text LIKE 'Nothing%') AS rows,
       (SELECT count(*) FROM time_indexed_original WHERE message LIKE '%Nothing%') AS turns`,
  )
  expect(left).toEqual({ rows: 345, turns: 345 })
})

test('a reply that is forgotten after it was summed up is in no memo and no prompt (case 20)', async () => {
  await hear(
    user('Tell me a story.', 't1'),
    assistant('Once a violet lighthouse sang to passing whales.', 'a1'),
  )
  const memo = {
    type: 'system',
    data: {
      content:
        'Memo from prior conversations: The user asked for a story. A violet lighthouse sang to passing whales. They parted late.',
    },
  }
  await put('recent.json', [memo, { type: 'human', data: { content: 'And then?' } }])
  proof(await forget([await at('turn', 'a1')], { rawTurns: false }))
  const told = await engine.text('GET', '/new_dialog/Mika')
  expect(told).not.toContain('lighthouse')
  expect(told).toContain('They parted late.')
  expect(await leftInTables('Once a violet lighthouse sang to passing whales.')).toBe(0)
})

test('is refused over something newer, for what a card says, and for nothing; and changes nothing then', async () => {
  await begin(verbatim)
  await hear(user(secret, 't2'))
  const entry = await at('fact', await idOf(/walrus/))
  await engine.api.editEntries('Mika', operation(), [{ ...entry, patch: { importance: 9 } }])
  expect(await forget([entry])).toMatchObject({ ok: false, error: { code: 'stale_revision' } })
  expect(await forget([])).toMatchObject({ ok: false, error: { code: 'bad_request' } })
  expect(await facts()).toMatchObject([{ text: secret }])
})

test('the same operation again answers the same, and forgets nothing more', async () => {
  await begin(verbatim)
  await hear(user(secret, 't2'))
  const entries = [await at('fact', await idOf(/walrus/))]
  const request = { entries, rawTurns: true, removeDerived: true }
  const first = await engine.api.forget('Mika', 'once', request)
  expect(await engine.api.forget('Mika', 'once', request)).toEqual(first)
  expect(await engine.api.proofs('Mika')).toMatchObject({ ok: true, value: { length: 1 } })
})

test('a database from before deletes were overwritten is rebuilt, and a proof that was cut short is finished', async () => {
  await begin(verbatim)
  await hear(user('Rain is coming tomorrow', 't1'))
  // As an older build left it: freed bytes stay where they are.
  const { db } = await store()
  await db.all('PRAGMA secure_delete = OFF')
  await db.run(`DELETE FROM meta WHERE key = 'deletes_overwritten'`)
  await hear(user(secret, 't2'))
  const fact = await at('fact', await idOf(/walrus/))
  await db.run(`UPDATE recent SET doc = '{"type":"human","data":{"content":"hi"}}'`)
  expect(await leftInBytes(secret)).not.toEqual([])
  expect(proof(await forget([fact]))).toMatchObject({ overwritten: true, found: 0 })
  expect(await leftInBytes(secret)).toEqual([])

  await db.run('UPDATE forget_proofs SET overwritten = 0')
  engine = await engine.restart()
  await engine.text('GET', '/new_dialog/Mika')
  expect(await engine.api.proofs('Mika')).toMatchObject({ ok: true, value: [{ overwritten: true }] })
})
