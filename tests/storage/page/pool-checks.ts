/** What the OPFS pool promises beyond the port. */
import { HEADER_BYTES } from '../../../src/worker/storage/pool-header.ts'
import { equal, isTrue, rejection, rejectsWith } from '../check.ts'
import { FILES_PER_DATABASE, SPARE_FILES } from '../../../src/worker/storage/limits.ts'
import type { OpfsProvider } from '../../../src/worker/storage/opfs.ts'
import { opfsProvider, opfsProviderIn, poolDirectory } from './homes.ts'
import type { Check } from './worker.ts'

const decoder = new TextDecoder()

export const poolChecks: Readonly<Record<string, Check>> = {
  'the modes are what the pragmas say': async ({ name }) => {
    const databases = await opfsProvider(name)
    const db = await databases.open('a')
    const modes = ['journal_mode', 'locking_mode', 'synchronous', 'temp_store', 'foreign_keys']
    const values: unknown[] = []
    for (const mode of modes) values.push(Object.values((await db.first(`PRAGMA ${mode}`)) ?? {})[0])
    equal(values, ['wal', 'exclusive', 2, 2, 1])
    await databases.close()
  },

  'a file with a bad header is set aside untouched, and the others work': async ({ name }) => {
    const first = await opfsProvider(name)
    for (const id of ['good', 'bad']) {
      await (await first.open(id)).exec(`CREATE TABLE t (a); INSERT INTO t VALUES ('${id}')`)
    }
    await first.close()
    const file = await fileOf(name, '/bad.db')
    await change(file, (bytes) => bytes.fill(0xee, 0, HEADER_BYTES))
    const before = await bytesOf(file)

    const second = await opfsProvider(name)
    equal(second.quarantined, [{ name: file.name, bytes: before.byteLength }])
    equal(await second.list(), ['good'])
    equal(await (await second.open('good')).all('SELECT a FROM t'), [{ a: 'good' }])
    await second.close()
    isTrue(sameBytes(await bytesOf(file), before), 'not one byte of the file has changed')
  },

  'a header of which one copy is bad is mended from the other': async ({ name }) => {
    const first = await opfsProvider(name)
    await (await first.open('a')).exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)')
    await first.close()
    const file = await fileOf(name, '/a.db')
    const whole = await bytesOf(file)
    for (const from of [0, HEADER_BYTES / 2]) {
      await change(file, (bytes) => bytes.fill(0, from, from + 100))
      const again = await opfsProvider(name)
      equal(again.quarantined, [])
      equal(await (await again.open('a')).all('SELECT a FROM t'), [{ a: 1 }])
      await again.close()
      isTrue(
        sameBytes((await bytesOf(file)).subarray(0, HEADER_BYTES), whole.subarray(0, HEADER_BYTES)),
        'mended',
      )
    }
  },

  'a strange file in the pool is left alone': async ({ name }) => {
    const directory = await poolDirectory(name)
    const stranger = await directory.getFileHandle('notes.txt', { create: true })
    const text = new TextEncoder().encode('not ours')
    await change(stranger, () => text)
    const databases = await opfsProvider(name)
    equal(databases.quarantined, [{ name: 'notes.txt', bytes: text.byteLength }])
    await databases.close()
    isTrue(sameBytes(await bytesOf(stranger), text), 'untouched')
  },

  'a log without its database is not thrown away': async ({ name }) => {
    const first = await opfsProvider(name)
    await (await first.open('a')).exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)')
    await first.close()
    const log = await (await poolDirectory(name)).getFileHandle('log', { create: true })
    await change(log, () => headerFor('/gone.db-wal'))
    const second = await opfsProvider(name)
    await rejectsWith(second.open('gone'), 'storage_corrupt')
    equal(await (await second.open('a')).all('SELECT a FROM t'), [{ a: 1 }])
    await second.close()
    isTrue(pathIn(await bytesOf(log)) === '/gone.db-wal', 'the log is still there')
  },

  'a corrupt database is said to be so and stays as it is': async ({ name }) => {
    const first = await opfsProvider(name)
    await (await first.open('a')).exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)')
    await first.close()
    const file = await fileOf(name, '/a.db')
    await change(file, (bytes) => bytes.fill(0x55, HEADER_BYTES))
    const before = await bytesOf(file)
    const second = await opfsProvider(name)
    await rejectsWith(second.open('a'), 'storage_corrupt')
    await second.open('b')
    await second.close()
    isTrue(sameBytes(await bytesOf(file), before), 'untouched')
  },

  'a second owner is told after a while, and gets the pool once the first lets go': async ({ name }) => {
    const first = await opfsProvider(name)
    await (await first.open('a')).exec('CREATE TABLE t (a)')
    await rejectsWith(opfsProvider(name), 'storage_blocked')
    equal(await (await first.open('a')).all('SELECT a FROM t'), [], 'the first is not disturbed')
    // It tries again once the first has let go, which is when its pause is over.
    const { waiting, goOn } = await new Promise<Refused>((resolve) => {
      const waiting = opfsProvider(name, (_milliseconds, goOn) => {
        resolve({ waiting, goOn })
        return () => undefined
      })
    })
    await first.close()
    goOn()
    const second = await waiting
    equal(await second.list(), ['a'])
    await second.close()
  },

  'a failed attempt holds no handle': async ({ name }) => {
    const first = await opfsProvider(name)
    await first.open('a')
    await first.close()
    const main = await fileOf(name, '/a.db')
    const held = await main.createSyncAccessHandle()
    await rejectsWith(opfsProvider(name), 'storage_blocked')
    for await (const entry of (await poolDirectory(name)).values()) {
      if (!(entry instanceof FileSystemFileHandle) || entry.name === main.name) continue
      const free = await entry.createSyncAccessHandle()
      free.close()
    }
    held.close()
    const second = await opfsProvider(name)
    equal(await second.list(), ['a'])
    await second.close()
  },

  'a full device is a quota error, and what was there stays': async ({ name }) => {
    const databases = await opfsProvider(name)
    const db = await databases.open('a')
    await db.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)')
    const filling = db.transaction(async (tx) => {
      for (let row = 0; row < 600; row++) await tx.run('INSERT INTO t VALUES (?)', ['x'.repeat(100_000)])
    })
    await rejectsWith(filling, 'storage_quota')
    equal(await db.all('SELECT a FROM t'), [{ a: 1 }])
    equal(await db.first('PRAGMA integrity_check'), { integrity_check: 'ok' })
    await db.run('INSERT INTO t VALUES (2)')
    equal(await db.all('SELECT a FROM t'), [{ a: 1 }, { a: 2 }])
    await databases.close()
    const again = await opfsProvider(name)
    equal(await (await again.open('a')).all('SELECT a FROM t'), [{ a: 1 }, { a: 2 }])
    await again.close()
  },

  'a start waits for no file, and a new database for as many as it can take': async ({ name }) => {
    const device = await slowDevice(name)
    const databases = await opfsProviderIn(device.directory)
    equal(await databases.list(), [])
    const opening = databases.open('a')
    device.allow(FILES_PER_DATABASE)
    await (await opening).exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)')
    equal(device.made, FILES_PER_DATABASE)
    device.allow(Infinity)
    await databases.close()
    equal(device.atOnce, 1, 'files made at once')
  },

  'a database that is there waits for the files that it lacks': async ({ name }) => {
    const first = await opfsProvider(name)
    await (await first.open('a')).exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)')
    await first.close()
    const rested = await slowDevice(name)
    const second = await opfsProviderIn(rested.directory)
    equal(await (await second.open('a')).all('SELECT a FROM t'), [{ a: 1 }])
    rested.allow(Infinity)
    await second.close()

    const directory = await poolDirectory(name)
    const main = await fileOf(name, '/a.db')
    for await (const key of directory.keys()) if (key !== main.name) await directory.removeEntry(key)
    const bare = await slowDevice(name)
    const third = await opfsProviderIn(bare.directory)
    const opening = third.open('a')
    bare.allow(FILES_PER_DATABASE - 1)
    equal(await (await opening).all('SELECT a FROM t'), [{ a: 1 }])
    equal(bare.made, FILES_PER_DATABASE - 1)
    bare.allow(Infinity)
    await third.close()
  },

  'spare files are made after an opening, one at a time, until there are enough': async ({ name }) => {
    const device = await slowDevice(name)
    const databases = await opfsProviderIn(device.directory)
    device.allow(Infinity)
    const ids = ['a', 'b', 'c', 'd', 'e', 'f']
    const opened = await Promise.all(ids.map((id) => databases.open(id)))
    // Each has its log, although none was written before the last was opened.
    for (const db of opened) await db.exec('CREATE TABLE t (a)')
    const mainAndLog = 2
    const wanted = ids.length * mainAndLog + FILES_PER_DATABASE + SPARE_FILES
    await device.until(wanted)
    equal(device.atOnce, 1, 'files made at once')
    await databases.close()
    equal(device.made, wanted)
  },

  'closing waits for a file that is being made, and no other is made': async ({ name }) => {
    const device = await slowDevice(name)
    const databases = await opfsProviderIn(device.directory)
    const closing = databases.close().then(() => device.made)
    await poolDirectory(name) // as good a while as any
    device.allow(1)
    equal(await closing, 1)
    device.allow(Infinity)
    const next = await opfsProvider(name)
    await (await next.open('a')).exec('CREATE TABLE t (a)')
    await next.close()
    equal(device.made, 1)
  },

  'a database is removed while files are being made': async ({ name }) => {
    const device = await slowDevice(name)
    const databases = await opfsProviderIn(device.directory)
    device.allow(FILES_PER_DATABASE)
    await (await databases.open('a')).exec('CREATE TABLE t (a)')
    await databases.remove('a')
    equal(await databases.list(), [])
    // Its files are free again: no other has to be made.
    equal(await (await databases.open('a')).all('SELECT name FROM sqlite_master'), [])
    equal(device.made, FILES_PER_DATABASE)
    device.allow(Infinity)
    await databases.close()
  },

  'files that cannot be made are told of when they are needed, and tried again': async ({ name }) => {
    const device = await slowDevice(name)
    device.fail(new DOMException('The device is full.', 'QuotaExceededError'))
    const databases = await opfsProviderIn(device.directory)
    equal(await databases.list(), [])
    await rejectsWith(databases.open('a'), 'storage_quota')
    device.fail(null)
    device.allow(Infinity)
    await (await databases.open('a')).exec('CREATE TABLE t (a)')
    await databases.close()
  },

  'what is there opens on a full device, beside a file that was only just made': async ({ name }) => {
    const first = await opfsProvider(name)
    await (await first.open('a')).exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)')
    await first.close()
    const directory = await poolDirectory(name)
    // As a kill leaves it that comes before the header.
    await directory.getFileHandle('begun', { create: true })
    const second = await opfsProviderIn(fullDevice(directory))
    equal(second.quarantined, [])
    equal(await (await second.open('a')).all('SELECT a FROM t'), [{ a: 1 }])
    await second.close()
    const third = await opfsProvider(name)
    equal(third.quarantined, [])
    await (await third.open('b')).exec('CREATE TABLE t (a)')
    await third.close()
  },

  'a file whose header cannot be written is not left behind': async ({ name }) => {
    const directory = await poolDirectory(name)
    const first = await opfsProviderIn(fullDevice(directory, 100))
    await rejectsWith(first.open('a'), 'storage_quota')
    await first.close()
    const names: string[] = []
    for await (const file of directory.keys()) names.push(file)
    equal(names, ['owner'])
    const second = await opfsProvider(name)
    equal(second.quarantined, [])
    await (await second.open('a')).exec('CREATE TABLE t (a)')
    await second.close()
  },

  'closing a provider twice, or a database with work in hand, is in order': async ({ name }) => {
    const databases = await opfsProvider(name)
    const db = await databases.open('a')
    const work = db.exec('CREATE TABLE t (a)')
    await Promise.all([databases.close(), databases.close()])
    await work
    await rejectsWith(db.all('SELECT 1'), 'storage_not_ready')
    await rejectsWith(databases.open('b'), 'storage_not_ready')
    isTrue((await rejection(databases.open('a'))) instanceof Error, 'nothing opens any more')
  },
}

/** An opening that was refused because another owner has the pool, and its next try. */
interface Refused {
  readonly waiting: Promise<OpfsProvider>
  readonly goOn: () => void
}

interface SlowDevice {
  /** The pool's directory, whose files are made only once they are allowed. */
  readonly directory: FileSystemDirectoryHandle
  /** Files of the pool made so far. */
  readonly made: number
  /** The most that were being made at the same time. */
  readonly atOnce: number
  /** Lets further files be made. */
  allow(count: number): void
  /** What making one ends with from here on; null for success. */
  fail(thrown: DOMException | null): void
  /** Resolves when as many files were made. */
  until(count: number): Promise<void>
}

async function slowDevice(name: string): Promise<SlowDevice> {
  const directory = await poolDirectory(name)
  const make = directory.getFileHandle.bind(directory)
  let [allowed, made, atWork, atOnce] = [0, 0, 0, 0]
  let failure: DOMException | null = null
  let changed = (): void => {}
  let change = new Promise<void>((resolve) => (changed = resolve))
  const tell = (): void => {
    changed()
    change = new Promise<void>((resolve) => (changed = resolve))
  }

  directory.getFileHandle = async (file, options) => {
    if (file === 'owner') return make(file, options)
    atWork += 1
    atOnce = Math.max(atOnce, atWork)
    try {
      while (allowed === 0 && failure === null) await change
      if (failure !== null) throw failure
      allowed -= 1
      const entry = await make(file, options)
      made += 1
      return entry
    } finally {
      atWork -= 1
      tell()
    }
  }
  return {
    directory,
    get made() {
      return made
    },
    get atOnce() {
      return atOnce
    },
    allow(count) {
      allowed += count
      tell()
    },
    fail(thrown) {
      failure = thrown
      tell()
    },
    async until(count) {
      while (made < count) await change
    },
  }
}

/** The directory on a device without room: of what would make a file longer than it is no more than `cut` bytes are written. */
function fullDevice(directory: FileSystemDirectoryHandle, cut = 0): FileSystemDirectoryHandle {
  const full = (entry: FileSystemFileHandle): FileSystemFileHandle => {
    const take = entry.createSyncAccessHandle.bind(entry)
    entry.createSyncAccessHandle = async () => {
      const handle = await take()
      const write = handle.write.bind(handle)
      handle.write = (data, options) => {
        const bytes = bytesIn(data)
        if ((options?.at ?? 0) + bytes.byteLength <= handle.getSize()) return write(data, options)
        if (cut === 0) throw new DOMException('The device is full.', 'QuotaExceededError')
        return write(bytes.slice(0, cut), options)
      }
      return handle
    }
    return entry
  }
  const [make, values] = [directory.getFileHandle.bind(directory), directory.values.bind(directory)]
  return Object.assign(directory, {
    getFileHandle: async (file: string, options?: FileSystemGetFileOptions) =>
      full(await make(file, options)),
    async *values() {
      for await (const entry of values()) yield entry instanceof FileSystemFileHandle ? full(entry) : entry
    },
  })
}

function bytesIn(data: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data)
}

async function fileOf(name: string, path: string): Promise<FileSystemFileHandle> {
  for await (const entry of (await poolDirectory(name)).values()) {
    if (!(entry instanceof FileSystemFileHandle)) continue
    const header = (await bytesOf(entry)).subarray(0, HEADER_BYTES / 2)
    if (pathIn(header) === path) return entry
  }
  throw new Error(`No file of the pool holds ${path}.`)
}

/** Where pool-header.ts puts it; written out here, so that a changed layout shows. */
function pathIn(header: Uint8Array): string {
  if (header.byteLength < 16) return ''
  const length = new DataView(header.buffer, header.byteOffset).getUint16(12)
  return decoder.decode(header.subarray(14, 14 + length))
}

/** A header-only file that says to be a log. */
function headerFor(path: string): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES)
  const view = new DataView(header.buffer)
  const SQLITE_OPEN_WAL = 0x80000
  header.set(new TextEncoder().encode('OMOIDE\u0000\u0001'), 0)
  view.setUint32(8, SQLITE_OPEN_WAL)
  view.setUint16(12, path.length)
  header.set(new TextEncoder().encode(path), 14)
  for (const [index, basis] of [0x811c9dc5, 0x01000193].entries()) {
    let hash = basis
    for (const byte of header.subarray(0, 526)) hash = Math.imul(hash ^ byte, 0x01000193)
    view.setInt32(526 + index * 4, hash)
  }
  return header
}

async function bytesOf(file: FileSystemFileHandle): Promise<Uint8Array> {
  const handle = await file.createSyncAccessHandle()
  try {
    const bytes = new Uint8Array(handle.getSize())
    handle.read(bytes, { at: 0 })
    return bytes
  } finally {
    handle.close()
  }
}

async function change(file: FileSystemFileHandle, edit: (bytes: Uint8Array) => Uint8Array): Promise<void> {
  const edited = edit(await bytesOf(file))
  const handle = await file.createSyncAccessHandle()
  try {
    handle.write(new Uint8Array(edited), { at: 0 })
    handle.flush()
  } finally {
    handle.close()
  }
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.byteLength === other.byteLength && one.every((byte, index) => byte === other[index])
}
