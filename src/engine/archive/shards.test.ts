import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestIds } from '../../../tests/fixtures/clock.ts'
import { memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import { now, put } from '../../../tests/fixtures/persona.ts'
import { ARCHIVE_SHARD_ENTRIES } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { importView, listViews, renderView } from '../store/views.ts'
import { migrateFlatArchive } from './migrate-flat.ts'
import { appendToShards, ensureInShard, listShards, pickShard, reserveShard } from './shards.ts'

const ids = createTestIds('1')
const today = '2026-06-01'

test('names of shards are a day and eight hexadecimal digits; nothing else is one', () => {
  const names = ['2026-06-02_0a1b2c3d.json', '2026-06-01_ffffffff.json']
  const others = ['2026-6-1_ffffffff.json', '2026-06-01_FFFFFFFF.json', '2026-06-01_ffffffff.json.tmp']
  const hostile = ['../2026-06-01_ffffffff.json', '2026-06-01_ffffffff.json\n', '.migrated_from_flat']
  expect(listShards([...names, ...others, ...hostile]).map(({ name }) => name)).toEqual(names.reverse())
})

test('the first shard of the day with room takes an entry; a taken name is drawn again', () => {
  const shards = [
    { name: `${today}_bbbbbbbb.json`, entries: 3 },
    { name: `${today}_aaaaaaaa.json`, entries: 500 },
    { name: `${today}_00000000.json`, entries: null },
    { name: '2026-05-31_cccccccc.json', entries: 0 },
  ]
  expect(pickShard(shards, today, () => 'dddddddd')).toBe(`${today}_bbbbbbbb.json`)
  const drawn = ['aaaaaaaa', 'bbbbbbbb', 'dddddddd'].values()
  expect(pickShard(shards, today, () => drawn.next().value ?? '', 3)).toBe(`${today}_dddddddd.json`)
})

describe('in the store', () => {
  let store: CharacterStore
  beforeEach(async () => {
    store = await memoryStore()
  })
  afterEach(() => store.db.close())

  const sizes = async (): Promise<unknown[]> =>
    (await store.archiveShards.all(store.db, 'reflection')).map(({ entries }) => entries)

  test('entries go on in further shards, each stamped with its own and spelt as before', async () => {
    const docs = Array.from({ length: ARCHIVE_SHARD_ENTRIES + 2 }, (_, n) => `{"id":"r${n}","weight":1.0}`)
    const places = await store.db.transaction((tx) => appendToShards(tx, store, 'reflection', docs, now, ids))
    expect(await sizes()).toEqual([ARCHIVE_SHARD_ENTRIES, 2])
    const last = places.at(-1)
    expect(last?.doc).toBe(`{"id":"r501", "weight":1.0, "archive_shard_path": "${last?.shard ?? ''}"}`)
  })

  test('one that cannot be read is full, is shown as it came, and is never written to', async () => {
    const name = `${today}_0a1b2c3d.json`
    await store.archiveShards.keepUnreadable(store.db, 'reflection', name, '[1, 2')
    const picked = await store.db.transaction((tx) => reserveShard(tx, store, 'reflection', now, ids))
    expect(picked).not.toBe(name)
    expect(
      await store.db.transaction((tx) => ensureInShard(tx, store, 'reflection', name, { id: 'r1' })),
    ).toBe('unreadable')
    expect(await renderView(store.db, `reflection_archive/${name}`)).toBe('[1, 2')
    expect(await listViews(store.db)).toContain(`reflection_archive/${name}`)
    // Repaired by hand and imported again, it is a shard like any other.
    await put(store, `reflection_archive/${name}`, [{ id: 'r1' }])
    expect(await renderView(store.db, `reflection_archive/${name}`)).toBe('[\n{"id":"r1"}\n]')
    expect(await sizes()).toEqual([0, 1])
  })

  test('a flat archive moves into shards by day, once (maintenance.md §11.2)', async () => {
    const flat =
      '[{"id":"a","archived_at":"2026-05-01T23:00:00","n":1.50},{"id":"b"},5,{"id":"c","archived_at":"2026-05-01"}]'
    const migrate = (): Promise<number> =>
      store.db.transaction((tx) => migrateFlatArchive(tx, store, now, ids))
    const load = (text: string): Promise<unknown> =>
      store.db.transaction((tx) => importView(tx, 'reflections_archive.json', text))
    expect(await migrate()).toBe(0)
    await load('[{"torn"')
    expect(await migrate()).toBe(0)
    expect(await renderView(store.db, 'reflections_archive.json')).toBe('[{"torn"')

    await load(flat)
    expect(await migrate()).toBe(3)
    const shards = await store.archiveShards.all(store.db, 'reflection')
    expect(shards.map(({ name }) => name.slice(0, 10))).toEqual(['2026-05-01', today])
    const first = await renderView(store.db, `reflection_archive/${shards[0]?.name ?? ''}`)
    expect(first).toContain('"n":1.50')
    expect(JSON.parse(first ?? '')).toMatchObject([{ id: 'a' }, { id: 'c' }])
    expect(await store.quarantine.list(store.db)).toMatchObject([{ doc: '5' }])
    expect(await renderView(store.db, 'reflections_archive.json')).toBeNull()
    const marker = await renderView(store.db, 'reflection_archive/.migrated_from_flat')
    expect(JSON.parse(marker ?? '')).toMatchObject({ entries: 3, shards: 2 })

    await load(flat)
    expect(await migrate()).toBe(0)
    expect(await sizes()).toEqual([2, 1])
  })
})
