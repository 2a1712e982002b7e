/**
 * The header of a pool file: which SQLite file it holds. It stands twice in the first sector, and the two
 * are written one after the other, so that an interrupted write leaves one that can be believed.
 *
 *   0  magic, 8 bytes    8  flags of the open, u32    12  length of the path, u16
 *  14  path, UTF-8      526  digest of the bytes before, 8 bytes
 */
export const HEADER_BYTES = 4096
const COPY_OFFSETS = [0, HEADER_BYTES / 2] as const
const MAGIC = new TextEncoder().encode('OMOIDE\u0000\u0001')
const OFFSET_FLAGS = 8
const OFFSET_LENGTH = 12
const OFFSET_PATH = 14
const MAX_PATH_BYTES = 512
const OFFSET_DIGEST = OFFSET_PATH + MAX_PATH_BYTES
const COPY_BYTES = OFFSET_DIGEST + 8

export interface PoolHeader {
  /** Empty when the file is free. */
  readonly path: string
  readonly flags: number
}

export type HeaderState =
  | { readonly kind: 'good'; readonly header: PoolHeader }
  /** No file of ours was ever written here: it is empty. */
  | { readonly kind: 'new' }
  | { readonly kind: 'bad' }

/** Reads the header; when one of its copies is bad or older, the other one is written over it. */
export function readHeader(handle: FileSystemSyncAccessHandle): HeaderState {
  if (handle.getSize() === 0) return { kind: 'new' }
  const sector = new Uint8Array(HEADER_BYTES)
  handle.read(sector, { at: 0 })
  const copies = COPY_OFFSETS.map((offset) => sector.subarray(offset, offset + COPY_BYTES))
  const good = copies.find(isGood)
  if (good === undefined) {
    const unused = handle.getSize() <= HEADER_BYTES && sector.every((byte) => byte === 0)
    return unused ? { kind: 'new' } : { kind: 'bad' }
  }
  for (const [index, copy] of copies.entries()) {
    if (!equalBytes(copy, good)) handle.write(good, { at: COPY_OFFSETS[index] ?? 0 })
  }
  return { kind: 'good', header: decode(good) }
}

/** Writes both copies, each durable before the next. Throws when the path is too long or the disk is full. */
export function writeHeader(handle: FileSystemSyncAccessHandle, header: PoolHeader): void {
  const path = new TextEncoder().encode(header.path)
  if (path.byteLength > MAX_PATH_BYTES) throw new Error('The path is too long for a pool file.')
  const copy = new Uint8Array(COPY_BYTES)
  const view = new DataView(copy.buffer)
  copy.set(MAGIC, 0)
  view.setUint32(OFFSET_FLAGS, header.flags)
  view.setUint16(OFFSET_LENGTH, path.byteLength)
  copy.set(path, OFFSET_PATH)
  copy.set(digest(copy.subarray(0, OFFSET_DIGEST)), OFFSET_DIGEST)
  for (const offset of COPY_OFFSETS) {
    if (handle.write(copy, { at: offset }) !== copy.byteLength) {
      // As at a write in opfs-pool.ts.
      throw new DOMException('The header was cut short.', 'QuotaExceededError')
    }
    handle.flush()
  }
}

function decode(copy: Uint8Array<ArrayBuffer>): PoolHeader {
  const view = new DataView(copy.buffer, copy.byteOffset)
  const length = view.getUint16(OFFSET_LENGTH)
  return {
    flags: view.getUint32(OFFSET_FLAGS),
    path: new TextDecoder().decode(copy.subarray(OFFSET_PATH, OFFSET_PATH + length)),
  }
}

function isGood(copy: Uint8Array): boolean {
  if (!equalBytes(copy.subarray(0, MAGIC.byteLength), MAGIC)) return false
  return equalBytes(copy.subarray(OFFSET_DIGEST), digest(copy.subarray(0, OFFSET_DIGEST)))
}

/** Two FNV-1a hashes with different bases: against torn and rotten bytes, not against people. */
function digest(bytes: Uint8Array): Uint8Array {
  const result = new DataView(new ArrayBuffer(8))
  for (const [index, basis] of [0x811c9dc5, 0x01000193].entries()) {
    let hash = basis
    for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
    result.setInt32(index * 4, hash)
  }
  return new Uint8Array(result.buffer)
}

function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.byteLength === other.byteLength && one.every((byte, index) => byte === other[index])
}
