import { describe, expect, test } from 'vitest'
import fc from '../../../tests/fixtures/properties.ts'
import type { JsonObject } from '../document.ts'
import type { Moment } from '../ports.ts'
import { DAY_MS } from '../settings.ts'
import { applySignal, evidenceOf, type EvidenceDelta, type SignalSource } from './apply.ts'
import { mergeEvidence } from './merge.ts'
import { effectiveReinforcement, evidenceScore } from './score.ts'
import { seedOf } from './seed.ts'
import { isArchiveDue, markSubZero } from './sub-zero.ts'
import { tierOf } from './tiers.ts'

const now: Moment = { instant: Date.parse('2026-03-01T12:00:00Z'), zone: 'UTC' }
const days = (count: number): Moment => ({ ...now, instant: now.instant + count * DAY_MS })

function after(entry: JsonObject, ...signals: readonly [SignalSource, EvidenceDelta][]): JsonObject {
  return signals.reduce<JsonObject>(
    (held, [source, delta]) => ({ ...held, ...applySignal(held, delta, now, source) }),
    entry,
  )
}

describe('signals (evidence.md §3)', () => {
  test('a new one revives what is older on its side at full weight', () => {
    const old = { reinforcement: 2, rein_last_signal_at: '2026-01-30T12:00:00' }
    expect(effectiveReinforcement(old, now)).toBe(1)
    const raised = after(old, ['user_fact', { reinforcement: 0.5 }])
    expect(raised).toMatchObject({ reinforcement: 2.5, rein_last_signal_at: '2026-03-01T12:00:00' })
    expect(effectiveReinforcement(raised, now)).toBe(2.5)
  })

  test('ignoring an old observation can raise what is left of it', () => {
    const old = { reinforcement: 2, rein_last_signal_at: '2026-01-30T12:00:00' }
    expect(evidenceScore(after(old, ['user_ignore', { reinforcement: -0.2 }]), now)).toBe(1.8)
  })

  test('one side leaves the clock of the other alone, and nothing moves none', () => {
    const held = { rein_last_signal_at: 'a', disp_last_signal_at: 'b' }
    expect(after(held, ['user_rebut', { disputation: 1 }])).toMatchObject({
      rein_last_signal_at: 'a',
      disp_last_signal_at: '2026-03-01T12:00:00',
    })
    expect(after(held, ['migration_seed', { reinforcement: 0, disputation: 0 }])).toMatchObject(held)
  })

  test('the third supporting fact and each later one is worth twice', () => {
    const raws: unknown[] = []
    let entry: JsonObject = {}
    for (let count = 0; count < 5; count += 1) {
      entry = after(entry, ['user_fact', { reinforcement: 0.5 }])
      raws.push(entry['reinforcement'])
    }
    expect(raws).toEqual([0.5, 1, 2, 3, 4])
    expect(entry['user_fact_reinforce_count']).toBe(5)
  })

  test('only supporting facts of the user count towards it', () => {
    const others = after(
      {},
      ['user_confirm', { reinforcement: 1 }],
      ['user_fact', { disputation: 1 }],
      ['user_fact', { reinforcement: -0.5 }],
    )
    expect(others['user_fact_reinforce_count']).toBe(0)
  })

  test('disputation never falls below nothing; reinforcement has no floor', () => {
    expect(after({}, ['user_rebut', { disputation: -5 }])).toMatchObject({ disputation: 0 })
    expect(after({}, ['user_ignore', { reinforcement: -5 }])).toMatchObject({ reinforcement: -5 })
  })

  test('odd stored values count as the reference reads them', () => {
    const odd = { reinforcement: '1.5', disputation: null, user_fact_reinforce_count: '2', sub_zero_days: [] }
    expect(evidenceOf(odd)).toEqual({
      reinforcement: 1.5,
      disputation: 0,
      rein_last_signal_at: null,
      disp_last_signal_at: null,
      sub_zero_days: 0,
      user_fact_reinforce_count: 2,
    })
  })

  test('the stamp is the wall clock of the signal’s zone', () => {
    const tokyo = { instant: now.instant, zone: 'Asia/Tokyo' }
    const signal = applySignal({}, { reinforcement: 1 }, tokyo, 'user_confirm')
    expect(signal.rein_last_signal_at).toBe('2026-03-01T21:00:00')
  })
})

test('scores of the specification (evidence.md §12)', () => {
  const month = { reinforcement: 2, disputation: 1, rein_last_signal_at: '2026-01-30T12:00:00' }
  expect(evidenceScore({ ...month, disp_last_signal_at: '2026-01-30T12:00:00' }, now)).toBeCloseTo(
    0.10910128185966073,
    12,
  )
  const mixed = {
    ...{ reinforcement: 1.5, disputation: 1 },
    ...{ rein_last_signal_at: '2026-02-14T00:00:00', disp_last_signal_at: '2025-09-02T12:00:00' },
  }
  expect(evidenceScore(mixed, now)).toBeCloseTo(0.5484774506342645, 12)
  expect(evidenceScore({ reinforcement: 3, rein_last_signal_at: null }, days(900))).toBe(3)
})

test('tiers and seeds at their borders (evidence.md §5)', () => {
  expect([2, 1.99, 1, 0.99, -1.99, -2, Infinity].map(tierOf)).toEqual([
    ...['promoted', 'confirmed', 'confirmed', 'pending', 'pending', 'archive_candidate', 'promoted'],
  ])
  expect([12, 10, 9, 8, 7, 6, '9', 8.9, null, 'high', NaN].map(seedOf)).toEqual([
    ...[0.8, 0.8, 0.6, 0.4, 0.2, 0, 0.6, 0.4, 0, 0, 0],
  ])
})

test('merging takes the greater raw values and forgets the days below zero (evidence.md §6)', () => {
  const target = { reinforcement: 0.5, disputation: 2, sub_zero_days: 13, user_fact_reinforce_count: 4 }
  const reflection = { reinforcement: 2.1, user_fact_reinforce_count: 9, rein_last_signal_at: 'old' }
  expect(mergeEvidence(target, reflection, now)).toEqual({
    ...{ reinforcement: 2.1, disputation: 2, sub_zero_days: 0, user_fact_reinforce_count: 4 },
    ...{ rein_last_signal_at: '2026-03-01T12:00:00', disp_last_signal_at: '2026-03-01T12:00:00' },
  })
})

describe('days below zero (evidence.md §8)', () => {
  test('count once a day of the user’s clock, and are never taken back', () => {
    let entry: JsonObject = { disputation: 1 }
    const mark = (at: Moment): boolean => {
      const marked = markSubZero(entry, at)
      entry = marked.entry
      return marked.incremented
    }
    expect([mark(now), mark(days(0.4)), mark(days(1)), mark(days(5))]).toEqual([true, false, true, true])
    entry = { ...entry, reinforcement: 5 }
    expect(mark(days(6))).toBe(false)
    expect(entry['sub_zero_days']).toBe(3)
  })

  test('are days of the zone, not of UTC', () => {
    const tokyo = { instant: Date.parse('2026-03-01T20:00:00Z'), zone: 'Asia/Tokyo' }
    expect(markSubZero({ disputation: 1 }, tokyo).entry['sub_zero_last_increment_date']).toBe('2026-03-02')
  })

  test('fourteen are enough, also when the score is above zero again; never for a protected entry', () => {
    expect([13, 14, 20].map((count) => isArchiveDue({ sub_zero_days: count }))).toEqual([false, true, true])
    expect(isArchiveDue({ sub_zero_days: 14, reinforcement: 9 })).toBe(true)
    const kept = { sub_zero_days: 20, disputation: 9, protected: true }
    expect(isArchiveDue(kept)).toBe(false)
    expect(markSubZero(kept, now).incremented).toBe(false)
  })
})

test('the raw sums do not depend on when signals come', () => {
  const deltas = fc.array(
    fc.record({
      rein: fc.integer({ min: -8, max: 8 }),
      disp: fc.integer({ min: 0, max: 8 }),
      day: fc.nat(400),
    }),
    { maxLength: 20 },
  )
  fc.assert(
    fc.property(deltas, (signals) => {
      let entry: JsonObject = {}
      for (const { rein, disp, day } of signals) {
        // Quarters add up without rounding.
        const delta = { reinforcement: rein / 4, disputation: disp / 4 }
        entry = { ...entry, ...applySignal(entry, delta, days(day), 'user_confirm') }
      }
      expect(evidenceOf(entry)).toMatchObject({
        reinforcement: signals.reduce((sum, { rein }) => sum + rein, 0) / 4,
        disputation: signals.reduce((sum, { disp }) => sum + disp, 0) / 4,
      })
    }),
  )
})
