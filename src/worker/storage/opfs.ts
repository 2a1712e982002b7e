/**
 * Databases on OPFS: the synchronous build over a pool of access handles, one owner (design.md §4). Only a
 * dedicated worker has the handles.
 */
import { Factory } from 'wa-sqlite'
import type { SqliteModule } from 'wa-sqlite/types'
import type { Timer } from '../../engine/ports.ts'
import { StorageError } from '../../engine/store/storage-error.ts'
import { databaseFile } from './database-id.ts'
import { ACQUIRE_BACKOFF_MS, FILES_PER_DATABASE, SPARE_FILES } from './limits.ts'
import { idsOf } from './memory.ts'
import { OpfsPool, type QuarantinedFile } from './opfs-pool.ts'
import { commonModes, createSqliteProvider, durableModes, type SqliteProvider } from './sqlite-provider.ts'

const FILE_SYSTEM = 'omoide-opfs'
const JOURNAL_SUFFIXES = ['-wal', '-journal'] as const

export interface OpfsOptions {
  readonly loadModule: () => Promise<SqliteModule>
  readonly timer: Timer
  /** The pool's directory; no other file may be in it. */
  readonly directory: FileSystemDirectoryHandle
}

export interface OpfsProvider extends SqliteProvider {
  /** Files that could not be believed when the pool was opened; their bytes are untouched. */
  readonly quarantined: readonly QuarantinedFile[]
}

/**
 * Takes the pool's handles and gives the provider. Handles of a page that is going away are free a moment
 * later (platform.md 4), so it is tried again for a while.
 * Throws `StorageError` `storage_blocked` when another owner keeps them; nothing is held then.
 */
export async function openOpfs(options: OpfsOptions): Promise<OpfsProvider> {
  const module = await options.loadModule()
  const build = { module, api: Factory(module) }
  const pool = await acquirePool(module, options)
  build.api.vfs_register(pool)
  // Begun before a database asks for them: a file made while a service worker fills its caches was seen to take more
  // than ten seconds in Chromium, and the first words of a new memory wait for theirs. The start does not.
  topUp()

  const provider = createSqliteProvider({
    home: 'opfs',
    build,
    fileSystem: FILE_SYSTEM,
    // The log needs shared memory, which this file system has not, unless locking is exclusive: that goes first.
    modes: [...durableModes, { pragma: 'journal_mode', set: 'WAL', expect: 'wal' }, ...commonModes],
    async prepare(id) {
      const path = databaseFile(id)
      if (!pool.has(path) && JOURNAL_SUFFIXES.some((suffix) => pool.has(path + suffix))) {
        // SQLite would delete the log of a database that is not there, and with it what was said last.
        throw new StorageError('storage_corrupt', 'The database is gone, but not its log.')
      }
      await makeFree(pool, filesWanting(pool, path))
    },
    takeFileError: () => pool.takeError(),
    list: () => Promise.resolve(idsOf(pool.paths)),
    remove(id) {
      const path = databaseFile(id)
      // The log first: it must never be found without its database.
      for (const suffix of JOURNAL_SUFFIXES) pool.delete(path + suffix)
      pool.delete(path)
      return Promise.resolve()
    },
    size(id) {
      const path = databaseFile(id)
      return Promise.resolve(pool.has(path) ? pool.bytes(path) + pool.bytes(`${path}-wal`) : undefined)
    },
    release: () => pool.end(),
  })
  return {
    ...provider,
    async open(id) {
      try {
        return await provider.open(id)
      } finally {
        topUp()
      }
    },
    quarantined: pool.quarantined,
  }

  function topUp(): void {
    pool.topUp(FILES_PER_DATABASE + SPARE_FILES)
  }
}

/** How many files the database may still take. */
function filesWanting(pool: OpfsPool, path: string): number {
  const there = [path, ...JOURNAL_SUFFIXES.map((suffix) => path + suffix)].filter((each) => pool.has(each))
  return FILES_PER_DATABASE - there.length
}

async function makeFree(pool: OpfsPool, count: number): Promise<void> {
  try {
    await pool.ensureFree(count)
  } catch (thrown) {
    const full = thrown instanceof Error && thrown.name === 'QuotaExceededError'
    throw new StorageError(full ? 'storage_quota' : 'storage_failed', undefined, thrown)
  }
}

async function acquirePool(module: SqliteModule, options: OpfsOptions): Promise<OpfsPool> {
  for (const wait of [...ACQUIRE_BACKOFF_MS, null]) {
    try {
      return await OpfsPool.acquire(FILE_SYSTEM, module, options.directory)
    } catch (thrown) {
      if (!isHeldElsewhere(thrown)) throw new StorageError('storage_failed', undefined, thrown)
      if (wait === null) throw new StorageError('storage_blocked', undefined, thrown)
      await new Promise<void>((resolve) => options.timer(wait, resolve))
    }
  }
  throw new StorageError('storage_blocked') // the last round above throws
}

/** Chromium and Firefox say NoModificationAllowedError, WebKit InvalidStateError. */
function isHeldElsewhere(thrown: unknown): boolean {
  return (
    thrown instanceof DOMException &&
    (thrown.name === 'NoModificationAllowedError' || thrown.name === 'InvalidStateError')
  )
}
