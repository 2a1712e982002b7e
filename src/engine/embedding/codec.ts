/** Vectors as rows keep them: base64 of little-endian half floats (embeddings.md §3). */

/** Values beyond the range of a half float become infinite, which no reader accepts. */
export function encodeVector(vector: ArrayLike<number>): string {
  const bytes = new DataView(new ArrayBuffer(vector.length * 2))
  for (let index = 0; index < vector.length; index += 1) {
    bytes.setUint16(index * 2, toHalf(vector[index] ?? 0), true)
  }
  let text = ''
  for (let index = 0; index < bytes.byteLength; index += 1) text += String.fromCharCode(bytes.getUint8(index))
  return btoa(text)
}

/** The vector; null for what is no padded base64, for half a value, for none, and for values that are not finite. */
export function decodeVector(base64: unknown): Float32Array | null {
  if (typeof base64 !== 'string' || base64 === '' || !strict.test(base64)) return null
  const text = atob(base64)
  if (text.length === 0 || text.length % 2 !== 0) return null
  const vector = new Float32Array(text.length / 2)
  for (let index = 0; index < vector.length; index += 1) {
    const value = fromHalf(text.charCodeAt(index * 2) | (text.charCodeAt(index * 2 + 1) << 8))
    if (!Number.isFinite(value)) return null
    vector[index] = value
  }
  return vector
}

const strict = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const FRACTION = 1024
const SMALLEST_EXPONENT = -14
const LARGEST_EXPONENT = 15
const INFINITE = 0x7c00
const NOT_A_NUMBER = 0x7e00

/** Rounds to the nearest half float, ties to even. */
function toHalf(value: number): number {
  if (Number.isNaN(value)) return NOT_A_NUMBER
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0
  const size = Math.abs(value)
  if (size === 0) return sign
  if (size === Infinity) return sign | INFINITE
  const exponent = Math.max(SMALLEST_EXPONENT, Math.floor(Math.log2(size)))
  // A carry out of the fraction runs into the exponent, which is what it must do.
  const fraction = roundToEven((size / 2 ** exponent) * FRACTION)
  if (exponent > LARGEST_EXPONENT) return sign | INFINITE
  const bits = (exponent - SMALLEST_EXPONENT) * FRACTION + fraction
  return sign | Math.min(bits, INFINITE)
}

function fromHalf(bits: number): number {
  const sign = (bits & 0x8000) === 0 ? 1 : -1
  const exponent = (bits & INFINITE) / FRACTION
  const fraction = bits & (FRACTION - 1)
  if (exponent === 31) return fraction === 0 ? sign * Infinity : NaN
  if (exponent === 0) return sign * fraction * 2 ** (SMALLEST_EXPONENT - 10)
  return sign * (1 + fraction / FRACTION) * 2 ** (exponent - 15)
}

function roundToEven(value: number): number {
  const below = Math.floor(value)
  const rest = value - below
  if (rest !== 0.5) return Math.round(value)
  return below % 2 === 0 ? below : below + 1
}
