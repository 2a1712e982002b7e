import { expect, test } from 'vitest'
import { createTestIds } from '../../../tests/fixtures/clock.ts'
import { killEverywhere } from '../../../tests/fixtures/killed.ts'
import { memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import { entriesIn, eventsOf, later, now, putPersona, textsIn } from '../../../tests/fixtures/persona.ts'
import { parseObject } from '../document.ts'
import type { Moment } from '../ports.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { archivePersonaEntry, sweepPersona } from './archive.ts'

async function storeWith(persona: unknown): Promise<CharacterStore> {
  const store = await memoryStore()
  await putPersona(store, persona)
  return store
}

function sweep(store: CharacterStore, at: Moment = now) {
  return sweepPersona({ store }, { now: () => at, ids: createTestIds('a1b2c3d4') })
}

async function archived(store: CharacterStore): Promise<{ shard: string; doc: unknown }[]> {
  const shards = await store.archiveShards.list(store.db, 'persona')
  const entries = await Promise.all(
    shards.map(async ({ shard }) =>
      (await store.archiveShards.entries(store.db, 'persona', shard)).map((entry) => ({
        shard,
        doc: parseObject(entry.doc),
      })),
    ),
  )
  return entries.flat()
}

const disputed = { id: 'd', text: 'hates rain', source: 'manual', disputation: 1, reinforcement: 0.5 }

test('each day below zero counts once, days need not follow each other, the fourteenth archives (evidence.md §8)', async () => {
  const store = await storeWith({
    master: { facts: [disputed, { id: 'fine', text: 'likes snow', reinforcement: 1 }, 'bare'] },
    __meta__: {
      facts: [
        { id: '__evidence_migration_v1__', text: '', protected: true, disputation: 9, sub_zero_days: 20 },
      ],
    },
  })
  expect(await sweep(store)).toEqual({ counted: 1, archived: [] })
  expect(await sweep(store)).toEqual({ counted: 0, archived: [] })
  expect((await entriesIn(store))[0]).toMatchObject({
    sub_zero_days: 1,
    sub_zero_last_increment_date: '2026-06-01',
  })
  for (let day = 1; day <= 12; day += 1) await sweep(store, later(day * 3))
  expect((await entriesIn(store))[0]).toMatchObject({ sub_zero_days: 13 })
  expect(await sweep(store, later(60))).toEqual({ counted: 1, archived: ['d'] })
  expect(await textsIn(store)).toEqual(['likes snow', 'bare'])
  expect(await entriesIn(store, '__meta__')).toHaveLength(1)

  const { events, settled } = await eventsOf(store)
  expect(settled).toBe(true)
  expect(events.map(({ type }) => type)).toEqual([
    ...Array.from({ length: 14 }, () => 'persona.evidence_updated'),
    'persona.fact_added',
  ])
  expect(events[0]?.payload).toEqual({
    entity_key: 'master',
    entry_id: 'd',
    reinforcement: 0.5,
    disputation: 1,
    rein_last_signal_at: null,
    disp_last_signal_at: null,
    sub_zero_days: 1,
    user_fact_reinforce_count: 0,
    sub_zero_last_increment_date: '2026-06-01',
    source: 'archive_sweep',
  })
  const [entry] = await archived(store)
  expect(entry?.shard).toMatch(/^2026-07-31_[0-9a-f]{8}\.json$/)
  expect(entry?.doc).toMatchObject({
    ...disputed,
    sub_zero_days: 14,
    archived_at: '2026-07-31T12:00:00',
    archive_shard_path: entry?.shard,
  })
  expect(events[14]?.payload).toMatchObject({
    entity_key: 'master',
    entry_id: 'd',
    text: 'hates rain',
    source: 'manual',
    archived_at: '2026-07-31T12:00:00',
    archive_shard_path: entry?.shard,
    entry_snapshot: entry?.doc,
  })
})

test('a tally that is full archives although the score has recovered', async () => {
  const store = await storeWith({ master: { facts: [{ ...disputed, reinforcement: 9, sub_zero_days: 14 }] } })
  expect(await sweep(store)).toEqual({ counted: 0, archived: ['d'] })
})

test('what is protected or not there is not archived', async () => {
  const store = await storeWith({ neko: { facts: [{ id: 'c', text: 'x', protected: true }] } })
  const archive = (id: string) =>
    store.db.transaction((tx) => archivePersonaEntry(tx, store, 'neko', id, now, createTestIds()))
  expect(await archive('c')).toBe(false)
  expect(await archive('gone')).toBe(false)
  expect(await archived(store)).toEqual([])
})

test('killed between any two statements: the entry is in the persona or in the archive, with its event', async () => {
  const kills = await killEverywhere(
    () => storeWith({ master: { facts: [{ ...disputed, sub_zero_days: 13 }] } }),
    sweep,
    async (left) => {
      expect((await entriesIn(left))[0]).toEqual({ ...disputed, sub_zero_days: 13 })
      expect(await archived(left)).toEqual([])
      expect((await eventsOf(left)).events).toEqual([])
      expect(await sweep(left)).toEqual({ counted: 1, archived: ['d'] })
      expect(await archived(left)).toHaveLength(1)
    },
  )
  expect(kills).toBeGreaterThan(6)
})
