/**
 * The Database port over one wa-sqlite connection: a first-come-first-served queue, statements prepared
 * once, transactions that commit or leave nothing behind.
 */
import { SQLITE_DONE, SQLITE_ROW, SQLiteError } from 'wa-sqlite'
import type { SqliteApi, SqliteModule } from 'wa-sqlite/types'
import type { Database, DatabaseHome, Sql, SqlRow, SqlValue, Transaction } from '../../engine/ports.ts'
import { StorageError } from '../../engine/store/storage-error.ts'
import { createFifo, type Fifo } from './fifo.ts'

/** A loaded build of SQLite. */
export interface SqliteBuild {
  readonly module: SqliteModule
  readonly api: SqliteApi
  /**
   * Held for each statement, by all connections of the build. An asyncify build can suspend one call only;
   * the synchronous build needs none.
   */
  readonly gate?: Fifo
}

export interface SqliteConnection {
  readonly build: SqliteBuild
  /** What `open_v2` gave; owned by the database from here on. */
  readonly handle: number
  readonly home: DatabaseHome
  /** The exception behind the file system's last error code, taken away by the call. */
  readonly takeFileError?: () => unknown
  /** Called once the connection is closed, also when closing failed. */
  readonly onClosed?: () => void | Promise<void>
}

/** Statements kept prepared; the engine has fewer than 200 distinct texts, each some kB of memory. */
const MAX_PREPARED = 200
const PREPARE_PERSISTENT = 1
const SQLITE_CORRUPT = 11
const SQLITE_FULL = 13
const SQLITE_NOTADB = 26
const PRIMARY_CODE = 0xff

const COLUMN_INTEGER = 1
const COLUMN_FLOAT = 2
const COLUMN_TEXT = 3
const COLUMN_BLOB = 4

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Wraps an open connection. Failures are thrown as `StorageError`. */
export function createSqliteDatabase(connection: SqliteConnection): Database {
  const { build, handle } = connection
  const { module, api } = build
  const gate: Fifo = build.gate ?? ((work) => work())
  const enqueue = createFifo()
  const prepared = new Map<string, number>()
  const freeAddress = module._getSqliteFree()
  let closing: Promise<void> | undefined
  /** Set when a rollback failed: what the connection holds is then unknown, and it serves nothing more. */
  let broken: StorageError | undefined

  const database: Database = {
    home: connection.home,
    ...sqlThrough((work) => queued(work)),
    exec: (sql) => queued(() => execute(sql)),
    transaction: (work) => queued(() => runTransaction(work)),
    close() {
      closing ??= enqueue(closeConnection)
      return closing
    },
  }
  return database

  function queued<T>(work: () => Promise<T>): Promise<T> {
    if (closing !== undefined) return Promise.reject(new StorageError('storage_not_ready', 'It was closed.'))
    return enqueue(() => (broken === undefined ? work() : Promise.reject(broken)))
  }

  function sqlThrough(enter: Fifo): Sql {
    return {
      all: <T extends SqlRow>(sql: string, params: readonly SqlValue[] = []) =>
        enter(() => query<T>(sql, params, Infinity)),
      first: <T extends SqlRow>(sql: string, params: readonly SqlValue[] = []) =>
        enter(async () => (await query<T>(sql, params, 1))[0]),
      run: (sql: string, params: readonly SqlValue[] = []) => enter(() => change(sql, params)),
    }
  }

  async function runTransaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const effects: (() => void)[] = []
    const inner = createFifo()
    let over = false
    const enter: Fifo = (step) =>
      over
        ? Promise.reject(new StorageError('storage_failed', 'The transaction is over.'))
        : inner(() => step())
    const tx: Transaction = { ...sqlThrough(enter), onCommit: (effect) => void effects.push(effect) }

    await change('BEGIN IMMEDIATE', [])
    let result: T
    try {
      result = await work(tx)
      over = true
      await inner(() => Promise.resolve()) // statements that the work did not wait for
      if (module._sqlite3_get_autocommit(handle) !== 0) {
        // SQLite itself rolls back on some failures (disk full, I/O); the work may have swallowed that one.
        throw new StorageError('storage_failed', 'The transaction was rolled back by SQLite.')
      }
      await change('COMMIT', [])
    } catch (thrown) {
      over = true
      await inner(() => Promise.resolve())
      await rollBack()
      throw thrown
    }
    for (const effect of effects) effect()
    return result
  }

  async function rollBack(): Promise<void> {
    if (module._sqlite3_get_autocommit(handle) !== 0) return
    try {
      await change('ROLLBACK', [])
    } catch (thrown) {
      broken = new StorageError(
        'storage_failed',
        'A rollback failed; the database must be opened again.',
        thrown,
      )
    }
  }

  async function query<T extends SqlRow>(
    sql: string,
    params: readonly SqlValue[],
    limit: number,
  ): Promise<T[]> {
    return gate(() =>
      withStatement(sql, params, async (statement) => {
        const rows: T[] = []
        let names: string[] | undefined
        // Stepped to the end even when one row is asked for: a statement with RETURNING has to finish.
        for (;;) {
          const stepped = step(statement)
          if ((typeof stepped === 'number' ? stepped : await stepped) !== SQLITE_ROW) break
          if (rows.length >= limit) continue
          names ??= columnNames(statement)
          const row: SqlRow = {}
          for (const [column, name] of names.entries()) row[name] = readColumn(statement, column)
          rows.push(row as T) // the caller's type names the columns of its own SQL
        }
        return rows
      }),
    )
  }

  async function change(sql: string, params: readonly SqlValue[]): Promise<number> {
    return gate(() =>
      withStatement(sql, params, async (statement) => {
        const before = module._sqlite3_total_changes(handle)
        while ((await step(statement)) === SQLITE_ROW);
        // `changes` keeps the number of the last statement that changed rows, so ask whether this one did.
        return module._sqlite3_total_changes(handle) === before ? 0 : api.changes(handle)
      }),
    )
  }

  async function execute(sql: string): Promise<void> {
    await gate(async () => {
      try {
        for await (const statement of api.statements(handle, sql)) {
          while ((await step(statement)) === SQLITE_ROW);
        }
      } catch (thrown) {
        throw asStorageError(thrown)
      }
    })
  }

  /** One step; at once in a synchronous build, where a promise a row would cost more than the row. */
  function step(statement: number): number | Promise<number> {
    if (build.gate !== undefined) return api.step(statement)
    const code = module._sqlite3_step(statement)
    if (code === SQLITE_ROW || code === SQLITE_DONE) return code
    throw new SQLiteError(module.UTF8ToString(module._sqlite3_errmsg(handle)), code)
  }

  async function withStatement<T>(
    sql: string,
    params: readonly SqlValue[],
    use: (statement: number) => Promise<T>,
  ): Promise<T> {
    try {
      const statement = await prepare(sql)
      bindAll(statement, params)
      try {
        return await use(statement)
      } finally {
        // After a failed step, reset reports that same failure again.
        await api.reset(statement).catch(ignoreSqliteError)
      }
    } catch (thrown) {
      throw asStorageError(thrown)
    }
  }

  async function prepare(sql: string): Promise<number> {
    const known = prepared.get(sql)
    if (known !== undefined) {
      prepared.delete(sql) // to the end: the Map is in order of last use
      prepared.set(sql, known)
      return known
    }
    const found: number[] = []
    for await (const statement of api.statements(handle, sql, {
      flags: PREPARE_PERSISTENT,
      unscoped: true,
    })) {
      found.push(statement)
    }
    const [statement, ...others] = found
    if (statement === undefined || others.length > 0) {
      for (const each of found) await api.finalize(each)
      throw new StorageError('storage_failed', `One statement was expected, not ${found.length}.`)
    }
    prepared.set(sql, statement)
    if (prepared.size > MAX_PREPARED) {
      for (const [oldest, stale] of prepared) {
        prepared.delete(oldest)
        await api.finalize(stale)
        break
      }
    }
    return statement
  }

  function bindAll(statement: number, params: readonly SqlValue[]): void {
    const expected = api.bind_parameter_count(statement)
    if (expected !== params.length) {
      throw new StorageError('storage_failed', `${expected} parameters were expected, not ${params.length}.`)
    }
    for (const [index, value] of params.entries()) bind(statement, index + 1, value)
  }

  function bind(statement: number, index: number, value: SqlValue): void {
    if (value === null) {
      api.bind_null(statement, index)
    } else if (typeof value === 'number') {
      if (value === (value | 0)) module._sqlite3_bind_int(statement, index, value)
      else if (Number.isSafeInteger(value)) api.bind_int64(statement, index, BigInt(value))
      else if (Number.isFinite(value)) api.bind_double(statement, index, value)
      else throw new StorageError('storage_failed', `Parameter ${index} is not a finite number.`)
    } else if (typeof value === 'string') {
      // Not api.bind_text, which ends the text at the first U+0000.
      const bytes = encoder.encode(value)
      module._sqlite3_bind_text(statement, index, copyIn(bytes), bytes.byteLength, freeAddress)
    } else {
      module._sqlite3_bind_blob(statement, index, copyIn(value), value.byteLength, freeAddress)
    }
  }

  function copyIn(bytes: Uint8Array): number {
    const address = module._sqlite3_malloc(Math.max(bytes.byteLength, 1))
    if (address === 0) throw new StorageError('storage_failed', 'There is not enough memory.')
    module.HEAPU8.set(bytes, address)
    return address
  }

  function columnNames(statement: number): string[] {
    const names: string[] = []
    for (let column = 0; column < api.column_count(statement); column++) {
      names.push(api.column_name(statement, column))
    }
    return names
  }

  function readColumn(statement: number, column: number): SqlValue {
    switch (module._sqlite3_column_type(statement, column)) {
      case COLUMN_INTEGER: // a double holds every integer that a SqlValue can be
      case COLUMN_FLOAT:
        return module._sqlite3_column_double(statement, column)
      case COLUMN_TEXT: {
        const address = module._sqlite3_column_text(statement, column)
        return readText(module.HEAPU8, address, module._sqlite3_column_bytes(statement, column))
      }
      case COLUMN_BLOB: {
        const address = module._sqlite3_column_blob(statement, column)
        const bytes = module._sqlite3_column_bytes(statement, column)
        return module.HEAPU8.slice(address, address + bytes)
      }
      default:
        return null
    }
  }

  async function closeConnection(): Promise<void> {
    try {
      await gate(async () => {
        for (const statement of prepared.values()) await api.finalize(statement).catch(ignoreSqliteError)
        prepared.clear()
        await api.close(handle)
      })
    } catch (thrown) {
      throw asStorageError(thrown)
    } finally {
      await connection.onClosed?.()
    }
  }

  function asStorageError(thrown: unknown): StorageError {
    return storageErrorOf(thrown, connection.takeFileError?.())
  }
}

/** Below this many bytes a loop over ASCII is faster than the decoder's call. */
const SHORT_TEXT = 24

function readText(memory: Uint8Array, address: number, bytes: number): string {
  const text = memory.subarray(address, address + bytes)
  if (bytes > SHORT_TEXT) return decoder.decode(text)
  let ascii = ''
  for (const byte of text) {
    if (byte > 0x7f) return decoder.decode(text)
    ascii += String.fromCharCode(byte)
  }
  return ascii
}

/** The storage error for what SQLite or the file system threw. */
export function storageErrorOf(thrown: unknown, fileError?: unknown): StorageError {
  if (thrown instanceof StorageError) return thrown
  if (isQuotaError(fileError) || isQuotaError(thrown))
    return new StorageError('storage_quota', undefined, thrown)
  if (!(thrown instanceof SQLiteError)) throw thrown
  const primary = thrown.code & PRIMARY_CODE
  if (primary === SQLITE_FULL) return new StorageError('storage_quota', undefined, thrown)
  const code = primary === SQLITE_CORRUPT || primary === SQLITE_NOTADB ? 'storage_corrupt' : 'storage_failed'
  // FTS5 repeats the user's words in its message; the other messages name tables and columns only.
  const words = thrown.message.startsWith('fts5:') ? 'fts5: the expression is refused' : thrown.message
  return new StorageError(code, `SQLite says ${thrown.code}: ${words}.`, fileError ?? thrown)
}

function isQuotaError(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'QuotaExceededError'
}

function ignoreSqliteError(thrown: unknown): void {
  if (!(thrown instanceof SQLiteError)) throw thrown
}
