import { expect, test } from 'vitest'
import { say, turn, zone } from '../../../tests/fixtures/facts.ts'
import {
  addReflections,
  addSurfaced,
  eventsOf,
  reflection,
  reflectionWorld,
  surfacedRows,
  type ReflectionWorld,
} from '../../../tests/fixtures/reflections.ts'
import type { FeedbackInput } from '../model/memory-model.ts'
import { fail, ok } from '../result.ts'
import { MINUTE_MS, SECOND_MS } from '../settings.ts'
import { toNaive } from '../time/stamp.ts'
import { checkRebuttals, skipRebuttals } from './rebuttal.ts'

const settled = { status: 'confirmed', reinforcement: 1 }
const cursor = (world: ReflectionWorld): Promise<string | null> =>
  world.store.cursors.get(world.store.db, 'rebuttal_checked_until')

/** `count` messages, the first at `from` and each `step` milliseconds after the one before. */
async function talk(
  world: ReflectionWorld,
  from: string,
  count: number,
  step: number,
  role: 'human' | 'ai' = 'human',
) {
  const start = Date.parse(from)
  await say(
    world.store,
    ...Array.from({ length: count }, (_, place) =>
      turn(
        `${role}-${from}-${String(place)}`,
        role,
        `word ${String(place)}`,
        new Date(start + place * step).toISOString(),
      ),
    ),
  )
}

/** A model that denies the given ids, with what it was asked. */
function denying(...ids: string[]) {
  const asked: FeedbackInput[] = []
  const checkRebuttal = (input: FeedbackInput) => {
    asked.push(input)
    return Promise.resolve(ok(ids.map((reflectionId) => ({ reflectionId, feedback: 'denied' as const }))))
  }
  return { asked, tasks: { checkRebuttal } }
}

test('while the user goes on talking: asked when a question is full, and nothing is passed over', async () => {
  const world = await reflectionWorld()
  await addReflections(world.store, { id: 'r', ...settled })
  const { asked, tasks } = denying('r')
  await talk(world, '2026-03-10T11:50:00+08:00', 19, SECOND_MS)
  expect(await checkRebuttals(world.deps(tasks), world.memory, true)).toEqual({ status: 'collecting' })
  await talk(world, '2026-03-10T11:55:00+08:00', 1, SECOND_MS)
  expect((await checkRebuttals(world.deps(tasks), world.memory, true)).status).toBe('checked')
  expect(asked.map(({ messages }) => messages.length)).toEqual([20])
})

test('nothing settled: the cursor goes to now and nobody is asked', async () => {
  const world = await reflectionWorld()
  await addReflections(
    world.store,
    { id: 'pending' },
    { id: 'doubted', status: 'confirmed' },
    { id: 'aside', ...settled, suppress: true },
  )
  expect(await checkRebuttals(world.deps(), world.memory)).toEqual({ status: 'nothing_settled' })
  expect(await cursor(world)).toBe('2026-03-10T12:00:00')
})

test('without a cursor the last hour is read; what the user denies ends, and is no evidence', async () => {
  const world = await reflectionWorld()
  const { store, memory, deps } = world
  await addReflections(
    store,
    { id: 'a', ...settled },
    { id: 'b', ...settled },
    { id: 'p', status: 'pending' },
  )
  await addSurfaced(store, { reflection_id: 'a', text: 'a', surfaced_at: 'x', feedback: null })
  await talk(world, '2026-03-10T10:59:00+08:00', 1, 0)
  await talk(world, '2026-03-10T11:30:00+08:00', 2, MINUTE_MS)
  await talk(world, '2026-03-10T11:30:30+08:00', 1, 0, 'ai')
  const { asked, tasks } = denying('a', 'p')
  expect(await checkRebuttals(deps(tasks), memory)).toEqual({ status: 'checked', denied: ['a'] })
  expect(asked).toEqual([
    {
      reflections: [
        { id: 'a', text: 'about a' },
        { id: 'b', text: 'about b' },
      ],
      messages: ['word 0', 'word 1'],
    },
  ])
  expect(await cursor(world)).toBe('2026-03-10T12:00:00')
  expect(await reflection(store, 'a')).toMatchObject({
    status: 'denied',
    denied_at: '2026-03-10T12:00:00',
    disputation: 0,
  })
  expect(await reflection(store, 'p')).toMatchObject({ status: 'pending' })
  expect(await surfacedRows(store)).toMatchObject([{ feedback: 'denied' }])
  expect(await eventsOf(store)).toEqual([])
})

test('a cursor that is missing or ahead is set back by an hour, and stored so before the model is asked', async () => {
  for (const ahead of [null, '2026-03-10T12:00:01']) {
    const world = await reflectionWorld()
    await addReflections(world.store, { id: 'a', ...settled })
    if (ahead !== null) await world.store.cursors.set(world.store.db, 'rebuttal_checked_until', ahead)
    await talk(world, '2026-03-10T11:30:00+08:00', 1, 0)
    expect(await checkRebuttals(world.deps(), world.memory)).toMatchObject({
      status: 'failed',
      givenUp: false,
    })
    expect(await cursor(world)).toBe('2026-03-10T11:00:00')
  }
})

test('nothing said by the user: to the last row of a full page, otherwise to now', async () => {
  const world = await reflectionWorld()
  await addReflections(world.store, { id: 'a', ...settled })
  await talk(world, '2026-03-10T11:00:00+08:00', 201, SECOND_MS, 'ai')
  expect(await checkRebuttals(world.deps(), world.memory)).toEqual({ status: 'nothing_said' })
  expect(await cursor(world)).toBe('2026-03-10T11:03:19')
  expect(await checkRebuttals(world.deps(), world.memory)).toEqual({ status: 'nothing_said' })
  expect(await cursor(world)).toBe('2026-03-10T12:00:00')
})

test('twenty texts at a time, and those of the same instant as the twentieth', async () => {
  const world = await reflectionWorld()
  await addReflections(world.store, { id: 'a', ...settled })
  await talk(world, '2026-03-10T11:00:00+08:00', 19, SECOND_MS)
  await talk(world, '2026-03-10T11:01:00+08:00', 3, 0)
  await talk(world, '2026-03-10T11:02:00+08:00', 2, SECOND_MS)
  const { asked, tasks } = denying()
  await checkRebuttals(world.deps(tasks), world.memory)
  expect(asked[0]?.messages.length).toBe(22)
  expect(await cursor(world)).toBe('2026-03-10T11:02:00')
  await checkRebuttals(world.deps(tasks), world.memory)
  expect(asked[1]?.messages).toEqual(['word 0', 'word 1'])
  expect(await cursor(world)).toBe('2026-03-10T12:00:00')
})

test('a full page goes on from its last row, also when all of it is of one instant', async () => {
  const world = await reflectionWorld()
  await addReflections(world.store, { id: 'a', ...settled })
  await talk(world, '2026-03-10T11:00:00+08:00', 5, SECOND_MS)
  await talk(world, '2026-03-10T11:00:10+08:00', 195, SECOND_MS, 'ai')
  await checkRebuttals(world.deps(denying().tasks), world.memory)
  expect(await cursor(world)).toBe('2026-03-10T11:03:24')

  await world.store.cursors.set(world.store.db, 'rebuttal_checked_until', '2026-03-10T11:30:00')
  await talk(world, '2026-03-10T11:30:00+08:00', 230, 0)
  const { asked, tasks } = denying()
  await checkRebuttals(world.deps(tasks), world.memory)
  expect(asked[0]?.messages.length).toBe(200)
  expect(await cursor(world)).toBe('2026-03-10T11:30:00.001000')
})

test('five failures of one window give it up, across restarts; another window counts anew', async () => {
  const world = await reflectionWorld()
  const { store, memory, deps, clock } = world
  await addReflections(store, { id: 'a', ...settled })
  await talk(world, '2026-03-10T11:30:00+08:00', 1, 0)
  const failing = deps({ checkRebuttal: () => Promise.resolve(fail('model_bad_answer', 'no')) })
  const outcomes: unknown[] = []
  for (let round = 0; round < 5; round += 1) {
    clock.jumpTo(clock.now() + 3 * MINUTE_MS)
    outcomes.push(await checkRebuttals(failing, memory))
  }
  const failed = { status: 'failed', error: 'model_bad_answer' }
  expect(outcomes).toEqual([
    ...Array.from({ length: 4 }, () => ({ ...failed, givenUp: false })),
    { ...failed, givenUp: true },
  ])
  expect(await cursor(world)).toBe(toNaive({ instant: clock.now(), zone }))
  expect(await store.documents.get(store.db, 'rebuttal_failures')).toBe(null)
})

test('a stop of the engine is no failure, and a success forgets the failures', async () => {
  const world = await reflectionWorld()
  await addReflections(world.store, { id: 'a', ...settled })
  await talk(world, '2026-03-10T11:30:00+08:00', 1, 0)
  const failures = (): Promise<string | null> =>
    world.store.documents.get(world.store.db, 'rebuttal_failures')
  await checkRebuttals(
    world.deps({ checkRebuttal: () => Promise.resolve(fail('cancelled', 'stop')) }),
    world.memory,
  )
  expect(await failures()).toBe(null)
  await checkRebuttals(world.deps(), world.memory)
  expect(await failures()).toBe('{"start":"2026-03-10T11:00:00","n":1}')
  await checkRebuttals(world.deps(denying().tasks), world.memory)
  expect(await failures()).toBe(null)
})

test('while powerful memory is off the cursor is dragged along', async () => {
  const world = await reflectionWorld()
  await skipRebuttals(world.deps(), world.memory)
  expect(await cursor(world)).toBe('2026-03-10T12:00:00')
})

test('what was said before the cursor and stored after it is read once, up to an hour back', async () => {
  const world = await reflectionWorld()
  await addReflections(world.store, { id: 'a', ...settled })
  await talk(world, '2026-03-10T11:50:00+08:00', 1, 0)
  const { asked, tasks } = denying()
  await checkRebuttals(world.deps(tasks), world.memory)
  world.clock.jumpTo(world.clock.now() + 3 * MINUTE_MS)
  await talk(world, '2026-03-10T10:30:00+08:00', 1, 0)
  await talk(world, '2026-03-10T11:59:00+08:00', 2, SECOND_MS)
  expect(await checkRebuttals(world.deps(tasks), world.memory)).toMatchObject({ status: 'checked' })
  expect(asked.map(({ messages }) => messages)).toEqual([['word 0'], ['word 0', 'word 1']])
  expect(await cursor(world)).toBe('2026-03-10T12:03:00')
  expect(await checkRebuttals(world.deps(tasks), world.memory)).toEqual({ status: 'nothing_said' })
})

test('a pasted page is cut to head and tail', async () => {
  const world = await reflectionWorld()
  await addReflections(world.store, { id: 'a', ...settled })
  const page = `I never liked it. ${'x '.repeat(20_000)}Truly never.`
  await say(world.store, turn('t', 'human', page, '2026-03-10T11:50:00+08:00'))
  const { asked, tasks } = denying()
  await checkRebuttals(world.deps(tasks), world.memory)
  const [shown = ''] = asked[0]?.messages ?? []
  expect(shown.length).toBeLessThan(2_100)
  expect(shown).toMatch(/^I never liked it\..*Truly never\.$/su)
})
