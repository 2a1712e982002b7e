/**
 * One vector a row, rounded to bytes, in one array: what a query is compared with (design.md §7). The rounding moves a
 * cosine by less than 0.01; where that matters the best rows are compared anew by the vectors they were made from.
 */
import { createDotKernel, DOT_ROWS } from './dot-kernel.ts'
import type { Hits } from './lexical-index.ts'

export interface VectorColumn {
  readonly modelId: string
  readonly dimension: number
  /** Rows that have a vector. */
  readonly count: number
  /**
   * Puts a vector in the place of what was there. Null, one of another width or without a direction leaves none, and is
   * remembered: the model has nothing for this row.
   */
  set(slot: number, vector: Float32Array | null): void
  /** Takes out what was there; the model may be asked again. */
  clear(slot: number): void
  /** Whether the model was asked about the row, whatever it gave. */
  isAsked(slot: number): boolean
  readonly bytes: number
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
  /** What a byte is worth in a row of length 1; 0 where the model was not asked, `NO_VECTOR` where it had nothing. */
  readonly scales: Float32Array
}

const NO_VECTOR = -1
const FIRST_CAPACITY = 256
const LARGEST_BYTE = 127
/** Length of a query in whole numbers: as long as no sum of products leaves 32 bits. */
const QUERY_LENGTH = 32_767

export function createVectorColumn(modelId: string, dimension: number, from?: PackedVectors): VectorColumn {
  const kernel = createDotKernel(dimension)
  const { stride } = kernel
  let scales = new Float32Array(0)
  let count = 0

  const column: VectorColumn = {
    modelId,
    dimension,
    get count() {
      return count
    },

    isAsked: (slot) => (scales[slot] ?? 0) !== 0,

    get bytes() {
      return kernel.values.byteLength + scales.byteLength
    },

    clear(slot) {
      if ((scales[slot] ?? 0) > 0) count -= 1
      if (slot < scales.length) scales[slot] = 0
    },

    set(slot, vector) {
      column.clear(slot)
      grow(slot + 1)
      scales[slot] = NO_VECTOR
      if (vector?.length !== dimension) return
      const { length, largest } = sizeOf(vector)
      if (!(length > 0) || !Number.isFinite(length)) return
      const { values } = kernel
      const step = largest / LARGEST_BYTE
      const base = slot * stride
      for (let at = 0; at < dimension; at += 1) values[base + at] = Math.round((vector[at] ?? 0) / step)
      scales[slot] = step / length
      count += 1
    },

    search(query, allow, least) {
      const { length } = sizeOf(query)
      const end = Math.min(scales.length, allow.length)
      if (query.length !== dimension || !(length > 0))
        return { slots: new Int32Array(0), scores: new Float64Array(0) }
      kernel.setQuery(Int16Array.from(query, (value) => Math.round((value / length) * QUERY_LENGTH)))
      const slots = new Int32Array(end)
      const scores = new Float64Array(end)
      let found = 0
      for (let first = 0; first < end; first += DOT_ROWS) {
        const rows = Math.min(DOT_ROWS, end - first)
        const products = kernel.dots(first, rows)
        for (let row = 0; row < rows; row += 1) {
          const slot = first + row
          const scale = scales[slot] ?? 0
          if (scale <= 0 || allow[slot] !== 1) continue
          const score = ((products[row] ?? 0) * scale) / QUERY_LENGTH
          if (score < least) continue
          slots[found] = slot
          scores[found] = score
          found += 1
        }
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
        packed.scales[place] = scales[slot] ?? 0
        if (!column.isAsked(slot)) continue
        packed.values.set(kernel.values.subarray(slot * stride, slot * stride + dimension), place * dimension)
      }
      return { modelId, dimension, ...packed }
    },
  }
  if (from !== undefined) take(from)
  return column

  function take(packed: PackedVectors): void {
    grow(packed.scales.length)
    scales.set(packed.scales)
    for (const scale of packed.scales) if (scale > 0) count += 1
    if (stride === dimension) kernel.values.set(packed.values)
    else {
      for (let row = 0; row < packed.scales.length; row += 1) {
        kernel.values.set(packed.values.subarray(row * dimension, (row + 1) * dimension), row * stride)
      }
    }
  }

  function grow(needed: number): void {
    if (needed <= scales.length) return
    const capacity = Math.max(needed, scales.length + (scales.length >> 1), FIRST_CAPACITY)
    const wider = new Float32Array(capacity)
    wider.set(scales)
    scales = wider
    kernel.makeRoom(capacity)
  }
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
