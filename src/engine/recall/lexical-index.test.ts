import { describe, expect, test } from 'vitest'
import fc from '../../../tests/fixtures/properties.ts'
import type { Analyzer } from '../text/analyzer.ts'
import { createLexicalIndex, drain, type Hits, type LexicalIndex } from './lexical-index.ts'

const words: Analyzer = { terms: (text) => text.split(' ').filter((word) => word !== '') }

/** BM25 straight from its formula, over the rows that are allowed. */
function naive(
  rows: ReadonlyMap<number, string>,
  query: string,
  allowed: (slot: number) => boolean,
  k1: number,
  b: number,
): Map<number, number> {
  const pool = [...rows]
    .filter(([slot]) => allowed(slot))
    .map(([slot, text]) => ({ slot, terms: words.terms(text) }))
  const mean = pool.reduce((sum, { terms }) => sum + terms.length, 0) / pool.length
  const scores = new Map<number, number>()
  if (!(mean > 0)) return scores
  for (const term of new Set(words.terms(query))) {
    const n = pool.filter(({ terms }) => terms.includes(term)).length
    const idf = Math.log((pool.length - n + 0.5) / (n + 0.5) + 1)
    for (const { slot, terms } of pool) {
      const tf = terms.filter((other) => other === term).length
      const gain = (idf * tf * (k1 + 1)) / (tf + k1 * (1 - b + (b * terms.length) / mean))
      if (tf > 0 && gain > 0) scores.set(slot, (scores.get(slot) ?? 0) + gain)
    }
  }
  return scores
}

function asMap(hits: Hits): Map<number, number> {
  return new Map([...hits.slots].map((slot, at) => [slot, hits.scores[at] ?? NaN]))
}

function expectClose(actual: Map<number, number>, expected: Map<number, number>): void {
  expect([...actual.keys()].sort()).toEqual([...expected.keys()].sort())
  for (const [slot, score] of expected) {
    expect(Math.abs((actual.get(slot) ?? NaN) - score)).toBeLessThanOrEqual(1e-12 * score)
  }
}

describe('the index equals the formula', () => {
  const word = fc.constantFrom('kite', 'boat', 'tea', 'rain', 'blue', 'old')
  const text = fc.array(word, { maxLength: 8 }).map((list) => list.join(' '))
  const step = fc.record({ row: fc.nat(40), text: fc.option(text), alone: fc.boolean() })
  const parameters = fc.record({
    k1: fc.double({ min: 0, max: 3, noNaN: true }),
    b: fc.double({ min: 0, max: 1, noNaN: true }),
  })

  test('after any additions, replacements and removals, over any part of the rows, at work and at rest', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 60 }),
        text,
        fc.nat(2 ** 20),
        parameters,
        (steps, query, bits, { k1, b }) => {
          const index = createLexicalIndex(words, { k1, b })
          const slotOf = new Map<number, number>()
          const rows = new Map<number, string>()
          let slots = 0
          let batch: { slot: number; text: string }[] = []
          for (const { row, text: next, alone } of steps) {
            const before = slotOf.get(row)
            if (before !== undefined) {
              index.add(batch)
              batch = []
              index.remove(before)
              rows.delete(before)
            }
            if (next === null) continue
            const slot = slots++
            slotOf.set(row, slot)
            rows.set(slot, next)
            batch.push({ slot, text: next })
            if (!alone) continue
            index.add(batch)
            batch = []
          }
          index.add(batch)
          expectFormula(index, rows)
          const kept = Int32Array.from(rows.keys())
          const packed = createLexicalIndex(words, { k1, b }, drain(index.packed(kept)))
          expectFormula(packed, new Map([...rows.values()].map((value, place) => [place, value])))

          function expectFormula(actual: LexicalIndex, held: ReadonlyMap<number, string>): void {
            expect(actual.size).toBe(held.size)
            expectClose(
              asMap(actual.search(words.terms(query))),
              naive(held, query, () => true, k1, b),
            )
            const allowed = (slot: number) => (bits >> (slot % 20)) % 2 === 1
            const allow = Uint8Array.from({ length: 61 }, (_, slot) => (allowed(slot) ? 1 : 0))
            expectClose(asMap(actual.search(words.terms(query), allow)), naive(held, query, allowed, k1, b))
          }
        },
      ),
    )
  })
})

test('a query leaves no trace for the next one', () => {
  const index = createLexicalIndex(words)
  index.add([
    { slot: 0, text: 'kite kite boat' },
    { slot: 1, text: 'boat' },
  ])
  const first = asMap(index.search(['kite', 'boat']))
  index.search(['boat'])
  expect(asMap(index.search(['kite', 'boat']))).toEqual(first)
})

test('an empty row counts, and an empty index finds nothing', () => {
  const index = createLexicalIndex(words)
  expect(index.search(['kite']).slots).toHaveLength(0)
  index.add([
    { slot: 3, text: 'kite' },
    { slot: 4, text: '' },
  ])
  expect(index.search(['kite']).scores[0]).toBeCloseTo(
    (Math.log(2) * 2.5) / (1 + 1.5 * (0.25 + 0.75 * 2)),
    12,
  )
})

test('rows that come one by one are merged, and those that are gone leave nothing', () => {
  const index = createLexicalIndex(words)
  for (let slot = 0; slot < 3000; slot += 1)
    index.add([{ slot, text: slot === 2999 ? 'kite' : `boat${slot}` }])
  for (let slot = 0; slot < 2999; slot += 1) index.remove(slot)
  expect([...index.search(['kite', 'boat7']).slots]).toEqual([2999])
  expect(drain(index.packed(Int32Array.of(2999))).segment.high).toHaveLength(1)
})

test('a term weighs as it tells rows apart, an unknown one as much as one of a single row', () => {
  const index = createLexicalIndex(words)
  index.add(['kite tea', 'kite', 'kite', 'boat'].map((text, slot) => ({ slot, text })))
  const idf = (count: number, rows: number) => Math.log((count - rows + 0.5) / (rows + 0.5) + 1)
  expect([...index.weights(['kite', 'tea', 'moon'])]).toEqual([idf(4, 3), idf(4, 1), idf(4, 1)])
  expect([...index.weights(['kite'], Uint8Array.of(1, 0, 0, 1))]).toEqual([idf(2, 1)])
})
