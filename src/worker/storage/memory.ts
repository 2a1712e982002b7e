/**
 * Databases in memory, through the synchronous build: Node tests and the temporary mode. A database lives
 * as long as its provider, so closing and opening it again finds what was committed.
 */
import { Factory } from 'wa-sqlite'
import { MemoryVFS } from 'wa-sqlite/src/examples/MemoryVFS.js'
import type { SqliteModule } from 'wa-sqlite/types'
import { databaseFile, databaseIdOf } from './database-id.ts'
import { commonModes, createSqliteProvider, type SqliteProvider } from './sqlite-provider.ts'

const FILE_SYSTEM = 'omoide-memory'

export interface MemoryProvider extends SqliteProvider {
  /** The file of a database, byte for byte, as a disk would hold it. */
  bytes(id: string): Uint8Array | undefined
}

/** `loadModule` gives the synchronous build, instantiated for this provider alone. */
export async function createMemoryProvider(loadModule: () => Promise<SqliteModule>): Promise<MemoryProvider> {
  const module = await loadModule()
  const build = { module, api: Factory(module) }
  const files = await MemoryVFS.create(FILE_SYSTEM, module)
  build.api.vfs_register(files)

  const provider = createSqliteProvider({
    home: 'memory',
    build,
    fileSystem: FILE_SYSTEM,
    // A rollback needs a journal, but nothing outlives the process, so memory is the place for it.
    modes: [{ pragma: 'journal_mode', set: 'MEMORY', expect: 'memory' }, ...commonModes],
    list: () => Promise.resolve(idsOf(files.mapNameToFile.keys())),
    remove(id) {
      files.mapNameToFile.delete(databaseFile(id))
      return Promise.resolve()
    },
    size: (id) => Promise.resolve(files.mapNameToFile.get(databaseFile(id))?.size),
    release() {
      files.mapNameToFile.clear()
      return Promise.resolve()
    },
  })
  return {
    ...provider,
    bytes(id) {
      const file = files.mapNameToFile.get(databaseFile(id))
      return file === undefined ? undefined : new Uint8Array(file.data.slice(0, file.size))
    },
  }
}

/** The ids of the databases among SQLite's files, sorted. */
export function idsOf(paths: Iterable<string>): string[] {
  const ids: string[] = []
  for (const path of paths) {
    const id = databaseIdOf(path)
    if (id !== undefined) ids.push(id)
  }
  return ids.sort()
}
