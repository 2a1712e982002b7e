/**
 * Reading a ZIP archive of a model piece by piece: it may be larger than memory. What is not as the archive
 * declares it, in length or checksum, is refused.
 */
import { Inflate } from 'fflate'
import { crc32 } from '../../engine/crc32.ts'
import { messageOf } from '../../engine/result.ts'
import { INFLATED_AT_ONCE_BYTES } from '../limits.ts'
import { piecesOf } from './blob-pieces.ts'
import type { SourceFile } from './import-files.ts'
import { InstallTrouble } from './install-trouble.ts'

/** Throws `embedding_archive_unreadable` for what is no archive. */
export async function readArchive(archive: Blob): Promise<readonly SourceFile[]> {
  const directory = await readDirectory(archive)
  const files: SourceFile[] = []
  let offset = 0
  while (offset + ENTRY_LENGTH <= directory.byteLength) {
    const { entry, next } = readEntry(directory, offset)
    if (!entry.path.endsWith('/')) {
      files.push({ path: entry.path, bytes: entry.bytes, pieces: () => unpacked(archive, entry) })
    }
    offset = next
  }
  return files
}

interface Entry {
  readonly path: string
  readonly method: number
  readonly checksum: number
  readonly packedBytes: number
  readonly bytes: number
  readonly encrypted: boolean
  /** Where its own header starts. */
  readonly start: number
}

const END = 0x06054b50
const END_LENGTH = 22
const MAX_COMMENT = 0xffff
const ENTRY = 0x02014b50
const ENTRY_LENGTH = 46
const LOCAL = 0x04034b50
const LOCAL_LENGTH = 30
/** Stands for a number that is too large and kept elsewhere. */
const TOO_LARGE = 0xffffffff
const STORED = 0
const DEFLATED = 8

function unreadable(detail: string): never {
  throw new InstallTrouble('embedding_archive_unreadable', detail)
}

async function bytesOf(blob: Blob, start: number, end: number): Promise<DataView> {
  return new DataView(await blob.slice(start, end).arrayBuffer())
}

async function readDirectory(archive: Blob): Promise<DataView> {
  const tailStart = Math.max(0, archive.size - END_LENGTH - MAX_COMMENT)
  const tail = await bytesOf(archive, tailStart, archive.size)
  let at = tail.byteLength - END_LENGTH
  while (at >= 0 && tail.getUint32(at, true) !== END) at -= 1
  if (at < 0) unreadable('it has no directory; it may be cut short')
  const size = tail.getUint32(at + 12, true)
  const start = tail.getUint32(at + 16, true)
  if (start === TOO_LARGE || start + size > tailStart + at) unreadable('its directory is not where it says')
  return bytesOf(archive, start, start + size)
}

function readEntry(view: DataView, offset: number): { readonly entry: Entry; readonly next: number } {
  if (view.getUint32(offset, true) !== ENTRY) unreadable('its directory is damaged')
  const nameLength = view.getUint16(offset + 28, true)
  const next =
    offset + ENTRY_LENGTH + nameLength + view.getUint16(offset + 30, true) + view.getUint16(offset + 32, true)
  if (next > view.byteLength) unreadable('its directory is cut short')
  const name = new Uint8Array(view.buffer, view.byteOffset + offset + ENTRY_LENGTH, nameLength)
  const entry = {
    path: new TextDecoder().decode(name).replaceAll('\\', '/'),
    method: view.getUint16(offset + 10, true),
    checksum: view.getUint32(offset + 16, true),
    packedBytes: view.getUint32(offset + 20, true),
    bytes: view.getUint32(offset + 24, true),
    encrypted: (view.getUint16(offset + 8, true) & 1) !== 0,
    start: view.getUint32(offset + 42, true),
  }
  return { entry, next }
}

async function* unpacked(archive: Blob, entry: Entry): AsyncGenerator<Uint8Array> {
  const { path, method, packedBytes, bytes } = entry
  if (entry.encrypted || (method !== STORED && method !== DEFLATED))
    unreadable(`${path} is packed in an unknown way`)
  if (packedBytes === TOO_LARGE || bytes === TOO_LARGE)
    unreadable(`${path} is too large for this kind of archive`)
  const local = await bytesOf(archive, entry.start, entry.start + LOCAL_LENGTH)
  if (local.byteLength < LOCAL_LENGTH || local.getUint32(0, true) !== LOCAL)
    unreadable(`${path} is not where it should be`)
  const start = entry.start + LOCAL_LENGTH + local.getUint16(26, true) + local.getUint16(28, true)
  const content = archive.slice(start, start + packedBytes)
  if (content.size !== packedBytes) unreadable(`${path} is cut short`)
  let length = 0
  let checksum = 0
  for await (const piece of method === STORED ? piecesOf(content) : inflated(content, path)) {
    length += piece.byteLength
    if (length > bytes) unreadable(`${path} is longer than it says`)
    checksum = crc32(piece, checksum)
    yield piece
  }
  if (length !== bytes || checksum !== entry.checksum) unreadable(`${path} is damaged`)
}

async function* inflated(content: Blob, path: string): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = []
  const inflate = new Inflate((piece) => void made.push(piece))
  let read = 0
  for await (const piece of piecesOf(content)) {
    for (let start = 0; start < piece.byteLength; start += INFLATED_AT_ONCE_BYTES) {
      const part = piece.subarray(start, start + INFLATED_AT_ONCE_BYTES)
      read += part.byteLength
      try {
        inflate.push(part, read === content.size)
      } catch (error) {
        unreadable(`${path}: ${messageOf(error)}`)
      }
      yield* made.splice(0)
    }
  }
}
