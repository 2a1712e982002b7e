/** Lists of the memory browser over real tables: what they hold, how they filter, search, sort and page. */
import { beforeEach, describe, expect, test } from 'vitest'
import { say, turn } from '../../../tests/fixtures/facts.ts'
import { memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import { put, putPersona } from '../../../tests/fixtures/persona.ts'
import { addFacts, addReflections } from '../../../tests/fixtures/reflections.ts'
import type { EntryList, EntryPage, EntryQuery } from '../browser-api.ts'
import { createMemory, type Memory } from '../memories.ts'
import { createRecallPools } from '../recall-pools.ts'
import { RECALL_QUERY_END_UNITS } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { listEntries } from './entry-lists.ts'
import { createEntrySearch } from './entry-search.ts'

const now = { instant: Date.parse('2026-03-11T12:00:00+08:00'), zone: 'Asia/Shanghai' }

let store: CharacterStore
let memory: Memory
const search = createEntrySearch(createRecallPools(), () => now)

beforeEach(async () => {
  store = await memoryStore()
  memory = createMemory('Mika', store)
})

async function page(list: EntryList, query: Partial<EntryQuery> = {}): Promise<EntryPage> {
  const result = await listEntries({ memory, search, now }, { list, offset: 0, limit: 50, ...query })
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

async function ids(list: EntryList, query: Partial<EntryQuery> = {}): Promise<string[]> {
  return (await page(list, query)).rows.map(({ key }) => key.id)
}

describe('facts', () => {
  beforeEach(async () => {
    await addFacts(store, 6, (place) => ({
      text: [
        'likes green tea',
        'lives in Kyoto',
        '喜欢绿茶',
        'plays chess on Sundays',
        'has a cat',
        'has a dog',
      ][place - 1],
      entity: place === 4 ? 'relationship' : 'master',
      importance: place === 2 ? 9 : 5,
      ...(place === 5 ? { confidence: 'low' } : {}),
      ...(place === 6 ? { superseded_at: '2026-03-10T12:00:00', superseded_by: 'f5' } : {}),
      ...(place === 1 ? { omoide_quiet: true, omoide_needs_review: ['x'] } : {}),
      ...(place === 3 ? { omoide_maker: 'user' } : {}),
    }))
    for (const { id, doc } of await store.facts.list(store.db)) {
      const { text } = JSON.parse(doc) as { text: string }
      await store.facts.fts.index(store.db, id ?? '', text)
    }
  })

  test('come newest first, a page at a time, with the values that occur', async () => {
    const first = await page('facts', { limit: 2 })
    expect(first).toMatchObject({
      total: 6,
      unreadable: 0,
      entities: ['master', 'relationship'],
      statuses: ['active', 'superseded'],
      makers: ['model', 'rules', 'user'],
    })
    expect(first.rows.map(({ key }) => key.id)).toEqual(['f6', 'f5'])
    expect(await ids('facts', { offset: 4 })).toEqual(['f2', 'f1'])
    expect(await ids('facts', { sort: 'oldest', limit: 2 })).toEqual(['f1', 'f2'])
    expect(await ids('facts', { sort: 'importance', limit: 2 })).toEqual(['f2', 'f6'])
    expect(await ids('facts', { sort: 'evidence', limit: 1 })).toEqual(['f6'])
  })

  test('are filtered by each field, and together', async () => {
    expect(await ids('facts', { filters: { entities: ['relationship'] } })).toEqual(['f4'])
    expect(await ids('facts', { filters: { statuses: ['superseded'] } })).toEqual(['f6'])
    expect(await ids('facts', { filters: { makers: ['rules', 'user'] } })).toEqual(['f5', 'f3'])
    expect(await ids('facts', { filters: { importance: [6, 10] } })).toEqual(['f2'])
    expect(await ids('facts', { filters: { suppressed: true } })).toEqual(['f1'])
    expect(await ids('facts', { filters: { suppressed: false }, sort: 'oldest', limit: 1 })).toEqual(['f2'])
    expect(await ids('facts', { filters: { needsReview: true } })).toEqual(['f1'])
    const from = Date.parse('2026-03-10T10:02:00+08:00')
    expect(await ids('facts', { filters: { from, to: from + 120_000 } })).toEqual(['f3', 'f2'])
    expect(
      await page('facts', { filters: { entities: ['master'], importance: [5, 5], from } }),
    ).toMatchObject({
      total: 3,
    })
  })

  test('are searched by the words of recall, also while the last one is typed', async () => {
    expect((await ids('facts', { search: 'green TEA' }))[0]).toBe('f1')
    expect(await ids('facts', { search: '綠茶' })).toEqual(['f3'])
    expect(await ids('facts', { search: 'ches' })).toEqual(['f4'])
    expect(await ids('facts', { search: 'ches ' })).toEqual([])
    expect(await ids('facts', { search: 'has', sort: 'oldest' })).toEqual([])
    expect(await page('facts', { search: 'cat dog', sort: 'oldest' })).toMatchObject({ total: 2 })
    expect(await ids('facts', { search: 'cat dog', filters: { statuses: ['active'] } })).toEqual(['f5'])
    await store.db.run(`UPDATE facts SET doc = json_set(doc, '$.text', 'keeps bees') WHERE id = 'f5'`)
    expect(await ids('facts', { search: 'bees' })).toEqual(['f5'])
    expect(await ids('facts', { search: 'cat' })).toEqual([])
  })

  test('are searched by both ends of a very long text', async () => {
    const filler = 'zz '.repeat(RECALL_QUERY_END_UNITS)
    expect(await ids('facts', { search: `green ${filler} cat dog ${filler} tea` })).toEqual(
      await ids('facts', { search: 'green tea' }),
    )
  })

  test('say where one stands', async () => {
    const at = async (query: Partial<EntryQuery>, id = 'f2') =>
      (await page('facts', { ...query, locate: { kind: 'fact', id }, limit: 1 })).position
    expect(await at({})).toBe(4)
    expect(await at({ sort: 'importance' })).toBe(0)
    expect(await at({ sort: 'oldest' })).toBe(1)
    expect(await at({ filters: { importance: [5, 5] } })).toBeNull()
    expect(await at({ search: 'green tea lives' })).not.toBeNull()
    expect(await at({}, 'gone')).toBeNull()
    expect('position' in (await page('facts'))).toBe(false)
  })

  test('leave out what cannot be read, and count it', async () => {
    await store.db.run(`UPDATE facts SET doc = 'torn' WHERE id = 'f3'`)
    await store.quarantine.add(store.db, { instant: 0, table: 'facts', rowSeq: 9, doc: 'x', reason: 'torn' })
    expect(await page('facts')).toMatchObject({ unreadable: 2 })
    expect(await ids('facts')).toEqual(['f6', 'f5', 'f4', 'f2', 'f1'])
    expect(await ids('facts', { filters: { makers: ['unknown', 'user'] } })).toEqual([])
  })
})

test('reflections and persona are filtered, searched and sorted by evidence', async () => {
  await addReflections(
    store,
    { id: 'r1', text: 'Finds calm in music', status: 'confirmed', entity: 'master', reinforcement: 2 },
    {
      id: 'r2',
      text: 'Works too much',
      status: 'denied',
      entity: 'master',
      created_at: '2026-03-02T09:00:00',
    },
    {
      id: 'r3',
      text: 'Trusts slowly',
      reinforcement: 3,
      entity: 'relationship',
      created_at: '2026-02-02T09:00:00',
    },
  )
  expect(await page('reflections')).toMatchObject({
    total: 3,
    statuses: ['confirmed', 'denied', 'pending'],
    entities: ['master', 'relationship'],
    makers: ['model'],
  })
  expect(await ids('reflections')).toEqual(['r2', 'r1', 'r3'])
  expect(await ids('reflections', { sort: 'oldest' })).toEqual(['r3', 'r1', 'r2'])
  expect(await ids('reflections', { sort: 'evidence' })).toEqual(['r3', 'r1', 'r2'])
  expect(await ids('reflections', { filters: { statuses: ['pending', 'confirmed'] } })).toEqual(['r1', 'r3'])
  expect(await ids('reflections', { search: 'music' })).toEqual(['r1'])
  expect(
    await page('reflections', { search: 'music', locate: { kind: 'reflection', id: 'r1' } }),
  ).toMatchObject({
    position: 0,
  })
  await store.db.run(`DELETE FROM reflections WHERE id = 'r1'`)
  expect(await ids('reflections', { search: 'music' })).toEqual([])

  await putPersona(store, {
    master: { facts: [{ id: 'p1', text: 'Kind' }, 'Loves rain'] },
    neko: { facts: [] },
  })
  expect(await ids('persona', { search: 'rain' })).toEqual(['#2'])
  expect(await page('persona')).toMatchObject({ total: 2, entities: ['master'] })
  await put(store, 'persona_corrections.json', [{ old_text: 'Kind', new_text: 'Cruel', entity: 'master' }])
  expect(await page('corrections')).toMatchObject({ rows: [{ text: 'Kind → Cruel', status: 'queued' }] })
})

test('the archive holds archived facts and shards in one order', async () => {
  await addFacts(store, 3, (place) => ({ text: `tea ${String(place)}`, importance: place }))
  await store.facts.archive(store.db, ['f1', 'f3'], now.instant)
  await put(store, 'reflection_archive/2026-01.json', [
    { id: 'r1', text: 'tea calms', status: 'archived', created_at: '2026-03-10T10:02:30', entity: 'master' },
  ])
  await put(store, 'persona_archive/2026-01.json', [{ id: 'p1', text: 'old trait', entity: 'neko' }])
  expect(await ids('archive')).toEqual(['f3', 'r1', 'f1', 'p1'])
  expect(await page('archive', { limit: 1, offset: 1 })).toMatchObject({
    total: 4,
    rows: [{ key: { kind: 'reflection', id: 'r1' }, archived: true }],
    statuses: ['active', 'archived'],
  })
  expect(await ids('archive', { sort: 'oldest' })).toEqual(['p1', 'f1', 'r1', 'f3'])
  expect(await ids('archive', { sort: 'importance', limit: 1 })).toEqual(['f3'])
  expect(await ids('archive', { sort: 'evidence', limit: 2 })).toEqual(['r1', 'p1'])
  expect(await ids('archive', { search: 'calms' })).toEqual(['r1'])
  expect((await ids('archive', { search: 'tea' })).sort()).toEqual(['f1', 'f3', 'r1'])
  expect(await ids('archive', { filters: { statuses: ['archived'] } })).toEqual(['r1'])
  expect(await page('archive', { locate: { kind: 'fact', id: 'f1' } })).toMatchObject({ position: 2 })
  expect(await page('archive', { locate: { kind: 'persona', id: 'p1' } })).toMatchObject({ position: 3 })
  expect(await page('archive', { locate: { kind: 'fact', id: 'f2' } })).toMatchObject({ position: null })
})

test('the timeline holds every turn', async () => {
  await say(store, turn('t1', 'human', 'I like kites', '2026-03-01T09:00:00+08:00'))
  await say(store, turn('t2', 'ai', 'Kites are lovely', '2026-03-01T09:01:00+08:00'))
  expect(await ids('timeline')).toEqual(['t2', 't1'])
  expect(await ids('timeline', { sort: 'oldest' })).toEqual(['t1', 't2'])
  expect(await ids('timeline', { filters: { makers: ['user'] } })).toEqual(['t1'])
  expect(await ids('timeline', { filters: { entities: ['master'] } })).toEqual([])
  expect(await ids('timeline', { search: 'lovely' })).toEqual(['t2'])
  await say(store, turn('t3', 'human', 'A lovely day', '2026-03-02T09:01:00+08:00'))
  expect((await ids('timeline', { search: 'lovely' })).sort()).toEqual(['t2', 't3'])
  await store.timeIndex.removeByTurnIds(store.db, ['t2'])
  expect(await page('timeline', { search: 'lovely' })).toMatchObject({
    total: 1,
    rows: [{ key: { id: 't3' } }],
  })
  expect(await page('timeline', { locate: { kind: 'turn', id: 't1' } })).toMatchObject({
    position: 1,
    makers: ['user'],
  })
})

test('a page that is none is refused', async () => {
  for (const query of [{ limit: 501 }, { offset: -1 }, { limit: 1.5 }]) {
    const result = await listEntries(
      { memory, search, now },
      { list: 'facts', offset: 0, limit: 1, ...query },
    )
    expect(result).toMatchObject({ ok: false, error: { code: 'bad_request' } })
  }
})
