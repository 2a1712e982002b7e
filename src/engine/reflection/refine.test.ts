import { describe, expect, test } from 'vitest'
import { at } from '../../../tests/fixtures/facts.ts'
import { addFacts, addReflections, reflection, reflectionWorld } from '../../../tests/fixtures/reflections.ts'
import type { RefineAction } from '../model/memory-model.ts'
import type { RefineRow } from '../refine/pass.ts'
import { fail, ok } from '../result.ts'
import { DAY_MS, HOUR_MS } from '../settings.ts'
import { clusterHash, refinedReflectionId } from './ids.ts'
import { normaliseReflection } from './record.ts'
import { refineReflectionPass } from './refine.ts'
import { refineReflections } from './refine-actions.ts'

const now = at('2026-03-10T12:00:00+08:00')
const stamp = '2026-03-10T12:00:00'

function row(id: string, fields: object = {}, kind: RefineRow['kind'] = 'reflection'): RefineRow {
  const document = { id, text: `about ${id}`, entity: 'master', created_at: '2026-03-01T00:00:00', ...fields }
  return { kind, id, document: kind === 'fact' ? document : (normaliseReflection(document) ?? {}) }
}

const a = row('a', {
  ...{ status: 'confirmed', source_fact_ids: ['f2', 'f1'], reinforcement: 3, disputation: 1 },
  ...{
    relation_type: 'habit',
    temporal_scope: 'pattern',
    subject: 'tea',
    event_start_at: '2026-02-01T00:00:00',
  },
  ...{ schema_version: 2, rein_last_signal_at: '2026-03-02T00:00:00', embedding: 'AAAA', odd: 1 },
})
const b = row('b', { source_fact_ids: ['f3'], reinforcement: 1, temporal_scope: 'state' })
const fact = row('f9', {}, 'fact')
const refine = (...actions: RefineAction[]) => refineReflections([a, b, fact], actions, now)

describe('what the actions do', () => {
  test('split shares the reinforcement, which no longer decays', () => {
    const produce = [
      { text: ' tea ', temporalScope: 'episode' },
      { text: 'cake', relationType: 'trait' },
      { text: 'tea' },
      { text: ' ' },
    ]
    const result = refine({ action: 'split', sourceId: 'a', produce })
    expect([...result.removed]).toEqual(['a'])
    const shared = {
      ...{ status: 'confirmed', source_fact_ids: ['f2', 'f1'], reinforcement: 1.5, disputation: 0 },
      ...{
        rein_last_signal_at: null,
        subject: 'tea',
        event_start_at: '2026-02-01T00:00:00',
        schema_version: 2,
      },
      ...{ created_at: stamp, entity: 'master' },
    }
    expect(result.added).toMatchObject([
      {
        id: refinedReflectionId('tea', stamp),
        text: 'tea',
        relation_type: 'habit',
        temporal_scope: 'pattern',
        ...shared,
      },
      { text: 'cake', relation_type: 'trait', temporal_scope: 'pattern', ...shared },
    ])
    expect(result.added[0]).not.toHaveProperty('odd')
  })

  test('split needs two texts, and a reflection of the cluster', () => {
    const produce = [{ text: 'x' }, { text: 'y' }]
    expect(refine({ action: 'split', sourceId: 'a', produce: [{ text: 'x' }, { text: 'x' }] }).applied).toBe(
      0,
    )
    for (const sourceId of ['f9', 'c']) expect(refine({ action: 'split', sourceId, produce }).applied).toBe(0)
  })

  test('merge takes the highest status, all facts and the greatest reinforcement', () => {
    const result = refine({
      ...{ action: 'merge', sourceIds: ['b', 'a', 'b', 'gone'], absorbedFactIds: ['f9', 'f8'] },
      produce: { text: 'tea and cake' },
    })
    expect([...result.removed]).toEqual(['b', 'a'])
    expect(result.added).toMatchObject([
      {
        ...{
          text: 'tea and cake',
          status: 'confirmed',
          source_fact_ids: ['f1', 'f2', 'f3', 'f9'],
          reinforcement: 3,
        },
        // Labels and event are those of the first source.
        ...{
          relation_type: null,
          temporal_scope: 'state',
          subject: null,
          event_start_at: null,
          schema_version: 1,
        },
      },
    ])
  })

  test('merge is refused as a whole with a fact among the sources, and with fewer than two', () => {
    const produce = { text: 'x' }
    const base = { action: 'merge', absorbedFactIds: [], produce } as const
    expect(refine({ ...base, sourceIds: ['a', 'b', 'f9'] }).applied).toBe(0)
    expect(refine({ ...base, sourceIds: ['a', 'a', 'gone'] }).applied).toBe(0)
    expect(refine({ ...base, sourceIds: ['a', 'b'], produce: { text: ' ' } }).applied).toBe(0)
  })

  test('modify keeps what it was and where, and forgets the vector', () => {
    const modify = {
      action: 'modify',
      sourceId: 'a',
      absorbedFactIds: ['f9', 'f8'],
      produce: { text: 'tea' },
    } as const
    const { changed, removed } = refine(
      { ...modify, reason: ' ' },
      { ...modify, reason: 'again', produce: { text: 'green tea' } },
    )
    expect(removed.size).toBe(0)
    expect(changed.get('a')).toEqual({
      text: 'green tea',
      source_fact_ids: ['f1', 'f2', 'f9'],
      modification_history: [
        { old_text: 'about a', modified_at: stamp, reason: 'refine_modify', absorbed_fact_ids: ['f9'] },
        { old_text: 'tea', modified_at: stamp, reason: 'again', absorbed_fact_ids: ['f9'] },
      ],
      ...{ embedding: null, embedding_text_sha256: null, embedding_model_id: null },
    })
  })

  test('what was consumed cannot be used again; facts are never touched', () => {
    const result = refine(
      { action: 'discard', sourceId: 'a', reason: '' },
      { action: 'discard', sourceId: 'f9', reason: '' },
      { action: 'modify', sourceId: 'a', absorbedFactIds: [], produce: { text: 'x' }, reason: '' },
      { action: 'merge', sourceIds: ['a', 'b'], absorbedFactIds: [], produce: { text: 'x' } },
    )
    expect(result.applied).toBe(1)
    expect([...result.removed]).toEqual(['a'])
    expect([result.added, result.changed.size]).toEqual([[], 0])
  })
})

describe('the pass', () => {
  const vectors = (width = 2) => ({
    embed: () => Promise.resolve(null),
    stored: (document: Readonly<Record<string, unknown>>) =>
      document['alone'] === true ? Float32Array.of(0, 1) : Float32Array.of(...[1, 0, 0].slice(0, width)),
  })

  async function world() {
    const made = await reflectionWorld()
    await addFacts(made.store, 2, (place) => ({ absorbed: place === 1 }))
    await addReflections(
      made.store,
      { id: 'a', entity: 'master', reinforcement: 2 },
      { id: 'b', entity: 'master' },
      { id: 'c', entity: 'master', alone: true },
      { id: 'd', entity: 'neko' },
      { id: 'ended', entity: 'master', status: 'denied' },
    )
    return made
  }

  test('does nothing without vectors', async () => {
    const { memory, deps } = await world()
    expect(await refineReflectionPass(deps(), memory)).toEqual({ clusters: 0, resolved: 0, failed: 0 })
  })

  test('asks about each cluster once, carries out, and stamps who is left', async () => {
    const { memory, store, deps, clock, told } = await world()
    const asked: unknown[] = []
    const actions: RefineAction[] = [
      {
        action: 'modify',
        sourceId: 'a',
        absorbedFactIds: ['f1'],
        produce: { text: 'new a' },
        reason: 'clearer',
      },
      { action: 'discard', sourceId: 'b', reason: 'said twice' },
    ]
    const refining = {
      ...deps({
        refineCluster: (input) => {
          asked.push(input.members.map(({ id, kind }) => `${kind} ${id}`))
          return Promise.resolve(ok(asked.length === 1 ? actions : []))
        },
      }),
      vectors: vectors(),
    }
    expect(await refineReflectionPass(refining, memory)).toEqual({ clusters: 1, resolved: 1, failed: 0 })
    expect(asked).toEqual([['reflection a', 'reflection b', 'fact f1']])
    expect(await reflection(store, 'a')).toMatchObject({
      ...{ text: 'new a', source_fact_ids: ['f1'], last_refine_at: stamp, refine_attempts: 0 },
      last_refine_cluster_hash: clusterHash([
        { kind: 'reflection', id: 'a' },
        { kind: 'reflection', id: 'b' },
      ]),
    })
    expect(await reflection(store, 'b')).toBe(null)
    expect([...(told[0]?.removed ?? [])]).toEqual(['b'])

    // The company has changed, so that a and f1 are looked at once more; then not for thirty days.
    expect((await refineReflectionPass(refining, memory)).resolved).toBe(1)
    expect((await refineReflectionPass(refining, memory)).clusters).toBe(0)
    clock.jumpTo(clock.now() + 30 * DAY_MS)
    expect((await refineReflectionPass(refining, memory)).clusters).toBe(1)
  })

  test('an answer of which nothing holds leaves no stamp; five failures are a pause of five hours', async () => {
    const { memory, store, deps, clock } = await world()
    const discard = { action: 'discard', sourceId: 'gone', reason: '' } as const
    const useless = { ...deps({ refineCluster: () => Promise.resolve(ok([discard])) }), vectors: vectors() }
    await refineReflectionPass(useless, memory)
    expect(await reflection(store, 'a')).toMatchObject({ last_refine_at: null })

    const stopped = {
      ...deps({ refineCluster: () => Promise.resolve(fail('cancelled', '')) }),
      vectors: vectors(),
    }
    await refineReflectionPass(stopped, memory)
    expect((await reflection(store, 'a'))?.['refine_attempts']).toBe(undefined)

    const failing = { ...deps(), vectors: vectors() }
    for (let round = 0; round < 5; round += 1) {
      expect(await refineReflectionPass(failing, memory)).toEqual({ clusters: 1, resolved: 0, failed: 1 })
    }
    expect(await reflection(store, 'b')).toMatchObject({ refine_attempts: 5, last_refine_attempt_at: stamp })
    expect((await refineReflectionPass(failing, memory)).clusters).toBe(0)
    clock.jumpTo(clock.now() + 5 * HOUR_MS)
    expect((await refineReflectionPass(failing, memory)).clusters).toBe(1)
  })

  test('at most three clusters a pass, those first that waited longest', async () => {
    const { memory, store, deps } = await reflectionWorld()
    const pairs = ['2026-02-03', '2026-02-01', null, '2026-02-02', '2026-02-04']
    for (const [place, day] of pairs.entries()) {
      const fields = {
        entity: 'master',
        pair: place,
        last_refine_at: day === null ? null : `${day}T00:00:00`,
      }
      await addReflections(
        store,
        { id: `x${String(place)}`, ...fields },
        { id: `y${String(place)}`, ...fields },
      )
    }
    const asked: string[] = []
    await refineReflectionPass(
      {
        ...deps({
          refineCluster: ({ members }) => {
            asked.push(members[0]?.id ?? '')
            return Promise.resolve(ok([]))
          },
        }),
        vectors: {
          embed: () => Promise.resolve(null),
          stored: (document) =>
            Float32Array.from({ length: 5 }, (_, index) => (index === document['pair'] ? 1 : 0)),
        },
      },
      memory,
    )
    expect(asked).toEqual(['x2', 'x1', 'x3'])
  })
})
