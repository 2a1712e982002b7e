/** Loads the two builds in a browser, from the addresses that the bundler gives their files. */
import asyncUrl from 'wa-sqlite/dist/wa-sqlite-async.wasm?url'
import syncUrl from 'wa-sqlite/dist/wa-sqlite.wasm?url'
import type { SqliteModule } from 'wa-sqlite/types'

/** The synchronous build, for OPFS and memory. */
export async function loadSqlite(): Promise<SqliteModule> {
  // Beside its script, which asks for it only once it runs.
  const compiling = compile(syncUrl)
  const { default: create } = await import('wa-sqlite/dist/wa-sqlite.mjs')
  const compiled = await compiling
  // Without one the script tries by itself, in every way that it knows, and says why it can't.
  if (compiled === undefined) return create({ locateFile: () => syncUrl })
  return create({
    instantiateWasm(imports, done) {
      done(new WebAssembly.Instance(compiled, imports))
      return {}
    },
  })
}

async function compile(url: string): Promise<WebAssembly.Module | undefined> {
  try {
    return await WebAssembly.compileStreaming(fetch(url))
  } catch {
    return undefined
  }
}

/** The asyncify build, for IndexedDB: twice the size, loaded only where it is needed. */
export async function loadSqliteAsync(): Promise<SqliteModule> {
  const { default: create } = await import('wa-sqlite/dist/wa-sqlite-async.mjs')
  return create({ locateFile: () => asyncUrl })
}
