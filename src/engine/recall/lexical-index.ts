/**
 * Keyword search: Okapi BM25 over an inverted index in memory (recall.md §A6). A row is known by its slot, a whole
 * number that is given out once, ascending. Statistics are those of the rows that a query may see, so the scores equal
 * those of a scan over just these rows.
 */
import { BM25_B, BM25_K1, SEGMENT_FANOUT, SEGMENT_SLOTS_AT_ONCE } from '../settings.ts'
import type { Analyzer } from '../text/analyzer.ts'
import { findTerm, mergeSegments, type Segment, segmentOf } from './segment.ts'
import { createTermKeys, NUMBERED } from './term-key.ts'

export interface LexicalIndex {
  /** Rows held, those without any term included. */
  readonly size: number
  /** Puts rows in; each slot must be above all that were ever given. */
  add(rows: readonly LexicalRow[]): void
  /** Takes the row of `slot` out. */
  remove(slot: number): void
  /**
   * Every row that shares a term with `terms` and scores above 0. `allow` holds 1 for each slot that counts;
   * without it all rows do. Repeats in `terms` change nothing; terms add up in the order of their first place.
   */
  search(terms: readonly string[], allow?: Uint8Array): Hits
  /**
   * How much each of `terms` tells apart the rows that `allow` has 1 for: its inverse document frequency (recall.md
   * §A6). One that no row has tells as much as one that a single row has.
   */
  weights(terms: readonly string[], allow?: Uint8Array): Float64Array
  /** Bytes that it holds. */
  readonly bytes: number
  /** Everything of the rows of `slots` as one segment, numbered anew from 0; gives way now and then. */
  packed(slots: Int32Array): Generator<void, PackedIndex>
}

export interface LexicalRow {
  readonly slot: number
  readonly text: string
}

/** Hits in no order; `slots[i]` scores `scores[i]`. */
export interface Hits {
  readonly slots: Int32Array
  readonly scores: Float64Array
}

export interface Bm25Parameters {
  readonly k1: number
  readonly b: number
}

/** An index at rest: slots are 0, 1, 2, … */
export interface PackedIndex {
  readonly segment: Segment
  /** Terms of each row. */
  readonly lengths: Uint32Array
  readonly numbered: readonly string[]
}

interface Counted {
  readonly allow: Uint8Array
  /** Rows, and terms in all of them. */
  readonly count: number
  readonly length: number
  /** Rows that have a term, of terms that were asked for. */
  readonly rowsWith: Map<string, number>
}

const FIRST_CAPACITY = 256
/** Rows of fewer terms than this are the rule. */
const SHORT_ROW = 512
/** Terms whose rows are remembered: those of a few queries. */
const TERMS_COUNTED = 1_000

export function createLexicalIndex(
  analyzer: Analyzer,
  { k1, b }: Bm25Parameters = { k1: BM25_K1, b: BM25_B },
  from?: PackedIndex,
): LexicalIndex {
  const keys = createTermKeys(from?.numbered)
  let segments: Segment[] = from === undefined ? [] : [from.segment]
  let lengths = from?.lengths ?? new Uint32Array(FIRST_CAPACITY)
  let live = new Uint8Array(lengths.length).fill(from === undefined ? 0 : 1)
  let size = from?.lengths.length ?? 0
  /** Scores while a query runs; all 0 between queries. */
  let sums = new Float64Array(lengths.length)
  /** Rows of the term that is being added, with their frequencies, and rows that have a score. */
  let rowsOfTerm = new Int32Array(FIRST_CAPACITY)
  let frequencies = new Uint32Array(FIRST_CAPACITY)
  let scored = new Int32Array(lengths.length)
  let singles = new Float64Array(0)
  let singlesMean = NaN
  /** What was counted last, of the slots that a query may see; gone when a row comes or goes. */
  let counted: Counted | null = null

  return {
    get size() {
      return size
    },

    get bytes() {
      return segments.reduce((sum, segment) => sum + bytesOf(segment), 0) + lengths.length * 17
    },

    add(rows) {
      if (rows.length === 0) return
      counted = null
      grow((rows.at(-1)?.slot ?? 0) + 1)
      const analysed = rows.map(({ slot, text }) => ({ slot, terms: analyzer.terms(text) }))
      for (const { slot, terms } of analysed) {
        live[slot] = 1
        lengths[slot] = terms.length
      }
      size += rows.length
      segments.push(segmentOf(analysed, keys))
      mergeSmall()
    },

    remove(slot) {
      if (live[slot] !== 1) return
      counted = null
      live[slot] = 0
      size -= 1
    },

    search(terms, allow = live) {
      const { count, length } = countedOf(allow)
      if (length === 0) return { slots: new Int32Array(0), scores: new Float64Array(0) }
      let found = 0
      for (const term of new Set(terms)) {
        if (keys.of(term, false)) found = addTerm(term, count, length / count, allow, found)
      }
      const slots = scored.slice(0, found)
      const scores = new Float64Array(found)
      for (let at = 0; at < found; at += 1) {
        const slot = slots[at] ?? 0
        scores[at] = sums[slot] ?? 0
        sums[slot] = 0
      }
      return { slots, scores }
    },

    weights(terms, allow = live) {
      const { count } = countedOf(allow)
      return Float64Array.from(terms, (term) => idfOf(count, Math.max(1, rowsWith(term, allow))))
    },

    *packed(slots) {
      const places = new Int32Array(lengths.length).fill(-1)
      for (let place = 0; place < slots.length; place += 1) places[slots[place] ?? 0] = place
      const lengthsNow = slots.length === 0 ? new Uint32Array(0) : Uint32Array.from(slots, lengthOf)
      // What is added from here on is not among `slots`, and segments never change.
      const merged = yield* mergeSegments(segments, { renumbered: (slot) => places[slot] ?? -1 })
      return { ...renamed(merged, keys.numbered), lengths: lengthsNow }
    },
  }

  function lengthOf(slot: number): number {
    return lengths[slot] ?? 0
  }

  /** Adds what one term is worth to the sums of its rows, and notes rows that had none before. */
  function addTerm(term: string, count: number, mean: number, allow: Uint8Array, found: number): number {
    const rows = readRows(keys.high, keys.low, allow)
    counted?.rowsWith.set(term, rows)
    if (rows === 0) return found
    const idf = idfOf(count, rows)
    let noted = found
    const single = singlesOf(mean)
    for (let index = 0; index < rows; index += 1) {
      const slot = rowsOfTerm[index] ?? 0
      const frequency = frequencies[index] ?? 0
      const length = lengths[slot] ?? 0
      const known = frequency === 1 && length < single.length
      const gain = idf * (known ? (single[length] ?? 0) : saturated(frequency, length, mean))
      const before = sums[slot] ?? 0
      if (before === 0 && gain > 0) scored[noted++] = slot
      sums[slot] = before + gain
    }
    return noted
  }

  /** What a term that a row has once is worth before its weight, by the length of the row: most are like that. */
  function singlesOf(mean: number): Float64Array {
    if (singlesMean !== mean) {
      singlesMean = mean
      singles = Float64Array.from({ length: SHORT_ROW }, (_, length) => saturated(1, length, mean))
    }
    return singles
  }

  function saturated(frequency: number, length: number, mean: number): number {
    return (frequency * (k1 + 1)) / (frequency + k1 * (1 - b + (b * length) / mean))
  }

  /** Reads the rows of a term that count into `rowsOfTerm` and `frequencies`; gives their number. */
  function readRows(high: number, low: number, allow: Uint8Array): number {
    let rows = 0
    for (const segment of segments) {
      const place = findTerm(segment, high, low)
      if (place < 0) continue
      // By hand and not by `eachPosting`: most of the time of a search is spent here.
      const { bytes } = segment
      let at = segment.starts[place] ?? 0
      const end = segment.starts[place + 1] ?? 0
      if (rows + end - at > rowsOfTerm.length) widenRows(rows + end - at)
      let slot = -1
      while (at < end) {
        let byte = bytes[at++] ?? 0
        let value = byte & 0x7f
        for (let shift = 7; byte > 0x7f; shift += 7) {
          byte = bytes[at++] ?? 0
          value |= (byte & 0x7f) << shift
        }
        slot += value >>> 1
        let frequency = 1
        if ((value & 1) === 1) {
          byte = bytes[at++] ?? 0
          frequency = byte & 0x7f
          for (let shift = 7; byte > 0x7f; shift += 7) {
            byte = bytes[at++] ?? 0
            frequency |= (byte & 0x7f) << shift
          }
        }
        if (allow[slot] === 1 && live[slot] === 1) {
          rowsOfTerm[rows] = slot
          frequencies[rows] = frequency
          rows += 1
        }
      }
    }
    return rows
  }

  function rowsWith(term: string, allow: Uint8Array): number {
    const { rowsWith: known } = countedOf(allow)
    let rows = known.get(term)
    if (rows === undefined) {
      rows = keys.of(term, false) ? readRows(keys.high, keys.low, allow) : 0
      known.set(term, rows)
    }
    return rows
  }

  /** Masks are not changed once they were searched by, so that one tells what it allows. */
  function countedOf(allow: Uint8Array): Counted {
    if (counted?.allow === allow) {
      if (counted.rowsWith.size > TERMS_COUNTED) counted.rowsWith.clear()
      return counted
    }
    let count = 0
    let length = 0
    const end = Math.min(allow.length, live.length)
    for (let slot = 0; slot < end; slot += 1) {
      if (allow[slot] !== 1 || live[slot] !== 1) continue
      count += 1
      length += lengths[slot] ?? 0
    }
    counted = { allow, count, length, rowsWith: new Map() }
    return counted
  }

  /** Of as many segments of one size, one of the next: a row is moved a few times in all, and a search finds few. */
  function mergeSmall(): void {
    for (;;) {
      const last = segments.at(-1)
      if (last === undefined) return
      const level = levelOf(last)
      const same = segments.filter((segment) => levelOf(segment) === level)
      if (same.length < SEGMENT_FANOUT || SEGMENT_FANOUT ** level > SEGMENT_SLOTS_AT_ONCE) return
      const merged = drain(mergeSegments(same, { renumbered: (slot) => (live[slot] === 1 ? slot : -1) }))
      segments = [...segments.filter((segment) => !same.includes(segment)), merged]
    }
  }

  function grow(needed: number): void {
    if (needed <= live.length) return
    const capacity = Math.max(needed, live.length + (live.length >> 1), FIRST_CAPACITY)
    live = widened(live, new Uint8Array(capacity))
    lengths = widened(lengths, new Uint32Array(capacity))
    sums = new Float64Array(capacity)
    scored = new Int32Array(capacity)
  }

  function widenRows(needed: number): void {
    rowsOfTerm = widened(rowsOfTerm, new Int32Array(needed * 2))
    frequencies = widened(frequencies, new Uint32Array(needed * 2))
  }
}

function idfOf(count: number, rows: number): number {
  return Math.log((count - rows + 0.5) / (rows + 0.5) + 1)
}

/** Runs a piece of work to its end without giving way. */
export function drain<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** Leaves out numbered terms that no row has any more. */
function renamed(segment: Segment, names: readonly string[]): Pick<PackedIndex, 'segment' | 'numbered'> {
  const { high } = segment
  let from = high.length
  while (from > 0 && high[from - 1] === NUMBERED) from -= 1
  const low = segment.low.slice()
  const numbered: string[] = []
  for (let at = from; at < high.length; at += 1) {
    numbered.push(names[low[at] ?? 0] ?? '')
    low[at] = at - from
  }
  return { segment: { ...segment, low }, numbered }
}

function levelOf({ first, end }: Segment): number {
  return Math.floor(Math.log(Math.max(1, end - first)) / Math.log(SEGMENT_FANOUT))
}

function bytesOf({ high, low, starts, bytes }: Segment): number {
  return high.byteLength + low.byteLength + starts.byteLength + bytes.byteLength
}

function widened<T extends Uint8Array | Uint32Array | Int32Array>(from: T, to: T): T {
  to.set(from)
  return to
}
