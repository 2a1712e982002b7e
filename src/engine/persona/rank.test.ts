import { expect, test } from 'vitest'
import fc from '../../../tests/fixtures/properties.ts'
import { isObject, numberOrZero } from '../document.ts'
import { evidenceColumns, evidenceScore } from '../evidence/score.ts'
import type { Moment } from '../ports.ts'
import { byRank, rankedLines } from './rank.ts'

const now: Moment = { instant: Date.parse('2026-06-01T12:00:00Z'), zone: 'Asia/Shanghai' }
const stamp = fc.constantFrom('2026-05-30T08:00:00', '2026-01-01', '2027-01-01T00:00:00', 'soon', null, 7)
const amount = fc.constantFrom<unknown>(0, -0, 0.5, 1, '2', -1.25, true, 'many', null)
const entry = fc.oneof(
  fc.record({
    reinforcement: amount,
    disputation: amount,
    rein_last_signal_at: stamp,
    disp_last_signal_at: stamp,
    importance: fc.constantFrom<unknown>(0, 5, '8', null),
    protected: fc.constantFrom<unknown>(false, false, false, true, 'yes'),
  }),
  fc.constantFrom<unknown>('a bare text', null, 3),
)

test('evidence of a list is that of each of its entries', () => {
  fc.assert(
    fc.property(fc.array(entry), (entries) => {
      const scores = evidenceColumns(entries, now.zone).scores(now)
      expect([...scores]).toEqual(entries.map((each) => (isObject(each) ? evidenceScore(each, now) : 0)))
    }),
  )
})

test('lines come by score, then importance, equal ones in the order of the lists', () => {
  fc.assert(
    fc.property(fc.array(fc.array(entry, { maxLength: 30 }), { maxLength: 4 }), (lists) => {
      const lines = lists.flatMap((entries, list) => entries.map((each) => ({ entry: each, list })))
      const score = (each: unknown): number => (isObject(each) ? evidenceScore(each, now) : 0)
      const importance = (each: unknown): number => (isObject(each) ? numberOrZero(each['importance']) : 0)
      const sorted = lines.toSorted(
        (a, b) =>
          compare(score(b.entry), score(a.entry)) || compare(importance(b.entry), importance(a.entry)),
      )
      const ranked = byRank(
        lists.map((entries) => rankedLines(entries.map((each) => ({ entry: each })))),
        now,
      )
      expect([...ranked].map(({ line, list }) => ({ entry: line.entry, list }))).toEqual(sorted)
    }),
  )
})

function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}
