/**
 * Databases in memory, through the synchronous build: Node tests and the temporary mode. A database lives
 * as long as its provider, so closing and opening it again finds what was committed.
 */
import { Factory, SQLITE_OPEN_CREATE, SQLITE_OPEN_READWRITE } from 'wa-sqlite'
import { MemoryVFS } from 'wa-sqlite/src/examples/MemoryVFS.js'
import type { SqliteModule } from 'wa-sqlite/types'
import type { Database, DatabaseProvider } from '../../engine/ports.ts'
import { databaseFile, databaseIdOf } from './database-id.ts'
import { createSqliteDatabase, storageErrorOf, type SqliteBuild } from './sqlite-database.ts'

const VFS_NAME = 'omoide-memory'

export interface MemoryProvider extends DatabaseProvider {
  readonly home: 'memory'
}

/** `loadModule` gives the synchronous build, instantiated for this provider alone. */
export async function createMemoryProvider(loadModule: () => Promise<SqliteModule>): Promise<MemoryProvider> {
  const module = await loadModule()
  const build: SqliteBuild = { module, api: Factory(module) }
  const vfs = await MemoryVFS.create(VFS_NAME, module)
  build.api.vfs_register(vfs)
  const open = new Map<string, Database>()

  return {
    home: 'memory',
    async open(id) {
      const path = databaseFile(id)
      const known = open.get(id)
      if (known !== undefined) return known
      let handle: number
      try {
        handle = await build.api.open_v2(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, VFS_NAME)
      } catch (thrown) {
        throw storageErrorOf(thrown)
      }
      const database = createSqliteDatabase({
        build,
        handle,
        home: 'memory',
        onClosed: () => void open.delete(id),
      })
      open.set(id, database)
      // A rollback needs a journal, but nothing outlives the process, so memory is the place for it.
      await database.exec(
        `PRAGMA journal_mode = MEMORY; PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = ON`,
      )
      return database
    },
    async list() {
      const ids: string[] = []
      for (const path of vfs.mapNameToFile.keys()) {
        const id = databaseIdOf(path)
        if (id !== undefined) ids.push(id)
      }
      return ids.sort()
    },
    async remove(id) {
      await open.get(id)?.close()
      vfs.mapNameToFile.delete(databaseFile(id))
    },
    async size(id) {
      return vfs.mapNameToFile.get(databaseFile(id))?.size
    },
  }
}
