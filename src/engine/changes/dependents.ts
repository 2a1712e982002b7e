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

/** Everything that was built on `keys`, directly or over others, nearest first; without `keys` themselves. */
export async function dependentsOf(sql: Sql, keys: readonly EntryKey[]): Promise<StoredEntry[]> {
  const seen = new Set(keys.map(nameOf))
  const found: StoredEntry[] = []
  let layer: readonly EntryKey[] = keys
  while (layer.length > 0) {
    const next: EntryKey[] = []
    for (const stored of await directDependents(sql, layer)) {
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
export async function directDependents(sql: Sql, keys: readonly EntryKey[]): Promise<StoredEntry[]> {
  const facts = JSON.stringify(keys.flatMap(({ kind, id }) => (kind === 'fact' ? [id] : [])))
  const reflections = JSON.stringify(keys.flatMap(({ kind, id }) => (kind === 'reflection' ? [id] : [])))
  return [
    ...(facts === '[]'
      ? []
      : [
          ...(await rowsHolding(sql, 'reflections', 'reflections', facts, ['source_fact_ids'], [])),
          ...(await rowsHolding(sql, 'shards', 'archive_entries', facts, ['source_fact_ids'], [])),
        ]),
    ...(reflections === '[]'
      ? []
      : [
          ...(await rowsHolding(
            sql,
            'persona',
            'persona_entries',
            reflections,
            ['merged_from_ids'],
            ['source_id'],
          )),
          ...(await rowsHolding(
            sql,
            'shards',
            'archive_entries',
            reflections,
            ['merged_from_ids'],
            ['source_id'],
          )),
        ]),
  ]
}

/** Rows whose documents name one of `ids` in one of these lists or fields. */
async function rowsHolding(
  sql: Sql,
  table: 'reflections' | 'persona' | 'shards',
  name: string,
  ids: string,
  lists: readonly string[],
  fields: readonly string[],
): Promise<StoredEntry[]> {
  const inLists = lists.map(
    (list) =>
      `EXISTS (SELECT 1 FROM json_each(CASE json_type(t.doc, '$.${list}') WHEN 'array' THEN t.doc ELSE '{}' END, '$.${list}') e
        WHERE e.value IN (SELECT value FROM json_each(?1)))`,
  )
  const inFields = fields.map((field) => `t.doc ->> '$.${field}' IN (SELECT value FROM json_each(?1))`)
  const rows = await sql.all<{ seq: number }>(
    `SELECT t.seq AS seq FROM ${name} t
     WHERE json_valid(t.doc) AND json_type(t.doc) = 'object' AND (${[...inLists, ...inFields].join(' OR ')})`,
    [ids],
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
