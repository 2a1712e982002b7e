/**
 * The parts of `wa-sqlite` (an alias of @journeyapps/wa-sqlite) that are used here. The package's own
 * types name modules under its real name and have none for the builds and the example file systems.
 */
declare module 'wa-sqlite' {
  import type { SqliteApi, SqliteModule } from 'wa-sqlite/types'
  export class SQLiteError extends Error {
    constructor(message: string, code: number)
    code: number
  }
  export function Factory(module: SqliteModule): SqliteApi
  export const SQLITE_ROW: number
  export const SQLITE_DONE: number
  export const SQLITE_OPEN_READWRITE: number
  export const SQLITE_OPEN_CREATE: number
}

declare module 'wa-sqlite/types' {
  import type { Base } from 'wa-sqlite/src/VFS.js'

  /** The Emscripten module. Addresses and handles are numbers. */
  export interface SqliteModule {
    readonly HEAPU8: Uint8Array
    _sqlite3_malloc(bytes: number): number
    _getSqliteFree(): number
    _sqlite3_bind_text(statement: number, index: number, text: number, bytes: number, free: number): number
    _sqlite3_bind_blob(statement: number, index: number, data: number, bytes: number, free: number): number
    _sqlite3_bind_int(statement: number, index: number, value: number): number
    /** In an asyncify build this may suspend and must go through the API instead. */
    _sqlite3_step(statement: number): number
    _sqlite3_errmsg(database: number): number
    UTF8ToString(address: number): string
    _sqlite3_column_type(statement: number, column: number): number
    _sqlite3_column_double(statement: number, column: number): number
    _sqlite3_column_text(statement: number, column: number): number
    _sqlite3_column_blob(statement: number, column: number): number
    _sqlite3_column_bytes(statement: number, column: number): number
    _sqlite3_get_autocommit(database: number): number
    _sqlite3_total_changes(database: number): number
  }

  export interface SqliteApi {
    open_v2(name: string, flags?: number, vfs?: string): Promise<number>
    close(database: number): Promise<number>
    vfs_register(vfs: Base, makeDefault?: boolean): number
    statements(
      database: number,
      sql: string,
      options?: { readonly flags?: number; readonly unscoped?: boolean },
    ): AsyncGenerator<number, void, void>
    step(statement: number): Promise<number>
    reset(statement: number): Promise<number>
    finalize(statement: number): Promise<number>
    changes(database: number): number
    bind_parameter_count(statement: number): number
    bind_int64(statement: number, index: number, value: bigint): number
    bind_double(statement: number, index: number, value: number): number
    bind_null(statement: number, index: number): number
    column_count(statement: number): number
    column_name(statement: number, column: number): string
  }
}

declare module 'wa-sqlite/dist/wa-sqlite.mjs' {
  import type { SqliteModule } from 'wa-sqlite/types'
  export default function create(options?: {
    wasmBinary?: ArrayBuffer | Uint8Array
    locateFile?: (file: string) => string
    /** Instantiates by itself and hands the instance over. */
    instantiateWasm?: (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance) => void,
    ) => Record<string, never>
  }): Promise<SqliteModule>
}

declare module 'wa-sqlite/dist/wa-sqlite-async.mjs' {
  export { default } from 'wa-sqlite/dist/wa-sqlite.mjs'
}

declare module 'wa-sqlite/src/VFS.js' {
  import type { SqliteModule } from 'wa-sqlite/types'
  export class Base {
    constructor(name: string, module: SqliteModule)
    name: string
    mxPathname: number
    close(): void | Promise<void>
    isReady(): boolean | Promise<boolean>
  }
  export const SQLITE_OK: number
  export const SQLITE_CANTOPEN: number
  export const SQLITE_FULL: number
  export const SQLITE_IOERR: number
  export const SQLITE_IOERR_READ: number
  export const SQLITE_IOERR_SHORT_READ: number
  export const SQLITE_IOERR_WRITE: number
  export const SQLITE_IOERR_TRUNCATE: number
  export const SQLITE_IOERR_FSYNC: number
  export const SQLITE_IOERR_DELETE: number
  export const SQLITE_IOERR_CLOSE: number
  export const SQLITE_IOERR_FSTAT: number
  export const SQLITE_OPEN_CREATE: number
  export const SQLITE_OPEN_DELETEONCLOSE: number
  export const SQLITE_OPEN_MAIN_DB: number
  export const SQLITE_OPEN_MAIN_JOURNAL: number
  export const SQLITE_OPEN_SUPER_JOURNAL: number
  export const SQLITE_OPEN_WAL: number
  export const SQLITE_IOCAP_UNDELETABLE_WHEN_OPEN: number
}

declare module 'wa-sqlite/src/FacadeVFS.js' {
  import { Base } from 'wa-sqlite/src/VFS.js'
  /** Like a Uint8Array; `subarray()` gives the real one over the present memory. */
  export interface MemoryBytes {
    readonly byteLength: number
    subarray(from?: number, to?: number): Uint8Array<ArrayBuffer>
    fill(value: number, from?: number, to?: number): void
  }
  export interface OutInt32 {
    setInt32(offset: number, value: number, littleEndian: boolean): void
  }
  export interface OutInt64 {
    setBigInt64(offset: number, value: bigint, littleEndian: boolean): void
  }
  export class FacadeVFS extends Base {
    jOpen(name: string | null, file: number, flags: number, outFlags: OutInt32): number | Promise<number>
    jClose(file: number): number | Promise<number>
    jRead(file: number, data: MemoryBytes, offset: number): number | Promise<number>
    jWrite(file: number, data: MemoryBytes, offset: number): number | Promise<number>
    jTruncate(file: number, size: number): number | Promise<number>
    jSync(file: number, flags: number): number | Promise<number>
    jFileSize(file: number, outSize: OutInt64): number | Promise<number>
    jSectorSize(file: number): number | Promise<number>
    jDeviceCharacteristics(file: number): number | Promise<number>
    jAccess(name: string, flags: number, outResult: OutInt32): number | Promise<number>
    jDelete(name: string, syncDirectory: number): number | Promise<number>
  }
}

declare module 'wa-sqlite/src/examples/MemoryVFS.js' {
  import { FacadeVFS } from 'wa-sqlite/src/FacadeVFS.js'
  import type { SqliteModule } from 'wa-sqlite/types'
  export class MemoryVFS extends FacadeVFS {
    static create(name: string, module: SqliteModule): Promise<MemoryVFS>
    readonly mapNameToFile: Map<string, { size: number; data: ArrayBuffer }>
  }
}

declare module 'wa-sqlite/src/examples/IDBBatchAtomicVFS.js' {
  import { FacadeVFS } from 'wa-sqlite/src/FacadeVFS.js'
  import type { SqliteModule } from 'wa-sqlite/types'
  export class IDBBatchAtomicVFS extends FacadeVFS {
    static create(
      name: string,
      module: SqliteModule,
      options?: { idbName?: string; lockPolicy?: 'exclusive' | 'shared' | 'shared+hint' },
    ): Promise<IDBBatchAtomicVFS>
    readonly lastError: unknown
  }
}
