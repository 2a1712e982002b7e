/**
 * Chooses where the memory lives and says how safe it is there (design.md §4). The choice is made once and
 * written down: a browser that gains or loses OPFS does not silently start a second, empty memory.
 */
import type { SqliteModule } from 'wa-sqlite/types'
import type { Database, DatabaseHome, DatabaseProvider, SettingsStore, Timer } from '../../engine/ports.ts'
import { StorageError } from '../../engine/store/storage-error.ts'
import { openIndexedDb } from './indexeddb.ts'
import { createMemoryProvider } from './memory.ts'
import { openOpfs } from './opfs.ts'
import type { QuarantinedFile } from './opfs-pool.ts'
import { createMemorySettings, createSettingsStore } from './settings-store.ts'
import { loadSqlite, loadSqliteAsync } from './sqlite-modules.ts'
import type { SqliteProvider } from './sqlite-provider.ts'

export type StorageStatus =
  /** The browser promised to keep it. */
  | 'durable'
  /** Kept, but the browser may clear it when the device is short of room. */
  | 'best_effort'
  /** In memory: it ends with the page. */
  | 'temporary'
  /** Another owner holds the storage and does not let go. */
  | 'blocked'
  /** Data was here and is not any more. */
  | 'evicted'

export interface StorageHome {
  readonly home: DatabaseHome
  readonly databases: DatabaseProvider
  readonly settings: SettingsStore
  /** Files whose header cannot be believed; kept as they are. */
  readonly quarantined: readonly QuarantinedFile[]
  /** Databases that were here and are gone. */
  readonly missing: readonly string[]
  /** Asked afresh: the page may have been granted persistence meanwhile. */
  status(): Promise<StorageStatus>
  /** The user has seen that data is gone; their ids may be used anew. */
  acknowledgeMissing(): Promise<void>
  /** Closes the databases and lets go of the device. */
  close(): Promise<void>
}

/**
 * What says that data was here. It should live where the browser clears it separately from the data; the
 * default is among the settings, which still tells when only the files are lost.
 */
export interface Canary {
  read(): Promise<unknown>
  write(ids: readonly string[]): Promise<void>
}

export interface HomeOptions {
  /** Prefix of everything that is stored, so that tests have homes of their own. */
  readonly name?: string
  readonly timer: Timer
  readonly canary?: Canary
}

const HOME_KEY = 'storage#home'
const IDS_KEY = 'storage#databases'

/**
 * Opens the home. Throws `StorageError` `storage_blocked` when another owner holds it; nothing is held then.
 * Must run in a dedicated worker, which alone has the handles of OPFS.
 */
export async function openStorageHome(options: HomeOptions): Promise<StorageHome> {
  const name = options.name ?? 'omoide'
  const settings = createSettingsStore(`${name}-settings`)
  // Compiling takes longest, so it begins before it is known what for; most browsers have OPFS.
  const sqlite = hasOpfs() ? loadSqlite() : undefined
  sqlite?.catch(ignoreUnused)
  const loadModule = (): Promise<SqliteModule> => sqlite ?? loadSqlite()
  const marker = await readMarker(settings)
  if (marker === 'unreadable') return temporaryHome(loadModule)

  const directory = await opfsDirectory(name)
  if (directory === 'throws') return temporaryHome(loadModule)
  if (directory === 'missing' && marker === 'opfs') return temporaryHome(loadModule)

  if (directory !== 'missing' && marker !== 'indexeddb') {
    const provider = await openOpfs({ directory, loadModule, timer: options.timer })
    return keptHome('opfs', provider, settings, options, provider.quarantined)
  }
  let provider: SqliteProvider
  try {
    provider = await openIndexedDb({ name: `${name}-databases`, loadModule: loadSqliteAsync })
  } catch (thrown) {
    if (thrown instanceof DOMException) return temporaryHome(loadModule)
    throw thrown
  }
  return keptHome('indexeddb', provider, settings, options, [])
}

async function keptHome(
  home: DatabaseHome,
  provider: SqliteProvider,
  settings: SettingsStore,
  options: HomeOptions,
  quarantined: readonly QuarantinedFile[],
): Promise<StorageHome> {
  try {
    const canary = options.canary ?? canaryIn(settings)
    if ((await settings.get(HOME_KEY)) !== home) await settings.set(HOME_KEY, home)
    const known = new Set(idsIn(await canary.read()))
    const present = new Set(await provider.list())
    const missing = new Set([...known].filter((id) => !present.has(id)))
    const write = (): Promise<void> => canary.write([...known].sort())

    return {
      home,
      settings,
      quarantined,
      get missing() {
        return [...missing]
      },
      databases: {
        ...provider,
        async open(id): Promise<Database> {
          if (missing.has(id)) throw new StorageError('storage_corrupt', 'The database is gone.')
          const database = await provider.open(id)
          if (!known.has(id)) {
            known.add(id)
            await write()
          }
          return database
        },
        async remove(id) {
          // The canary first: a crash in between must not look as if the browser had taken the data.
          missing.delete(id)
          if (known.delete(id)) await write()
          await provider.remove(id)
        },
      },
      async status() {
        if (missing.size > 0) return 'evicted'
        return (await navigator.storage.persisted()) ? 'durable' : 'best_effort'
      },
      async acknowledgeMissing() {
        for (const id of missing) known.delete(id)
        missing.clear()
        await write()
      },
      close: () => provider.close(),
    }
  } catch (thrown) {
    await provider.close()
    throw thrown
  }
}

async function temporaryHome(loadModule: () => Promise<SqliteModule>): Promise<StorageHome> {
  const provider = await createMemoryProvider(loadModule)
  return {
    home: 'memory',
    databases: provider,
    settings: createMemorySettings(),
    quarantined: [],
    missing: [],
    status: () => Promise.resolve('temporary'),
    acknowledgeMissing: () => Promise.resolve(),
    close: () => provider.close(),
  }
}

/** Where the memory was put at the first start; `unreadable` when the browser gives no IndexedDB either. */
async function readMarker(settings: SettingsStore): Promise<'opfs' | 'indexeddb' | 'unreadable' | null> {
  try {
    const value = await settings.get(HOME_KEY)
    return value === 'opfs' || value === 'indexeddb' ? value : null
  } catch (thrown) {
    if (thrown instanceof StorageError) return 'unreadable'
    throw thrown
  }
}

/** The pool's directory. An API that is there and throws means private browsing: nothing would be kept. */
async function opfsDirectory(name: string): Promise<FileSystemDirectoryHandle | 'missing' | 'throws'> {
  if (!hasOpfs()) return 'missing'
  try {
    const root = await navigator.storage.getDirectory()
    return await root.getDirectoryHandle(`${name}-pool`, { create: true })
  } catch (thrown) {
    if (thrown instanceof Error) return 'throws'
    throw thrown
  }
}

function hasOpfs(): boolean {
  return (
    'storage' in navigator && // not on insecure origins
    'getDirectory' in navigator.storage &&
    'createSyncAccessHandle' in FileSystemFileHandle.prototype
  )
}

/** Whoever needs the build awaits it and sees the failure; where nobody does, it does not matter. */
function ignoreUnused(): void {}

function canaryIn(settings: SettingsStore): Canary {
  return { read: () => settings.get(IDS_KEY), write: (ids) => settings.set(IDS_KEY, ids) }
}

function idsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : []
}
