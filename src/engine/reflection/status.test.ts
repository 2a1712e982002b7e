import { expect, test } from 'vitest'
import {
  addReflections,
  addSurfaced,
  eventsOf,
  isApplied,
  reflection,
  reflectionWorld,
  surfacedRows,
} from '../../../tests/fixtures/reflections.ts'
import { changeReflections, type ReflectionWrites } from './rows.ts'
import { changeStatus, changeStatusJournaled, denyReflection, type ReflectionStatus } from './status.ts'

const statuses = [
  'pending',
  'confirmed',
  'promoted',
  'merged',
  'denied',
  'promote_blocked',
  'archived',
] as const
const legal = new Set(['pending>confirmed', 'pending>denied', 'confirmed>promoted', 'confirmed>merged'])
legal.add('confirmed>denied').add('confirmed>promote_blocked')

test('the legal transitions happen, and no other can', async () => {
  const { memory, store, deps } = await reflectionWorld()
  await addReflections(store, ...statuses.map((status) => ({ id: status, status })))
  for (const from of statuses) {
    for (const to of statuses) {
      const attempt = (writes: ReflectionWrites): Promise<unknown> =>
        changeStatus(writes, { id: from, from: from as ReflectionStatus, to: to as ReflectionStatus })
      const name = `${from}>${to}`
      if (!legal.has(name)) {
        await expect(changeReflections(deps(), memory, 'test', attempt), name).rejects.toThrow('never goes')
        continue
      }
      await changeReflections(deps(), memory, 'test', attempt)
      expect(await reflection(store, from), name).toMatchObject({ status: to })
      const row = await store.reflections.get(store.db, from)
      await store.reflections.remove(store.db, [row?.seq ?? 0])
      await addReflections(store, { id: from, status: from })
    }
  }
})

test('a change that another one was faster than is dropped', async () => {
  const { memory, store, deps, told } = await reflectionWorld()
  await addReflections(store, { id: 'a', status: 'denied' })
  const change = { id: 'a', from: 'confirmed', to: 'promoted' } as const
  const results = await changeReflections(deps(), memory, 'test', async (writes) => [
    await changeStatus(writes, change),
    await changeStatusJournaled(writes, deps().ids, change),
    await changeStatusJournaled(writes, deps().ids, { ...change, id: 'gone' }),
  ])
  expect(results).toEqual([null, null, null])
  expect(await reflection(store, 'a')).toMatchObject({ status: 'denied' })
  expect(await eventsOf(store)).toEqual([])
  expect(told).toEqual([])
})

test('a journaled change writes event, fields, sentinel and journal together', async () => {
  const { memory, store, deps, told } = await reflectionWorld()
  await addReflections(store, { id: 'a', status: 'confirmed', odd: 1.5 })
  await changeReflections(deps(), memory, 'test', (writes) =>
    changeStatusJournaled(writes, deps().ids, {
      ...{ id: 'a', from: 'confirmed', to: 'denied' },
      ...{ reason: 'llm_merge_rejected', explanation: 'says the opposite' },
    }),
  )
  expect(await reflection(store, 'a')).toMatchObject({
    status: 'denied',
    denied_at: '2026-03-10T12:00:00',
    denied_reason: 'llm_merge_rejected',
    reject_reason: 'says the opposite',
    odd: 1.5,
  })
  expect(await eventsOf(store)).toEqual([
    {
      type: 'reflection.state_changed',
      payload: {
        reflection_id: 'a',
        from: 'confirmed',
        to: 'denied',
        ts: '2026-03-10T12:00:00',
        reason: 'llm_merge_rejected',
        reject_explanation: 'says the opposite',
      },
    },
  ])
  expect(await isApplied(store)).toBe(true)
  const [entry] = await store.journal.list(store.db)
  expect(entry).toMatchObject({ what: 'reflection.denied', target: 'a' })
  expect(entry?.before).toContain('"status":"confirmed"')
  expect([...(told[0]?.upserted.values() ?? [])]).toMatchObject([{ status: 'denied' }])
})

test('a failure leaves neither event nor change', async () => {
  const { memory, store, deps, told } = await reflectionWorld()
  await addReflections(store, { id: 'a', status: 'confirmed' })
  const failing = changeReflections(deps(), memory, 'test', async (writes) => {
    await changeStatusJournaled(writes, deps().ids, { id: 'a', from: 'confirmed', to: 'promoted' })
    throw new Error('the disk is full')
  })
  await expect(failing).rejects.toThrow('the disk is full')
  expect(await reflection(store, 'a')).toMatchObject({ status: 'confirmed' })
  expect(await eventsOf(store)).toEqual([])
  expect(await store.journal.list(store.db)).toEqual([])
  expect(told).toEqual([])
})

test('a denial ends an active reflection only, and closes what was raised about any', async () => {
  const { memory, store, deps } = await reflectionWorld()
  await addReflections(store, { id: 'a', status: 'pending' }, { id: 'b', status: 'promoted' })
  await addSurfaced(
    store,
    { reflection_id: 'a', text: 'a', surfaced_at: '2026-03-10T11:00:00', feedback: null },
    { reflection_id: 'b', text: 'b', surfaced_at: '2026-03-10T11:00:00', feedback: 'confirmed' },
    { reflection_id: 'c', text: 'c', surfaced_at: '2026-03-10T11:00:00', feedback: null },
  )
  const denied = await changeReflections(deps(), memory, 'test', async (writes) => [
    await denyReflection(writes, 'a'),
    await denyReflection(writes, 'b'),
    await denyReflection(writes, 'c'),
  ])
  expect(denied).toEqual([true, false, false])
  expect(await reflection(store, 'a')).toMatchObject({ status: 'denied', denied_at: '2026-03-10T12:00:00' })
  expect(await reflection(store, 'b')).toMatchObject({ status: 'promoted' })
  expect(await surfacedRows(store)).toMatchObject([
    { feedback: 'denied', feedback_at: '2026-03-10T12:00:00' },
    { feedback: 'confirmed' },
    { feedback: 'denied' },
  ])
  // The table of transitions: a denial by the user is no event.
  expect(await eventsOf(store)).toEqual([])
})
