import { expect, test } from 'vitest'
import {
  addReflections,
  eventsOf,
  isApplied,
  reflection,
  reflectionWorld,
  type ReflectionWorld,
} from '../../../tests/fixtures/reflections.ts'
import { parseObject, type JsonObject } from '../document.ts'
import { DAY_MS, HOUR_MS } from '../settings.ts'
import { archiveFinished, archiveReflection } from './archive.ts'
import { allReflections, changeReflections } from './rows.ts'
import { sweepReflections } from './sub-zero.ts'

const stamp = '2026-03-10T12:00:00'
const inView = async ({ store }: ReflectionWorld): Promise<string[]> =>
  (await allReflections(store.db, store)).map(({ id }) => id)

async function archived({ store }: ReflectionWorld): Promise<[string, JsonObject | null][]> {
  const shards = await store.archiveShards.list(store.db, 'reflection')
  const entries = await Promise.all(
    shards.map(async ({ shard }) =>
      (await store.archiveShards.entries(store.db, 'reflection', shard)).map(
        ({ doc }): [string, JsonObject | null] => [shard, parseObject(doc)],
      ),
    ),
  )
  return entries.flat()
}

test('thirty days after they ended, promoted and denied ones go to a shard with their status; others stay', async () => {
  const world = await reflectionWorld()
  const old = '2026-02-08T11:59:59'
  await addReflections(
    world.store,
    { id: 'promoted', status: 'promoted', promoted_at: old, created_at: '2026-03-09T00:00:00', odd: 1 },
    { id: 'on-the-day', status: 'promoted', promoted_at: '2026-02-08T12:00:00' },
    {
      id: 'promoted-lately',
      status: 'promoted',
      promoted_at: '2026-03-01T00:00:00',
      denied_at: old,
      created_at: old,
    },
    { id: 'denied', status: 'denied', denied_at: old },
    { id: 'undated', status: 'denied', promoted_at: '', created_at: old },
    { id: 'unreadable', status: 'denied', denied_at: 'once', created_at: old },
    { id: 'merged', status: 'merged', merged_at: old, created_at: old },
    { id: 'blocked', status: 'promote_blocked', promote_blocked_at: old, created_at: old },
    { id: 'pending', created_at: old },
  )
  const ids = await changeReflections(world.deps(), world.memory, 'test', (writes) =>
    archiveFinished(world.deps(), writes),
  )
  expect(ids).toEqual(['promoted', 'denied', 'undated'])
  expect(await inView(world)).toEqual([
    'on-the-day',
    'promoted-lately',
    'unreadable',
    'merged',
    'blocked',
    'pending',
  ])
  const entries = await archived(world)
  const shard = entries[0]?.[0]
  expect(shard).toMatch(/^2026-03-10_[0-9a-f]{8}\.json$/)
  expect(entries.map(([, entry]) => entry)).toMatchObject([
    { id: 'promoted', status: 'promoted', archived_at: stamp, archive_shard_path: shard, odd: 1 },
    { id: 'denied', status: 'denied' },
    { id: 'undated', status: 'denied' },
  ])
  expect(await eventsOf(world.store)).toEqual([])
  expect([...(world.told[0]?.removed ?? [])]).toEqual(['promoted', 'denied', 'undated'])
})

test('by evidence: event with the whole entry, removal and shard in one transaction', async () => {
  const world = await reflectionWorld()
  const { store, memory, deps } = world
  await addReflections(store, { id: 'a', status: 'confirmed', odd: 1 }, { id: 'b', protected: true })
  const archive = (id: string, fails = false) =>
    changeReflections(deps(), memory, 'test', async (writes) => {
      const found = await writes.get(id)
      const done = found !== null && (await archiveReflection(deps(), writes, found))
      if (fails) throw new Error('the disk is full')
      return done
    })
  await expect(archive('a', true)).rejects.toThrow('the disk is full')
  expect([await inView(world), await archived(world), await eventsOf(store)]).toEqual([['a', 'b'], [], []])

  expect(await archive('a')).toBe(true)
  expect(await archive('b')).toBe(false)
  const [[shard, entry] = []] = await archived(world)
  expect(entry).toMatchObject({
    id: 'a',
    status: 'archived',
    archived_at: stamp,
    archive_shard_path: shard,
    odd: 1,
  })
  expect(await eventsOf(store)).toEqual([
    {
      type: 'reflection.state_changed',
      payload: {
        ...{ reflection_id: 'a', from: 'confirmed', to: 'archived', archived_at: stamp },
        ...{ archive_shard_path: shard, entry_snapshot: entry },
      },
    },
  ])
  expect(await isApplied(store)).toBe(true)
  expect(await inView(world)).toEqual(['b'])
})

test('a denied reflection is counted once a running day and leaves on the fourteenth', async () => {
  const world = await reflectionWorld()
  const { store, memory, clock, deps } = world
  await addReflections(
    store,
    { id: 'denied', status: 'denied', denied_at: stamp, disputation: 1, disp_last_signal_at: stamp },
    { id: 'believed', status: 'confirmed', reinforcement: 1 },
    { id: 'card', protected: true, disputation: 9 },
  )
  for (let day = 1; day <= 13; day += 1) {
    expect(await sweepReflections(deps(), memory)).toEqual({ counted: ['denied'], archived: [] })
    clock.jumpTo(clock.now() + HOUR_MS)
    expect(await sweepReflections(deps(), memory)).toEqual({ counted: [], archived: [] })
    // Every second day the device is off: only days on which a sweep runs are counted.
    clock.jumpTo(clock.now() + 2 * DAY_MS - HOUR_MS)
  }
  expect(await reflection(store, 'denied')).toMatchObject({
    ...{ sub_zero_days: 13, sub_zero_last_increment_date: '2026-04-03', disputation: 1 },
  })
  expect((await eventsOf(store)).at(-1)).toMatchObject({
    type: 'reflection.evidence_updated',
    payload: { source: 'archive_sweep', sub_zero_days: 13, sub_zero_last_increment_date: '2026-04-03' },
  })
  expect(await sweepReflections(deps(), memory)).toEqual({ counted: ['denied'], archived: ['denied'] })
  expect((await archived(world)).map(([, entry]) => entry)).toMatchObject([
    { id: 'denied', sub_zero_days: 14 },
  ])
  expect(await inView(world)).toEqual(['believed', 'card'])
})

test('a full tally archives whatever the score says now', async () => {
  const world = await reflectionWorld()
  await addReflections(world.store, { id: 'a', status: 'confirmed', reinforcement: 5, sub_zero_days: 14 })
  expect(await sweepReflections(world.deps(), world.memory)).toEqual({ counted: [], archived: ['a'] })
})
