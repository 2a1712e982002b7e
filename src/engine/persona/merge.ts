/** Taking a reflection into an entry (persona.md §5.4): its text and evidence become the entry's, once. */
import { isObject, parseObject, patchObject, type JsonObject } from '../document.ts'
import { mergeEvidence } from '../evidence/merge.ts'
import { recordEvent } from '../events/record.ts'
import type { Ids, Moment, Transaction } from '../ports.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { personaEntryHot } from '../store/hot.ts'
import type { PersonaEntryRow } from '../store/persona.ts'
import { sha256Hex } from '../text/hash.ts'
import { staleCaches } from './entry.ts'
import { isCardEntry } from './sections.ts'

export interface PersonaMerge {
  /** `persona.<entity>.<id>`, or the id alone, which is looked for in every section. */
  readonly targetId: string
  readonly mergedText: string
  /** The reflection, or its evidence fields: the entry takes over what is greater (evidence.md §6). */
  readonly evidence: JsonObject
  readonly reflectionId: string
}

/** `noop`: the entry has taken this reflection in before. */
export type MergeResult = 'merged' | 'noop' | 'not_found'

/**
 * Merges in the caller's transaction. Both events of the contract are written, in its order: evidence, then the
 * rewriting that carries the reflection's id, which is what makes a second merge a `noop`. A card's entry is never
 * a target: card sync would put its text back and lose the reflection.
 */
export async function mergeIntoPersona(
  tx: Transaction,
  store: CharacterStore,
  { targetId, mergedText, evidence, reflectionId }: PersonaMerge,
  now: Moment,
  ids: Ids,
): Promise<MergeResult> {
  const row = await findTarget(tx, store, targetId)
  const entry = row === undefined ? null : parseObject(row.doc)
  if (row === undefined || entry === null || isCardEntry(entry)) return 'not_found'
  const absorbed: readonly unknown[] = Array.isArray(entry['merged_from_ids']) ? entry['merged_from_ids'] : []
  if (absorbed.includes(reflectionId)) return 'noop'

  const merged = mergeEvidence(entry, evidence, now)
  const keys = { entity_key: row.section, entry_id: row.id }
  const evidenceUpdated = { ...keys, ...merged, source: 'promote_merge' }
  await recordEvent(tx, store, { type: 'persona.evidence_updated', payload: evidenceUpdated }, now, ids)

  // The count of supporting facts stays the entry's own, so the rewriting does not carry it.
  const { user_fact_reinforce_count: _, ...rewritten } = merged
  const fields = { ...rewritten, merged_from_ids: [...absorbed, reflectionId] }
  const entryUpdated = {
    ...keys,
    rewrite_text_sha256: sha256Hex(mergedText),
    ...fields,
    source: 'promote_merge',
  }
  const eventId = await recordEvent(
    tx,
    store,
    { type: 'persona.entry_updated', payload: entryUpdated },
    now,
    ids,
  )
  const doc = patchObject(row.doc, { text: mergedText, ...fields, ...staleCaches })
  await store.persona.entries.update(tx, row.seq, doc, personaEntryHot(parseObject(doc) ?? {}))
  await store.journal.append(tx, {
    at: now.instant,
    who: 'promote_merge',
    what: 'persona.merged',
    target: `${row.section}/${row.id ?? ''}`,
    before: row.doc,
    after: doc,
    cause: eventId,
  })
  return 'merged'
}

async function findTarget(
  tx: Transaction,
  store: CharacterStore,
  targetId: string,
): Promise<PersonaEntryRow | undefined> {
  if (targetId === '') return undefined
  const rows = await store.persona.entries.list(tx)
  const qualified = /^persona\.([^.]+)\.(.+)$/su.exec(targetId)
  return rows.find((row) => {
    if (row.id === null || !isObject(parseObject(row.doc))) return false
    if (qualified === null) return row.id === targetId
    return row.section === qualified[1] && row.id === qualified[2]
  })
}
