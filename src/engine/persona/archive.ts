/**
 * Entries that evidence has spoken against for long enough (evidence.md §8, persona.md §9): counted once a day, and
 * in the end moved from the persona into its archive. Both go through the event log, each in one transaction.
 */
import { reserveShard } from '../archive/shards.ts'
import { isObject, isTruthy, parseObject, patchObject } from '../document.ts'
import { evidenceOf } from '../evidence/apply.ts'
import { writeEvidence } from '../evidence/dispatch.ts'
import { isArchiveDue, markSubZero } from '../evidence/sub-zero.ts'
import { recordEvent } from '../events/record.ts'
import type { Memory } from '../memories.ts'
import type { Ids, Moment, Transaction } from '../ports.ts'
import type { CharacterStore } from '../store/character-store.ts'
import type { PersonaEntryRow } from '../store/persona.ts'
import { toNaive } from '../time/stamp.ts'
import { entryText } from './entry.ts'

export interface PersonaSweep {
  /** Entries that today was counted against. */
  readonly counted: number
  /** Ids that went to the archive. */
  readonly archived: readonly string[]
}

/** One round over all sections, whatever the switch says. Bare texts and protected entries are passed over. */
export async function sweepPersona(
  { store }: Pick<Memory, 'store'>,
  { now, ids }: { readonly now: () => Moment; readonly ids: Ids },
): Promise<PersonaSweep> {
  const at = now()
  let counted = 0
  const archived: string[] = []
  for (const { section, id, doc } of await store.persona.entries.list(store.db)) {
    const entry = parseObject(doc)
    if (id === null || entry === null || isTruthy(entry['protected'])) continue
    // Most entries need nothing: what is looked at here is checked again in the transaction.
    if (!markSubZero(entry, at).incremented && !isArchiveDue(entry)) continue
    await store.db.transaction(async (tx) => {
      if (await countDay(tx, store, section, id, at, ids)) counted += 1
      const fresh = await store.persona.entries.get(tx, section, id)
      if (fresh === undefined || !isArchiveDue(parseObject(fresh.doc) ?? {})) return
      if (await archivePersonaEntry(tx, store, section, id, at, ids)) archived.push(id)
    })
  }
  return { counted, archived }
}

/** Moves the entry to the archive; false when it is not there, or protected. */
export async function archivePersonaEntry(
  tx: Transaction,
  store: CharacterStore,
  section: string,
  id: string,
  now: Moment,
  ids: Ids,
): Promise<boolean> {
  const row = await store.persona.entries.get(tx, section, id)
  const entry = row === undefined ? null : parseObject(row.doc)
  if (row === undefined || entry === null || isTruthy(entry['protected'])) return false
  // The shard first, since the event names it; then the event, the view, and the shard's entry.
  const shard = await reserveShard(tx, store, 'persona', now, ids)
  const doc = archivedDoc(row, shard, now)
  const eventId = await recordEvent(
    tx,
    store,
    {
      type: 'persona.fact_added',
      payload: {
        entity_key: section,
        entry_id: id,
        archive_shard_path: shard,
        archived_at: toNaive(now),
        text: entryText(entry),
        source: entry['source'] ?? 'unknown',
        entry_snapshot: parseObject(doc),
      },
    },
    now,
    ids,
  )
  await store.persona.entries.remove(tx, [row.seq])
  await store.archiveShards.append(tx, 'persona', shard, [{ id, doc }])
  await store.journal.append(tx, {
    at: now.instant,
    who: 'archive_sweep',
    what: 'persona.archived',
    target: `${section}/${id}`,
    before: row.doc,
    after: null,
    cause: eventId,
  })
  return true
}

/** Counts today against the entry as it is now; false when there is nothing to count. */
async function countDay(
  tx: Transaction,
  store: CharacterStore,
  section: string,
  id: string,
  now: Moment,
  ids: Ids,
): Promise<boolean> {
  const row = await store.persona.entries.get(tx, section, id)
  const entry = row === undefined ? null : parseObject(row.doc)
  if (!isObject(entry)) return false
  const marked = markSubZero(entry, now)
  if (!marked.incremented) return false
  const target = { targetType: 'persona', targetId: id, entityKey: section } as const
  const date = marked.entry['sub_zero_last_increment_date']
  const evidence = (): ReturnType<typeof evidenceOf> & { sub_zero_last_increment_date: unknown } => ({
    ...evidenceOf(marked.entry),
    sub_zero_last_increment_date: date,
  })
  await writeEvidence(tx, store, target, { source: 'archive_sweep', evidence }, now, ids)
  return true
}

function archivedDoc(row: PersonaEntryRow, shard: string, now: Moment): string {
  return patchObject(row.doc, { archived_at: toNaive(now), archive_shard_path: shard })
}
