/** Stage 2 of facts.md §8: which facts are asked about, what of the answer counts, and that nothing counts twice. */
import { beforeEach, describe, expect, it } from 'vitest'

import { killEverywhere } from '../../../tests/fixtures/killed.ts'
import {
  addFacts,
  addReflections,
  eventsOf,
  reflection,
  reflectionWorld,
  type ReflectionWorld,
} from '../../../tests/fixtures/reflections.ts'
import { put } from '../../../tests/fixtures/persona.ts'
import { parseObject } from '../document.ts'
import type { LifeModel, SignalClaim } from '../model/memory-model.ts'
import { fail, ok } from '../result.ts'
import { loadObservations } from './observations.ts'
import { applySignals, SIGNAL_STATE, type SignalDeps } from './signals.ts'

type Asked = Parameters<LifeModel['detectSignals']>[0]

let world: ReflectionWorld
let asked: Asked[]
beforeEach(async () => {
  world = await reflectionWorld()
  asked = []
})

function deps(...claims: Partial<SignalClaim>[]): SignalDeps {
  return answering(() => Promise.resolve(ok(claims.map(signal))))
}

function answering(detectSignals: LifeModel['detectSignals']): SignalDeps {
  return world.deps({
    detectSignals: (input, context) => {
      asked.push(input)
      return detectSignals(input, context)
    },
  })
}

function signal(fields: Partial<SignalClaim>): SignalClaim {
  return { sourceFactId: 'f1', targetId: 'reflection.r1', signal: 'reinforces', reason: '', ...fields }
}

const unheard = () => ({ signal_processed: false })

/** One fact that was not heard and one confirmed reflection. */
async function oneOfEach(): Promise<void> {
  await addFacts(world.store, 1, unheard)
  await addReflections(world.store, { id: 'r1', status: 'confirmed', reinforcement: 1 })
}

async function evidence(id: string): Promise<[unknown, unknown]> {
  const document = await reflection(world.store, id)
  return [document?.['reinforcement'], document?.['disputation']]
}

async function waiting(): Promise<(string | null)[]> {
  return (await world.store.facts.unprocessed(world.store.db)).map(({ id }) => id)
}

describe('what is asked about', () => {
  it('is the weightiest of the user’s facts, older before newer, at most twenty', async () => {
    await addFacts(world.store, 30, (place) => ({
      signal_processed: false,
      importance: place === 29 ? 9 : place === 30 ? 0 : 5,
      ...(place === 1 ? { source: 'ai_disclosure' } : {}),
      ...(place === 2 ? { signal_processed: true } : {}),
      ...(place === 3 ? { superseded_at: '2026-03-10T11:00:00', superseded_by: null } : {}),
    }))
    await addReflections(world.store, { id: 'r1', status: 'confirmed' })
    expect(await applySignals(deps(), world.memory)).toMatchObject({ status: 'applied', signals: 0 })
    const ids = asked[0]?.facts.map(({ id }) => id)
    expect(ids).toEqual(['f29', ...Array.from({ length: 19 }, (_, n) => `f${String(n + 4)}`)])
    await applySignals(deps(), world.memory)
    expect(asked[1]?.facts.map(({ id }) => id)).toEqual(['f23', 'f24', 'f25', 'f26', 'f27', 'f28', 'f30'])
    expect(await applySignals(deps(), world.memory)).toEqual({ status: 'nothing_new' })
  })

  it('is held against settled reflections and what the persona holds, unless that is protected', async () => {
    await addFacts(world.store, 1, unheard)
    await addReflections(
      world.store,
      { id: 'p', status: 'pending' },
      { id: 'c', status: 'confirmed' },
      { id: 'd', status: 'denied' },
      { id: 'm', status: 'promoted', reinforcement: 2 },
      { id: 's', status: 'confirmed', suppress: true },
      { id: 'n', status: 'confirmed', disputation: 1 },
    )
    await put(world.store, 'persona.json', {
      master: {
        facts: [{ id: 'card', text: 'is tall', protected: true }, { id: 'e', text: 'likes tea' }, 'bare'],
      },
      'some one': { facts: [{ id: 'x.y', text: 'odd section' }] },
    })
    await applySignals(deps(), world.memory)
    expect(asked[0]?.observations.map(({ promptId }) => promptId)).toEqual([
      'reflection.m',
      'reflection.c',
      'persona.master.e',
      'persona.some one.x.y',
    ])
    const now = world.deps().now()
    const all = await loadObservations(world.store.db, world.store, now)
    expect(all.map(({ promptId }) => promptId)).toContain('reflection.s')
  })

  it('is nobody’s question where nothing is believed yet; the facts wait', async () => {
    await addFacts(world.store, 2, unheard)
    expect(await applySignals(deps(), world.memory)).toEqual({ status: 'no_observations' })
    expect(asked).toEqual([])
    expect(await waiting()).toEqual(['f1', 'f2'])
  })

  it('keeps to its token budgets', async () => {
    await addFacts(world.store, 1, () => ({ signal_processed: false, text: '我'.repeat(9_000) }))
    await addReflections(world.store, { id: 'r1', status: 'confirmed', text: '茶'.repeat(9_000) })
    await applySignals(deps(), world.memory)
    expect(asked[0]?.facts[0]?.text.length).toBe(133)
    expect(asked[0]?.observations[0]?.text.length).toBe(133)
  })

  it('goes on without the reranker where vectors break', async () => {
    await oneOfEach()
    const vectors = { embed: () => Promise.reject(new Error('lost')), stored: () => null }
    const report = await applySignals({ ...deps(signal({})), vectors }, world.memory)
    expect(report).toEqual({ status: 'applied', facts: ['f1'], signals: 1 })
  })
})

describe('an answer', () => {
  it('reinforces and negates, and its facts count as heard in the same breath', async () => {
    await addFacts(world.store, 3, unheard)
    await addReflections(world.store, { id: 'r1', status: 'confirmed', reinforcement: 1 })
    await put(world.store, 'persona.json', { master: { facts: [{ id: 'e', text: 'likes tea' }] } })
    const report = await applySignals(
      deps(signal({}), signal({ sourceFactId: 'f2' }), { targetId: 'persona.master.e', signal: 'negates' }),
      world.memory,
    )
    expect(report).toEqual({ status: 'applied', facts: ['f1', 'f2', 'f3'], signals: 3 })
    expect(await evidence('r1')).toEqual([2, 0])
    const entry = parseObject(
      (await world.store.persona.entries.get(world.store.db, 'master', 'e'))?.doc ?? '',
    )
    expect(entry).toMatchObject({ disputation: 1 })
    expect(await waiting()).toEqual([])
    expect((await eventsOf(world.store)).map(({ type }) => type)).toEqual([
      'reflection.evidence_updated',
      'reflection.evidence_updated',
      'persona.evidence_updated',
    ])
    expect(world.told[0]?.upserted.get('r1')).toMatchObject({ reinforcement: 2 })
  })

  it.each<[string, Partial<SignalClaim>, number]>([
    ['by its whole id', { targetId: 'reflection.r1' }, 1],
    ['by the end of its id', { targetId: 'r1' }, 1],
    ['not by an end that is no part', { targetId: '1' }, 0],
    ['not by an id that was not shown', { targetId: 'reflection.hidden' }, 0],
    ['not for a fact that was not shown', { sourceFactId: 'f9' }, 0],
    ['for no fact in particular', { sourceFactId: null }, 1],
  ])('names its target %s', async (_, claim, signals) => {
    await oneOfEach()
    await addReflections(world.store, { id: 'hidden', status: 'pending' })
    expect(await applySignals(deps(claim), world.memory)).toMatchObject({ signals })
  })

  it('drops an end that several share', async () => {
    await addFacts(world.store, 1, unheard)
    await addReflections(world.store, { id: 'a.x', status: 'confirmed' }, { id: 'b.x', status: 'confirmed' })
    expect(await applySignals(deps({ targetId: 'x' }), world.memory)).toMatchObject({ signals: 0 })
  })

  it('that repeats itself counts once; two facts count as two', async () => {
    await addFacts(world.store, 2, unheard)
    await addReflections(world.store, { id: 'r1', status: 'confirmed' })
    const report = await applySignals(
      deps({}, {}, { targetId: 'r1', signal: 'negates' }, { sourceFactId: 'f2' }),
      world.memory,
    )
    expect(report).toMatchObject({ signals: 2 })
    expect(await evidence('r1')).toEqual([1, 0])
  })

  it('lets no reflection rest on its own sources twice, unless they were said again', async () => {
    await addFacts(world.store, 2, (place) => ({
      signal_processed: false,
      ...(place === 2 ? { reinforced: 1 } : {}),
    }))
    await addReflections(world.store, { id: 'r1', status: 'confirmed', source_fact_ids: ['f1', 'f2'] })
    const report = await applySignals(deps({}, { sourceFactId: 'f2' }), world.memory)
    expect(report).toMatchObject({ facts: ['f1', 'f2'], signals: 1 })
  })

  it('about a fact that was taken back while the model thought counts for nothing', async () => {
    await oneOfEach()
    const report = await applySignals(
      answering(async () => {
        await world.store.db.transaction((tx) => world.store.facts.remove(tx, 'f1'))
        return ok([signal({}), signal({ sourceFactId: null })])
      }),
      world.memory,
    )
    expect(report).toEqual({ status: 'applied', facts: [], signals: 0 })
    expect(await evidence('r1')).toEqual([1, 0])
  })
})

describe('a failure', () => {
  it('of the way to the model leaves everything as it was', async () => {
    await oneOfEach()
    const report = await applySignals(
      answering(() => Promise.resolve(fail('model_unreachable', ''))),
      world.memory,
    )
    expect(report).toEqual({ status: 'failed', error: 'model_unreachable', givenUp: [] })
    expect(await waiting()).toEqual(['f1'])
    expect(await world.store.documents.get(world.store.db, SIGNAL_STATE)).toBeNull()
  })

  it('of the answer asks about fewer, and lets go of what spoils it at last', async () => {
    await addFacts(world.store, 30, (place) => ({ signal_processed: false, importance: place === 7 ? 9 : 5 }))
    await addReflections(world.store, { id: 'r1', status: 'confirmed' })
    // The seventh fact breaks every answer it is part of.
    const model = answering(({ facts }) =>
      facts.some(({ id }) => id === 'f7') ? Promise.reject(new Error('broken')) : Promise.resolve(ok([])),
    )
    for (let round = 0; round < 4; round += 1) {
      expect(await applySignals(model, world.memory)).toMatchObject({ status: 'failed', givenUp: [] })
    }
    expect(await applySignals(model, world.memory)).toMatchObject({ status: 'failed', givenUp: ['f7'] })
    expect(asked.map(({ facts }) => facts.length)).toEqual([20, 5, 2, 1, 1])
    const journal = await world.store.journal.ofTarget(world.store.db, 'f7')
    expect(journal.map(({ what }) => what)).toEqual(['fact.signals_given_up'])
    expect(await applySignals(model, world.memory)).toMatchObject({ status: 'applied' })
    expect(asked.at(-1)?.facts).toHaveLength(20)
  })

  it('of the device, at whatever statement, applies all or nothing', async () => {
    const times = await killEverywhere(
      async () => {
        world = await reflectionWorld()
        await oneOfEach()
        return world.store
      },
      (store) => applySignals(deps({}), { ...world.memory, store }),
      async () => {
        const applied = (await evidence('r1'))[0] === 1.5
        expect((await waiting()).length).toBe(applied ? 0 : 1)
      },
    )
    expect(times).toBeGreaterThan(3)
  })
})
