import { expect, test } from 'vitest'
import {
  addReflections,
  addSurfaced,
  eventsOf,
  reflection,
  reflectionWorld,
  surfacedRows,
} from '../../../tests/fixtures/reflections.ts'
import { until } from '../../../tests/fixtures/clock.ts'
import type { FeedbackClaim, FeedbackInput } from '../model/memory-model.ts'
import { fail, ok, type Result } from '../result.ts'
import { MINUTE_MS } from '../settings.ts'
import { checkFeedback } from './feedback.ts'
import { followupTopics, recordSurfaced } from './surfaced.ts'

function answering(...claims: [string, FeedbackClaim['feedback']][]) {
  return {
    checkFeedback: () =>
      Promise.resolve(ok(claims.map(([reflectionId, feedback]) => ({ reflectionId, feedback })))),
  }
}

test('what is raised waits half an hour, and is asked about with the next words', async () => {
  const { memory, store, deps, clock } = await reflectionWorld()
  await addReflections(store, { id: 'a', text: 'likes kites' }, { id: 'b', status: 'denied' })
  await addSurfaced(store, {
    reflection_id: 'a',
    text: 'old',
    surfaced_at: 'x',
    feedback: 'ignored',
    feedback_at: 'y',
  })
  expect((await followupTopics(deps(), memory)).map((topic) => topic['id'])).toEqual(['a'])
  await recordSurfaced(deps(), memory, ['a', 'a', 'b', 'unknown'])

  expect(await reflection(store, 'a')).toMatchObject({ next_eligible_at: '2026-03-10T12:30:00' })
  const fresh = { surfaced_at: '2026-03-10T12:00:00', feedback: null }
  expect(await surfacedRows(store)).toEqual([
    { reflection_id: 'a', text: 'likes kites', ...fresh, feedback_at: 'y' },
    { reflection_id: 'b', text: '', ...fresh },
    { reflection_id: 'unknown', text: '', ...fresh },
  ])
  expect(await followupTopics(deps(), memory)).toEqual([])
  clock.jumpTo(clock.now() + 30 * MINUTE_MS)
  expect((await followupTopics(deps(), memory)).length).toBe(1)

  // Rows without a text have nothing to ask about.
  const asked: FeedbackInput[] = []
  const model = {
    checkFeedback: (input: FeedbackInput): Promise<Result<FeedbackClaim[]>> => {
      asked.push(input)
      return Promise.resolve(ok([]))
    },
  }
  await checkFeedback(deps(model), memory, ['yes!'])
  expect(asked).toEqual([{ reflections: [{ id: 'a', text: 'likes kites' }], messages: ['yes!'] }])
})

test('each verdict is evidence, and a denial ends the reflection', async () => {
  const { memory, store, deps } = await reflectionWorld()
  const open = { surfaced_at: '2026-03-10T11:00:00', feedback: null }
  await addReflections(
    store,
    { id: 'a' },
    { id: 'b', status: 'confirmed', reinforcement: 1 },
    { id: 'c' },
    { id: 'd' },
  )
  await addSurfaced(
    store,
    ...['a', 'b', 'c', 'd'].map((id) => ({ reflection_id: id, text: `about ${id}`, ...open })),
    { reflection_id: 'a', text: 'again', surfaced_at: '2026-03-01T11:00:00', feedback: 'ignored' },
  )
  const model = answering(
    ['a', 'ignored'],
    ['b', 'denied'],
    ['c', 'ignored'],
    ['a', 'confirmed'],
    ['never asked', 'denied'],
  )
  const report = await checkFeedback(deps(model), memory, ['well'], 'turn-1')

  expect(report).toEqual({
    status: 'judged',
    verdicts: new Map([
      ['a', 'confirmed'],
      ['b', 'denied'],
      ['c', 'ignored'],
    ]),
  })
  expect((await surfacedRows(store)).map((row) => row?.['feedback'])).toEqual([
    ...['confirmed', 'denied', 'ignored', null, 'confirmed'],
  ])
  const stamp = '2026-03-10T12:00:00'
  expect(await reflection(store, 'a')).toMatchObject({
    status: 'pending',
    reinforcement: 1,
    rein_last_signal_at: stamp,
  })
  expect(await reflection(store, 'b')).toMatchObject({
    ...{ status: 'denied', denied_at: stamp, disputation: 1, disp_last_signal_at: stamp, reinforcement: 1 },
  })
  expect(await reflection(store, 'c')).toMatchObject({ reinforcement: -0.2, rein_last_signal_at: stamp })
  expect((await eventsOf(store)).map(({ payload }) => payload)).toMatchObject([
    { reflection_id: 'a', source: 'user_confirm' },
    { reflection_id: 'b', source: 'user_rebut' },
    { reflection_id: 'c', source: 'user_ignore' },
  ])
})

test('without an answer everything stays open', async () => {
  const { memory, store, deps } = await reflectionWorld()
  await addReflections(store, { id: 'a' })
  expect(await checkFeedback(deps(), memory, ['hm'])).toEqual({ status: 'nothing_open' })
  await recordSurfaced(deps(), memory, ['a'])
  expect(await checkFeedback(deps(answering(['a', 'denied'])), memory, [])).toEqual({
    status: 'nothing_open',
  })
  const failing = { checkFeedback: () => Promise.resolve(fail('model_timeout', 'slow')) }
  expect(await checkFeedback(deps(failing), memory, ['hm'])).toEqual({
    status: 'failed',
    error: 'model_timeout',
  })
  expect(await checkFeedback(deps(answering()), memory, ['hm'])).toMatchObject({ status: 'judged' })
  expect(await surfacedRows(store)).toMatchObject([{ feedback: null }])
})

test('a crash loses neither the verdict nor its evidence: both come with the next answer', async () => {
  const { memory, store, deps } = await reflectionWorld()
  await addReflections(store, { id: 'a' })
  await recordSurfaced(deps(), memory, ['a'])
  const crashing = deps(answering(['a', 'confirmed']))
  crashing.ids = {
    uuid: () => {
      throw new Error('the device is gone')
    },
    uniform: () => 0.5,
  }
  await expect(checkFeedback(crashing, memory, ['yes'])).rejects.toThrow('the device is gone')
  expect(await surfacedRows(store)).toMatchObject([{ feedback: null }])
  expect(await reflection(store, 'a')).toMatchObject({ reinforcement: 0 })

  await checkFeedback(deps(answering(['a', 'confirmed'])), memory, ['yes'])
  // The same turn once more, as after a crash before it was marked as done.
  await checkFeedback(deps(answering(['a', 'confirmed'])), memory, ['yes'])
  expect(await surfacedRows(store)).toMatchObject([{ feedback: 'confirmed' }])
  expect(await reflection(store, 'a')).toMatchObject({ reinforcement: 1 })
})

test('two turns in a hurry count one answer once', async () => {
  const { memory, store, deps } = await reflectionWorld()
  await addReflections(store, { id: 'a' })
  await recordSurfaced(deps(), memory, ['a'])
  const model = deps(answering(['a', 'confirmed']))
  const reports = await Promise.all([
    checkFeedback(model, memory, ['yes']),
    checkFeedback(model, memory, ['sure']),
  ])
  expect(reports.map(({ status }) => status)).toEqual(['judged', 'nothing_open'])
  expect(await reflection(store, 'a')).toMatchObject({ reinforcement: 1 })
})

test('nothing waits for the model, and what is raised meanwhile stays open', async () => {
  const { memory, store, deps, clock } = await reflectionWorld()
  await addReflections(store, { id: 'a' })
  await recordSurfaced(deps(), memory, ['a'])
  let answer: (() => void) | undefined
  const waiting = deps({
    checkFeedback: () =>
      new Promise((resolve) => {
        answer = () => {
          resolve(ok([{ reflectionId: 'a', feedback: 'confirmed' }]))
        }
      }),
  })
  const check = checkFeedback(waiting, memory, ['yes'])
  await until(() => answer !== undefined)
  clock.jumpTo(clock.now() + MINUTE_MS)
  await recordSurfaced(deps(), memory, ['a'])
  answer?.()
  await check
  expect(await surfacedRows(store)).toMatchObject([{ surfaced_at: '2026-03-10T12:01:00', feedback: null }])
  expect(await reflection(store, 'a')).toMatchObject({ reinforcement: 1 })
})
