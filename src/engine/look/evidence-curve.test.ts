/** The curve of evidence, recomputed from what each signal left in journal and events. */
import { expect, test } from 'vitest'
import { createTestIds } from '../../../tests/fixtures/clock.ts'
import { addReflections, reflectionWorld } from '../../../tests/fixtures/reflections.ts'
import { putPersona } from '../../../tests/fixtures/persona.ts'
import { applyEvidence } from '../evidence/dispatch.ts'
import { DAY_MS, EVIDENCE_FORECAST_MS } from '../settings.ts'
import { evidenceCurve } from './evidence-curve.ts'
import { findEntry } from './find-entry.ts'

const zone = 'Asia/Shanghai'
const at = (stamp: string) => ({ instant: Date.parse(`${stamp}+08:00`), zone })

test('rises with each signal, decays between them and goes on ahead', async () => {
  const { store } = await reflectionWorld()
  await addReflections(store, {
    id: 'r1',
    created_at: '2026-03-01T09:00:00',
    reinforcement: 0.4,
    rein_last_signal_at: '2026-03-01T09:00:00',
  })
  const target = { targetType: 'reflection', targetId: 'r1' } as const
  const ids = createTestIds()
  await store.db.transaction(async (tx) => {
    await applyEvidence(
      tx,
      store,
      target,
      { reinforcement: 1 },
      'user_confirm',
      at('2026-03-11T09:00:00'),
      ids,
    )
    await applyEvidence(tx, store, target, { disputation: 1 }, 'user_rebut', at('2026-03-31T09:00:00'), ids)
  })
  const stored = await findEntry(store.db, { kind: 'reflection', id: 'r1' })
  const now = at('2026-04-10T09:00:00')
  const curve = stored === null ? null : await evidenceCurve(store, stored, now)
  expect(curve?.signals).toEqual([
    { at: at('2026-03-11T09:00:00').instant, source: 'user_confirm', reinforcement: 1, disputation: 0 },
    { at: at('2026-03-31T09:00:00').instant, source: 'user_rebut', reinforcement: 0, disputation: 1 },
  ])
  const points = curve?.points ?? []
  expect(points[0]).toEqual({
    at: at('2026-03-01T09:00:00').instant,
    reinforcement: 0.4,
    disputation: 0,
    score: 0.4,
  })
  const around = points.filter((point) => point.at === at('2026-03-11T09:00:00').instant)
  expect(around.map(({ score }) => score)).toEqual([expect.closeTo(0.4 * 0.5 ** (10 / 30), 9), 1.4])
  const today = points.find((point) => point.at === now.instant)
  expect(today?.reinforcement).toBeCloseTo(1.4 * 0.5 ** (30 / 30), 9)
  expect(today?.disputation).toBeCloseTo(0.5 ** (10 / 180), 9)
  expect(points.at(-1)?.at).toBe(now.instant + EVIDENCE_FORECAST_MS)
  expect(points.map((point) => point.at)).toEqual(points.map((point) => point.at).sort((a, b) => a - b))
  expect(curve?.thresholds.map(({ name }) => name)).toEqual(['promoted', 'confirmed', 'archive_candidate'])
  await store.db.close()
})

test('comes from imported events too, and from the document alone where there are none', async () => {
  const { store } = await reflectionWorld()
  await addReflections(
    store,
    {
      id: 'r1',
      created_at: '2026-03-01T09:00:00',
      reinforcement: 2,
      rein_last_signal_at: '2026-03-05T09:00:00',
    },
    {
      id: 'r2',
      created_at: '2026-03-01T09:00:00',
      reinforcement: 1,
      rein_last_signal_at: '2026-03-01T09:00:00',
    },
  )
  const payload = { reflection_id: 'r1', reinforcement: 1, disputation: 0, source: 'user_fact' }
  await store.events.append(store.db, {
    eventId: 'e1',
    type: 'reflection.evidence_updated',
    ts: '2026-03-03T09:00:00',
    line: JSON.stringify({ event_id: 'e1', type: 'reflection.evidence_updated', payload }),
  })
  const now = at('2026-03-31T09:00:00')
  const curve = async (id: string) => {
    const stored = await findEntry(store.db, { kind: 'reflection', id })
    return stored === null ? null : evidenceCurve(store, stored, now)
  }
  expect((await curve('r1'))?.signals).toEqual([
    { at: at('2026-03-03T09:00:00').instant, source: 'user_fact', reinforcement: 1, disputation: 0 },
  ])
  const last = (await curve('r1'))?.points.find((point) => point.at === now.instant)
  expect(last?.score).toBeCloseTo(2 * 0.5 ** (26 / 30), 9)
  const alone = await curve('r2')
  expect(alone?.signals).toEqual([])
  expect(alone?.points.find((point) => point.at === now.instant)?.score).toBeCloseTo(0.5, 9)
  expect((alone?.points.at(-1)?.at ?? 0) - now.instant).toBe(60 * DAY_MS)
  await store.db.close()
})

test('is none for what has no evidence', async () => {
  const { store } = await reflectionWorld()
  await putPersona(store, { neko: { facts: [{ id: 'c1', text: 'Calm', protected: true }] } })
  const card = await findEntry(store.db, { kind: 'persona', id: 'c1' })
  expect(card === null ? undefined : await evidenceCurve(store, card, at('2026-03-31T09:00:00'))).toBeNull()
  await store.db.close()
})
