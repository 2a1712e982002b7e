/** The slow recheck of facts of the first schema (facts.md §10). */
import { beforeEach, expect, it } from 'vitest'

import { addFacts, reflectionWorld, type ReflectionWorld } from '../../../tests/fixtures/reflections.ts'
import { parseObject, type JsonObject } from '../document.ts'
import type { LifeModel } from '../model/memory-model.ts'
import { fail, ok } from '../result.ts'
import { recheckFact } from './recheck.ts'

let world: ReflectionWorld
beforeEach(async () => {
  world = await reflectionWorld()
})

const yesterday: LifeModel['recheckFact'] = () =>
  Promise.resolve(ok({ eventWhen: { start: { offset: -1, unit: 'day' }, end: null } }))
const broken: LifeModel['recheckFact'] = () => Promise.resolve(fail('model_bad_answer', 'odd'))

function recheck(model: LifeModel['recheckFact']) {
  return recheckFact(world.deps({ recheckFact: model }), world.memory)
}

async function fact(id: string): Promise<JsonObject> {
  return parseObject((await world.store.facts.get(world.store.db, id))?.doc ?? '') ?? {}
}

it('takes the oldest first, counts from when it was noted, and leaves newer schemas alone', async () => {
  const asked: unknown[] = []
  await addFacts(world.store, 4, (place) => ({
    ...(place === 1 ? { schema_version: 2 } : {}),
    ...(place === 4 ? { created_at: '2026-03-09T08:00:00' } : {}),
  }))
  const model: LifeModel['recheckFact'] = (input, context) => {
    asked.push(input)
    return yesterday(input, context)
  }
  expect(await recheck(model)).toBe('rechecked')
  expect(asked).toEqual([{ text: 'fact 4', createdAt: '2026-03-09T08:00:00' }])
  expect(await fact('f4')).toMatchObject({
    event_when_raw: { start: { offset: -1, unit: 'day' }, end: null },
    event_start_at: '2026-03-08T08:00:00',
    event_end_at: null,
    schema_version: 2,
  })
  const row = await world.store.facts.get(world.store.db, 'f4')
  expect(row?.eventStartInstant).toBe(Date.parse('2026-03-08T08:00:00+08:00'))
  expect(await recheck(yesterday)).toBe('rechecked')
  expect(await recheck(() => Promise.resolve(ok({ eventWhen: null })))).toBe('rechecked')
  expect(await fact('f3')).toMatchObject({ event_when_raw: null, event_start_at: '2026-03-10T10:03:00' })
  expect(await recheck(yesterday)).toBe('nothing_due')
})

it('waits five hours after five failures, then tries again', async () => {
  await addFacts(world.store, 1)
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect(await recheck(attempt === 2 ? () => Promise.reject(new Error('lost')) : broken)).toBe('failed')
  }
  expect(await fact('f1')).toMatchObject({
    recheck_attempts: 5,
    last_recheck_attempt_at: '2026-03-10T12:00:00',
  })
  expect(await recheck(yesterday)).toBe('nothing_due')
  world.clock.jumpTo(world.clock.now() + 5 * 3_600_000)
  expect(await recheck(broken)).toBe('failed')
  expect(await recheck(yesterday)).toBe('nothing_due')
  world.clock.jumpTo(world.clock.now() + 5 * 3_600_000)
  expect(await recheck(yesterday)).toBe('rechecked')
})

it('passes over rows that it could not count from, and archived ones', async () => {
  await addFacts(world.store, 2, (place) => (place === 1 ? { created_at: null } : {}))
  await world.store.db.transaction((tx) => world.store.facts.archive(tx, ['f2'], 0))
  expect(await recheck(yesterday)).toBe('nothing_due')
})

it('drops an answer about a fact that was taken back meanwhile', async () => {
  await addFacts(world.store, 1)
  const report = await recheck(async (input, context) => {
    await world.store.db.transaction((tx) => world.store.facts.remove(tx, 'f1'))
    return yesterday(input, context)
  })
  expect(report).toBe('failed')
})
