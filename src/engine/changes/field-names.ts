/** What changed between two states of an entry, in the words of the browser rather than in those of documents. */
import { isObject, parseJson, type JsonObject } from '../document.ts'
import type { StoredEntry } from '../look/entry-row.ts'
import type { Sql } from '../ports.ts'
import type { CharacterStore } from '../store/character-store.ts'
import type { TrackedName } from '../store/tracked-rows.ts'
import { MAKER, NEEDS_REVIEW, QUIET, QUIET_UNTIL, revisionOf, volatileFields } from './marks.ts'

/** Names of the fields in which two documents differ, each once; null stands for a document that is not there. */
export function changedFields(before: string | null, after: string | null): string[] {
  const names = changedKeys(objectOf(before), objectOf(after)).map((key) => fieldNames.get(key) ?? key)
  return [...new Set(names)].filter((name) => name !== '')
}

/** Keys whose values differ, without those that the machine keeps beside what an entry says. */
export function changedKeys(before: JsonObject, after: JsonObject): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].filter((key) => !volatile.has(key) && !sameValue(before[key], after[key]))
}

export function sameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}

/**
 * Fields that changed in an entry since it was as `revision` says; `other` when that state is no longer known. The
 * entry is looked for among what it was before each of its changes.
 */
export async function changedSince(
  sql: Sql,
  store: CharacterStore,
  stored: StoredEntry,
  revision: string,
): Promise<string[]> {
  const name = await trackedAs(sql, store, stored)
  for (const change of name === null ? [] : await store.journalRows.changesOf(sql, name.table, name.entry)) {
    for (const image of await store.journalRows.ofChange(sql, change)) {
      const { before } = image
      if (image.table !== name?.table || image.entry !== name.entry || before === null || before.doc === null)
        continue
      const archived = before.place['archived'] === 1
      if (revisionOf(before.doc, archived) !== revision) continue
      return [...changedFields(before.doc, stored.doc), ...(archived === stored.archived ? [] : ['archived'])]
    }
  }
  return ['other']
}

/** How the rows of changes name the entry; null for one that only its place names. */
export async function trackedAs(
  sql: Sql,
  store: CharacterStore,
  { table, id, kind, section }: Pick<StoredEntry, 'table' | 'id' | 'kind' | 'section'>,
): Promise<{ readonly table: TrackedName; readonly entry: string } | null> {
  if (id === null) return null
  switch (table) {
    case 'facts':
    case 'reflections':
      return { table, entry: id }
    case 'shards':
      return { table: 'archive_entries', entry: `${kind}/${id}` }
    case 'persona': {
      const place = (await store.persona.sections.list(sql)).find(({ name }) => name === section)
      return place === undefined ? null : { table: 'persona_entries', entry: `${String(place.seq)}/${id}` }
    }
    case 'corrections':
    case 'turns':
      return null
  }
}

/** Document keys → names; empty for what nobody needs to hear of. */
const fieldNames: ReadonlyMap<string, string> = new Map([
  ...['event_when_raw', 'event_start_at', 'event_end_at'].map((key) => [key, 'event'] as const),
  ...['valid_from', 'valid_to', 'superseded_at', 'superseded_by', 'supersedes', 'retracts'].map(
    (key) => [key, 'validity'] as const,
  ),
  ...['reinforcement', 'disputation', 'rein_last_signal_at', 'disp_last_signal_at', 'sub_zero_days'].map(
    (key) => [key, 'evidence'] as const,
  ),
  ...['sub_zero_last_increment_date', 'user_fact_reinforce_count', 'reinforced', 'last_reinforced_at'].map(
    (key) => [key, 'evidence'] as const,
  ),
  ...[QUIET, QUIET_UNTIL, 'suppress', 'suppressed_at'].map((key) => [key, 'suppressed'] as const),
  ...[NEEDS_REVIEW].map((key) => [key, 'review'] as const),
  ...[MAKER, 'hash', 'version_history', 'modification_history'].map((key) => [key, ''] as const),
  ...['archived_at', 'archive_shard_path'].map((key) => [key, 'archived'] as const),
])

const volatile: ReadonlySet<string> = new Set(volatileFields)

function objectOf(doc: string | null): JsonObject {
  const value = doc === null ? null : parseJson(doc)
  if (isObject(value)) return value
  return typeof value === 'string' ? { text: value } : {}
}
