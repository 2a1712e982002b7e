/**
 * Products of one vector with many, sixteen values at a time: a WebAssembly function of some forty instructions, put
 * together here, over rows of bytes in its own memory. Where there are no such instructions plain code does the same.
 */

export interface DotKernel {
  /** Bytes from one row to the next, the dimension rounded up. */
  readonly stride: number
  /** The rows, one after the other; a new object after `makeRoom`. */
  readonly values: Int8Array
  /** Makes room for this many rows and keeps those that are there. */
  makeRoom(rows: number): void
  /** The vector that rows are multiplied with: whole numbers whose length is at most 32767. */
  setQuery(query: Int16Array): void
  /** Products with the rows from `first` on, of which there are at most `DOT_ROWS`; good until the next call. */
  dots(first: number, rows: number): Int32Array
}

/** Rows of one call. */
export const DOT_ROWS = 8192

/** Values of one instruction, which rows are filled up to. */
const LANES = 16
const PAGE = 2 ** 16
/** The first page holds the query, then the products of a call; rows begin with the second. */
const PRODUCTS_AT = PAGE / 2
const LONGEST = PRODUCTS_AT / 2

/** `plain` leaves the instructions aside, as on a device without them. */
export function createDotKernel(dimension: number, plain = !hasSimd()): DotKernel {
  if (dimension > LONGEST) throw new RangeError(`vectors of ${dimension} values are too long`)
  const stride = Math.ceil(dimension / LANES) * LANES
  return plain ? plainKernel(stride) : simdKernel(stride)
}

function simdKernel(stride: number): DotKernel {
  const memory = new WebAssembly.Memory({ initial: 1 })
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(program), { own: { memory } })
  // The module below exports it with these parameters.
  const multiply = exports['dots'] as (values: number, stride: number, rows: number, products: number) => void
  let values = new Int8Array(memory.buffer, PAGE)
  return {
    stride,
    get values() {
      return values
    },
    makeRoom(rows) {
      const missing = rows * stride - values.length
      if (missing <= 0) return
      memory.grow(Math.ceil(missing / PAGE))
      values = new Int8Array(memory.buffer, PAGE)
    },
    setQuery(query) {
      const room = new Int16Array(memory.buffer, 0, stride)
      room.fill(0)
      room.set(query)
    },
    dots(first, rows) {
      if (rows === 0) return new Int32Array(0)
      multiply(PAGE + first * stride, stride, rows, PRODUCTS_AT)
      return new Int32Array(memory.buffer, PRODUCTS_AT, rows)
    },
  }
}

function plainKernel(stride: number): DotKernel {
  let values = new Int8Array(0)
  const factors = new Int16Array(stride)
  const products = new Int32Array(DOT_ROWS)
  return {
    stride,
    get values() {
      return values
    },
    makeRoom(rows) {
      if (rows * stride <= values.length) return
      const wider = new Int8Array(Math.max(rows * stride, values.length + (values.length >> 1)))
      wider.set(values)
      values = wider
    },
    setQuery(query) {
      factors.fill(0)
      factors.set(query)
    },
    dots(first, rows) {
      for (let row = 0; row < rows; row += 1) {
        const base = (first + row) * stride
        let sum = 0
        for (let at = 0; at < stride; at += 1) sum += Math.imul(factors[at] ?? 0, values[base + at] ?? 0)
        products[row] = sum
      }
      return products.subarray(0, rows)
    },
  }
}

let simd: boolean | null = null

/** Whether this device has the instructions that the program is made of. */
export function hasSimd(): boolean {
  simd ??= WebAssembly.validate(program)
  return simd
}

// -------------------------------------------------------------------------------------------- the program

const I32 = 0x7f
const V128 = 0x7b
const NOTHING = 0x40
const get = (local: number): number[] => [0x20, local]
const set = (local: number): number[] => [0x21, local]
const tee = (local: number): number[] => [0x22, local]
const i32 = (value: number): number[] => [0x41, ...signed(value)]
const ADD = [0x6a]
const LESS = [0x49]
const vector = (code: number): number[] => [0xfd, ...unsigned(code)]
const load = (offset: number): number[] => [...vector(0), 4, ...unsigned(offset)]
const ZEROES = [...vector(12), ...new Array<number>(16).fill(0)]
const LOW_BYTES_AS_16 = vector(0x87)
const HIGH_BYTES_AS_16 = vector(0x88)
/** Products of eight pairs, neighbours added. */
const PRODUCTS = vector(0xba)
const ADD_LANES = vector(0xae)
const lane = (index: number): number[] => [...vector(0x1b), index]
const STORE = [0x36, 2, 0]
const loop = (body: number[]): number[] => [0x03, NOTHING, ...body, 0x0b]
const AGAIN_IF = [0x0d, 0]

/** Parameters and variables of the function, by number. */
const [VALUES, STRIDE, ROWS, OUT, ROW_END, QUERY, SUM, BYTES] = [0, 1, 2, 3, 4, 5, 6, 7]

const body = [
  // rows are counted by where their products go
  ...[...get(ROWS), ...i32(4), 0x6c, ...get(OUT), ...ADD, ...set(ROWS)],
  ...loop([
    ...[...get(VALUES), ...get(STRIDE), ...ADD, ...set(ROW_END)],
    ...[...i32(0), ...set(QUERY), ...ZEROES, ...set(SUM)],
    ...loop([
      ...[...get(VALUES), ...load(0), ...tee(BYTES), ...LOW_BYTES_AS_16],
      ...[...get(QUERY), ...load(0), ...PRODUCTS],
      ...[...get(BYTES), ...HIGH_BYTES_AS_16, ...get(QUERY), ...load(LANES), ...PRODUCTS],
      ...[...ADD_LANES, ...get(SUM), ...ADD_LANES, ...set(SUM)],
      ...[...get(QUERY), ...i32(2 * LANES), ...ADD, ...set(QUERY)],
      ...[...get(VALUES), ...i32(LANES), ...ADD, ...tee(VALUES), ...get(ROW_END), ...LESS, ...AGAIN_IF],
    ]),
    ...get(OUT),
    ...[...get(SUM), ...lane(0), ...get(SUM), ...lane(1), ...ADD],
    ...[...get(SUM), ...lane(2), ...ADD, ...get(SUM), ...lane(3), ...ADD],
    ...STORE,
    ...[...get(OUT), ...i32(4), ...ADD, ...tee(OUT), ...get(ROWS), ...LESS, ...AGAIN_IF],
  ]),
  0x0b,
]

const program = Uint8Array.from([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, [1, 0x60, 4, I32, I32, I32, I32, 0]),
  ...section(2, [1, ...name('own'), ...name('memory'), 2, 0, 1]),
  ...section(3, [1, 0]),
  ...section(7, [1, ...name('dots'), 0, 0]),
  ...section(10, [1, ...sized([2, 2, I32, 2, V128, ...body])]),
])

function section(id: number, content: number[]): number[] {
  return [id, ...sized(content)]
}

function sized(content: number[]): number[] {
  return [...unsigned(content.length), ...content]
}

function name(text: string): number[] {
  return sized([...text].map((letter) => letter.charCodeAt(0)))
}

function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]
}

/** Not below zero. */
function signed(value: number): number[] {
  return value < 0x40 ? [value] : [(value & 0x7f) | 0x80, ...signed(value >>> 7)]
}
