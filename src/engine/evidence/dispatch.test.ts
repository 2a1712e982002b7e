import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTestIds } from '../../../tests/fixtures/clock.ts'
import { killEverywhere } from '../../../tests/fixtures/killed.ts'
import { memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import { entriesIn, eventsOf, later, now, put, putPersona } from '../../../tests/fixtures/persona.ts'
import fc from '../../../tests/fixtures/properties.ts'
import { parseObject, type JsonObject } from '../document.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { renderView } from '../store/views.ts'
import { applySignal, evidenceOf, type EvidenceDelta, type SignalSource } from './apply.ts'
import { applyEvidence, dispatchSignals, type EvidenceSignal } from './dispatch.ts'
import type { EvidenceTarget } from './entries.ts'

let store: CharacterStore
beforeEach(async () => {
  store = await filled()
})
afterEach(() => store.db.close())

async function filled(): Promise<CharacterStore> {
  const fresh = await memoryStore()
  await putPersona(fresh, {
    master: { facts: [{ id: 'p1', text: 'likes tea' }, 'bare text'] },
    neko: { facts: [{ id: 'p1', text: 'is afraid of the dark' }] },
  })
  await put(fresh, 'reflections.json', [
    { id: 'r1', text: 'keeps promises', status: 'pending', created_at: '2026-05-01T00:00:00', x: 1 },
    { id: 'r2', text: 'hates rain', status: 'denied', disputation: 1 },
  ])
  return fresh
}

const r1: EvidenceTarget = { targetType: 'reflection', targetId: 'r1' }
const ids = createTestIds('1')

function apply(
  target: EvidenceTarget,
  delta: EvidenceDelta,
  source: SignalSource = 'user_confirm',
  at = now,
): Promise<boolean> {
  return store.db.transaction((tx) => applyEvidence(tx, store, target, delta, source, at, ids))
}

async function reflection(id: string): Promise<JsonObject> {
  return parseObject((await store.reflections.get(store.db, id))?.doc ?? '') ?? {}
}

describe('one signal (evidence.md §9)', () => {
  test('writes event, row, sentinel and journal', async () => {
    expect(await apply(r1, { reinforcement: 1 })).toBe(true)
    const snapshot = {
      ...{ reinforcement: 1, disputation: 0, sub_zero_days: 0, user_fact_reinforce_count: 0 },
      ...{ rein_last_signal_at: '2026-06-01T12:00:00', disp_last_signal_at: null },
    }
    expect(await reflection('r1')).toEqual({
      ...{ id: 'r1', text: 'keeps promises', status: 'pending', created_at: '2026-05-01T00:00:00', x: 1 },
      ...snapshot,
    })
    const { events, settled } = await eventsOf(store)
    expect(events).toEqual([
      {
        type: 'reflection.evidence_updated',
        payload: { reflection_id: 'r1', ...snapshot, source: 'user_confirm' },
      },
    ])
    expect(settled).toBe(true)
    const [entry] = await store.journal.list(store.db)
    expect(entry).toMatchObject({ who: 'user_confirm', what: 'reflection.evidence', target: 'r1' })
    expect(entry?.cause).toBe((await store.events.list(store.db))[0]?.eventId)
    expect(parseObject(entry?.after ?? '')).toEqual({ ...snapshot, delta: { reinforcement: 1 } })
  })

  test('reaches one section of the persona, and reflections of every status', async () => {
    expect(
      await apply({ targetType: 'persona', targetId: 'p1', entityKey: 'neko' }, { disputation: 1 }),
    ).toBe(true)
    expect((await entriesIn(store, 'neko'))[0]).toMatchObject({ disputation: 1 })
    expect((await entriesIn(store, 'master'))[0]).toEqual({ id: 'p1', text: 'likes tea' })
    expect((await eventsOf(store)).events[0]?.payload).toMatchObject({ entity_key: 'neko', entry_id: 'p1' })
    await apply({ targetType: 'reflection', targetId: 'r2' }, { disputation: 1 })
    expect(await reflection('r2')).toMatchObject({ status: 'denied', disputation: 2 })
  })

  test('aimed at nothing writes nothing', async () => {
    for (const target of [
      { targetType: 'reflection', targetId: 'gone' },
      { targetType: 'persona', targetId: 'p1', entityKey: 'relationship' },
      { targetType: 'persona', targetId: 'gone', entityKey: 'master' },
    ] as const) {
      expect(await apply(target, { reinforcement: 1 })).toBe(false)
    }
    expect((await eventsOf(store)).events).toEqual([])
    expect(await store.journal.list(store.db)).toEqual([])
  })

  test('keeps the journal free of what was said', async () => {
    await apply(r1, { reinforcement: 1 })
    expect(JSON.stringify(await store.journal.list(store.db))).not.toContain('promises')
  })
})

describe('a batch (evidence.md §4.1)', () => {
  function dispatch(
    signals: readonly EvidenceSignal[],
    source: 'user_fact' | 'user_keyword_rebut' = 'user_fact',
  ): Promise<unknown> {
    return store.db.transaction((tx) => dispatchSignals(tx, store, signals, source, now, ids))
  }

  test('applies what can be applied, in order', async () => {
    const result = await dispatch([
      { targetType: 'reflection', targetId: '', signal: 'reinforces' },
      { targetType: 'persona', targetId: 'p1', signal: 'reinforces' },
      { targetType: 'reflection', targetId: 'gone', signal: 'negates' },
      { targetType: 'reflection', targetId: 'r1', signal: 'reinforces' },
      { targetType: 'reflection', targetId: 'r1', signal: 'negates' },
      { targetType: 'persona', targetId: 'p1', entityKey: 'master', signal: 'negates' },
    ])
    expect(result).toEqual({
      applied: 3,
      targets: [r1, { targetType: 'persona', targetId: 'p1', entityKey: 'master' }],
    })
    expect(await reflection('r1')).toMatchObject({ reinforcement: 0.5, disputation: 1 })
    expect((await entriesIn(store))[0]).toMatchObject({ disputation: 1 })
  })

  test('of negative phrases only ever disputes', async () => {
    const result = await dispatch(
      [
        { ...r1, signal: 'negates' },
        { ...r1, signal: 'reinforces' },
      ],
      'user_keyword_rebut',
    )
    expect(result).toMatchObject({ applied: 1 })
    expect(await reflection('r1')).toMatchObject({ reinforcement: 0, disputation: 1 })
  })
})

test('evidence computed again from the journal’s signals is the stored evidence', async () => {
  const signal = fc.record({
    kind: fc.constantFrom(
      ['user_fact', { reinforcement: 0.5 }] as const,
      ['user_fact', { disputation: 1 }] as const,
      ['user_confirm', { reinforcement: 1 }] as const,
      ['user_rebut', { disputation: 1 }] as const,
      ['user_ignore', { reinforcement: -0.2 }] as const,
      ['user_keyword_rebut', { disputation: 1 }] as const,
      ['migration_seed', {}] as const,
    ),
    day: fc.integer({ min: -30, max: 400 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(signal, { minLength: 1, maxLength: 12 }), async (signals) => {
      await store.db.close()
      store = await filled()
      for (const { kind, day } of signals) await apply(r1, kind[1], kind[0], later(day))
      let again: JsonObject = {}
      for (const { at, who, after } of await store.journal.ofTarget(store.db, 'r1')) {
        const { delta } = parseObject(after ?? '') as { delta: EvidenceDelta }
        again = { ...again, ...applySignal(again, delta, { instant: at, zone: 'UTC' }, who as SignalSource) }
      }
      expect(evidenceOf(again)).toEqual(evidenceOf(await reflection('r1')))
      const { events, settled } = await eventsOf(store)
      expect(evidenceOf(events.at(-1)?.payload ?? {})).toEqual(evidenceOf(again))
      expect(settled).toBe(true)
    }),
    { numRuns: 25 },
  )
})

test('killed between any two statements, a signal is there with all that belongs to it or not at all', async () => {
  const state = async (of: CharacterStore): Promise<string> => {
    const names = ['reflections.json', 'persona.json', 'events.ndjson', 'events_applied.json']
    const views = await Promise.all(names.map((name) => renderView(of.db, name)))
    return JSON.stringify([views, await of.journal.list(of.db)])
  }
  const empty = await state(store)
  const batch: EvidenceSignal[] = [
    { ...r1, signal: 'reinforces' },
    { targetType: 'persona', targetId: 'p1', entityKey: 'master', signal: 'negates' },
  ]
  const statements = await killEverywhere(
    filled,
    (of) => of.db.transaction((tx) => dispatchSignals(tx, of, batch, 'user_fact', now, ids)),
    async (of) => {
      expect(await state(of)).toBe(empty)
      await of.db.close()
    },
  )
  expect(statements).toBe(8)
})
