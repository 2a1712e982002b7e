/**
 * What was built on an entry: reflections on facts, lines of the persona on reflections, each also where it is
 * archived. When the entry changes they are flagged, so that the user looks at them (issue 5 §1).
 */
import type { EntryKey } from '../browser-api.ts'
import { isObject, parseJson, patchObject } from '../document.ts'
import { documentOf, keyOf, type StoredEntry } from '../look/entry-row.ts'
import { readEntries } from '../look/find-entry.ts'
import type { Moment, Sql, Transaction } from '../ports.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { NEEDS_REVIEW, reviewReasons } from './marks.ts'
import { saveDocument } from './save-document.ts'

/** Tables of what is built on entries. */
export type BuiltTable = 'reflections' | 'persona' | 'shards'

/** Places of rows of a table, slice by slice. */
export type Places = (table: BuiltTable) => Iterable<readonly number[]> | AsyncIterable<readonly number[]>

/**
 * Everything that was built on `keys`, directly or over others, nearest first; without `keys` themselves. Of all rows,
 * or of those at `places`.
 */
export async function dependentsOf(
  sql: Sql,
  keys: readonly EntryKey[],
  places: Places | null = null,
): Promise<StoredEntry[]> {
  const seen = new Set(keys.map(nameOf))
  const found: StoredEntry[] = []
  let layer: readonly EntryKey[] = keys
  while (layer.length > 0) {
    const next: EntryKey[] = []
    for (const stored of await directDependents(sql, layer, places)) {
      const key = keyOf(stored)
      if (seen.has(nameOf(key))) continue
      seen.add(nameOf(key))
      found.push(stored)
      next.push(key)
    }
    layer = next
  }
  return found
}

/** Flags what was built on `key`; how many that were. */
export async function flagDependents(
  tx: Transaction,
  store: CharacterStore,
  key: EntryKey,
  now: Moment,
): Promise<number> {
  let flagged = 0
  for (const stored of await dependentsOf(tx, [key])) {
    const document = documentOf(stored)
    if (document === null || !isObject(parseJson(stored.doc))) continue
    const reasons = reviewReasons(document)
    if (reasons.includes(key.id) || isOver(document['status'])) continue
    const doc = patchObject(stored.doc, { [NEEDS_REVIEW]: [...reasons, key.id] })
    await saveDocument(tx, store, stored, doc, now)
    flagged += 1
  }
  return flagged
}

/** A judgement that was turned down says nothing any more. */
function isOver(status: unknown): boolean {
  return status === 'denied' || status === 'promote_blocked'
}

/** What was built on one of `keys` without anything between. */
export async function directDependents(
  sql: Sql,
  keys: readonly EntryKey[],
  places: Places | null = null,
): Promise<StoredEntry[]> {
  const found: StoredEntry[] = []
  for (const { kind, table, lists, fields } of buildings) {
    const ids = keys.flatMap((key) => (key.kind === kind ? [key.id] : []))
    if (ids.length === 0) continue
    for await (const seqs of places === null ? [null] : places(table)) {
      found.push(...(await rowsHolding(sql, table, ids, lists, fields, seqs)))
    }
  }
  return found
}

const buildings = [
  { kind: 'fact', table: 'reflections', lists: ['source_fact_ids'], fields: [] },
  { kind: 'fact', table: 'shards', lists: ['source_fact_ids'], fields: [] },
  { kind: 'reflection', table: 'persona', lists: ['merged_from_ids'], fields: ['source_id'] },
  { kind: 'reflection', table: 'shards', lists: ['merged_from_ids'], fields: ['source_id'] },
] as const

const tableNames: Readonly<Record<BuiltTable, string>> = {
  reflections: 'reflections',
  persona: 'persona_entries',
  shards: 'archive_entries',
}

/** Rows, of those at `seqs` where it is given, whose documents name one of `ids` in one of these lists or fields. */
async function rowsHolding(
  sql: Sql,
  table: BuiltTable,
  ids: readonly string[],
  lists: readonly string[],
  fields: readonly string[],
  seqs: readonly number[] | null,
): Promise<StoredEntry[]> {
  const inLists = lists.map(
    (list) =>
      `EXISTS (SELECT 1 FROM json_each(CASE json_type(t.doc, '$.${list}') WHEN 'array' THEN t.doc ELSE '{}' END, '$.${list}') e
        WHERE e.value IN (SELECT value FROM json_each(?1)))`,
  )
  const inFields = fields.map((field) => `t.doc ->> '$.${field}' IN (SELECT value FROM json_each(?1))`)
  const among = seqs === null ? '' : 't.seq IN (SELECT value FROM json_each(?2)) AND'
  const rows = await sql.all<{ seq: number }>(
    `SELECT t.seq AS seq FROM ${tableNames[table]} t
     WHERE ${among} json_valid(t.doc) AND json_type(t.doc) = 'object' AND (${[...inLists, ...inFields].join(' OR ')})`,
    [JSON.stringify(ids), ...(seqs === null ? [] : [JSON.stringify(seqs)])],
  )
  return readEntries(
    sql,
    table,
    rows.map(({ seq }) => seq),
  )
}

function nameOf({ kind, id }: EntryKey): string {
  return `${kind} ${id}`
}
