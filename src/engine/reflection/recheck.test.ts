import { expect, test } from 'vitest'
import { addFacts, addReflections, reflection, reflectionWorld } from '../../../tests/fixtures/reflections.ts'
import { fail, ok } from '../result.ts'
import { HOUR_MS } from '../settings.ts'
import { recheckReflection } from './recheck.ts'

const answer = ok({
  temporalScope: 'episode' as const,
  eventWhen: { start: { offset: -2, unit: 'day' as const }, end: null },
})

test('the oldest of the first schema gets scope and event times, counted from when it was made', async () => {
  const { memory, store, deps } = await reflectionWorld()
  await addFacts(store, 7)
  await store.facts.archive(store.db, ['f2'], 0)
  await addReflections(
    store,
    { id: 'new', schema_version: 2, created_at: '2026-01-01T00:00:00' },
    { id: 'later', created_at: '2026-02-02T00:00:00' },
    {
      id: 'old',
      created_at: '2026-02-01T00:00:00',
      source_fact_ids: ['f1', 'f2', 'gone', 'f3', 'f4', 'f5', 'f6', 'f7'],
    },
    { id: 'ended', status: 'denied', created_at: '2026-01-01T00:00:00' },
    { id: 'undated', created_at: null },
  )
  const asked: unknown[] = []
  const rechecking = deps({
    recheckReflection: (input) => {
      asked.push(input)
      return Promise.resolve(answer)
    },
  })
  expect(await recheckReflection(rechecking, memory)).toBe('rechecked')
  expect(asked).toEqual([
    {
      text: 'about old',
      createdAt: '2026-02-01T00:00:00',
      facts: ['fact 1', 'fact 3', 'fact 4', 'fact 5', 'fact 6'],
    },
  ])
  expect(await reflection(store, 'old')).toMatchObject({
    temporal_scope: 'episode',
    event_when_raw: { start: { offset: -2, unit: 'day' }, end: null },
    event_start_at: '2026-01-30T00:00:00',
    event_end_at: '2026-01-30T00:00:00',
    schema_version: 2,
  })
  expect(await recheckReflection(rechecking, memory)).toBe('rechecked')
  expect(await recheckReflection(rechecking, memory)).toBe('nothing_due')
})

test('five failures are a pause of five hours', async () => {
  const { memory, store, deps, clock } = await reflectionWorld()
  await addReflections(store, { id: 'a' })
  const cancelled = deps({ recheckReflection: () => Promise.resolve(fail('cancelled', 'stop')) })
  expect(await recheckReflection(cancelled, memory)).toBe('failed')
  for (let round = 0; round < 5; round += 1) expect(await recheckReflection(deps(), memory)).toBe('failed')
  expect(await recheckReflection(deps(), memory)).toBe('nothing_due')
  expect(await reflection(store, 'a')).toMatchObject({
    ...{ recheck_attempts: 5, last_recheck_attempt_at: '2026-03-10T12:00:00', schema_version: 1 },
  })
  clock.jumpTo(clock.now() + 5 * HOUR_MS)
  expect(await recheckReflection(deps({ recheckReflection: () => Promise.resolve(answer) }), memory)).toBe(
    'rechecked',
  )
})
