/** Loads the two builds in a browser, from the addresses that the bundler gives their files. */
import asyncUrl from 'wa-sqlite/dist/wa-sqlite-async.wasm?url'
import syncUrl from 'wa-sqlite/dist/wa-sqlite.wasm?url'
import type { SqliteModule } from 'wa-sqlite/types'

/** The synchronous build, for OPFS and memory. */
export async function loadSqlite(): Promise<SqliteModule> {
  const { default: create } = await import('wa-sqlite/dist/wa-sqlite.mjs')
  return create({ locateFile: () => syncUrl })
}

/** The asyncify build, for IndexedDB: twice the size, loaded only where it is needed. */
export async function loadSqliteAsync(): Promise<SqliteModule> {
  const { default: create } = await import('wa-sqlite/dist/wa-sqlite-async.mjs')
  return create({ locateFile: () => asyncUrl })
}
