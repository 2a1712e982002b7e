/**
 * What the engine needs from outside. Everything ambient (time, chance, network, storage) comes in
 * through these, so that the same engine runs in the worker, in Node tests and in a bench.
 */
import type { MemoryEvent } from './api.ts'
import type { EmbedderProvider } from './embedding/embedder.ts'
import type { KnownFacts } from './model/diagnose.ts'
import type { MemoryModel } from './model/memory-model.ts'

// ------------------------------------------------------------------------------------------ time, chance

/** Milliseconds since the Unix epoch. */
export type Instant = number

/** A point in time together with the IANA zone its wall clock is read in. */
export interface Moment {
  readonly instant: Instant
  readonly zone: string
}

export interface Clock {
  now(): Instant
  /** IANA name of the user's zone, e.g. `Asia/Shanghai`. */
  zone(): string
  /** Milliseconds of a monotonic clock, for durations only. */
  monotonic(): number
}

export interface Ids {
  /** A new UUID v4, lower case. */
  uuid(): string
  /** Uniform in [0, 1). */
  uniform(): number
}

// ------------------------------------------------------------------------------------------------ storage

export type SqlValue = number | string | Uint8Array | null
export type SqlRow = Record<string, SqlValue>

/** SQL with `?` parameters. Rows come as plain objects keyed by column name. */
export interface Sql {
  all<T extends SqlRow = SqlRow>(sql: string, params?: readonly SqlValue[]): Promise<T[]>
  first<T extends SqlRow = SqlRow>(sql: string, params?: readonly SqlValue[]): Promise<T | undefined>
  /** Runs one statement; resolves to the number of rows it changed. */
  run(sql: string, params?: readonly SqlValue[]): Promise<number>
}

/** The handle inside a transaction. Only the database may be awaited while one is open. */
export interface Transaction extends Sql {
  /** Runs after the commit is durable, in order of registration; never after a rollback. Must not throw. */
  onCommit(effect: () => void): void
}

export type DatabaseHome = 'opfs' | 'indexeddb' | 'memory'

/**
 * One open SQLite database. Statements and transactions of all callers are run one after another in the
 * order of arrival; a statement issued outside a transaction waits until a running one has ended.
 */
export interface Database extends Sql {
  readonly home: DatabaseHome
  /** Runs several statements without parameters (schema). */
  exec(sql: string): Promise<void>
  /**
   * Commits when `work` resolves and rolls back when it rejects (the rejection is passed on). Nothing of
   * `work` is visible to others before the commit. Must not be nested.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Waits for running work, then closes. Later calls reject with a `StorageError` of code `storage_not_ready`. */
  close(): Promise<void>
}

/** Opens, lists and removes databases by opaque id (a character's id, not its name). */
export interface DatabaseProvider {
  readonly home: DatabaseHome
  open(id: string): Promise<Database>
  list(): Promise<string[]>
  remove(id: string): Promise<void>
  /** Bytes on the device, where the home can tell. */
  size(id: string): Promise<number | undefined>
}

/** Global settings, one value a key (design.md §4). Values are JSON; memory text never goes here. */
export interface SettingsStore {
  get(key: string): Promise<unknown>
  set(key: string, value: unknown): Promise<void>
  delete(key: string): Promise<void>
  keys(): Promise<string[]>
}

// ------------------------------------------------------------------------------------------------- models

/** `fetch` as the engine may use it: given by the worker, which refuses origins the user has not approved. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface TokenCounter {
  /** Identity stored beside cached counts: `tiktoken:o200k_base` or `heuristic:v1` (persona.md §8.4). */
  readonly identity: string
  /** Tokens in `text`; 0 for the empty string. */
  count(text: string): number
  /** The longest prefix of at most `tokens` tokens. */
  truncate(text: string, tokens: number): string
}

// --------------------------------------------------------------------------------------------------- logs

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Fields must hold no memory text above `debug` (ids, counts, codes and names of characters only). */
export interface Log {
  write(level: LogLevel, event: string, fields?: Readonly<Record<string, unknown>>): void
}

/** Runs `callback` once after `milliseconds`, or never when the returned function is called first. */
export type Timer = (milliseconds: number, callback: () => void) => () => void

// ---------------------------------------------------------------------------------------------- composition

export interface EngineDeps {
  readonly clock: Clock
  readonly ids: Ids
  readonly databases: DatabaseProvider
  readonly settings: SettingsStore
  /**
   * The one counter of this engine (design.md §5). Asked for when something is first counted, so that its table may be read
   * after the start; always the same one. Never rejects.
   */
  readonly tokenCounter: () => Promise<TokenCounter>
  /** Refuses origins that the user has not approved. */
  readonly fetch: Fetch
  /** What this device knows of its connection, asked after a model gave no answer (cases.md 31). */
  readonly connectionFacts?: () => Promise<KnownFacts>
  /** Whether anything answers at an approved origin, see `model/probe.ts`. Left out: not asked. */
  readonly modelProbe?: (origin: string) => Promise<boolean>
  /** Instead of the models that the settings name: for tests and benches. */
  readonly models?: ModelProvider
  /** What makes vectors (design.md §7). Left out: recall is by words alone. */
  readonly embedders?: EmbedderProvider
  readonly log: Log
  readonly timer: Timer
  /**
   * Resolves when replies that are ready have had time to leave. SQLite runs without a pause here, so work that
   * nobody waits for would otherwise be done before the reply it follows. Left out: at once.
   */
  readonly letRepliesOut?: () => Promise<void>
  /** BCP 47 tag of the device's language, used until the user chooses one (context.md §8). */
  readonly systemLanguage: string
  /** Told after a commit, for pages to look again; holds no memory text. */
  readonly notify: (event: MemoryEvent) => void
}

/** Gives the model for a character's background work, read afresh at each use so that settings act at once. */
export interface ModelProvider {
  current(character: string): Promise<MemoryModel>
}
