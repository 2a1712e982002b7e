/**
 * Which rows are written while a forgetting searches the memory: the database itself notes them down, by temporary
 * triggers of the connection, so that no writer can pass unseen (as in store/cached-read.ts). A row is known by its
 * place, before and after it moves.
 */
import type { Database, Sql, SqlValue } from '../ports.ts'
import { rowKeys, type KeyedTable, type RowKey } from '../store/scrub.ts'

/** Rows that were written, table by table. */
export type Written = ReadonlyMap<KeyedTable, ReadonlySet<RowKey>>

/** From here on every row that is written is noted. One watch a connection at a time. */
export async function watchRows(db: Database): Promise<void> {
  await keepWatching(db)
  // Of a watch that could not be ended.
  await forgetWritten(db)
}

/** The same, with what a watch that goes on has noted. */
export async function keepWatching(db: Database): Promise<void> {
  await db.exec(
    [
      'CREATE TEMP TABLE IF NOT EXISTS forget_written (name TEXT, place)',
      ...triggers.map(({ create }) => create),
    ].join(';\n'),
  )
}

export async function endWatch(db: Database): Promise<void> {
  await db.exec(
    triggers
      .map(({ name }) => `DROP TRIGGER IF EXISTS temp.${name}`)
      .concat('DROP TABLE IF EXISTS temp.forget_written')
      .join(';\n'),
  )
}

export async function writtenRows(sql: Sql): Promise<Written> {
  const written = new Map<KeyedTable, Set<RowKey>>()
  const rows = await sql.all<{ name: KeyedTable; place: SqlValue }>(
    'SELECT DISTINCT name, place FROM forget_written ORDER BY name, place',
  )
  for (const { name, place } of rows) {
    const places = written.get(name) ?? new Set()
    written.set(name, places.add(typeof place === 'string' ? place : Number(place)))
  }
  return written
}

/** Begins the notes anew. */
export async function forgetWritten(sql: Sql): Promise<void> {
  await sql.run('DELETE FROM forget_written')
}

const triggers = Object.entries(rowKeys).flatMap(([table, key]) => {
  const note = (row: string): string => `INSERT INTO forget_written VALUES ('${table}', ${row}.${key});`
  return [
    { when: 'INSERT', body: note('new') },
    { when: 'UPDATE', body: note('old') + note('new') },
    { when: 'DELETE', body: note('old') },
  ].map(({ when, body }) => {
    const name = `forget_${table}_${when.toLowerCase()}`
    return {
      name,
      create: `CREATE TEMP TRIGGER IF NOT EXISTS ${name} AFTER ${when} ON main.${table} BEGIN ${body} END`,
    }
  })
})
