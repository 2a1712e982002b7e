/**
 * What was read from some tables, kept until a row of them changes. The database itself counts the changes, by
 * temporary triggers of the connection, so that no writer can forget to; and a rollback takes its counts back, so
 * that a count always stands for the rows that it was read with.
 */
import type { Transaction } from '../ports.ts'
import { CACHED_READ_PATCHED_ROWS } from '../settings.ts'
import type { CharacterStore } from './character-store.ts'

/** A read of a store inside a transaction. What it gives is shared between callers and must not be changed. */
export type StoreRead<T> = (tx: Transaction, store: CharacterStore) => Promise<T>

export interface CachedRead<T> extends StoreRead<T> {
  /**
   * To be called by who has rewritten `rows` rows of the patched table, and nothing else, since this read of the same
   * transaction: `derive` makes the new value from the one that was read, so that nobody need read those rows again.
   * Without effect where there was no such read, where `derive` gives null, or where the database counts otherwise.
   */
  wrote(tx: Transaction, store: CharacterStore, rows: number, derive: (value: T) => T | null): Promise<void>
}

/** How a value follows when nothing has happened but that some rows of `table` were given other contents. */
export interface Patching<T> {
  readonly table: TableName
  /** The value with these rows as they are now, a new one; null where it must be read anew after all. */
  readonly patch: (
    tx: Transaction,
    store: CharacterStore,
    value: T,
    seqs: readonly number[],
  ) => Promise<T | null>
}

/**
 * `read`, which depends on nothing but rows of `tables`, run again only after one of them has changed; where only few
 * rows were rewritten, `patching` saves reading all the others. One cached read a patched table.
 */
export function cachedRead<T>(
  tables: readonly TableName[],
  read: StoreRead<T>,
  patching: Patching<T> | null = null,
): CachedRead<T> {
  interface Known {
    readonly version: Version
    readonly value: T
  }
  const kept = new WeakMap<CharacterStore, Known>()
  // A version of rows that are rolled back may come again with others, so it is the transaction's until it commits.
  const within = new WeakMap<Transaction, Known>()
  const watched = new WeakSet<CharacterStore>()
  const counted = patching?.table ?? null

  const cached = async (tx: Transaction, store: CharacterStore): Promise<T> => {
    if (!watched.has(store)) {
      await watch(tx, tables)
      tx.onCommit(() => watched.add(store))
    }
    const version = await versionOf(tx, tables, counted)
    const known = within.get(tx) ?? kept.get(store)
    if (known?.version.all === version.all) {
      within.set(tx, known)
      return known.value
    }
    const patched =
      known === undefined || patching === null
        ? null
        : await follow(tx, store, patching, known.value, known.version, version)
    const value = patched ?? (await read(tx, store))
    await keep(tx, store, { version, value })
    return value
  }
  return Object.assign(cached, {
    async wrote(tx: Transaction, store: CharacterStore, rows: number, derive: (value: T) => T | null) {
      const known = within.get(tx)
      if (known === undefined || rows === 0) return
      const version = await versionOf(tx, tables, counted)
      const { all, patched } = known.version
      if (version.all !== all + rows || version.patched !== patched + rows) return
      const value = derive(known.value)
      if (value !== null) await keep(tx, store, { version, value })
    },
  })

  async function keep(tx: Transaction, store: CharacterStore, known: Known): Promise<void> {
    if (patching !== null) await forget(tx, patching.table, known.version)
    within.set(tx, known)
    tx.onCommit(() => void kept.set(store, known))
  }
}

/** Changes so far: of all tables, and of the one whose rows are patched. */
interface Version {
  readonly all: number
  readonly patched: number
}

/** Each update writes one row down, so where there are fewer than changes, rows also came or went. */
async function follow<T>(
  tx: Transaction,
  store: CharacterStore,
  { table, patch }: Patching<T>,
  value: T,
  from: Version,
  to: Version,
): Promise<T | null> {
  const changes = to.patched - from.patched
  if (changes !== to.all - from.all || changes > CACHED_READ_PATCHED_ROWS) return null
  const updates = await tx.all<{ seq: number }>('SELECT seq FROM row_updates WHERE name = ? AND change > ?', [
    table,
    from.patched,
  ])
  if (updates.length !== changes) return null
  return patch(tx, store, value, [...new Set(updates.map(({ seq }) => seq))])
}

async function forget(tx: Transaction, table: TableName, { patched }: Version): Promise<void> {
  await tx.run('DELETE FROM row_updates WHERE name = ? AND change <= ?', [table, patched])
}

/** Tables whose changes can be counted: names in SQL, so none from outside. */
export type TableName = 'persona_sections' | 'persona_entries' | 'reflections'

async function watch(tx: Transaction, tables: readonly TableName[]): Promise<void> {
  await tx.run(
    'CREATE TEMP TABLE IF NOT EXISTS row_changes (name TEXT PRIMARY KEY, changes INTEGER NOT NULL)',
  )
  await tx.run(
    'CREATE TEMP TABLE IF NOT EXISTS row_updates (name TEXT, change INTEGER, seq INTEGER, PRIMARY KEY (name, change))',
  )
  for (const table of tables) {
    await tx.run('INSERT OR IGNORE INTO row_changes VALUES (?, 0)', [table])
    const count = `UPDATE row_changes SET changes = changes + 1 WHERE name = '${table}';`
    const note = `INSERT INTO row_updates SELECT name, changes, new.seq FROM row_changes
      WHERE name = '${table}' AND new.seq = old.seq;`
    for (const [change, body] of [
      ['INSERT', count],
      ['UPDATE', count + note],
      ['DELETE', count],
    ] as const) {
      await tx.run(
        `CREATE TEMP TRIGGER IF NOT EXISTS ${table}_${change} AFTER ${change} ON main.${table} BEGIN ${body} END`,
      )
    }
  }
}

async function versionOf(
  tx: Transaction,
  tables: readonly TableName[],
  patched: TableName | null,
): Promise<Version> {
  const row = await tx.first<{ all: number; patched: number | null }>(
    `SELECT sum(changes) AS "all", sum(changes) FILTER (WHERE name = ?) AS patched
     FROM row_changes WHERE name IN (SELECT value FROM json_each(?))`,
    [patched, JSON.stringify(tables)],
  )
  return { all: row?.all ?? -1, patched: row?.patched ?? 0 }
}
