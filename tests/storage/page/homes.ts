/** The two homes of a browser as the checks open them. */
import { openIndexedDb } from '../../../src/worker/storage/indexeddb.ts'
import { openOpfs, type OpfsProvider } from '../../../src/worker/storage/opfs.ts'
import { loadSqlite, loadSqliteAsync } from '../../../src/worker/storage/sqlite-modules.ts'
import type { SqliteProvider } from '../../../src/worker/storage/sqlite-provider.ts'

export const timer = (milliseconds: number, callback: () => void): (() => void) => {
  const handle = setTimeout(callback, milliseconds)
  return () => clearTimeout(handle)
}

export async function poolDirectory(name: string): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory()
  return root.getDirectoryHandle(`${name}-pool`, { create: true })
}

export async function opfsProvider(name: string): Promise<OpfsProvider> {
  return opfsProviderIn(await poolDirectory(name))
}

export function opfsProviderIn(directory: FileSystemDirectoryHandle): Promise<OpfsProvider> {
  return openOpfs({ directory, loadModule: loadSqlite, timer })
}

export async function indexedDbProvider(name: string): Promise<SqliteProvider> {
  return openIndexedDb({ name: `${name}-databases`, loadModule: loadSqliteAsync })
}
