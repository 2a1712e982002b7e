/** The pool of a memory over a real store: in step with its rows, kept on disk, and read again. */
import { expect, it, describe } from 'vitest'
import { memoryDatabases } from '../../tests/fixtures/memory-databases.ts'
import type { Embedder, EmbedderProvider, EmbedderState } from './embedding/embedder.ts'
import { createMemory, type Memory } from './memories.ts'
import type { Database, Sql, SqlRow, SqlValue } from './ports.ts'
import { createRecallPools, type RecallPools } from './recall-pools.ts'
import { queryMemory } from './recall/hybrid.ts'
import { SNAPSHOT_CHANGES, SNAPSHOT_ROWS } from './settings.ts'
import { openCharacterStore } from './store/character-store.ts'
import { forgetSnapshot } from './store/recall-snapshot.ts'

const now = { instant: Date.parse('2026-03-02T09:00:00+08:00'), zone: 'Asia/Shanghai' }
const always = () => true
const COLOURS = ['red', 'blue', 'green', 'old', 'tiny']

const hot = {
  entity: 'master',
  source: 'user_observation',
  importance: 5,
  absorbed: false,
  signalProcessed: true,
  createdInstant: 0,
  eventStartInstant: null,
  eventEndInstant: null,
  supersededInstant: null,
  suppressed: false,
  confidence: 'normal',
}

function fact(id: string, text: string, more: object = {}) {
  return {
    id,
    hash: null,
    ...hot,
    doc: JSON.stringify({ id, text, created_at: '2026-01-01T00:00:00', ...more }),
  }
}

async function memoryOver(db: Database): Promise<Memory> {
  return createMemory('Mika', await openCharacterStore(db))
}

/** `count` facts, a few of each colour, with names that no other has. */
async function filled(count: number): Promise<Memory> {
  const memory = await memoryOver(await (await memoryDatabases()).open('pool'))
  const facts = Array.from({ length: count }, (_, at) =>
    fact(`f${at}`, `${COLOURS[at % COLOURS.length] ?? ''} kite number ${at} 风筝`),
  )
  for (let from = 0; from < count; from += 500)
    await memory.store.facts.insert(memory.store.db, ...facts.slice(from, from + 500))
  return memory
}

async function ask(pools: RecallPools, memory: Memory, query: string): Promise<unknown[]> {
  const pool = await pools.of(memory)
  return (await queryMemory(pool, { query }, now)).results.map(({ id }) => id)
}

/** How rows were read since: many at a stretch, or some by their places. */
function watched(db: Database): { readonly db: Database; readonly read: string[] } {
  const read: string[] = []
  const eyes: Database = {
    ...db,
    all<T extends SqlRow = SqlRow>(sql: string, params?: readonly SqlValue[]) {
      if (/SELECT seq, (archived, )?doc/.test(sql)) read.push(sql.includes('LIMIT') ? 'build' : 'rows')
      return db.all<T>(sql, params)
    },
  }
  return { db: eyes, read }
}

describe('in step with the rows', () => {
  it('what is written, changed, moved and deleted, by whomever', async () => {
    const memory = await filled(3)
    const { store } = memory
    const pools = createRecallPools()
    expect(await ask(pools, memory, 'red')).toEqual(['f0'])
    await store.facts.insert(store.db, fact('new', 'a violet kite'))
    expect(await ask(pools, memory, 'violet')).toEqual(['new'])
    await store.db.run(`UPDATE facts SET doc = json_set(doc, '$.text', 'an orange boat') WHERE id = 'new'`)
    expect([await ask(pools, memory, 'violet'), await ask(pools, memory, 'orange')]).toEqual([[], ['new']])
    await store.facts.archive(store.db, ['new'], 0)
    const pool = await pools.of(memory)
    expect((await queryMemory(pool, { query: 'orange' }, now)).results.map(({ tier }) => tier)).toEqual([
      'fact_archive',
    ])
    await store.facts.remove(store.db, 'new')
    expect(await ask(pools, memory, 'orange')).toEqual([])
  })

  it('a row between the answer of the index and the reading of it is left out when it is gone', async () => {
    const memory = await filled(3)
    const pool = await createRecallPools().of(memory)
    const view = pool.view(now)
    const entry = view.entry(view.search('red').slots[0] ?? -1)
    await memory.store.db.run(`UPDATE facts SET doc = json_set(doc, '$.text', 'else') WHERE id = 'f0'`)
    expect(await pool.documents([entry])).toEqual([null])
  })
})

describe('on disk', () => {
  it('is read again, with what was written since, and no other row is looked at', async () => {
    const memory = await filled(SNAPSHOT_ROWS)
    const { db, facts } = memory.store
    const pools = createRecallPools()
    const before = await ask(pools, memory, 'kite number 77')
    await pools.keep(memory, always)
    expect(await ask(pools, memory, 'kite number 77')).toEqual(before)
    await facts.insert(db, fact('later', 'a violet kite'))
    await db.run(`DELETE FROM facts WHERE id = 'f5'`)

    const { db: eyes, read } = watched(db)
    const again = await memoryOver(eyes)
    const reopened = createRecallPools()
    expect(await ask(reopened, again, 'violet')).toEqual(['later'])
    expect(read).not.toContain('build')
    expect(await ask(reopened, again, 'kite number 77')).toEqual(before)
    expect(await ask(reopened, again, 'number 5')).toEqual(
      await ask(createRecallPools(), await built(memory), 'number 5'),
    )
  })

  it('small memories are not kept, and one is kept again only after enough changes', async () => {
    const small = await filled(SNAPSHOT_ROWS - 1)
    const pools = createRecallPools()
    await pools.of(small)
    await pools.keep(small, always)
    expect(await parts(small)).toBe(0)

    await small.store.facts.insert(small.store.db, fact('one', 'more'))
    await pools.keep(small, always)
    const first = await generation(small)
    expect(first).toBe(1)
    for (let at = 0; at < SNAPSHOT_CHANGES; at += 1) {
      if (at === SNAPSHOT_CHANGES - 1) await pools.keep(small, always)
      if (at === SNAPSHOT_CHANGES - 1) expect(await generation(small)).toBe(first)
      await small.store.facts.insert(small.store.db, fact(`m${at}`, `boat ${at}`))
    }
    await pools.keep(small, always)
    expect(await generation(small)).toBe(2)
    expect(await small.store.db.first('SELECT count(*) AS n FROM recall_changes')).toEqual({ n: 1 })
  })

  it('killed at any write of it, the next start recalls the same', async () => {
    const memory = await filled(SNAPSHOT_ROWS)
    const { db } = memory.store
    const right = await ask(createRecallPools(), memory, 'blue 风筝 42')
    for (let killedAt = 0; ; killedAt += 1) {
      let writes = 0
      const dying = mortal(db, () => {
        writes += 1
        if (writes > killedAt) throw new Error('killed')
      })
      const doomed = await memoryOver(dying)
      const pools = createRecallPools()
      await pools.of(doomed)
      const ended = await pools.keep(doomed, always).then(
        () => true,
        () => false,
      )
      expect(await ask(createRecallPools(), await memoryOver(db), 'blue 风筝 42')).toEqual(right)
      if (ended) break
      // Killed while there was one is another case than while there was none.
      if (killedAt === 3) {
        const whole = await memoryOver(db)
        const others = createRecallPools()
        await others.of(whole)
        await others.keep(whole, always)
        await db.run(`UPDATE facts SET doc = json_set(doc, '$.note', 1) WHERE seq <= ?`, [SNAPSHOT_CHANGES])
      }
    }
  })

  it.each([
    [
      'a damaged part',
      `UPDATE recall_snapshot SET data = CAST(x'00' || substr(data, 2) AS BLOB) WHERE part = 1`,
    ],
    ['a missing part', 'DELETE FROM recall_snapshot WHERE part = 1'],
    ['another header', `UPDATE recall_snapshot SET data = CAST('{}' AS BLOB) WHERE part = 0`],
    ['an empty part', `UPDATE recall_snapshot SET data = x'' WHERE part = 1`],
    ['a log that does not reach back', 'DELETE FROM recall_changes'],
  ])('%s: the index is made from the rows', async (_what, damage) => {
    const memory = await filled(SNAPSHOT_ROWS)
    const pools = createRecallPools()
    const right = await ask(pools, memory, 'red 7')
    await pools.keep(memory, always)
    await memory.store.db.run(damage)
    const { db, read } = watched(memory.store.db)
    expect(await ask(createRecallPools(), await memoryOver(db), 'red 7')).toEqual(right)
    expect(read).toContain('build')
  })

  it('what is forgotten is nowhere in it, also when it is being written', async () => {
    const memory = await filled(SNAPSHOT_ROWS)
    const { db } = memory.store
    const pools = createRecallPools(async () => {
      const written = (await db.first<{ n: number }>('SELECT count(*) AS n FROM recall_snapshot'))?.n ?? 0
      // It is begun, and what it will hold is gathered or about to be.
      if (written !== 1) return
      await db.transaction(async (tx) => {
        await tx.run(`DELETE FROM facts WHERE id = 'f3'`)
        await forgetSnapshot(tx)
      })
    })
    await pools.of(memory)
    await pools.keep(memory, always)
    expect(await parts(memory)).toBe(0)
    expect(await ask(pools, memory, 'number 3')).not.toContain('f3')
  })
})

describe('vectors', () => {
  /** Colours are far from each other; everything else has no vector. */
  const embedderOf = (modelId: string): Embedder => ({
    kind: 'static',
    modelId,
    dimension: 2,
    embed: () => Promise.reject(new Error('not asked')),
    embedNow: (text) =>
      text.startsWith('red') ? Float32Array.of(1, 0) : text.startsWith('blue') ? Float32Array.of(0, 1) : null,
  })

  function provider(): EmbedderProvider & { set(state: EmbedderState): void } {
    let state: EmbedderState = { state: 'waiting' }
    const listeners = new Set<() => void>()
    return {
      current: () => state,
      requestLoad: () => undefined,
      failed: () => undefined,
      onChange(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      set(next) {
        state = next
        for (const listener of listeners) listener()
      },
    }
  }

  const near = async (pools: RecallPools, memory: Memory, modelId: string) => {
    const view = (await pools.of(memory)).view(now)
    return view.searchVectors(Float32Array.of(1, 0), modelId, 0.9).slots.length
  }

  it('come when the embedder is ready, for rows that are there and for later ones', async () => {
    const memory = await filled(20)
    const embedders = provider()
    const pools = createRecallPools(undefined, embedders)
    expect(await near(pools, memory, 'a')).toBe(0)
    embedders.set({ state: 'ready', embedder: embedderOf('a') })
    await pools.embedded(memory)
    expect(await near(pools, memory, 'a')).toBe(4)
    await memory.store.facts.insert(memory.store.db, fact('late', 'red boat'))
    expect(await near(pools, memory, 'a')).toBe(5)
  })

  it('are of one model at a time', async () => {
    const memory = await filled(20)
    const embedders = provider()
    embedders.set({ state: 'ready', embedder: embedderOf('a') })
    const pools = createRecallPools(undefined, embedders)
    expect(await near(pools, memory, 'a')).toBe(4)
    embedders.set({ state: 'ready', embedder: embedderOf('b') })
    await pools.embedded(memory)
    expect([await near(pools, memory, 'a'), await near(pools, memory, 'b')]).toEqual([0, 4])
  })

  it('are kept on disk, and made again only for rows that came before the embedder was ready', async () => {
    const memory = await filled(SNAPSHOT_ROWS)
    const embedders = provider()
    embedders.set({ state: 'ready', embedder: embedderOf('a') })
    const pools = createRecallPools(undefined, embedders)
    await pools.of(memory)
    await pools.keep(memory, always)

    const again = await memoryOver(memory.store.db)
    const waiting = provider()
    const reopened = createRecallPools(undefined, waiting)
    expect(await near(reopened, again, 'a')).toBe(SNAPSHOT_ROWS / COLOURS.length)
    await again.store.facts.insert(again.store.db, fact('late', 'red boat'))
    await reopened.of(again)
    let asked = 0
    const counting = {
      ...embedderOf('a'),
      embedNow: (text: string) => ((asked += 1), embedderOf('a').embedNow?.(text) ?? null),
    }
    waiting.set({ state: 'ready', embedder: counting })
    await reopened.embedded(again)
    expect(await near(reopened, again, 'a')).toBe(SNAPSHOT_ROWS / COLOURS.length + 1)
    // The one that came late; of the others it is known that they have one or none.
    expect(asked).toBe(1)
  })
})

/** The same rows, whose index is made anew. */
async function built({ store }: Memory): Promise<Memory> {
  await store.db.transaction(forgetSnapshot)
  return memoryOver(store.db)
}

async function parts({ store }: Memory): Promise<number> {
  return (await store.db.first<{ n: number }>('SELECT count(*) AS n FROM recall_snapshot'))?.n ?? 0
}

async function generation({ store }: Memory): Promise<number | null> {
  const row = await store.db.first<{ g: number | null }>('SELECT max(generation) AS g FROM recall_snapshot')
  return row?.g ?? null
}

/** The same database, which asks `write` before each change. */
function mortal(db: Database, write: () => void): Database {
  const asked = (sql: Sql): Sql => ({
    all<R extends SqlRow = SqlRow>(text: string, params?: readonly SqlValue[]) {
      return changes(text, () => sql.all<R>(text, params))
    },
    first<R extends SqlRow = SqlRow>(text: string, params?: readonly SqlValue[]) {
      return changes(text, () => sql.first<R>(text, params))
    },
    run: (text, params) => changes(text, () => sql.run(text, params)),
  })
  return {
    ...db,
    ...asked(db),
    transaction: (work) => db.transaction((tx) => work({ ...tx, ...asked(tx) })),
  }

  async function changes<R>(text: string, then: () => Promise<R>): Promise<R> {
    if (!/^\s*(SELECT|PRAGMA)/.test(text)) write()
    return then()
  }
}
