/** The DatabaseProvider port over one SQLite build and one of its file systems. */
import { SQLITE_OPEN_CREATE, SQLITE_OPEN_READWRITE } from 'wa-sqlite'
import type { Database, DatabaseHome, DatabaseProvider } from '../../engine/ports.ts'
import { StorageError } from '../../engine/store/storage-error.ts'
import { databaseFile } from './database-id.ts'
import { createFifo } from './fifo.ts'
import { createSqliteDatabase, storageErrorOf, type SqliteBuild } from './sqlite-database.ts'

export interface SqliteHome {
  readonly home: DatabaseHome
  readonly build: SqliteBuild
  /** Name under which the file system is registered in the build. */
  readonly fileSystem: string
  /** Pragmas in order, with the value that SQLite must give back. */
  readonly modes: readonly {
    readonly pragma: string
    readonly set: string
    readonly expect: string | number
  }[]
  /** Called before a database is opened; may throw `StorageError`. */
  readonly prepare?: (id: string) => Promise<void>
  readonly takeFileError?: () => unknown
  list(): Promise<string[]>
  /** Deletes the files of a closed database. */
  remove(id: string): Promise<void>
  size(id: string): Promise<number | undefined>
  /** Lets go of the device. */
  release(): Promise<void>
}

export interface SqliteProvider extends DatabaseProvider {
  /** Closes all databases and lets go of the device, also when one of them cannot be closed. */
  close(): Promise<void>
}

export function createSqliteProvider(home: SqliteHome): SqliteProvider {
  const { build } = home
  const open = new Map<string, Database>()
  /** One opening or removal at a time: they change the same files. */
  const inTurn = createFifo()
  let closing: Promise<void> | undefined

  return {
    home: home.home,
    open: (id) =>
      inTurn(async () => {
        if (closing !== undefined) throw new StorageError('storage_not_ready', 'The storage was closed.')
        const known = open.get(id)
        if (known !== undefined) return known
        const database = await openDatabase(id)
        open.set(id, database)
        return database
      }),
    list: () => home.list(),
    remove: (id) =>
      inTurn(async () => {
        await open.get(id)?.close()
        await home.remove(id)
      }),
    size: (id) => home.size(id),
    close() {
      closing ??= inTurn(async () => {
        try {
          for (const database of [...open.values()]) await database.close()
        } finally {
          await home.release()
        }
      })
      return closing
    },
  }

  async function openDatabase(id: string): Promise<Database> {
    const path = databaseFile(id)
    await home.prepare?.(id)
    let handle: number
    try {
      const flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      const work = (): Promise<number> => build.api.open_v2(path, flags, home.fileSystem)
      handle = await (build.gate === undefined ? work() : build.gate(work))
    } catch (thrown) {
      throw storageErrorOf(thrown, home.takeFileError?.())
    }
    const database = createSqliteDatabase({
      build,
      handle,
      home: home.home,
      ...(home.takeFileError === undefined ? {} : { takeFileError: home.takeFileError }),
      onClosed: () => void open.delete(id),
    })
    try {
      await setModes(database)
      // SQLite opens the log at the first look into the database, which may be long after others took the free files.
      await database.first('SELECT 1 FROM sqlite_master LIMIT 1')
      return database
    } catch (thrown) {
      await database.close()
      throw thrown
    }
  }

  async function setModes(database: Database): Promise<void> {
    for (const { pragma, set, expect } of home.modes) {
      await database.all(`PRAGMA ${pragma} = ${set}`)
      const row = await database.first(`PRAGMA ${pragma}`)
      const value = row === undefined ? undefined : Object.values(row)[0]
      if (value !== expect) {
        throw new StorageError('storage_wrong_mode', `${pragma} is ${String(value)}, not ${expect}.`)
      }
    }
  }
}

const TEMP_STORE_MEMORY = 2
const SYNCHRONOUS_FULL = 2

/** What every home needs: no temporary files, and foreign keys that are looked after. */
export const commonModes = [
  { pragma: 'temp_store', set: 'MEMORY', expect: TEMP_STORE_MEMORY },
  { pragma: 'foreign_keys', set: 'ON', expect: 1 },
  // What is deleted is overwritten at once, not when its page is used again (issue 5 §1).
  { pragma: 'secure_delete', set: 'ON', expect: 1 },
] as const

/** For homes on the device: durable at each commit, and no lock traffic, for there is one owner. */
export const durableModes = [
  { pragma: 'locking_mode', set: 'EXCLUSIVE', expect: 'exclusive' },
  { pragma: 'synchronous', set: 'FULL', expect: SYNCHRONOUS_FULL },
] as const
