import { expect, test } from 'vitest'
import fc from '../../../tests/fixtures/properties.ts'
import { drain } from './lexical-index.ts'
import { eachPosting, findTerm, mergeSegments, type Segment, segmentOf } from './segment.ts'
import { createTermKeys } from './term-key.ts'

const keys = createTermKeys()

function postings(segment: Segment, term: string): [number, number][] {
  if (!keys.of(term, false)) return []
  const place = findTerm(segment, keys.high, keys.low)
  const found: [number, number][] = []
  if (place >= 0) eachPosting(segment, place, (slot, frequency) => found.push([slot, frequency]))
  return found
}

const term = fc.constantFrom('kite', '风筝', 'photographer', 'я', 'b')
const rows = fc
  .array(fc.record({ gap: fc.oneof(fc.nat(3), fc.nat(100_000)), terms: fc.array(term, { maxLength: 300 }) }))
  .map((list) => {
    let slot = -1
    return list.map(({ gap, terms }) => ({ slot: (slot += gap + 1), terms }))
  })

test('a segment gives each row of a term with how often it has it', () => {
  fc.assert(
    fc.property(rows, (batch) => {
      const segment = segmentOf(batch, keys)
      for (const word of ['kite', '风筝', 'photographer', 'я', 'b', 'boat']) {
        const expected = batch.flatMap(({ slot, terms }) => {
          const frequency = terms.filter((other) => other === word).length
          return frequency > 0 ? [[slot, frequency]] : []
        })
        expect(postings(segment, word)).toEqual(expected)
      }
    }),
    { numRuns: 40 },
  )
})

test('merged segments are one of all their rows, without those that are left out', () => {
  fc.assert(
    fc.property(rows, fc.nat(4), fc.nat(6), (batch, cuts, dropped) => {
      const parts: Segment[] = []
      const size = Math.max(1, Math.ceil(batch.length / (cuts + 1)))
      for (let from = 0; from < batch.length; from += size) {
        parts.push(segmentOf(batch.slice(from, from + size), keys))
      }
      const kept = batch.filter((_, at) => at % 7 !== dropped)
      const places = new Map(kept.map(({ slot }, place) => [slot, place]))
      const merged = drain(
        mergeSegments(parts.toReversed(), { renumbered: (slot) => places.get(slot) ?? -1 }),
      )
      const whole = segmentOf(
        kept.map(({ terms }, slot) => ({ slot, terms })),
        keys,
      )
      expect([merged.high, merged.low, merged.starts, merged.bytes]).toEqual([
        whole.high,
        whole.low,
        whole.starts,
        whole.bytes,
      ])
    }),
    { numRuns: 40 },
  )
})
