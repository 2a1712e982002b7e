import { expect, test } from 'vitest'
import { personaConfigOf, entriesIn, putPersona, queueOf } from '../../../tests/fixtures/persona.ts'
import {
  addReflections,
  addSurfaced,
  eventsOf,
  isApplied,
  reflection,
  reflectionWorld,
  surfacedRows,
  type ReflectionWorld,
} from '../../../tests/fixtures/reflections.ts'
import type { PromotionDecision, PromotionInput } from '../model/memory-model.ts'
import { addPersonaFact } from '../persona/add.ts'
import { mergeIntoPersona } from '../persona/merge.ts'
import { fail, ok } from '../result.ts'
import { DAY_MS, MINUTE_MS } from '../settings.ts'
import { promoteByAge } from './promote-by-age.ts'
import { promoteByScore } from './promote.ts'

const stamp = '2026-03-10T12:00:00'
const ripe = { status: 'confirmed', entity: 'master', reinforcement: 2 }

/** Steps that write to the real persona, and a model that decides so each time; what it was asked. */
function deciding(
  world: ReflectionWorld,
  decision: PromotionDecision | null,
  card: Record<string, unknown> | null = null,
) {
  const asked: PromotionInput[] = []
  const config = personaConfigOf({ cards: { character: null, user: card } })
  const deps = world.deps(
    {
      decidePromotion: (input) => {
        asked.push(input)
        return Promise.resolve(decision === null ? fail('model_timeout', 'slow') : ok(decision))
      },
    },
    {
      add: (tx, fact, now) => addPersonaFact(tx, world.store, fact, config, now),
      merge: (tx, merge, now) => mergeIntoPersona(tx, world.store, merge, now, world.deps().ids),
    },
  )
  return { asked, deps }
}

const fresh: PromotionDecision = { action: 'promote_fresh', reason: 'new' }
const stateChanges = async ({ store }: ReflectionWorld) =>
  (await eventsOf(store))
    .filter(({ type }) => type === 'reflection.state_changed')
    .map(({ payload }) => payload)

test('evidence confirms, and what was raised about it is answered', async () => {
  const world = await reflectionWorld()
  const { store, memory } = world
  await addReflections(
    store,
    { id: 'a', reinforcement: 1 },
    { id: 'b', reinforcement: 0.99 },
    // What speaks against it is taken off first: exactly 1.
    { id: 'c', reinforcement: 1.5, disputation: 0.5 },
    { id: 'd', reinforcement: 5, status: 'denied' },
  )
  const raised = { surfaced_at: 'x', text: 't' }
  await addSurfaced(
    store,
    { reflection_id: 'a', ...raised, feedback: null },
    { reflection_id: 'a', ...raised, feedback: 'denied' },
    { reflection_id: 'c', ...raised, feedback: 'auto_confirmed' },
    { reflection_id: 'b', ...raised, feedback: null },
  )
  const { deps, asked } = deciding(world, fresh)
  expect(await promoteByScore(deps, memory)).toMatchObject({ confirmed: ['a', 'c'] })
  expect(await reflection(store, 'a')).toMatchObject({ status: 'confirmed', confirmed_at: stamp })
  expect(await reflection(store, 'b')).toMatchObject({ status: 'pending' })
  expect(await reflection(store, 'd')).toMatchObject({ status: 'denied' })
  expect(await surfacedRows(store)).toMatchObject([
    { feedback: 'confirmed', feedback_at: stamp },
    { feedback: 'denied' },
    { feedback: 'confirmed', feedback_at: stamp },
    { feedback: null },
  ])
  expect(asked).toEqual([])
  expect(await eventsOf(store)).toEqual([])
})

test('pending, confirmed and promoted in one pass; the entry begins without evidence', async () => {
  const world = await reflectionWorld()
  const { store, memory } = world
  await addReflections(store, { id: 'ref_1', text: 'likes kites', entity: 'master', reinforcement: 2.5 })
  const { deps } = deciding(world, fresh)
  const report = await promoteByScore(deps, memory)
  expect(report).toEqual({ confirmed: ['ref_1'], outcomes: new Map([['ref_1', 'promoted']]) })
  expect(await reflection(store, 'ref_1')).toMatchObject({
    ...{ status: 'promoted', promoted_at: stamp, promote_attempt_count: 1, last_promote_attempt_at: stamp },
  })
  expect(await entriesIn(store)).toMatchObject([
    { id: 'prom_ref_1', text: 'likes kites', source: 'reflection', source_id: 'ref_1', reinforcement: 0 },
  ])
  expect(await eventsOf(store)).toMatchObject([
    {
      type: 'reflection.evidence_updated',
      payload: {
        source: 'promote_attempt',
        promote_attempt_count: 1,
        last_promote_attempt_at: stamp,
        reinforcement: 2.5,
      },
    },
    {
      type: 'reflection.state_changed',
      payload: { reflection_id: 'ref_1', from: 'confirmed', to: 'promoted', ts: stamp },
    },
  ])
  expect(await isApplied(store)).toBe(true)
})

test('held against its own entity: entries but the protected, then settled reflections, as far as they fit', async () => {
  const world = await reflectionWorld()
  const { store, memory } = world
  await putPersona(store, {
    master: {
      facts: [
        { id: 'card_1', text: 'Age: 30', source: 'manual', protected: true },
        { id: 'm.1', text: 'collects stamps', reinforcement: 1 },
        'a bare text',
        { id: 'm2', text: 'x'.repeat(20_000) },
        { id: 'm3', text: 'behind the budget' },
      ],
    },
    neko: { facts: [{ id: 'n1', text: 'sings' }] },
  })
  await addReflections(
    store,
    { id: 'other', status: 'promoted', entity: 'master' },
    { id: 'a', ...ripe },
    { id: 'pending', entity: 'master' },
    { id: 'hers', status: 'confirmed', entity: 'neko' },
  )
  const { deps, asked } = deciding(world, null)
  await promoteByScore(deps, memory)
  expect(asked).toEqual([
    {
      reflection: { promptId: 'reflection.a', text: 'about a', score: 2 },
      entity: 'master',
      pool: [{ promptId: 'persona.master.m.1', text: 'collects stamps', score: 1 }],
    },
  ])

  await putPersona(store, { master: { facts: [{ id: 'm1', text: 'short' }] } })
  world.clock.jumpTo(world.clock.now() + 30 * MINUTE_MS)
  await promoteByScore(deps, memory)
  expect(asked[1]?.pool.map(({ promptId }) => promptId)).toEqual(['persona.master.m1', 'reflection.other'])
})

test('a merge takes text and evidence into the entry', async () => {
  const world = await reflectionWorld()
  const { store, memory } = world
  await putPersona(store, { master: { facts: [{ id: 'm.1', text: 'likes tea', reinforcement: 3 }] } })
  await addReflections(store, { id: 'a', ...ripe, disputation: 0 })
  await addSurfaced(store, { reflection_id: 'a', text: 't', surfaced_at: 'x', feedback: null })
  const merge = {
    action: 'merge_into',
    targetId: 'persona.master.m.1',
    mergedText: 'likes green tea',
  } as const
  const { deps } = deciding(world, merge)
  expect((await promoteByScore(deps, memory)).outcomes).toEqual(new Map([['a', 'merged']]))
  expect(await reflection(store, 'a')).toMatchObject({
    status: 'merged',
    merged_at: stamp,
    absorbed_into: 'm.1',
  })
  expect(await entriesIn(store)).toMatchObject([
    { text: 'likes green tea', reinforcement: 3, merged_from_ids: ['a'], rein_last_signal_at: stamp },
  ])
  expect(await stateChanges(world)).toMatchObject([{ to: 'merged', absorbed_into: 'm.1' }])
  expect(await surfacedRows(store)).toMatchObject([{ feedback: 'confirmed' }])
})

test('a merge into what was not shown is refused, protected entries above all; it costs an attempt', async () => {
  const world = await reflectionWorld()
  const { store, memory, clock } = world
  const persona = {
    master: {
      facts: [
        { id: 'card_1', text: 'Age: 30', protected: true, source: 'manual' },
        { id: 'm1', text: 'tea' },
      ],
    },
    neko: { facts: [{ id: 'n1', text: 'sings' }] },
  }
  await putPersona(store, persona)
  await addReflections(store, { id: 'a', ...ripe, reinforcement: 9 })
  const targets = [
    'persona.master.card_1',
    'persona.neko.n1',
    'm1',
    'persona.master',
    'reflection.a',
    'persona.master.m1',
  ]
  for (const [round, targetId] of targets.slice(0, 5).entries()) {
    const { deps } = deciding(world, { action: 'merge_into', targetId, mergedText: 'Age: 31' })
    expect((await promoteByScore(deps, memory)).outcomes.get('a'), targetId).toBe('invalid_target')
    expect(await reflection(store, 'a')).toMatchObject({
      status: 'confirmed',
      promote_attempt_count: round + 1,
    })
    clock.jumpTo(clock.now() + 30 * MINUTE_MS)
  }
  expect(await entriesIn(store)).toMatchObject(persona.master.facts)
})

test('a blank merged text is no merge', async () => {
  const world = await reflectionWorld()
  await putPersona(world.store, { master: { facts: [{ id: 'm1', text: 'tea' }] } })
  await addReflections(world.store, { id: 'a', ...ripe })
  const { deps } = deciding(world, { action: 'merge_into', targetId: 'persona.master.m1', mergedText: ' ' })
  expect((await promoteByScore(deps, world.memory)).outcomes.get('a')).toBe('invalid_target')
})

test('a rejection keeps the reason', async () => {
  const world = await reflectionWorld()
  await addReflections(world.store, { id: 'a', ...ripe })
  const { deps } = deciding(world, { action: 'reject', reason: 'says the opposite' })
  expect((await promoteByScore(deps, world.memory)).outcomes.get('a')).toBe('denied')
  const because = { denied_reason: 'llm_merge_rejected', reject_reason: 'says the opposite' }
  expect(await reflection(world.store, 'a')).toMatchObject({ status: 'denied', denied_at: stamp, ...because })
})

test('what the card says otherwise is denied; what another entry says otherwise waits', async () => {
  const world = await reflectionWorld()
  const { store, memory } = world
  await putPersona(store, { master: { facts: [{ id: 'm1', text: 'Ada likes hot coffee' }] } })
  await addReflections(
    store,
    { id: 'a', ...ripe, text: 'Pet: a brown dog' },
    { id: 'b', ...ripe, text: 'Ada likes iced coffee' },
  )
  const { deps } = deciding(world, fresh, { Pet: 'a brown cat' })
  const { outcomes } = await promoteByScore(deps, memory)
  expect(outcomes).toEqual(
    new Map([
      ['a', 'denied'],
      ['b', 'queued_correction'],
    ]),
  )
  expect(await reflection(store, 'a')).toMatchObject({
    ...{ status: 'denied', denied_reason: 'rejected_by_persona_add:rejected_card' },
  })
  expect(await reflection(store, 'b')).toMatchObject({ status: 'confirmed', promote_attempt_count: 1 })
  expect((await queueOf(store)).length).toBe(1)
})

test('half an hour between attempts, five in a life, then it is blocked', async () => {
  const world = await reflectionWorld()
  const { store, memory, clock } = world
  await addReflections(store, { id: 'a', ...ripe, reinforcement: 9 })
  const { deps, asked } = deciding(world, null)
  const outcomes: unknown[] = []
  for (let round = 0; round < 14; round += 1) {
    outcomes.push((await promoteByScore(deps, memory)).outcomes.get('a'))
    clock.jumpTo(clock.now() + 15 * MINUTE_MS)
  }
  expect(asked.length).toBe(5)
  expect(outcomes).toEqual([
    ...Array.from({ length: 10 }, () => 'skip_retry_pending'),
    'blocked',
    ...Array.from({ length: 3 }, () => undefined),
  ])
  expect(await reflection(store, 'a')).toMatchObject({
    ...{ status: 'promote_blocked', promote_blocked_reason: 'llm_unavailable', promote_attempt_count: 5 },
    promote_blocked_at: '2026-03-10T14:30:00',
  })
  expect(await stateChanges(world)).toMatchObject([{ to: 'promote_blocked', reason: 'llm_unavailable' }])
})

test('an attempt whose time cannot be read is no pause', async () => {
  const world = await reflectionWorld()
  await addReflections(world.store, { id: 'a', ...ripe, last_promote_attempt_at: 'yesterday' })
  const { deps, asked } = deciding(world, fresh)
  await promoteByScore(deps, world.memory)
  expect(asked.length).toBe(1)
})

test('two passes at once ask once', async () => {
  const world = await reflectionWorld()
  await addReflections(world.store, { id: 'a', ...ripe })
  const { deps, asked } = deciding(world, fresh)
  await Promise.all([promoteByScore(deps, world.memory), promoteByScore(deps, world.memory)])
  expect(asked.length).toBe(1)
  expect((await entriesIn(world.store)).length).toBe(1)
})

test('a decision is dropped when the evidence fell, or the user denied it, while the model thought', async () => {
  for (const change of [{ disputation: 1 }, { status: 'denied' }]) {
    const world = await reflectionWorld()
    const { store, memory } = world
    await addReflections(store, { id: 'a', ...ripe })
    const { deps } = deciding(world, fresh)
    deps.model = {
      ...deps.model,
      decidePromotion: async () => {
        const row = await store.reflections.get(store.db, 'a')
        await store.reflections.remove(store.db, [row?.seq ?? 0])
        await addReflections(store, { id: 'a', ...ripe, ...change })
        return ok(fresh)
      },
    }
    expect((await promoteByScore(deps, memory)).outcomes.get('a')).toBe('no_longer_eligible')
    expect(await entriesIn(store)).toEqual([])
  }
})

test('one that fails does not hold up the others, and leaves nothing half done', async () => {
  const world = await reflectionWorld()
  const { store, memory } = world
  await addReflections(store, { id: 'a', ...ripe }, { id: 'b', ...ripe })
  const { deps } = deciding(world, fresh)
  const persona = await deps.persona()
  deps.persona = () =>
    Promise.resolve({
      ...persona,
      add: async (tx, fact, now) => {
        const added = await persona.add(tx, fact, now)
        if (fact.sourceId === 'a') throw new Error('the disk is full')
        return added
      },
    })
  const { outcomes } = await promoteByScore(deps, memory)
  expect(outcomes).toEqual(new Map([['b', 'promoted']]))
  expect(await reflection(store, 'a')).toMatchObject({ status: 'confirmed', promote_attempt_count: 1 })
  expect((await entriesIn(store)).map((entry) => entry['source_id'])).toEqual(['b'])
})

test('by age: seven days to be confirmed, seven more to be promoted, and no model', async () => {
  const world = await reflectionWorld()
  const { store, memory, clock } = world
  await addReflections(
    store,
    { id: 'week', text: 'likes kites', entity: 'master', created_at: '2026-03-03T12:00:00', disputation: 3 },
    { id: 'young', created_at: '2026-03-03T12:00:01' },
    { id: 'undated', created_at: null },
    {
      id: 'settled',
      status: 'confirmed',
      confirmed_at: '2026-03-03T12:00:00',
      text: 'sings',
      entity: 'neko',
    },
    { id: 'recent', status: 'confirmed', confirmed_at: '2026-03-03T12:00:01' },
    { id: 'odd', status: 'confirmed' },
  )
  const raised = { surfaced_at: 'x', text: 't', feedback: null }
  await addSurfaced(store, { reflection_id: 'week', ...raised }, { reflection_id: 'settled', ...raised })
  const { deps } = deciding(world, null)
  expect(await promoteByAge(deps, memory)).toEqual({ confirmed: ['week'], promoted: ['settled'], denied: [] })
  expect(await reflection(store, 'week')).toMatchObject({
    status: 'confirmed',
    confirmed_at: stamp,
    auto_confirmed: true,
  })
  expect(await reflection(store, 'settled')).toMatchObject({ status: 'promoted', promoted_at: stamp })
  const [entry] = await entriesIn(store, 'neko')
  expect(entry).toMatchObject({ text: 'sings', source: 'reflection_time_driven', source_id: 'settled' })
  expect(entry?.['id']).toMatch(/^manual_20260310120000_/)
  expect(await surfacedRows(store)).toMatchObject([{ feedback: 'confirmed' }, { feedback: 'confirmed' }])
  expect(await eventsOf(store)).toEqual([])

  clock.jumpTo(clock.now() + 7 * DAY_MS)
  expect(await promoteByAge(deps, memory)).toMatchObject({ promoted: ['week', 'recent'] })
})

test('by age: the card denies without a time, and a contradiction is tried again', async () => {
  const world = await reflectionWorld()
  const { store, memory } = world
  await putPersona(store, { master: { facts: [{ id: 'm1', text: 'Ada likes hot coffee' }] } })
  const old = { status: 'confirmed', entity: 'master', confirmed_at: '2026-03-01T00:00:00' }
  await addReflections(
    store,
    { id: 'a', ...old, text: 'Pet: a brown dog' },
    { id: 'b', ...old, text: 'Ada likes iced coffee' },
  )
  const { deps } = deciding(world, null, { Pet: 'a brown cat' })
  expect(await promoteByAge(deps, memory)).toEqual({ confirmed: [], promoted: [], denied: ['a'] })
  expect(await reflection(store, 'a')).toMatchObject({
    ...{ status: 'denied', denied_reason: 'rejected_by_persona_card_time_driven' },
  })
  expect((await reflection(store, 'a'))?.['denied_at']).toBe(undefined)
  expect(await promoteByAge(deps, memory)).toEqual({ confirmed: [], promoted: [], denied: [] })
  expect((await queueOf(store)).length).toBe(1)
})
