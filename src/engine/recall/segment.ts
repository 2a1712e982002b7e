/**
 * Posting lists of a batch of rows, packed and never changed: terms in the order of their keys, for each the slots of
 * its rows as gaps with how often the row has it. A row that is replaced gets a new slot in a newer segment; what is
 * left of the old one is ignored by those who read, and goes when segments are merged.
 */
import { NUMBERED, type TermKeys } from './term-key.ts'

export interface Segment {
  /** Both halves of the keys, ascending. */
  readonly high: Uint32Array
  readonly low: Uint32Array
  /** Where the list of each term begins in `bytes`; one more for the end. */
  readonly starts: Uint32Array
  readonly bytes: Uint8Array
  /** Slots that its lists may name: `first` to below `end`. */
  readonly first: number
  readonly end: number
}

/** The terms of a row, and the slot it has. */
export interface SegmentRow {
  readonly slot: number
  readonly terms: readonly string[]
}

/** The place of a key in a segment, -1 when it is not there. */
export function findTerm({ high, low }: Segment, wantedHigh: number, wantedLow: number): number {
  let from = 0
  let to = high.length - 1
  while (from <= to) {
    const middle = (from + to) >> 1
    const order = (high[middle] ?? 0) - wantedHigh || (low[middle] ?? 0) - wantedLow
    if (order === 0) return middle
    if (order < 0) from = middle + 1
    else to = middle - 1
  }
  return -1
}

/** A segment of `rows`, which come in ascending slots. */
export function segmentOf(rows: readonly SegmentRow[], keys: TermKeys): Segment {
  const table = createTermTable()
  const termAt = new Growing(rows.length * 32)
  const slotAt = new Growing(rows.length * 32)
  for (const { slot, terms } of rows) {
    for (const term of terms) {
      keys.of(term, true)
      termAt.push(table.numberOf(keys.high, keys.low))
      slotAt.push(slot)
    }
  }
  const { count, high, low } = table
  const bounds = new Uint32Array(count + 1)
  for (let at = 0; at < termAt.length; at += 1) {
    const term = termAt.at(at)
    bounds[term + 1] = (bounds[term + 1] ?? 0) + 1
  }
  for (let term = 0; term < count; term += 1) bounds[term + 1] = (bounds[term + 1] ?? 0) + (bounds[term] ?? 0)
  // By term; within one the order of rows stays.
  const grouped = new Uint32Array(termAt.length)
  const next = bounds.slice(0, count)
  for (let at = 0; at < termAt.length; at += 1) {
    const term = termAt.at(at)
    const place = next[term] ?? 0
    grouped[place] = slotAt.at(at)
    next[term] = place + 1
  }
  const order = table.sorted()
  const writer = new SegmentWriter(count, termAt.length * 2)
  for (const term of order) {
    writer.beginTerm(high[term] ?? 0, low[term] ?? 0)
    let at = bounds[term] ?? 0
    const end = bounds[term + 1] ?? 0
    while (at < end) {
      const slot = grouped[at] ?? 0
      let frequency = 1
      while (at + frequency < end && grouped[at + frequency] === slot) frequency += 1
      writer.posting(slot, frequency)
      at += frequency
    }
    writer.endTerm()
  }
  const last = rows.at(-1)
  return writer.finish(rows[0]?.slot ?? 0, last === undefined ? 0 : last.slot + 1)
}

export interface Merge {
  /** Slots to keep, and the slot that each becomes. Left out: all, as they are. */
  readonly renumbered?: (slot: number) => number
  /** The number that a numbered term becomes, in the same order. */
  readonly renamed?: (number: number) => number
}

/**
 * One segment of several; gives way after some terms each. Slots that `renumbered` maps to -1 are left out, and
 * terms that no row has any more.
 */
export function* mergeSegments(parts: readonly Segment[], merge: Merge = {}): Generator<void, Segment> {
  const ordered = parts.toSorted((a, b) => a.first - b.first)
  const places = ordered.map(() => 0)
  const writer = new SegmentWriter(
    Math.max(0, ...ordered.map(({ high }) => high.length)),
    ordered.reduce((sum, { bytes }) => sum + bytes.length, 0),
  )
  const { renumbered, renamed } = merge
  const take = (slot: number, frequency: number): void => {
    const kept = renumbered === undefined ? slot : renumbered(slot)
    if (kept >= 0) writer.posting(kept, frequency)
  }
  let work = 0
  for (;;) {
    let high = Infinity
    let low = Infinity
    for (const [at, part] of ordered.entries()) {
      const place = places[at] ?? 0
      if (place >= part.high.length) continue
      const candidate = part.high[place] ?? 0
      const order = candidate - high || (part.low[place] ?? 0) - low
      if (order < 0) {
        high = candidate
        low = part.low[place] ?? 0
      }
    }
    if (high === Infinity) break
    writer.beginTerm(high, high === NUMBERED && renamed !== undefined ? renamed(low) : low)
    for (const [at, part] of ordered.entries()) {
      const place = places[at] ?? 0
      if (part.high[place] !== high || part.low[place] !== low) continue
      places[at] = place + 1
      work += (part.starts[place + 1] ?? 0) - (part.starts[place] ?? 0)
      eachPosting(part, place, take)
    }
    writer.endTerm()
    work += 1
    if (work >= MERGE_STEP) {
      work = 0
      yield
    }
  }
  const end = Math.max(0, ...ordered.map((part) => part.end))
  return writer.finish(ordered[0]?.first ?? 0, end)
}

/** Terms and bytes of one step of a merge: about a millisecond. */
const MERGE_STEP = 50_000

/** Calls `take` for each row of a term, in ascending slots. */
export function eachPosting(
  { bytes, starts }: Segment,
  place: number,
  take: (slot: number, frequency: number) => void,
): void {
  let at = starts[place] ?? 0
  const end = starts[place + 1] ?? 0
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
    take(slot, frequency)
  }
}

/** Numbers keys as they come, by open addressing. */
function createTermTable() {
  let buckets = new Int32Array(1024).fill(-1)
  const highs = new Growing(512)
  const lows = new Growing(512)

  return {
    get count() {
      return highs.length
    },
    get high() {
      return highs.values
    },
    get low() {
      return lows.values
    },
    numberOf(high: number, low: number): number {
      let at = place(high, low)
      const known = buckets[at] ?? -1
      if (known >= 0) return known
      if (highs.length * 2 >= buckets.length) {
        grow()
        at = place(high, low)
      }
      const number = highs.length
      buckets[at] = number
      highs.push(high)
      lows.push(low)
      return number
    },
    /** Numbers in the order of their keys. */
    sorted(): Uint32Array {
      const pairs = new BigUint64Array(highs.length)
      const halves = new Uint32Array(pairs.buffer)
      for (let number = 0; number < highs.length; number += 1) {
        halves[2 * number] = lows.at(number)
        halves[2 * number + 1] = highs.at(number)
      }
      pairs.sort()
      const order = new Uint32Array(highs.length)
      for (let at = 0; at < order.length; at += 1) {
        order[at] = buckets[place(halves[2 * at + 1] ?? 0, halves[2 * at] ?? 0)] ?? 0
      }
      return order
    },
  }

  function place(high: number, low: number): number {
    const mask = buckets.length - 1
    let mixed = Math.imul(high ^ Math.imul(low, 0x9e3779b1), 0x85ebca6b)
    mixed ^= mixed >>> 15
    let at = Math.imul(mixed, 0xc2b2ae35) >>> 7
    for (;;) {
      at &= mask
      const number = buckets[at] ?? -1
      if (number < 0 || (highs.at(number) === high && lows.at(number) === low)) return at
      at += 1
    }
  }

  function grow(): void {
    buckets = new Int32Array(buckets.length * 2).fill(-1)
    for (let number = 0; number < highs.length; number += 1) {
      buckets[place(highs.at(number), lows.at(number))] = number
    }
  }
}

/** Writes terms in order of their keys; a term without rows leaves nothing. */
class SegmentWriter {
  readonly #high: Growing
  readonly #low: Growing
  readonly #starts: Growing
  #bytes: Uint8Array
  #size = 0
  #last = -1
  #begun = 0

  constructor(terms: number, bytes: number) {
    this.#high = new Growing(terms)
    this.#low = new Growing(terms)
    this.#starts = new Growing(terms + 1)
    this.#bytes = new Uint8Array(Math.max(64, bytes))
  }

  beginTerm(high: number, low: number): void {
    this.#begun = this.#size
    this.#last = -1
    this.#high.push(high)
    this.#low.push(low)
  }

  posting(slot: number, frequency: number): void {
    this.#number(((slot - this.#last) * 2 + (frequency > 1 ? 1 : 0)) >>> 0)
    if (frequency > 1) this.#number(frequency)
    this.#last = slot
  }

  endTerm(): void {
    if (this.#size > this.#begun) {
      this.#starts.push(this.#begun)
      return
    }
    this.#high.pop()
    this.#low.pop()
  }

  finish(first: number, end: number): Segment {
    this.#starts.push(this.#size)
    return {
      high: this.#high.exact(),
      low: this.#low.exact(),
      starts: this.#starts.exact(),
      bytes: this.#bytes.slice(0, this.#size),
      first,
      end,
    }
  }

  #number(value: number): void {
    if (this.#size + 5 > this.#bytes.length) {
      const wider = new Uint8Array(this.#bytes.length * 2)
      wider.set(this.#bytes)
      this.#bytes = wider
    }
    let rest = value
    while (rest > 0x7f) {
      this.#bytes[this.#size++] = (rest & 0x7f) | 0x80
      rest >>>= 7
    }
    this.#bytes[this.#size++] = rest
  }
}

/** Whole numbers in a row that gets longer. */
class Growing {
  values: Uint32Array
  length = 0

  constructor(capacity: number) {
    this.values = new Uint32Array(Math.max(16, capacity))
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const wider = new Uint32Array(this.values.length * 2)
      wider.set(this.values)
      this.values = wider
    }
    this.values[this.length++] = value
  }

  pop(): void {
    this.length -= 1
  }

  at(index: number): number {
    return this.values[index] ?? 0
  }

  exact(): Uint32Array {
    return this.values.slice(0, this.length)
  }
}
