/** The two homes of a browser as the checks open them. */
import type { Timer } from '../../../src/engine/ports.ts'
import { openIndexedDb } from '../../../src/worker/storage/indexeddb.ts'
import { openOpfs, type OpfsProvider } from '../../../src/worker/storage/opfs.ts'
import { loadSqlite, loadSqliteAsync } from '../../../src/worker/storage/sqlite-modules.ts'
import type { SqliteProvider } from '../../../src/worker/storage/sqlite-provider.ts'

export const timer: Timer = (milliseconds, callback) => {
  const handle = setTimeout(callback, milliseconds)
  return () => clearTimeout(handle)
}

export async function poolDirectory(name: string): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory()
  return root.getDirectoryHandle(`${name}-pool`, { create: true })
}

/** `wait` is called with each pause that is made because another owner has the pool. */
export async function opfsProvider(name: string, wait: Timer = timer): Promise<OpfsProvider> {
  return opfsProviderIn(await poolDirectory(name), wait)
}

export function opfsProviderIn(
  directory: FileSystemDirectoryHandle,
  wait: Timer = timer,
): Promise<OpfsProvider> {
  return openOpfs({ directory, loadModule: loadSqlite, timer: wait })
}

export async function indexedDbProvider(name: string): Promise<SqliteProvider> {
  return openIndexedDb({ name: `${name}-databases`, loadModule: loadSqliteAsync })
}
