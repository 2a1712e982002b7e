/** Databases in IndexedDB, for browsers without OPFS: the asyncify build over wa-sqlite's IDBBatchAtomicVFS. */
import { Factory } from 'wa-sqlite'
import { IDBBatchAtomicVFS } from 'wa-sqlite/src/examples/IDBBatchAtomicVFS.js'
import type { SqliteModule } from 'wa-sqlite/types'
import { databaseFile } from './database-id.ts'
import { createFifo } from './fifo.ts'
import { idsOf } from './memory.ts'
import { commonModes, createSqliteProvider, durableModes, type SqliteProvider } from './sqlite-provider.ts'

const FILE_SYSTEM = 'omoide-idb'

export interface IndexedDbOptions {
  /** Gives the asyncify build, instantiated for this provider alone. */
  readonly loadModule: () => Promise<SqliteModule>
  /** Name of the IndexedDB database that holds the files. */
  readonly name: string
}

/** Throws what `indexedDB.open` fails with where IndexedDB cannot be used. */
export async function openIndexedDb(options: IndexedDbOptions): Promise<SqliteProvider> {
  const module = await options.loadModule()
  const build = { module, api: Factory(module), gate: createFifo() }
  const files = await IDBBatchAtomicVFS.create(FILE_SYSTEM, module, { idbName: options.name })
  build.api.vfs_register(files)

  return createSqliteProvider({
    home: 'indexeddb',
    build,
    fileSystem: FILE_SYSTEM,
    // A commit is one IndexedDB transaction; the journal is only for transactions larger than the cache.
    modes: [...durableModes, { pragma: 'journal_mode', set: 'DELETE', expect: 'delete' }, ...commonModes],
    list: async () => idsOf((await readMetadata(options.name)).keys()),
    async remove(id) {
      await build.gate(async () => {
        await files.jDelete(`${databaseFile(id)}-journal`, 0)
        await files.jDelete(databaseFile(id), 1)
      })
    },
    size: async (id) => (await readMetadata(options.name)).get(databaseFile(id)),
    async release() {
      await files.close()
    },
  })
}

/** Path → bytes of the files, read from the file system's own table. */
async function readMetadata(name: string): Promise<Map<string, number>> {
  const database = await settled(indexedDB.open(name))
  try {
    const rows = await settled<unknown[]>(
      database.transaction('metadata', 'readonly').objectStore('metadata').getAll(),
    )
    const sizes = new Map<string, number>()
    for (const row of rows) {
      if (typeof row !== 'object' || row === null || !('name' in row) || !('fileSize' in row)) continue
      if (typeof row.name === 'string') sizes.set(row.name, Number(row.fileSize))
    }
    return sizes
  } finally {
    database.close()
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB gave no reason.'))
  })
}
