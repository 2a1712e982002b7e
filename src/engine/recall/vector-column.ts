/**
 * One vector a row, rounded to bytes, in one array: what a query is compared with (design.md §7). The rounding moves a
 * cosine by less than 0.01; where that matters the best rows are compared anew by the vectors they were made from.
 */
import type { Hits } from './lexical-index.ts'

export interface VectorColumn {
  readonly modelId: string
  readonly dimension: number
  /** Rows that have a vector. */
  readonly count: number
  /** Puts a vector in the place of what was there; null, one of another width or without a direction leaves none. */
  set(slot: number, vector: Float32Array | null): void
  has(slot: number): boolean
  /** Cosines of at least `least`, of the slots that `allow` has 1 for; none for a query of another width. */
  search(query: Float32Array, allow: Uint8Array, least: number): Hits
  /** The column at rest, for the rows of `slots` numbered anew. */
  packed(slots: Int32Array): PackedVectors
}

export interface PackedVectors {
  readonly modelId: string
  readonly dimension: number
  /** `dimension` bytes a row. */
  readonly values: Int8Array
  /** What a byte is worth in a row of length 1; 0 for a row without a vector. */
  readonly scales: Float32Array
}

const FIRST_CAPACITY = 256
const LARGEST_BYTE = 127
/** Values added up in one go of the inner loop. */
const STRIDE = 4

export function createVectorColumn(modelId: string, dimension: number, from?: PackedVectors): VectorColumn {
  let scales = from?.scales ?? new Float32Array(FIRST_CAPACITY)
  let values = from?.values ?? new Int8Array(FIRST_CAPACITY * dimension)
  let count = 0
  for (const scale of scales) if (scale > 0) count += 1

  const column: VectorColumn = {
    modelId,
    dimension,
    get count() {
      return count
    },

    has: (slot) => (scales[slot] ?? 0) > 0,

    set(slot, vector) {
      if (column.has(slot)) count -= 1
      if (slot < scales.length) scales[slot] = 0
      if (vector?.length !== dimension) return
      const { length, largest } = sizeOf(vector)
      if (!(length > 0) || !Number.isFinite(length)) return
      grow(slot + 1)
      const step = largest / LARGEST_BYTE
      const base = slot * dimension
      for (let at = 0; at < dimension; at += 1) values[base + at] = Math.round((vector[at] ?? 0) / step)
      scales[slot] = step / length
      count += 1
    },

    search(query, allow, least) {
      const { length } = sizeOf(query)
      if (query.length !== dimension || !(length > 0)) return none()
      const end = Math.min(scales.length, allow.length)
      const slots = new Int32Array(end)
      const scores = new Float64Array(end)
      let found = 0
      for (let slot = 0; slot < end; slot += 1) {
        const scale = scales[slot] ?? 0
        if (scale === 0 || allow[slot] !== 1) continue
        const score = (dot(query, values, slot * dimension) * scale) / length
        if (score < least) continue
        slots[found] = slot
        scores[found] = score
        found += 1
      }
      return { slots: slots.subarray(0, found), scores: scores.subarray(0, found) }
    },

    packed(slots) {
      const packed = {
        values: new Int8Array(slots.length * dimension),
        scales: new Float32Array(slots.length),
      }
      for (let place = 0; place < slots.length; place += 1) {
        const slot = slots[place] ?? 0
        if (!column.has(slot)) continue
        packed.scales[place] = scales[slot] ?? 0
        packed.values.set(values.subarray(slot * dimension, (slot + 1) * dimension), place * dimension)
      }
      return { modelId, dimension, ...packed }
    },
  }
  return column

  function grow(needed: number): void {
    if (needed <= scales.length) return
    const capacity = Math.max(needed, scales.length + (scales.length >> 1), FIRST_CAPACITY)
    const wider = { scales: new Float32Array(capacity), values: new Int8Array(capacity * dimension) }
    wider.scales.set(scales)
    wider.values.set(values)
    scales = wider.scales
    values = wider.values
  }
}

/** Sum of products with the bytes from `base` on. */
function dot(query: Float32Array, values: Int8Array, base: number): number {
  const whole = query.length - (query.length % STRIDE)
  let one = 0
  let two = 0
  let three = 0
  let four = 0
  let at = 0
  for (; at < whole; at += STRIDE) {
    one += (query[at] ?? 0) * (values[base + at] ?? 0)
    two += (query[at + 1] ?? 0) * (values[base + at + 1] ?? 0)
    three += (query[at + 2] ?? 0) * (values[base + at + 2] ?? 0)
    four += (query[at + 3] ?? 0) * (values[base + at + 3] ?? 0)
  }
  for (; at < query.length; at += 1) one += (query[at] ?? 0) * (values[base + at] ?? 0)
  return one + two + three + four
}

function sizeOf(vector: Float32Array): { length: number; largest: number } {
  let squares = 0
  let largest = 0
  for (const value of vector) {
    squares += value * value
    largest = Math.max(largest, Math.abs(value))
  }
  return { length: Math.sqrt(squares), largest }
}

function none(): Hits {
  return { slots: new Int32Array(0), scores: new Float64Array(0) }
}
