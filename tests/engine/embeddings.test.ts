/** The life of vectors in a whole engine: made in idle moments, kept with their rows, and never waited for. */
import { afterEach, describe, expect, test } from 'vitest'

import { isObject, parseObject, type JsonObject } from '../../src/engine/document.ts'
import type { Embedder, EmbedderKind, EmbedderState } from '../../src/engine/embedding/embedder.ts'
import { storedVector, vectorFields } from '../../src/engine/embedding/stored.ts'
import type { MemoryModel } from '../../src/engine/model/memory-model.ts'
import type { Database } from '../../src/engine/ports.ts'
import { createRecallPools } from '../../src/engine/recall-pools.ts'
import { fail, ok } from '../../src/engine/result.ts'
import { createMemory } from '../../src/engine/memories.ts'
import {
  BACKFILL_BATCH,
  BACKFILL_EMPTY_PAUSE_MS,
  BACKFILL_PARTIAL_PAUSE_MS,
  BACKFILL_WARM_UP_MS,
  ENTRIES_NOTICE_MS,
  IDLE_MS,
  QUERY_EMBED_MS,
  QUIET_MS,
} from '../../src/engine/settings.ts'
import { openCharacterStore, type CharacterStore } from '../../src/engine/store/character-store.ts'
import { importView, renderView } from '../../src/engine/store/views.ts'
import { createTestClock, until } from '../fixtures/clock.ts'
import { testEmbedder, testProvider, type TestEmbedder, type TestProvider } from '../fixtures/embedder.ts'
import { assistant, testEngine, user, type TestEngine } from '../fixtures/engine.ts'
import { lifeModel } from '../fixtures/life-model.ts'
import { createMemorySettings, memoryDatabases } from '../fixtures/memory-databases.ts'

interface World {
  readonly engine: TestEngine
  readonly store: CharacterStore
}

const ended: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

/** An engine that has just been started over these documents of Mika, and her store as it holds it. */
async function begin(
  provider: TestProvider,
  documents: Readonly<Record<string, unknown>>,
  model?: MemoryModel,
): Promise<World> {
  const databases = await memoryDatabases()
  const settings = createMemorySettings({
    memory_names: { Mika: 'mika' },
    // Without a model that is told what to say, what is queued stays for the test to see.
    'core_config.powerful_memory_enabled': model !== undefined,
  })
  const before = await openCharacterStore(await databases.open('mika'))
  await before.db.transaction(async (tx) => {
    for (const [name, document] of Object.entries(documents)) {
      expect(await importView(tx, name, JSON.stringify(document))).toMatchObject({ ok: true })
    }
  })
  await before.db.close()
  const opened: Database[] = []
  const engine = await testEngine({
    now: '2026-06-01T12:00:00Z',
    zone: 'UTC',
    settings,
    databases: {
      ...databases,
      async open(id) {
        const database = await databases.open(id)
        opened.push(database)
        return database
      },
    },
    deps: { embedders: provider },
    ...(model === undefined ? {} : { model }),
  })
  ended.push(() => engine.stop())
  await engine.api.createCharacter({ name: 'Mika', nickname: '', card: { mood: 'calm' } })
  await engine.text('GET', '/new_dialog/Mika')
  const database = opened.at(-1)
  if (database === undefined) throw new Error('no database was opened')
  return { engine, store: await openCharacterStore(database) }
}

/** Time passes; what it starts is let end. */
async function pass({ engine }: World, milliseconds: number): Promise<void> {
  await engine.clock.advance(milliseconds)
  await engine.settled()
}

const fact = (id: string, text: string, fields: JsonObject = {}): JsonObject => ({
  id,
  text,
  importance: 3,
  entity: 'master',
  source: 'user_observation',
  signal_processed: true,
  schema_version: 2,
  created_at: '2026-05-01T08:00:00',
  embedding: null,
  embedding_text_sha256: null,
  embedding_model_id: null,
  ...fields,
})

const manyFacts = (count: number): JsonObject[] =>
  Array.from({ length: count }, (_, index) =>
    fact(`f${String(index)}`, `Ada has seen film number ${String(index)}`),
  )

/** What the memory browser shows of it. */
async function progress({ engine }: World): Promise<{ done: number; total: number }> {
  const health = await engine.api.health('Mika')
  if (!health.ok) throw new Error(health.error.message)
  const { done, total } = health.value.vectors
  return { done, total }
}

/** What a client is answered, after as long as a model that is held is waited for. */
async function recalled({ engine }: World, model: TestEmbedder, query: string): Promise<unknown[]> {
  const answer = engine.json('POST', '/query_memory/Mika', { query })
  await until(() => model.calls.some(([text]) => text === query))
  await engine.clock.advance(QUERY_EMBED_MS)
  const envelope = await answer
  if (!isObject(envelope) || !Array.isArray(envelope['results'])) throw new Error('no results')
  return envelope['results'] as unknown[]
}

/** Texts of the rows of a view that have a vector by `embedder`. */
async function embedded(store: CharacterStore, embedder: Embedder): Promise<string[]> {
  const rows = [
    ...(await store.persona.entries.list(store.db)),
    ...(await store.reflections.list(store.db)),
    ...(await store.facts.list(store.db)),
    ...(await store.facts.listArchived(store.db)),
  ].map(({ doc }) => parseObject(doc))
  return rows.flatMap((row) => (storedVector(row, embedder) === null ? [] : [String(row?.['text'])]))
}

describe('rows get their vectors', () => {
  test('after a while, persona first, in batches, and a long sweep goes on at once', async () => {
    const model = testEmbedder()
    const provider = testProvider(model)
    const world = await begin(provider, {
      'persona.json': {
        master: { facts: ['an old bare text', { id: 'p1', text: 'a pilot', suppress: true }] },
      },
      'reflections.json': [
        { id: 'r1', text: 'likes the sea', status: 'confirmed' },
        { id: 'r2', text: 'is not afraid', status: 'denied' },
        { id: 'r3', text: '  ' },
      ],
      'facts.json': manyFacts(70),
      'facts_archive.json': [fact('old', 'Ada lived in Oslo')],
    })
    expect([provider.loads, model.calls]).toEqual([0, []])
    await pass(world, BACKFILL_WARM_UP_MS)
    expect(provider.loads).toBe(1)
    expect(model.calls[0]).toEqual(['a pilot', 'mood: calm'])
    expect(model.calls[1]).toEqual(['likes the sea', 'is not afraid'])
    expect(model.calls.slice(2).map((texts) => texts.length)).toEqual([16, 16, 16, 12, 10])
    expect(await embedded(world.store, model)).toHaveLength(74)
    expect(await progress(world)).toEqual({ done: 74, total: 74 })

    // What is written later has its turn after a pause; what is done is not done again.
    const calls = model.calls.length
    await pass(world, BACKFILL_EMPTY_PAUSE_MS)
    expect(model.calls).toHaveLength(calls)

    // Texts that the user rewords lose their vectors in the same step, and have new ones soon.
    const keys = [
      { kind: 'fact', id: 'f3' },
      { kind: 'reflection', id: 'r1' },
      { kind: 'persona', id: 'p1' },
    ] as const
    for (const [index, key] of keys.entries()) {
      const before = await world.engine.api.entry('Mika', key)
      if (!before.ok) throw new Error(before.error.message)
      const { revision } = before.value.row
      const patch = { text: `reworded ${key.kind}` }
      const done = await world.engine.api.editEntries('Mika', `edit${String(index)}`, [
        { key, revision, patch },
      ])
      expect(done).toMatchObject({ ok: true })
    }
    expect(await embedded(world.store, model)).toHaveLength(71)
    expect(await progress(world)).toEqual({ done: 71, total: 74 })
    await pass(world, BACKFILL_EMPTY_PAUSE_MS + ENTRIES_NOTICE_MS)
    await pass(world, BACKFILL_EMPTY_PAUSE_MS)
    expect(model.calls.slice(calls)).toEqual([
      ['reworded persona'],
      ['reworded reflection'],
      ['reworded fact'],
    ])
    expect(await progress(world)).toEqual({ done: 74, total: 74 })
  })

  test('that a client settles asks for the model at once', async () => {
    const provider = testProvider({ state: 'waiting' })
    const world = await begin(provider, {})
    await world.engine.say('/cache/Mika', [user('hello', 'm1')])
    expect(provider.loads).toBe(0)
    await world.engine.say('/renew/Mika', [user('hello', 'm1')])
    expect(provider.loads).toBe(1)
  })

  test('never while somebody talks, and what is under way keeps no one waiting', async () => {
    const model = testEmbedder()
    const provider = testProvider(model)
    const world = await begin(provider, { 'facts.json': manyFacts(40) })
    await world.engine.clock.advance(BACKFILL_WARM_UP_MS - IDLE_MS / 2)
    await world.engine.say('/cache/Mika', [user('hello', 'm1'), assistant('hi', 'm2')])
    await world.engine.clock.advance(IDLE_MS / 2)
    expect(model.calls).toEqual([])

    const release = model.hold()
    await world.engine.clock.advance(IDLE_MS + BACKFILL_PARTIAL_PAUSE_MS)
    expect(model.calls).toHaveLength(1)
    expect(await world.engine.say('/cache/Mika', [user('well', 'm3')])).toMatchObject({
      status: 'cached',
    })
    expect(await world.engine.text('GET', '/new_dialog/Mika')).toContain('mood: calm')
    const [best] = await recalled(world, model, 'film number 7')
    expect(best).toMatchObject({ text: 'Ada has seen film number 7' })
    release()
    await world.engine.settled()
    // The batch that was under way is kept; the next one waits until nobody talks.
    expect(model.calls).toEqual([['mood: calm'], ['film number 7']])
    await pass(world, IDLE_MS + BACKFILL_PARTIAL_PAUSE_MS)
    expect(await embedded(world.store, model)).toHaveLength(41)
  })

  test('where it was broken off it goes on, after a restart as well', async () => {
    const model = testEmbedder()
    const provider = testProvider(model)
    const world = await begin(provider, { 'facts.json': manyFacts(40) })
    const first = model.embed.bind(model)
    let calls = 0
    provider.become({
      state: 'ready',
      embedder: {
        ...model,
        embed: async (...given) => {
          calls += 1
          if (calls === 3) await world.engine.say('/cache/Mika', [user('hello', 'm1')])
          return first(...given)
        },
      },
    })
    await pass(world, BACKFILL_WARM_UP_MS)
    const done = (await embedded(world.store, model)).length
    expect(done).toBe(1 + 2 * BACKFILL_BATCH)
    expect(await progress(world)).toEqual({ done, total: 41 })
    const again = await world.engine.restart()
    ended.push(() => again.stop())
    await again.clock.advance(BACKFILL_WARM_UP_MS)
    await again.settled()
    expect(model.calls.flat().sort()).toEqual([...new Set(model.calls.flat())].sort())
    expect(model.calls.flat()).toHaveLength(41)
  })
})

describe('what goes wrong', () => {
  test('a model that breaks is told of, and goes on when it is back', async () => {
    const model = testEmbedder()
    model.fail(1)
    const provider = testProvider(model)
    const world = await begin(provider, { 'facts.json': manyFacts(5) })
    await pass(world, BACKFILL_WARM_UP_MS)
    expect(provider.failures).toHaveLength(1)
    expect(await embedded(world.store, model)).toEqual([])
    await pass(world, 10 * BACKFILL_EMPTY_PAUSE_MS)
    expect(model.calls).toHaveLength(1)
    expect(
      JSON.stringify(await world.engine.json('POST', '/query_memory/Mika', { query: 'film' })),
    ).toContain('film')

    provider.become({ state: 'ready', embedder: model })
    await world.engine.settled()
    expect(await embedded(world.store, model)).toHaveLength(6)
  })

  test('a storage that cannot keep them is no fault of the model, and nothing spins', async () => {
    const model = testEmbedder()
    const provider = testProvider(model)
    const world = await begin(provider, { 'facts.json': manyFacts(5) })
    await world.store.db.run(
      `CREATE TEMP TRIGGER full BEFORE UPDATE ON main.facts BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`,
    )
    await pass(world, BACKFILL_WARM_UP_MS)
    const calls = model.calls.length
    expect([provider.failures, await embedded(world.store, model)]).toEqual([[], ['mood: calm']])
    expect(world.engine.logs.some(({ event }) => event === 'embedding.sweep_failed')).toBe(true)
    await pass(world, BACKFILL_PARTIAL_PAUSE_MS)
    expect(model.calls).toHaveLength(calls)
    await world.store.db.run('DROP TRIGGER full')
    await pass(world, BACKFILL_EMPTY_PAUSE_MS)
    expect(await embedded(world.store, model)).toHaveLength(6)
  })

  test('a row that is rewritten while its vector is made keeps none of it', async () => {
    const model = testEmbedder()
    const provider = testProvider(model)
    const world = await begin(provider, { 'facts.json': [fact('f1', 'Ada likes tea')] })
    const release = model.hold()
    await world.engine.clock.advance(BACKFILL_WARM_UP_MS)
    const edited = fact('f1', 'Ada likes coffee')
    await world.store.db.run('UPDATE facts SET doc = ? WHERE id = ?', [JSON.stringify(edited), 'f1'])
    release()
    await world.engine.settled()
    // The persona was held; the fact was read after that, or kept nothing of its old text.
    await pass(world, BACKFILL_EMPTY_PAUSE_MS + BACKFILL_PARTIAL_PAUSE_MS)
    expect((await embedded(world.store, model)).sort()).toEqual(['Ada likes coffee', 'mood: calm'])
  })

  test('vectors of imported files that are not of their texts are made anew', async () => {
    const model = testEmbedder()
    const foreign = vectorFields(new Float32Array(64).fill(1 / 8), 'another text', model.modelId)
    const world = await begin(testProvider(model), {
      'facts.json': [fact('f1', 'Ada likes tea', foreign)],
    })
    expect(await embedded(world.store, model)).toEqual([])
    await pass(world, BACKFILL_WARM_UP_MS)
    expect((await embedded(world.store, model)).sort()).toEqual(['Ada likes tea', 'mood: calm'])
  })

  test('a text that is reworded in a whole document loses what was made from the old one at once', async () => {
    const model = testEmbedder()
    const world = await begin(testProvider(model), {
      'facts.json': [fact('f1', 'Ada likes tea'), fact('f2', 'Ada likes the sea')],
    })
    await pass(world, BACKFILL_WARM_UP_MS)
    const infos = await world.engine.api.documents('Mika')
    const { revision = '' } = (infos.ok ? infos.value : []).find(({ name }) => name === 'facts.json') ?? {}
    const shown = await renderView(world.store.db, 'facts.json')
    const text = (shown ?? '').replace('likes tea', 'likes coffee')
    const saved = await world.engine.api.saveDocument('Mika', 'op1', 'facts.json', revision, text)
    expect(saved).toMatchObject({ ok: true })
    const rows = (await world.store.facts.list(world.store.db)).map(({ doc }) => parseObject(doc))
    expect(rows.map((row) => row?.['embedding_model_id'])).toEqual([null, model.modelId])
    await pass(world, BACKFILL_EMPTY_PAUSE_MS + ENTRIES_NOTICE_MS)
    await pass(world, BACKFILL_EMPTY_PAUSE_MS)
    expect((await embedded(world.store, model)).sort()).toEqual([
      'Ada likes coffee',
      'Ada likes the sea',
      'mood: calm',
    ])
  })

  test('a text without a vector is left alone, and counts for nothing', async () => {
    const model = testEmbedder({
      vectorOf: (text) => (text.includes('!') ? null : new Float32Array(64).fill(1 / 8)),
    })
    const old = vectorFields(new Float32Array(64).fill(1 / 8), '!!!', 'older-v1-64d-int8-mlen512')
    // Some files name a model beside no vector.
    const named = { embedding_model_id: 'older-v1-64d-int8-mlen512' }
    const world = await begin(testProvider(model), {
      'facts.json': [fact('f1', '!!!', old), fact('f2', 'tea'), fact('f3', ' '), fact('f4', '!', named)],
    })
    await pass(world, BACKFILL_WARM_UP_MS)
    expect((await embedded(world.store, model)).sort()).toEqual(['mood: calm', 'tea'])
    for (const id of ['f1', 'f4']) {
      expect(parseObject((await world.store.facts.get(world.store.db, id))?.doc ?? '')).toMatchObject({
        embedding: null,
        embedding_model_id: null,
      })
    }
    expect(await progress(world)).toEqual({ done: 2, total: 2 })
  })
})

describe('duties of a transformer', () => {
  const near = (text: string): Float32Array => {
    const vector = new Float32Array(64)
    vector[text.includes('tea') ? 0 : text.length % 60] = 1
    return vector
  }
  const documents = {
    'facts.json': [
      fact('f1', 'Ada likes tea'),
      fact('f2', 'Ada is fond of tea'),
      fact('f3', 'tea is what Mika likes', { entity: 'neko' }),
      fact('f4', 'Ada flies planes'),
    ],
  }

  test('near facts are queued once, with their new vectors', async () => {
    const model = testEmbedder({ vectorOf: near })
    const world = await begin(testProvider(model), documents)
    await pass(world, BACKFILL_WARM_UP_MS)
    const queue = async () =>
      (await world.store.dedupQueue.list(world.store.db)).map(({ doc }) => parseObject(doc))
    expect(await queue()).toMatchObject([{ candidate_id: 'f1', existing_id: 'f2', cosine: 1 }])

    // One that is reworded is compared anew, and a pair that is queued is not queued again.
    const reworded = fact('f4', 'Ada drinks tea')
    await world.store.db.run('UPDATE facts SET doc = ? WHERE id = ?', [JSON.stringify(reworded), 'f4'])
    await pass(world, BACKFILL_EMPTY_PAUSE_MS + ENTRIES_NOTICE_MS)
    await pass(world, BACKFILL_EMPTY_PAUSE_MS)
    expect((await queue()).map((pair) => [pair?.['candidate_id'], pair?.['existing_id']])).toEqual([
      ['f1', 'f2'],
      ['f4', 'f1'],
      ['f4', 'f2'],
    ])
  })

  test('the word table writes no vectors and queues nothing', async () => {
    const table = testEmbedder({ kind: 'static', vectorOf: near })
    const world = await begin(testProvider(table), documents)
    await pass(world, 10 * BACKFILL_WARM_UP_MS)
    expect(table.calls).toEqual([])
    expect(await embedded(world.store, table)).toEqual([])
    expect(await world.store.dedupQueue.list(world.store.db)).toEqual([])
  })
})

describe('what a transformer is asked about, and the word table never', () => {
  const vector = Float32Array.from({ length: 64 }, (_, place) => (place === 0 ? 1 : 0))
  const alike = testEmbedder({ vectorOf: () => vector })
  const stored = (text: string): JsonObject => ({ text, ...vectorFields(vector, text, alike.modelId) })
  const believed = { status: 'confirmed', entity: 'master', reinforcement: 3, disputation: 0 }
  const documents = {
    'persona.json': {
      master: {
        facts: [1, 2].map((place) => ({ id: `p${String(place)}`, ...stored(`drinks tea ${String(place)}`) })),
      },
    },
    'reflections.json': Array.from({ length: 40 }, (_, place) => ({
      ...believed,
      id: `r${String(place)}`,
      ...stored(`likes tea ${String(place)}`),
    })),
    'facts.json': [
      ...Array.from({ length: 5 }, (_, place) =>
        fact(`f${String(place)}`, `tea of day ${String(place)}`, { importance: 6 }),
      ),
      fact('heard', '', { ...stored('green tea is liked'), absorbed: true }),
      fact('new', 'Ada bought tea', { signal_processed: false, importance: 2 }),
    ],
  }

  async function asked(kind: EmbedderKind): Promise<Record<string, readonly string[]>> {
    const seen: Record<string, readonly string[]> = { clusters: [], related: [], ranked: [] }
    const model = lifeModel({
      refineCluster({ entity, members }) {
        seen['clusters'] = [
          ...(seen['clusters'] ?? []),
          ...members.map(({ kind: of, id }) => `${entity} ${of} ${id}`),
        ]
        return Promise.resolve(ok([]))
      },
      synthesise({ related }) {
        seen['related'] = related.map(({ id }) => id)
        return Promise.resolve(fail('model_timeout', 'no time'))
      },
      rerank({ queries }) {
        seen['ranked'] = queries
        return Promise.resolve(ok([]))
      },
    })
    const embedder = kind === 'onnx' ? alike : testEmbedder({ kind, vectorOf: () => vector })
    const { engine } = await begin(testProvider(embedder), documents, model)
    engine.clock.jumpTo(engine.clock.now() + QUIET_MS)
    for (const loop of ['signal extraction', 'synthesis', 'persona refine', 'reflection refine']) {
      await engine.runLoop(loop)
      await engine.settled()
    }
    return seen
  }

  test('clusters, related facts and the order of observations', async () => {
    const seen = await asked('onnx')
    expect(seen['clusters']).toEqual(
      expect.arrayContaining(['master persona p1', 'master persona p2', 'master reflection r0']),
    )
    expect(seen['related']).toEqual(['heard'])
    expect(seen['ranked']).toEqual(['Ada bought tea'])
    expect(await asked('static')).toEqual({ clusters: [], related: [], ranked: [] })
  })
})

describe('cases', () => {
  test('case 29: another model of the same width compares nothing with the old vectors, and words go on', async () => {
    const [old, next] = [testEmbedder({ profile: 'old-v1' }), testEmbedder({ profile: 'next-v1' })]
    const provider = testProvider(old)
    const world = await begin(provider, { 'facts.json': manyFacts(40) })
    await pass(world, BACKFILL_WARM_UP_MS)
    expect(await embedded(world.store, old)).toHaveLength(41)

    const release = next.hold()
    provider.become({ state: 'ready', embedder: next })
    await world.engine.clock.advance(BACKFILL_EMPTY_PAUSE_MS)
    expect(await progress(world)).toEqual({ done: 0, total: 41 })
    // A pool of its own over the same rows: what any recall sees of them.
    const compared = async (state: EmbedderState, by: Embedder): Promise<number> => {
      const pools = createRecallPools(undefined, testProvider(state))
      const memory = createMemory('Mika', world.store)
      const pool = await pools.of(memory)
      await pools.embedded(memory)
      const query = (await old.embed(['film number 7']))[0] ?? new Float32Array(64)
      const now = { instant: world.engine.clock.now(), zone: 'UTC' }
      return pool.view(now).searchVectors(query, by.modelId, -1).slots.length
    }
    expect(await compared({ state: 'ready', embedder: next }, next)).toBe(0)
    expect(await compared({ state: 'ready', embedder: next }, old)).toBe(0)
    const [best] = await recalled(world, next, 'film number 7')
    expect(best).toMatchObject({ text: 'Ada has seen film number 7' })

    release()
    await pass(world, BACKFILL_EMPTY_PAUSE_MS)
    expect(await progress(world)).toEqual({ done: 41, total: 41 })
    expect(await embedded(world.store, old)).toEqual([])
    expect(await compared({ state: 'ready', embedder: next }, next)).toBe(40)
  })

  test('case 30: of 10,000 facts with 500 vectors pending, each is found by its words', async () => {
    const model = testEmbedder()
    const ready = vectorFields(new Float32Array(64).fill(1 / 8), '', model.modelId)
    const facts = manyFacts(10_000).map((each, index) =>
      index < 9_500
        ? {
            ...each,
            ...ready,
            ...vectorFields(new Float32Array(64).fill(1 / 8), each['text'], model.modelId),
          }
        : each,
    )
    const world = await begin(testProvider(model), { 'facts.json': facts })
    const release = model.hold()
    await world.engine.clock.advance(BACKFILL_WARM_UP_MS)
    expect(await progress(world)).toEqual({ done: 9_500, total: 10_001 })
    for (const place of [12, 9_499, 9_500, 9_999]) {
      const query = `film number ${String(place)}`
      const [best] = await recalled(world, model, query)
      expect(best).toMatchObject({ text: `Ada has seen ${query}` })
    }
    release()
  })
})

test('a clock of its own never runs out of timers that nobody takes back', async () => {
  const clock = createTestClock('2026-06-01T12:00:00Z', 'UTC')
  const engine = await testEngine({ clock, deps: { embedders: testProvider(testEmbedder()) } })
  await engine.stop()
  expect(clock.waiting).toBe(0)
})
