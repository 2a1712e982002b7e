import { expect, test } from 'vitest'
import {
  addFacts,
  addReflections,
  eventsOf,
  reflection,
  reflectionWorld,
} from '../../../tests/fixtures/reflections.ts'
import { parseObject } from '../document.ts'
import type { SynthesisClaim } from '../model/memory-model.ts'
import { fail, ok } from '../result.ts'
import { HOUR_MS, MINUTE_MS } from '../settings.ts'
import { reflectionId } from './ids.ts'
import { synthesise } from './synthesise.ts'

const claim: SynthesisClaim = {
  text: ' Ada cares about kites. ',
  entity: 'master',
  relationType: 'preference',
  temporalScope: 'state',
  subject: null,
  eventWhen: { start: { offset: -1, unit: 'day' }, end: null },
}

const ids = (...places: number[]): string[] => places.map((place) => `f${String(place)}`)
const rid = (...places: number[]): string => reflectionId(ids(...places))

async function absorbed(store: Awaited<ReturnType<typeof reflectionWorld>>['store']): Promise<string[]> {
  return (await store.facts.list(store.db)).filter((row) => row.absorbed).map((row) => row.id ?? '')
}

test('five weighty facts make one reflection, which absorbs them', async () => {
  const { memory, store, deps, told } = await reflectionWorld()
  await addFacts(store, 5, (place) => ({ importance: place === 2 ? 9 : 5 }))
  const report = await synthesise(deps({ synthesise: () => Promise.resolve(ok(claim)) }), memory)

  expect(report.status).toBe('added')
  const id = rid(1, 2, 3, 4, 5)
  expect(await reflection(store, id)).toMatchObject({
    id,
    text: 'Ada cares about kites.',
    entity: 'master',
    status: 'pending',
    source_fact_ids: ids(1, 2, 3, 4, 5),
    created_at: '2026-03-10T12:00:00',
    next_eligible_at: '2026-03-10T12:30:00',
    feedback: null,
    reinforcement: 0.6,
    rein_last_signal_at: '2026-03-10T12:00:00',
    relation_type: 'preference',
    temporal_scope: 'state',
    event_start_at: '2026-03-09T12:00:00',
    event_end_at: '2026-03-09T12:00:00',
    schema_version: 2,
  })
  expect(await absorbed(store)).toEqual(ids(1, 2, 3, 4, 5))
  expect(told.map(({ upserted }) => [...upserted.keys()])).toEqual([[id]])
  expect(await eventsOf(store)).toEqual([])
  const journal = await store.journal.list(store.db)
  expect(journal.map(({ what, cause }) => [what, cause])).toEqual([
    ['reflection.added', null],
    ...ids(1, 2, 3, 4, 5).map(() => ['fact.absorbed', id]),
  ])
})

test('four facts, or five light ones, are too few', async () => {
  const { memory, store, deps } = await reflectionWorld()
  await addFacts(store, 6, (place) => ({ importance: place > 4 ? 4 : 8 }))
  expect(await synthesise(deps(), memory)).toEqual({ status: 'too_few' })
})

test('what was corrected, and what the user wants no more of, is not reflected on', async () => {
  const { memory, store, deps } = await reflectionWorld()
  await addFacts(store, 6, (place) => {
    if (place === 1) return { superseded_at: '2026-03-10T11:00:00', superseded_by: 'f2' }
    return place === 2 ? { suppress: true } : {}
  })
  expect(await synthesise(deps(), memory)).toEqual({ status: 'too_few' })
})

test('of more than twenty the most important go first, older before newer', async () => {
  const { memory, store, deps } = await reflectionWorld()
  await addFacts(store, 23, (place) => ({ importance: place > 20 ? 7 : 5 }))
  const asked: string[][] = []
  const report = await synthesise(
    deps({
      synthesise: ({ facts }) => {
        asked.push(facts.map((fact) => fact.id))
        return Promise.resolve(ok(claim))
      },
    }),
    memory,
  )
  const batch = [...ids(21, 22, 23), ...ids(...Array.from({ length: 17 }, (_, index) => index + 1))]
  expect(asked).toEqual([batch])
  expect(report).toMatchObject({ status: 'added', reflection: { id: reflectionId(batch) } })
  expect((await absorbed(store)).length).toBe(20)
})

test('what was reflected on before only absorbs, also when it was denied or archived since', async () => {
  for (const status of ['pending', 'denied'] as const) {
    const { memory, store, deps } = await reflectionWorld()
    await addFacts(store, 5)
    await addReflections(store, { id: rid(1, 2, 3, 4, 5), status })
    expect(await synthesise(deps(), memory)).toEqual({ status: 'known' })
    expect(await reflection(store, rid(1, 2, 3, 4, 5))).toMatchObject({ status })
    expect(await absorbed(store)).toEqual(ids(1, 2, 3, 4, 5))
  }
  const { memory, store, deps } = await reflectionWorld()
  await addFacts(store, 5)
  const doc = JSON.stringify({ id: rid(1, 2, 3, 4, 5), status: 'archived' })
  const entry = { id: rid(1, 2, 3, 4, 5), doc }
  await store.archiveShards.append(store.db, 'reflection', '2026-03-01_0a1b2c3d.json', [entry])
  expect(await synthesise(deps(), memory)).toEqual({ status: 'known' })
})

test('two runs at once give one reflection', async () => {
  const { memory, store, deps } = await reflectionWorld()
  await addFacts(store, 5)
  const answering = deps({ synthesise: () => Promise.resolve(ok(claim)) })
  const reports = await Promise.all([synthesise(answering, memory), synthesise(answering, memory)])
  expect(reports.map(({ status }) => status).sort()).toEqual(['added', 'outrun'])
  expect(await store.reflections.count(store.db)).toBe(1)
})

test('nothing is kept when a fact was taken back while the model thought', async () => {
  const { memory, store, deps } = await reflectionWorld()
  await addFacts(store, 5)
  const report = await synthesise(
    deps({
      synthesise: async () => {
        await store.facts.remove(store.db, 'f3')
        return ok(claim)
      },
    }),
    memory,
  )
  expect(report).toEqual({ status: 'outrun' })
  expect(await store.reflections.count(store.db)).toBe(0)
  expect(await absorbed(store)).toEqual([])
})

test('after five failures a question waits five hours; another fact makes it another question', async () => {
  const { memory, store, deps, clock } = await reflectionWorld()
  await addFacts(store, 5)
  let calls = 0
  const failing = deps({
    synthesise: () => {
      calls += 1
      return Promise.resolve(calls === 2 ? ok({ ...claim, text: ' ' }) : fail('model_bad_answer', 'no'))
    },
  })
  for (let round = 0; round < 8; round += 1) {
    await synthesise(failing, memory)
    clock.jumpTo(clock.now() + 3 * MINUTE_MS)
  }
  expect(calls).toBe(5)
  const key = rid(1, 2, 3, 4, 5)
  const backoff = async (): Promise<unknown> =>
    parseObject((await store.documents.get(store.db, 'synth_backoff')) ?? '')
  expect(await backoff()).toEqual({ [key]: { n: 5, at: '2026-03-10T12:12:00' } })

  // One probe when the time is over, and again only five hours after that.
  clock.jumpTo(clock.now() + 5 * HOUR_MS)
  expect((await synthesise(failing, memory)).status).toBe('failed')
  expect((await synthesise(failing, memory)).status).toBe('backing_off')
  expect(calls).toBe(6)

  clock.jumpTo(clock.now() + 5 * HOUR_MS)
  const answering = deps({ synthesise: () => Promise.resolve(ok(claim)) })
  expect((await synthesise(answering, memory)).status).toBe('added')
  expect(await backoff()).toEqual({})
})

test('a stop of the engine is no failure', async () => {
  const { memory, store, deps } = await reflectionWorld()
  await addFacts(store, 5)
  const stopped = deps({ synthesise: () => Promise.resolve(fail('cancelled', 'stopped')) })
  expect(await synthesise(stopped, memory)).toEqual({ status: 'failed', error: 'cancelled' })
  expect(await store.documents.get(store.db, 'synth_backoff')).toBe(null)
})

test('labels that do not fit are all dropped, text and event stay', async () => {
  const { memory, store, deps } = await reflectionWorld()
  await addFacts(store, 5)
  const odd = { ...claim, entity: 'somebody', relationType: 'preference', subject: 'kites' }
  await synthesise(deps({ synthesise: () => Promise.resolve(ok(odd)) }), memory)
  expect(await reflection(store, rid(1, 2, 3, 4, 5))).toMatchObject({
    text: 'Ada cares about kites.',
    entity: 'relationship',
    relation_type: null,
    temporal_scope: null,
    subject: null,
    event_start_at: '2026-03-09T12:00:00',
    // Only a state or an episode ends without being told.
    event_end_at: null,
  })
})

test('nearby facts that were absorbed go along for reference only', async () => {
  const { memory, store, deps } = await reflectionWorld()
  await addFacts(store, 8, (place) => ({
    absorbed: place > 5,
    text: place > 5 ? `old ${String(place)}` : 'new',
  }))
  const vectors = new Map([
    ['new', Float32Array.of(1, 0)],
    ['old 6', Float32Array.of(0, 1)],
    ['old 7', Float32Array.of(0.6, 0.8)],
  ])
  const asked: string[][] = []
  const report = await synthesise(
    {
      ...deps({
        synthesise: ({ related }) => {
          asked.push(related.map((fact) => fact.id))
          return Promise.resolve(ok(claim))
        },
      }),
      vectors: {
        embed: (texts) => Promise.resolve(texts.map((text) => vectors.get(text) ?? Float32Array.of(1, 0))),
        stored: (row) => vectors.get(String(row['text'])) ?? null,
      },
    },
    memory,
  )
  expect(asked).toEqual([ids(7, 6)])
  expect(report).toMatchObject({ reflection: { source_fact_ids: ids(1, 2, 3, 4, 5) } })
})
