/**
 * A SQLite file system over a pool of OPFS files whose access handles are all held open: opening and
 * deleting are asynchronous in OPFS and synchronous in SQLite, so files are made beforehand and given
 * names in their headers. It has one owner at a time. The idea is wa-sqlite's AccessHandlePoolVFS; unlike
 * it, a file whose header cannot be believed is left as it is and reported, and the write-ahead log is
 * written in one piece a transaction.
 */
import { FacadeVFS, type MemoryBytes, type OutInt32, type OutInt64 } from 'wa-sqlite/src/FacadeVFS.js'
import * as VFS from 'wa-sqlite/src/VFS.js'
import type { SqliteModule } from 'wa-sqlite/types'
import { GATHERED_BYTES } from './limits.ts'
import { HEADER_BYTES, readHeader, writeHeader } from './pool-header.ts'

/** A file that is in no use because its header cannot be believed; its bytes are untouched. */
export interface QuarantinedFile {
  /** Name in the pool's OPFS directory. */
  readonly name: string
  readonly bytes: number
}

/** Kinds of files that outlive a session; others left behind by a crash are given free. */
const LASTING_FILES =
  VFS.SQLITE_OPEN_MAIN_DB | VFS.SQLITE_OPEN_MAIN_JOURNAL | VFS.SQLITE_OPEN_SUPER_JOURNAL | VFS.SQLITE_OPEN_WAL

/** Always held by the owner, so that a pool without any file yet has one owner too. Stays empty. */
const OWNER_FILE = 'owner'

const SECTOR_BYTES = 4096
const MAX_PATH_BYTES = 512
/** As SQLite's own file systems say by default; without it each commit writes its last log frame twice. */
const SQLITE_IOCAP_POWERSAFE_OVERWRITE = 0x1000

interface PoolFile {
  readonly name: string
  readonly handle: FileSystemSyncAccessHandle
  gathered: GatheredWrites | null
}

interface OpenFile {
  readonly path: string
  readonly flags: number
  readonly file: PoolFile
}

export class OpfsPool extends FacadeVFS {
  readonly #directory: FileSystemDirectoryHandle
  readonly #files = new Map<string, PoolFile>()
  readonly #free: PoolFile[] = []
  readonly #open = new Map<number, OpenFile>()
  readonly #quarantined: QuarantinedFile[] = []
  #owner: FileSystemSyncAccessHandle | undefined
  #making: Promise<void> | undefined
  #toppingUp: Promise<void> | undefined
  #ended = false
  #lastError: unknown

  /**
   * Takes the handles of all files in the directory, its owner file first. Throws what `createSyncAccessHandle` throws when
   * another owner holds one, with none of them kept.
   */
  static async acquire(
    name: string,
    module: SqliteModule,
    directory: FileSystemDirectoryHandle,
  ): Promise<OpfsPool> {
    const pool = new OpfsPool(name, module, directory)
    try {
      await pool.#takeAll()
      return pool
    } catch (thrown) {
      pool.close()
      throw thrown
    }
  }

  private constructor(name: string, module: SqliteModule, directory: FileSystemDirectoryHandle) {
    super(name, module)
    this.mxPathname = MAX_PATH_BYTES
    this.#directory = directory
  }

  /** Files set aside when the pool was acquired. */
  get quarantined(): readonly QuarantinedFile[] {
    return this.#quarantined
  }

  /** Paths of the SQLite files in the pool. */
  get paths(): readonly string[] {
    return [...this.#files.keys()]
  }

  has(path: string): boolean {
    return this.#files.has(path)
  }

  /** Bytes of a SQLite file, without the pool's header; 0 when it is not there. */
  bytes(path: string): number {
    const file = this.#files.get(path)
    return file === undefined ? 0 : sizeOf(file)
  }

  /** Resolves as soon as `count` files are free; those that are not there are made. Throws what making one throws. */
  async ensureFree(count: number): Promise<void> {
    while (this.#free.length < count) await this.#makeOne()
  }

  /**
   * Makes files until `count` are free, while nobody waits. What fails is left to whoever needs the files: it is tried
   * again then.
   */
  topUp(count: number): void {
    this.#toppingUp ??= this.#fill(count).finally(() => {
      this.#toppingUp = undefined
    })
  }

  async #fill(count: number): Promise<void> {
    try {
      while (!this.#ended && this.#free.length < count) await this.#makeOne()
    } catch {
      // As `topUp` says.
    }
  }

  /** One at a time: whoever comes while a file is being made waits for that one. */
  #makeOne(): Promise<void> {
    this.#making ??= this.#make().finally(() => {
      this.#making = undefined
    })
    return this.#making
  }

  async #make(): Promise<void> {
    const name = crypto.randomUUID()
    const entry = await this.#directory.getFileHandle(name, { create: true })
    const handle = await entry.createSyncAccessHandle()
    try {
      writeHeader(handle, { path: '', flags: 0 })
    } catch (thrown) {
      handle.close()
      // Half a header would be taken for a damaged file; without room for it the file is of no use.
      await this.#directory.removeEntry(name).catch(() => undefined)
      throw thrown
    }
    this.#free.push({ name, handle, gathered: null })
  }

  /** Deletes a SQLite file. */
  delete(path: string): void {
    const file = this.#files.get(path)
    if (file === undefined) return
    file.gathered = null
    setFree(file)
    this.#files.delete(path)
    this.#free.push(file)
  }

  /** The exception behind the last error code given to SQLite, once. */
  takeError(): unknown {
    const error = this.#lastError
    this.#lastError = undefined
    return error
  }

  /** Waits for a file that is being made, makes no other, and lets go of all handles. Databases must be closed before. */
  async end(): Promise<void> {
    this.#ended = true
    await this.#toppingUp
    this.close()
  }

  /** Lets go of all handles, while no file is being made. */
  override close(): void {
    for (const file of [...this.#files.values(), ...this.#free]) file.handle.close()
    this.#files.clear()
    this.#free.length = 0
    this.#open.clear()
    this.#owner?.close()
    this.#owner = undefined
  }

  async #takeAll(): Promise<void> {
    const owner = await this.#directory.getFileHandle(OWNER_FILE, { create: true })
    this.#owner = await owner.createSyncAccessHandle()
    const entries: FileSystemFileHandle[] = []
    for await (const entry of this.#directory.values()) {
      if (entry instanceof FileSystemFileHandle && entry.name !== OWNER_FILE) entries.push(entry)
    }
    const taken = await Promise.allSettled(
      entries.map(async (entry) => ({ name: entry.name, handle: await entry.createSyncAccessHandle() })),
    )
    const files = taken.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    // All in the free list first, so that close() lets go of each of them whatever happens below.
    for (const file of files) this.#free.push({ ...file, gathered: null })
    for (const each of taken) if (each.status === 'rejected') throw each.reason
    for (const file of this.#free.toSorted(byName)) this.#adopt(file)
  }

  #adopt(file: PoolFile): void {
    const { name, handle } = file
    const state = readHeader(handle)
    if (state.kind === 'bad' || (state.kind === 'good' && this.#files.has(state.header.path))) {
      this.#quarantined.push({ name, bytes: handle.getSize() })
      this.#free.splice(this.#free.indexOf(file), 1)
      handle.close()
    } else if (state.kind === 'new') {
      // Free as it is: it gets its header with its name, and on a full device has no room for one.
    } else if (state.header.path === '' || !isLasting(state.header.flags)) {
      // Said to be free by a header that is good: what is behind it is left over from a deleted file.
      setFree(file)
    } else {
      this.#free.splice(this.#free.indexOf(file), 1)
      this.#files.set(state.header.path, file)
    }
  }

  // ------------------------------------------------------------------------- what SQLite calls

  override jOpen(name: string | null, id: number, flags: number, outFlags: OutInt32): number {
    return this.#guard(VFS.SQLITE_CANTOPEN, () => {
      const path = name ?? `/${crypto.randomUUID()}`
      const file = this.#files.get(path) ?? this.#create(path, flags)
      // Only the log is written piece by piece and then synced; the main file is written page by page.
      if (flags & VFS.SQLITE_OPEN_WAL) file.gathered ??= new GatheredWrites(file.handle)
      this.#open.set(id, { path, flags, file })
      outFlags.setInt32(0, flags, true)
      return VFS.SQLITE_OK
    })
  }

  #create(path: string, flags: number): PoolFile {
    if (!(flags & VFS.SQLITE_OPEN_CREATE)) throw new Error('The file is not in the pool.')
    const file = this.#free.pop()
    if (file === undefined) throw new Error('The pool has no free file.')
    try {
      writeHeader(file.handle, { path, flags })
    } catch (thrown) {
      this.#free.push(file)
      throw thrown
    }
    this.#files.set(path, file)
    return file
  }

  override jClose(id: number): number {
    return this.#guard(VFS.SQLITE_IOERR_CLOSE, () => {
      const open = this.#open.get(id)
      if (open === undefined) return VFS.SQLITE_OK
      this.#open.delete(id)
      if (open.flags & VFS.SQLITE_OPEN_DELETEONCLOSE) {
        this.delete(open.path)
      } else if (this.#files.get(open.path) === open.file) {
        open.file.gathered?.drain()
        open.file.gathered = null
        open.file.handle.flush()
      }
      return VFS.SQLITE_OK
    })
  }

  override jRead(id: number, data: MemoryBytes, offset: number): number {
    return this.#guard(VFS.SQLITE_IOERR_READ, () => {
      const { handle, gathered } = this.#fileOf(id)
      gathered?.drain()
      const read = handle.read(data.subarray(), { at: HEADER_BYTES + offset })
      if (read === data.byteLength) return VFS.SQLITE_OK
      data.fill(0, read, data.byteLength)
      return VFS.SQLITE_IOERR_SHORT_READ
    })
  }

  override jWrite(id: number, data: MemoryBytes, offset: number): number {
    return this.#guard(VFS.SQLITE_IOERR_WRITE, () => {
      const { handle, gathered } = this.#fileOf(id)
      if (gathered === null) writeAll(handle, data.subarray(), HEADER_BYTES + offset)
      else gathered.write(data.subarray(), HEADER_BYTES + offset)
      return VFS.SQLITE_OK
    })
  }

  override jTruncate(id: number, size: number): number {
    return this.#guard(VFS.SQLITE_IOERR_TRUNCATE, () => {
      const { handle, gathered } = this.#fileOf(id)
      gathered?.drain()
      handle.truncate(HEADER_BYTES + size)
      return VFS.SQLITE_OK
    })
  }

  override jSync(id: number): number {
    return this.#guard(VFS.SQLITE_IOERR_FSYNC, () => {
      const { handle, gathered } = this.#fileOf(id)
      gathered?.drain()
      handle.flush()
      return VFS.SQLITE_OK
    })
  }

  override jFileSize(id: number, outSize: OutInt64): number {
    return this.#guard(VFS.SQLITE_IOERR_FSTAT, () => {
      outSize.setBigInt64(0, BigInt(sizeOf(this.#fileOf(id))), true)
      return VFS.SQLITE_OK
    })
  }

  override jSectorSize(): number {
    return SECTOR_BYTES
  }

  override jDeviceCharacteristics(): number {
    return VFS.SQLITE_IOCAP_UNDELETABLE_WHEN_OPEN | SQLITE_IOCAP_POWERSAFE_OVERWRITE
  }

  override jAccess(name: string, _flags: number, outResult: OutInt32): number {
    outResult.setInt32(0, this.#files.has(name) ? 1 : 0, true)
    return VFS.SQLITE_OK
  }

  override jDelete(name: string): number {
    return this.#guard(VFS.SQLITE_IOERR_DELETE, () => {
      this.delete(name)
      return VFS.SQLITE_OK
    })
  }

  #fileOf(id: number): PoolFile {
    const open = this.#open.get(id)
    if (open === undefined) throw new Error('SQLite names a file that is not open.')
    return open.file
  }

  /** SQLite takes codes, not exceptions; the exception is kept for the error that its caller gets. */
  #guard(code: number, work: () => number): number {
    try {
      return work()
    } catch (thrown) {
      this.#lastError = thrown
      return code
    }
  }
}

/**
 * Gathers writes that follow one another. A commit writes each page of the log in two calls and then syncs;
 * nothing is promised before the sync, so they may go out together, which is much faster in OPFS.
 */
class GatheredWrites {
  readonly #handle: FileSystemSyncAccessHandle
  readonly #bytes = new Uint8Array(GATHERED_BYTES)
  #start = 0
  #length = 0

  constructor(handle: FileSystemSyncAccessHandle) {
    this.#handle = handle
  }

  /** Position behind the last gathered byte; 0 when there is none. */
  get end(): number {
    return this.#length === 0 ? 0 : this.#start + this.#length
  }

  write(data: Uint8Array<ArrayBuffer>, at: number): void {
    const follows = this.#length > 0 && at === this.end
    if (!follows || this.#length + data.byteLength > this.#bytes.byteLength) this.drain()
    if (data.byteLength > this.#bytes.byteLength) {
      writeAll(this.#handle, data, at)
      return
    }
    if (this.#length === 0) this.#start = at
    this.#bytes.set(data, this.#length)
    this.#length += data.byteLength
  }

  /** Writes what was gathered. When that fails it is given up: SQLite rolls the transaction back. */
  drain(): void {
    if (this.#length === 0) return
    const bytes = this.#bytes.subarray(0, this.#length)
    this.#length = 0
    writeAll(this.#handle, bytes, this.#start)
  }
}

function writeAll(handle: FileSystemSyncAccessHandle, data: Uint8Array<ArrayBuffer>, at: number): void {
  if (handle.write(data, { at }) !== data.byteLength) {
    // Chromium throws when the quota is reached, others may write less.
    throw new DOMException('The write was cut short.', 'QuotaExceededError')
  }
}

function sizeOf(file: PoolFile): number {
  return Math.max(file.handle.getSize(), file.gathered?.end ?? 0, HEADER_BYTES) - HEADER_BYTES
}

function setFree(file: PoolFile): void {
  writeHeader(file.handle, { path: '', flags: 0 })
  file.handle.truncate(HEADER_BYTES)
}

function byName(one: PoolFile, other: PoolFile): number {
  return one.name < other.name ? -1 : 1
}

function isLasting(flags: number): boolean {
  return (flags & LASTING_FILES) !== 0 && (flags & VFS.SQLITE_OPEN_DELETEONCLOSE) === 0
}
