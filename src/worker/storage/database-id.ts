import { StorageError } from '../../engine/store/storage-error.ts'

/** Opaque ids are UUIDs; other short plain names are let through for tests and tools. */
const ID = /^[A-Za-z0-9_-]{1,48}$/

/** The name of the SQLite file of a database. Throws `StorageError` when `id` is not an opaque id. */
export function databaseFile(id: string): string {
  if (!ID.test(id)) throw new StorageError('storage_failed', 'The database id is not allowed.')
  return `/${id}.db`
}

/** The id of a database's main file; undefined for its journals and for anything else. */
export function databaseIdOf(path: string): string | undefined {
  const match = /^\/([A-Za-z0-9_-]{1,48})\.db$/.exec(path)
  return match?.[1]
}
