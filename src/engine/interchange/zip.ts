/**
 * Reading a ZIP archive that somebody else made. Only what is wanted is unpacked, never more of it than the archive
 * declares, and what does not have the declared length and checksum is refused.
 */
import { inflateSync } from 'fflate'
import { crc32 } from '../crc32.ts'

export interface ZipMember {
  /** As the archive spells it. */
  readonly name: string
  readonly folder: boolean
  /** Bytes after unpacking, as declared. */
  readonly size: number
  /** Null when the member is encrypted, packed by an unknown method, or not what was declared. */
  unpack(): Uint8Array | null
}

/** The members in the order of the directory; null when this is no archive that can be read. */
export function readZip(bytes: Uint8Array, maxMembers: number): ZipMember[] | 'too_many' | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  if (end === null) return null
  const count = view.getUint16(end + 10, true)
  if (count > maxMembers) return 'too_many'
  const members: ZipMember[] = []
  let offset = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index += 1) {
    const member = readHeader(bytes, view, offset)
    if (member === null) return null
    members.push(member.member)
    offset = member.next
  }
  return members
}

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END_LENGTH = 22
const CENTRAL_LENGTH = 46
const LOCAL_LENGTH = 30
const MAX_COMMENT = 0xffff

/** Offset of the record that ends an archive; it may be followed by a comment. */
function findEnd(view: DataView): number | null {
  const last = view.byteLength - END_LENGTH
  for (let offset = last; offset >= Math.max(0, last - MAX_COMMENT); offset -= 1) {
    if (view.getUint32(offset, true) === END) return offset
  }
  return null
}

function readHeader(
  bytes: Uint8Array,
  view: DataView,
  offset: number,
): { readonly member: ZipMember; readonly next: number } | null {
  if (offset + CENTRAL_LENGTH > bytes.length || view.getUint32(offset, true) !== CENTRAL) return null
  const flags = view.getUint16(offset + 8, true)
  const nameLength = view.getUint16(offset + 28, true)
  const next =
    offset +
    CENTRAL_LENGTH +
    nameLength +
    view.getUint16(offset + 30, true) +
    view.getUint16(offset + 32, true)
  if (next > bytes.length) return null
  const name = new TextDecoder().decode(
    bytes.subarray(offset + CENTRAL_LENGTH, offset + CENTRAL_LENGTH + nameLength),
  )
  const packed = {
    method: view.getUint16(offset + 10, true),
    checksum: view.getUint32(offset + 16, true),
    packedSize: view.getUint32(offset + 20, true),
    size: view.getUint32(offset + 24, true),
    encrypted: (flags & 1) !== 0,
    local: view.getUint32(offset + 42, true),
  }
  const member: ZipMember = {
    name,
    folder: /[/\\]$/.test(name),
    size: packed.size,
    unpack: () => unpack(bytes, view, packed),
  }
  return { member, next }
}

interface Packed {
  readonly method: number
  readonly checksum: number
  readonly packedSize: number
  readonly size: number
  readonly encrypted: boolean
  readonly local: number
}

function unpack(bytes: Uint8Array, view: DataView, packed: Packed): Uint8Array | null {
  const { local, packedSize, size } = packed
  if (packed.encrypted || local + LOCAL_LENGTH > bytes.length) return null
  if (view.getUint32(local, true) !== LOCAL) return null
  const start = local + LOCAL_LENGTH + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  if (start + packedSize > bytes.length) return null
  const data = bytes.subarray(start, start + packedSize)
  const content = packed.method === 0 ? data : packed.method === 8 ? inflate(data, size) : null
  if (content === null || content.length !== size || crc32(content) !== packed.checksum) return null
  return content
}

/** The unpacked data, at most one byte more than declared; null when it is damaged. */
function inflate(data: Uint8Array, size: number): Uint8Array | null {
  try {
    return inflateSync(data, { out: new Uint8Array(size + 1) })
  } catch (error) {
    if (error instanceof Error) return null
    throw error
  }
}
