/**
 * What replaying an event does to the rows (evidence.md §9, maintenance.md §4.4). Payloads are snapshots, so that a
 * handler may run again; it writes nothing when it fails.
 */
import { ensureInShard } from '../archive/shards.ts'
import { isObject, isTruthy, parseObject, textField, type JsonObject } from '../document.ts'
import { findEntry, patchEntry, removeEntry, saveEntry, type EvidenceTarget } from '../evidence/entries.ts'
import { targetName } from '../evidence/entries.ts'
import { entryText } from '../persona/entry.ts'
import type { Moment, Transaction } from '../ports.ts'
import { fail, ok, type Result } from '../result.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { sha256Hex } from '../text/hash.ts'
import type { WrittenEventType } from './record.ts'

/** One event that is replayed. */
export interface ReplayedEvent {
  readonly eventId: string
  readonly payload: JsonObject
  readonly now: Moment
}

/** Whether the rows changed. A failure stops the replay before the event. */
export type EventHandler = (
  tx: Transaction,
  store: CharacterStore,
  event: ReplayedEvent,
) => Promise<Result<boolean>>

export const eventHandlers: Readonly<Record<WrittenEventType, EventHandler>> = {
  'reflection.evidence_updated': (tx, store, event) =>
    patch(tx, store, reflectionOf(event.payload), event, pick(event.payload, reflectionFields)),

  'persona.evidence_updated': (tx, store, event) =>
    patch(tx, store, personaEntryOf(event.payload), event, pick(event.payload, evidenceFields)),

  async 'persona.entry_updated'(tx, store, event) {
    const target = personaEntryOf(event.payload)
    const found = target === null ? null : await findEntry(tx, store, target)
    if (target === null || found === null) return ok(false)
    const hash = textField(event.payload, 'rewrite_text_sha256') ?? ''
    if (hash !== '' && sha256Hex(entryText(found.entry)) !== hash) {
      // Merged, and rewritten since: the later text stays, and so does the evidence that came with it.
      if (hasMerged(found.entry, event.payload)) return ok(false)
      return fail('storage_corrupt', `the text of ${targetName(target)} is not the one that was merged`)
    }
    return patch(tx, store, target, event, pick(event.payload, [...evidenceFields, 'merged_from_ids']))
  },

  'reflection.state_changed': (tx, store, event) =>
    event.payload['to'] === 'archived'
      ? archive(tx, store, reflectionOf(event.payload), event)
      : patch(tx, store, reflectionOf(event.payload), event, statusFields(event.payload)),

  'persona.fact_added': (tx, store, event) =>
    isTruthy(event.payload['archive_shard_path'])
      ? archive(tx, store, personaEntryOf(event.payload), event)
      : Promise.resolve(ok(false)),
}

/** The fields that evidence events may set; `text` and `status` are never among them. */
const evidenceFields = [
  ...['reinforcement', 'disputation', 'rein_last_signal_at', 'disp_last_signal_at', 'sub_zero_days'],
  ...['sub_zero_last_increment_date', 'user_fact_reinforce_count'],
] as const
const reflectionFields = [...evidenceFields, 'last_promote_attempt_at', 'promote_attempt_count'] as const

/** Sets what differs. An entry that is gone needs nothing. */
async function patch(
  tx: Transaction,
  store: CharacterStore,
  target: EvidenceTarget | null,
  event: ReplayedEvent,
  fields: JsonObject,
): Promise<Result<boolean>> {
  const found = target === null ? null : await findEntry(tx, store, target)
  if (target === null || found === null) return ok(false)
  const changes = Object.fromEntries(
    Object.entries(fields).filter(([key, value]) => !sameValue(found.entry[key], value)),
  )
  if (Object.keys(changes).length === 0) return ok(false)
  await saveEntry(tx, store, patchEntry(found, changes))
  const before = pick(found.entry, Object.keys(changes))
  await journal(tx, store, target, event, JSON.stringify(before), JSON.stringify(changes))
  return ok(true)
}

/**
 * The entry leaves the list, and the shard of the event holds its snapshot. Where that shard cannot be read the
 * entry stays where it is.
 */
async function archive(
  tx: Transaction,
  store: CharacterStore,
  target: EvidenceTarget | null,
  event: ReplayedEvent,
): Promise<Result<boolean>> {
  if (target === null) return ok(false)
  const { payload } = event
  const shard = textField(payload, 'archive_shard_path') ?? ''
  const snapshot = payload['entry_snapshot']
  let changed = false
  if (shard !== '' && isObject(snapshot)) {
    const outcome = await ensureInShard(tx, store, target.targetType, shard, snapshot)
    if (outcome === 'unreadable') return ok(false)
    changed = outcome === 'added'
  }
  const found = await findEntry(tx, store, target)
  if (found === null) return ok(changed)
  await removeEntry(tx, store, found)
  await journal(tx, store, target, event, found.doc, null)
  return ok(true)
}

/** Status and what goes with it; empty for an event that names none. */
function statusFields(payload: JsonObject): JsonObject {
  const to = textField(payload, 'to') ?? ''
  if (to === '') return {}
  const reason = to === 'promote_blocked' || to === 'denied' ? `${to}_reason` : null
  return {
    status: to,
    ...set(`${to}_at`, payload['ts']),
    ...set('absorbed_into', payload['absorbed_into']),
    ...(reason === null ? {} : set(reason, payload['reason'])),
    ...set('reject_reason', payload['reject_explanation']),
  }
}

function set(key: string, value: unknown): JsonObject {
  return isTruthy(value) ? { [key]: value } : {}
}

function hasMerged(entry: JsonObject, payload: JsonObject): boolean {
  const [merged, all] = [payload['merged_from_ids'], entry['merged_from_ids']]
  if (!Array.isArray(merged) || !Array.isArray(all) || merged.length === 0) return false
  const known: readonly unknown[] = all
  return merged.every((id: unknown) => known.includes(id))
}

function reflectionOf(payload: JsonObject): EvidenceTarget | null {
  const targetId = textField(payload, 'reflection_id') ?? ''
  return targetId === '' ? null : { targetType: 'reflection', targetId }
}

function personaEntryOf(payload: JsonObject): EvidenceTarget | null {
  const targetId = textField(payload, 'entry_id') ?? ''
  const entityKey = textField(payload, 'entity_key') ?? ''
  return targetId === '' || entityKey === '' ? null : { targetType: 'persona', targetId, entityKey }
}

function pick(payload: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(keys.flatMap((key) => (key in payload ? [[key, payload[key]]] : [])))
}

/** Equality of stored values; a missing one is null. */
function sameValue(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null)
}

async function journal(
  tx: Transaction,
  store: CharacterStore,
  target: EvidenceTarget,
  event: ReplayedEvent,
  before: string,
  after: string | null,
): Promise<void> {
  await store.journal.append(tx, {
    at: event.now.instant,
    who: 'replay',
    what: `${target.targetType}.replayed`,
    target: targetName(target),
    before,
    after,
    cause: event.eventId,
  })
}

/** The payload of a line; empty when it has none. */
export function payloadOf(line: string): JsonObject {
  const payload = parseObject(line)?.['payload']
  return isObject(payload) ? payload : {}
}
