/** Documents that are one object each, and cursors.json. */
import { parseJson } from '../document.ts'
import type { Sql } from '../ports.ts'
import { parseWallClock } from '../time/wall-clock.ts'

/** Names of the single documents that the reference has; others are Omoide's own. */
export type DocumentName =
  | 'recent_meta'
  | 'synth_backoff'
  | 'external_import_state'
  | 'events_applied'
  | 'facts_archive.last_attempt'
  | 'idle_maintenance_state'
  | (string & {})

export const documentsTable = {
  /** The document's text, verbatim. */
  async get(sql: Sql, name: DocumentName): Promise<string | null> {
    return (await sql.first<{ doc: string }>('SELECT doc FROM documents WHERE name = ?', [name]))?.doc ?? null
  },
  async put(sql: Sql, name: DocumentName, doc: string): Promise<void> {
    await sql.run(
      'INSERT INTO documents (name, doc) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET doc = excluded.doc',
      [name, doc],
    )
  },
  async remove(sql: Sql, name: DocumentName): Promise<void> {
    await sql.run('DELETE FROM documents WHERE name = ?', [name])
  },
}

export const cursorsTable = {
  /** The stamp under the key, as written; null when there is none or it cannot be read (maintenance.md §5.1). */
  async get(sql: Sql, key: string): Promise<string | null> {
    const row = await sql.first<{ doc: string }>('SELECT doc FROM cursors WHERE key = ?', [key])
    return row === undefined ? null : stampOf(row.doc)
  },
  /** Sets a stamp. Values that cannot be read are not written on. */
  async set(sql: Sql, key: string, stamp: string): Promise<void> {
    const rows = await sql.all<{ key: string; doc: string }>('SELECT key, doc FROM cursors')
    for (const row of rows) {
      if (stampOf(row.doc) === null) await sql.run('DELETE FROM cursors WHERE key = ?', [row.key])
    }
    await sql.run(
      `INSERT INTO cursors (key, key_doc, doc) VALUES (?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET doc = excluded.doc`,
      [key, JSON.stringify(key), JSON.stringify(stamp)],
    )
  },
}

function stampOf(doc: string): string | null {
  const value = parseJson(doc)
  return typeof value === 'string' && parseWallClock(value) !== null ? value : null
}
