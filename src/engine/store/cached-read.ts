/**
 * What was read from some tables, kept until a row of them changes. The database itself counts the changes, by
 * temporary triggers of the connection, so that no writer can forget to; and a rollback takes its counts back, so
 * that a count always stands for the rows that it was read with.
 */
import type { Transaction } from '../ports.ts'
import type { CharacterStore } from './character-store.ts'

/** A read of a store inside a transaction. What it gives is shared between callers and must not be changed. */
export type StoreRead<T> = (tx: Transaction, store: CharacterStore) => Promise<T>

/** `read`, which depends on nothing but rows of `tables`, run again only after one of them has changed. */
export function cachedRead<T>(tables: readonly TableName[], read: StoreRead<T>): StoreRead<T> {
  const kept = new WeakMap<CharacterStore, { readonly version: number; readonly value: T }>()
  const watched = new WeakSet<CharacterStore>()

  return async (tx, store) => {
    if (!watched.has(store)) {
      await watch(tx, tables)
      tx.onCommit(() => watched.add(store))
    }
    const version = await versionOf(tx, tables)
    const known = kept.get(store)
    if (known?.version === version) return known.value
    const value = await read(tx, store)
    // A version of rows that are rolled back may come again with others.
    tx.onCommit(() => void kept.set(store, { version, value }))
    return value
  }
}

/** Tables whose changes can be counted: names in SQL, so none from outside. */
export type TableName = 'persona_sections' | 'persona_entries' | 'reflections'

async function watch(tx: Transaction, tables: readonly TableName[]): Promise<void> {
  await tx.run(
    'CREATE TEMP TABLE IF NOT EXISTS row_changes (name TEXT PRIMARY KEY, changes INTEGER NOT NULL)',
  )
  for (const table of tables) {
    await tx.run('INSERT OR IGNORE INTO row_changes VALUES (?, 0)', [table])
    for (const change of ['INSERT', 'UPDATE', 'DELETE']) {
      await tx.run(
        `CREATE TEMP TRIGGER IF NOT EXISTS ${table}_${change} AFTER ${change} ON main.${table}
         BEGIN UPDATE row_changes SET changes = changes + 1 WHERE name = '${table}'; END`,
      )
    }
  }
}

async function versionOf(tx: Transaction, tables: readonly TableName[]): Promise<number> {
  const row = await tx.first<{ version: number }>(
    'SELECT sum(changes) AS version FROM row_changes WHERE name IN (SELECT value FROM json_each(?))',
    [JSON.stringify(tables)],
  )
  return row?.version ?? -1
}
