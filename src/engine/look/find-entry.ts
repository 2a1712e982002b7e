/** Finding the row that an `EntryKey` names, wherever it is kept. */
import type { EntryKey } from '../browser-api.ts'
import type { Sql, SqlRow } from '../ports.ts'
import { TURNS_LEFT } from '../store/time-index.ts'
import { PLACE, SHARD_PLACE, type EntryTable, type StoredEntry } from './entry-row.ts'

/**
 * Sections `s` of the persona that say something of somebody; those of bookkeeping begin with underscores, and what is
 * no section is kept as it came.
 */
export const SHOWN_SECTION = `s.raw IS NULL AND s.name NOT LIKE '\\_\\_%' ESCAPE '\\'`

/** The row; active before archived, where both have the id. Null when there is none. */
export async function findEntry(sql: Sql, key: EntryKey): Promise<StoredEntry | null> {
  for (const table of tablesOf[key.kind]) {
    const found = await findIn(sql, table, key)
    if (found !== null) return found
  }
  return null
}

/** The rows of `seqs` of one table, in that order; those that are gone are left out. */
export async function readEntries(
  sql: Sql,
  table: EntryTable,
  seqs: readonly number[],
): Promise<StoredEntry[]> {
  if (seqs.length === 0) return []
  const rows = await sql.all(
    `${selects[table]} WHERE ${seqColumns[table]} IN (SELECT value FROM json_each(?))`,
    [JSON.stringify(seqs)],
  )
  const bySeq = new Map(rows.map((row) => [row['seq'], storedEntry(table, row)]))
  return seqs.flatMap((seq) => bySeq.get(seq) ?? [])
}

/** At most `limit` rows behind the place `after`, in the order of their places. */
export async function readSlice(
  sql: Sql,
  table: EntryTable,
  after: number,
  limit: number,
): Promise<StoredEntry[]> {
  const seq = seqColumns[table]
  const rows = await sql.all(`${selects[table]} WHERE ${seq} > ? ORDER BY ${seq} LIMIT ?`, [after, limit])
  return rows.map((row) => storedEntry(table, row))
}

/** All rows of a table, in its order. */
export async function readTable(sql: Sql, table: EntryTable): Promise<StoredEntry[]> {
  const order = table === 'persona' ? 'e.section, e.seq' : seqColumns[table]
  return (await sql.all(`${selects[table]} ORDER BY ${order}`)).map((row) => storedEntry(table, row))
}

const tablesOf: Readonly<Record<EntryKey['kind'], readonly EntryTable[]>> = {
  fact: ['facts'],
  reflection: ['reflections', 'shards'],
  persona: ['persona', 'shards'],
  correction: ['corrections'],
  turn: ['turns'],
}

async function findIn(sql: Sql, table: EntryTable, { kind, id }: EntryKey): Promise<StoredEntry | null> {
  const seq = seqOf(table, id)
  const shard = table === 'shards' ? ` AND kind = '${kind === 'persona' ? 'persona' : 'reflection'}'` : ''
  const column = idColumns[table]
  if (seq !== null) {
    const row = await sql.first(`${selects[table]} WHERE ${seqColumns[table]} = ?${shard}`, [seq])
    const stored = row === undefined ? null : storedEntry(table, row)
    // A place names only rows that have no id of their own; an id may look like one.
    if (stored !== null && stored.id === null) return stored
  }
  if (column === null) return null
  const row = await sql.first(
    `${selects[table]} WHERE ${column} = ?${shard} ORDER BY ${firstOf[table]} LIMIT 1`,
    [id],
  )
  return row === undefined ? null : storedEntry(table, row)
}

function seqOf(table: EntryTable, id: string): number | null {
  const prefix = table === 'shards' ? SHARD_PLACE : PLACE
  const place = id.startsWith(prefix) ? id.slice(prefix.length) : ''
  return /^\d{1,15}$/.test(place) ? Number(place) : null
}

const selects: Readonly<Record<EntryTable, string>> = {
  facts: 'SELECT seq, id, doc, archived, created_instant AS instant FROM facts',
  reflections: 'SELECT seq, id, doc, 0 AS archived, created_instant AS instant FROM reflections',
  persona: `SELECT e.seq AS seq, e.id AS id, e.doc AS doc, 0 AS archived, s.name AS section
    FROM persona_entries e JOIN persona_sections s ON s.seq = e.section AND ${SHOWN_SECTION}`,
  corrections: 'SELECT seq, NULL AS id, doc, 0 AS archived FROM corrections',
  shards: 'SELECT seq, id, doc, 1 AS archived, kind FROM archive_entries',
  // Named `t`, as `id` alone is another column in an ORDER BY than in a WHERE.
  turns: `SELECT t.id AS seq, t.turn_id AS id, t.message AS doc, 0 AS archived, t.instant AS instant,
    t.timestamp AS stamp FROM ${TURNS_LEFT} t`,
}

const seqColumns: Readonly<Record<EntryTable, string>> = {
  facts: 'seq',
  reflections: 'seq',
  persona: 'e.seq',
  corrections: 'seq',
  shards: 'seq',
  turns: 't.id',
}

const idColumns: Readonly<Record<EntryTable, string | null>> = {
  facts: 'id',
  reflections: 'id',
  persona: 'e.id',
  corrections: null,
  shards: 'id',
  turns: 't.turn_id',
}

const firstOf: Readonly<Record<EntryTable, string>> = {
  facts: 'archived',
  reflections: 'seq',
  persona: 'e.seq',
  corrections: 'seq',
  shards: 'seq',
  turns: 't.id',
}

const kinds: Readonly<Record<Exclude<EntryTable, 'shards'>, EntryKey['kind']>> = {
  facts: 'fact',
  reflections: 'reflection',
  persona: 'persona',
  corrections: 'correction',
  turns: 'turn',
}

function storedEntry(table: EntryTable, row: SqlRow): StoredEntry {
  const { seq, id, doc, archived, instant, section, kind, stamp } = row
  return {
    kind: table === 'shards' ? (kind === 'persona' ? 'persona' : 'reflection') : kinds[table],
    table,
    seq: Number(seq),
    id: typeof id === 'string' ? id : null,
    doc: String(doc),
    archived: archived === 1,
    section: typeof section === 'string' ? section : null,
    instant: typeof instant === 'number' ? instant : null,
    ...(typeof stamp === 'string' ? { stamp } : {}),
  }
}
