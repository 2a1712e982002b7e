/**
 * Keyword search: Okapi BM25 over an inverted index in memory (recall.md §A6). A row is known by its slot, a
 * small whole number that the pool gives out. Statistics are those of the rows that a query may see, so the
 * scores equal those of a scan over just these rows.
 */
import { BM25_B, BM25_K1 } from '../settings.ts'
import type { Analyzer } from '../text/analyzer.ts'

export interface LexicalIndex {
  /** Rows held, those without any term included. */
  readonly size: number
  /** Puts the row of `slot` in; the slot must be free. */
  add(slot: number, text: string): void
  /** Takes the row of `slot` out; `text` must be what it was put in with. */
  remove(slot: number, text: string): void
  /**
   * Every row that shares a term with `terms` and scores above 0. `allow` holds 1 for each slot that counts;
   * without it all rows do. Repeats in `terms` change nothing; terms add up in the order of their first place.
   */
  search(terms: readonly string[], allow?: Uint8Array): LexicalHits
}

/** Hits in no order; `slots[i]` scores `scores[i]`. */
export interface LexicalHits {
  readonly slots: readonly number[]
  readonly scores: readonly number[]
}

export interface Bm25Parameters {
  readonly k1: number
  readonly b: number
}

/** Slot and term frequency by turns. Most terms are in one or two rows, so small arrays matter more than typed ones. */
type Postings = number[]

const FIRST_CAPACITY = 256

export function createLexicalIndex(
  analyzer: Analyzer,
  { k1, b }: Bm25Parameters = { k1: BM25_K1, b: BM25_B },
): LexicalIndex {
  const postingsOf = new Map<string, Postings>()
  let held = new Uint8Array(FIRST_CAPACITY)
  let lengths = new Float64Array(FIRST_CAPACITY)
  /** Scores while a query runs; all 0 between queries. */
  let sums = new Float64Array(FIRST_CAPACITY)
  let size = 0
  let totalLength = 0

  return {
    get size() {
      return size
    },

    add(slot, text) {
      grow(slot + 1)
      const terms = analyzer.terms(text)
      for (const [term, count] of frequencies(terms)) {
        const postings = postingsOf.get(term)
        if (postings === undefined) postingsOf.set(term, [slot, count])
        else postings.push(slot, count)
      }
      held[slot] = 1
      lengths[slot] = terms.length
      size += 1
      totalLength += terms.length
    },

    remove(slot, text) {
      if (held[slot] !== 1) return
      for (const term of new Set(analyzer.terms(text))) {
        const postings = postingsOf.get(term)
        if (postings === undefined) continue
        takeOut(postings, slot)
        if (postings.length === 0) postingsOf.delete(term)
      }
      held[slot] = 0
      size -= 1
      totalLength -= lengths[slot] ?? 0
      lengths[slot] = 0
    },

    search(terms, allow) {
      const { count, length } = allow === undefined ? { count: size, length: totalLength } : measure(allow)
      const slots: number[] = []
      if (length === 0) return { slots, scores: [] }
      const mean = length / count
      for (const term of new Set(terms)) {
        const postings = postingsOf.get(term)
        if (postings !== undefined) addTerm(postings, count, mean, allow, slots)
      }
      const scores = slots.map((slot) => sums[slot] ?? 0)
      for (const slot of slots) sums[slot] = 0
      return { slots, scores }
    },
  }

  /** Adds what one term is worth to the sums of its rows, and notes rows that had none before. */
  function addTerm(
    postings: Postings,
    count: number,
    mean: number,
    allow: Uint8Array | undefined,
    slots: number[],
  ): void {
    const rows = allow === undefined ? postings.length / 2 : countAllowed(postings, allow)
    const idf = Math.log((count - rows + 0.5) / (rows + 0.5) + 1)
    for (let index = 0; index < postings.length; index += 2) {
      const slot = postings[index] ?? 0
      if (allow !== undefined && allow[slot] !== 1) continue
      const frequency = postings[index + 1] ?? 0
      const norm = k1 * (1 - b + (b * (lengths[slot] ?? 0)) / mean)
      const gain = (idf * (frequency * (k1 + 1))) / (frequency + norm)
      const before = sums[slot] ?? 0
      if (before === 0 && gain > 0) slots.push(slot)
      sums[slot] = before + gain
    }
  }

  function measure(allow: Uint8Array): { count: number; length: number } {
    let count = 0
    let length = 0
    const end = Math.min(allow.length, held.length)
    for (let slot = 0; slot < end; slot += 1) {
      if (allow[slot] !== 1 || held[slot] !== 1) continue
      count += 1
      length += lengths[slot] ?? 0
    }
    return { count, length }
  }

  function grow(needed: number): void {
    if (needed <= held.length) return
    const capacity = Math.max(needed, held.length * 2)
    held = widened(held, new Uint8Array(capacity))
    lengths = widened(lengths, new Float64Array(capacity))
    sums = widened(sums, new Float64Array(capacity))
  }
}

function frequencies(terms: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}

/** Order within a posting list means nothing, so the last entry fills the gap. */
function takeOut(postings: Postings, slot: number): void {
  for (let index = 0; index < postings.length; index += 2) {
    if (postings[index] !== slot) continue
    const count = postings.pop() ?? 0
    const last = postings.pop() ?? 0
    if (index < postings.length) {
      postings[index] = last
      postings[index + 1] = count
    }
    return
  }
}

function countAllowed(postings: Postings, allow: Uint8Array): number {
  let count = 0
  for (let index = 0; index < postings.length; index += 2) {
    if (allow[postings[index] ?? 0] === 1) count += 1
  }
  return count
}

function widened<T extends Uint8Array | Float64Array>(from: T, to: T): T {
  to.set(from)
  return to
}
