/**
 * Keeping the index of recall on disk, and having it again at the start. Whatever is wrong with it, the index is made
 * from the rows instead: a snapshot saves time and decides nothing.
 */
import type { Database } from './ports.ts'
import {
  checksumOf,
  decodePool,
  encodePool,
  readHeader,
  type SnapshotHeader,
} from './recall/snapshot-codec.ts'
import type { PackedPool } from './recall/pool.ts'
import { SNAPSHOT_PART_BYTES, SNAPSHOT_PARTS_AT_ONCE } from './settings.ts'
import { recallSnapshotTable as snapshots } from './store/recall-snapshot.ts'

export interface LoadedSnapshot {
  readonly pool: PackedPool
  /** The last change of the log that it holds. */
  readonly position: number
}

/** The last snapshot that is whole, null where there is none that can be used. Lets other work in between its parts. */
export async function loadSnapshot(db: Database, pause: () => Promise<void>): Promise<LoadedSnapshot | null> {
  const kept = await snapshots.header(db)
  if (kept === null) return null
  const header = openHeader(kept.header)
  if (header === null || !(await snapshots.isReached(db, header.position))) return null
  const columns = header.sizes.map((size) => new Uint8Array(size))
  const fill = fillerOf(columns)
  const total = header.sizes.reduce((sum, size) => sum + size, 0)
  const count = Math.ceil(total / SNAPSHOT_PART_BYTES)
  for (let from = 1; from <= count; from += SNAPSHOT_PARTS_AT_ONCE) {
    if (from > 1) await pause()
    const parts = await snapshots.parts(db, kept.generation, from, SNAPSHOT_PARTS_AT_ONCE)
    if (parts.length !== Math.min(SNAPSHOT_PARTS_AT_ONCE, count - from + 1)) return null
    for (const part of parts) {
      const content = opened(part)
      if (content === null || !fill(content)) return null
    }
  }
  const pool = decodePool(header, columns)
  return pool === null ? null : { pool, position: header.position }
}

/**
 * Writes what `gather` gives, part by part, each in a transaction of its own, and lets other work in between. Null when
 * it was given up: `goOn` said so, or the snapshot was forgotten since it was begun, which is before `gather`.
 */
export async function saveSnapshot(
  db: Database,
  gather: () => Promise<LoadedSnapshot>,
  pause: () => Promise<void>,
  goOn: () => boolean,
): Promise<LoadedSnapshot | null> {
  const generation = await snapshots.begin(db)
  const gathered = await gather()
  const { header, columns } = encodePool(gathered.pool, gathered.position)
  let part = 0
  for (const content of cut(columns)) {
    await pause()
    part += 1
    if (!goOn() || !(await snapshots.add(db, generation, part, sealed(content)))) return null
  }
  const completed = await snapshots.complete(db, generation, sealedHeader(header), gathered.position)
  return completed ? gathered : null
}

/** The columns one after the other, in pieces of the size of a part. */
function* cut(columns: readonly Uint8Array[]): Generator<Uint8Array> {
  let piece = new Uint8Array(SNAPSHOT_PART_BYTES)
  let size = 0
  for (const column of columns) {
    for (let from = 0; from < column.length;) {
      const taken = column.subarray(from, from + SNAPSHOT_PART_BYTES - size)
      piece.set(taken, size)
      size += taken.length
      from += taken.length
      if (size < SNAPSHOT_PART_BYTES) continue
      yield piece
      piece = new Uint8Array(SNAPSHOT_PART_BYTES)
      size = 0
    }
  }
  if (size > 0) yield piece.subarray(0, size)
}

/** Puts pieces back into columns; false for more bytes than they have room for. */
function fillerOf(columns: readonly Uint8Array[]): (piece: Uint8Array) => boolean {
  let at = 0
  let size = 0
  return (piece) => {
    for (let from = 0; from < piece.length;) {
      while (at < columns.length && size === columns[at]?.length) {
        at += 1
        size = 0
      }
      const column = columns[at]
      if (column === undefined) return false
      const taken = piece.subarray(from, from + column.length - size)
      column.set(taken, size)
      size += taken.length
      from += taken.length
    }
    return true
  }
}

const SEAL_BYTES = 4

/** With a checksum in front. */
function sealed(content: Uint8Array): Uint8Array {
  const part = new Uint8Array(SEAL_BYTES + content.length)
  new DataView(part.buffer).setUint32(0, checksumOf(content))
  part.set(content, SEAL_BYTES)
  return part
}

function opened(part: Uint8Array): Uint8Array | null {
  if (part.length < SEAL_BYTES) return null
  const content = part.slice(SEAL_BYTES)
  const seal = new DataView(part.buffer, part.byteOffset).getUint32(0)
  return seal === checksumOf(content) ? content : null
}

function sealedHeader(header: string): string {
  return `${checksumOf(new TextEncoder().encode(header))} ${header}`
}

function openHeader(text: string): SnapshotHeader | null {
  const space = text.indexOf(' ')
  const header = text.slice(space + 1)
  return text.slice(0, space) === String(checksumOf(new TextEncoder().encode(header)))
    ? readHeader(header)
    : null
}
