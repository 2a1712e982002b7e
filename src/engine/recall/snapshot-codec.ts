/** A pool at rest as bytes: a header that says what there is, and columns one after the other. */
import * as v from 'valibot'
import { type JsonObject, isObject, parseJson } from '../document.ts'
import { ANALYZER_IDENTITY } from '../text/analyzer.ts'
import type { PackedPool } from './pool.ts'
import type { SlotColumns } from './slots.ts'

/** Another number for each change of the layout, and of what is kept of a row (slots.ts). */
const FORMAT = 2

export interface EncodedPool {
  /** What `decodePool` needs beside the columns; JSON. */
  readonly header: string
  readonly columns: readonly Uint8Array[]
}

/** `position`: the last change of the store's log that the pool holds. */
export function encodePool(pool: PackedPool, position: number): EncodedPool {
  const { columns, index, vectors, contested } = pool
  const { segment } = index
  const parts: readonly (Uint8Array | Float64Array | Uint32Array | Float32Array | Int8Array)[] = [
    columns.tiers,
    columns.flags,
    columns.seqs,
    columns.textMarks,
    columns.idMarks,
    columns.from,
    columns.to,
    index.lengths,
    segment.high,
    segment.low,
    segment.starts,
    segment.bytes,
    vectors?.scales ?? new Float32Array(0),
    vectors?.values ?? new Int8Array(0),
    new TextEncoder().encode(JSON.stringify(index.numbered)),
    new TextEncoder().encode(JSON.stringify(contested)),
  ]
  const header: v.InferOutput<typeof headerSchema> = {
    format: FORMAT,
    analyzer: ANALYZER_IDENTITY,
    position,
    rows: columns.length,
    sizes: parts.map(({ byteLength }) => byteLength),
    model: vectors === null ? null : { id: vectors.modelId, dimension: vectors.dimension },
  }
  return {
    header: JSON.stringify(header),
    columns: parts.map(
      ({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength),
    ),
  }
}

export interface SnapshotHeader {
  readonly position: number
  readonly rows: number
  /** Bytes of each column. */
  readonly sizes: readonly number[]
  readonly model: { readonly id: string; readonly dimension: number } | null
}

const whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const headerSchema = v.object({
  format: v.literal(FORMAT),
  analyzer: v.literal(ANALYZER_IDENTITY),
  position: whole,
  rows: whole,
  sizes: v.pipe(v.array(whole), v.length(16)),
  model: v.nullable(v.object({ id: v.string(), dimension: whole })),
})

/** Null for what another build wrote or what is none. */
export function readHeader(json: string): SnapshotHeader | null {
  const read = v.safeParse(headerSchema, parseJson(json))
  return read.success ? read.output : null
}

/** The pool of columns in the order of `encodePool`, each with bytes of its own; null when they do not fit together. */
export function decodePool(
  header: SnapshotHeader,
  columns: readonly Uint8Array<ArrayBuffer>[],
): PackedPool | null {
  const { rows, model } = header
  const bytesAt = (at: number): Uint8Array<ArrayBuffer> => columns[at] ?? new Uint8Array(0)
  const floats = (at: number): Float64Array => new Float64Array(bytesAt(at).buffer)
  const words = (at: number): Uint32Array => new Uint32Array(bytesAt(at).buffer)
  const text = (at: number): unknown => parseJson(new TextDecoder().decode(bytesAt(at)))
  const table: SlotColumns = {
    length: rows,
    held: new Uint8Array(rows).fill(1),
    tiers: bytesAt(0),
    flags: bytesAt(1),
    seqs: floats(2),
    textMarks: floats(3),
    idMarks: floats(4),
    from: floats(5),
    to: floats(6),
  }
  const segment = {
    high: words(8),
    low: words(9),
    starts: words(10),
    bytes: bytesAt(11),
    first: 0,
    end: rows,
  }
  const lengths = words(7)
  const numbered = v.safeParse(v.array(v.string()), text(14))
  const contested = v.safeParse(contestedSchema, text(15))
  const fits =
    [
      table.tiers,
      table.flags,
      table.seqs,
      table.textMarks,
      table.idMarks,
      table.from,
      table.to,
      lengths,
    ].every(({ length }) => length === rows) &&
    segment.low.length === segment.high.length &&
    segment.starts.length === segment.high.length + 1 &&
    segment.starts.at(-1) === segment.bytes.length
  if (!fits || !numbered.success || !contested.success) return null
  const scales = new Float32Array(bytesAt(12).buffer)
  const values = new Int8Array(bytesAt(13).buffer)
  if (model !== null && (scales.length !== rows || values.length !== rows * model.dimension)) return null
  return {
    columns: table,
    index: { segment, lengths, numbered: numbered.output },
    vectors: model === null ? null : { modelId: model.id, dimension: model.dimension, scales, values },
    contested: contested.output,
  }
}

const contestedSchema = v.array(v.tuple([whole, v.custom<JsonObject>((value) => isObject(value))]))

/** Tells bytes that were damaged; of a whole number of words or not. */
export function checksumOf(bytes: Uint8Array): number {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice()
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >> 2)
  let sum = bytes.length | 0
  for (let at = 0; at < words.length; at += 1) {
    sum = Math.imul(sum ^ (words[at] ?? 0), 0x9e3779b1)
    sum ^= sum >>> 15
  }
  for (let at = words.length * 4; at < bytes.length; at += 1)
    sum = Math.imul(sum ^ (bytes[at] ?? 0), 0x85ebca6b)
  return sum >>> 0
}
