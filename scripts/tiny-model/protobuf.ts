/** Writes protocol buffers: as much of the format as an ONNX file needs. */

const VARINT = 0
const LENGTH_DELIMITED = 2
const FIXED_32 = 5

/** Fields of one message, in the order they are added. */
export class Message {
  readonly #parts: Uint8Array[] = []

  /** A whole number that is not negative. */
  int(field: number, value: number): this {
    this.#parts.push(varint(field * 8 + VARINT), varint(value))
    return this
  }

  float(field: number, value: number): this {
    const bytes = new Uint8Array(4)
    new DataView(bytes.buffer).setFloat32(0, value, true)
    this.#parts.push(varint(field * 8 + FIXED_32), bytes)
    return this
  }

  bytes(field: number, value: Uint8Array): this {
    this.#parts.push(varint(field * 8 + LENGTH_DELIMITED), varint(value.byteLength), value)
    return this
  }

  text(field: number, value: string): this {
    return this.bytes(field, new TextEncoder().encode(value))
  }

  message(field: number, value: Message): this {
    return this.bytes(field, value.encode())
  }

  encode(): Uint8Array {
    return concatenated(this.#parts)
  }
}

export function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.byteLength
  }
  return all
}

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return Uint8Array.of(...bytes, rest)
}
