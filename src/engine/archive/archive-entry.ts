/** Moving a reflection or persona entry out of its list into a shard (reflections.md §12.2, persona.md §9). */
import { isTruthy, patchObject, textField, type JsonObject } from '../document.ts'
import {
  findEntry,
  removeEntry,
  targetKeys,
  targetName,
  type EvidenceEntry,
  type EvidenceTarget,
} from '../evidence/entries.ts'
import { recordChange, storeEventLog } from '../events/record.ts'
import { entryText } from '../persona/entry.ts'
import type { Ids, Moment, Transaction } from '../ports.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { toNaive } from '../time/stamp.ts'
import { reserveShard } from './shards.ts'

/** Archives one entry with its event; false when it is missing or protected, and then nothing is written. */
export async function archiveEntry(
  tx: Transaction,
  store: CharacterStore,
  target: EvidenceTarget,
  now: Moment,
  ids: Ids,
): Promise<boolean> {
  const found = await findEntry(tx, store, target)
  if (found === null || isTruthy(found.entry['protected'])) return false
  const shard = await reserveShard(tx, store, target.targetType, now, ids)
  const stamps = archiveStamps(target, shard, now)
  await recordChange<EvidenceEntry>(
    storeEventLog(tx, store),
    {
      type: target.targetType === 'reflection' ? 'reflection.state_changed' : 'persona.fact_added',
      load: () => Promise.resolve(found),
      payload: ({ entry }) => archivePayload(target, entry, stamps),
      mutate: (entry) => entry,
      async save(entry, eventId) {
        await removeEntry(tx, store, entry)
        const doc = patchObject(entry.doc, stamps)
        await store.archiveShards.append(tx, target.targetType, shard, [{ id: target.targetId, doc }])
        await store.journal.append(tx, {
          at: now.instant,
          who: 'archive_sweep',
          what: `${target.targetType}.archived`,
          target: targetName(target),
          // The entry itself is in the shard, unchanged but for these.
          before: null,
          after: JSON.stringify(stamps),
          cause: eventId,
        })
      },
    },
    now,
    ids,
  )
  return true
}

function archiveStamps(target: EvidenceTarget, shard: string, now: Moment): JsonObject {
  return {
    ...(target.targetType === 'reflection' ? { status: 'archived' } : {}),
    archived_at: toNaive(now),
    archive_shard_path: shard,
  }
}

function archivePayload(target: EvidenceTarget, entry: JsonObject, stamps: JsonObject): JsonObject {
  const { archived_at, archive_shard_path } = stamps
  const told =
    target.targetType === 'reflection'
      ? { from: textField(entry, 'status') ?? 'pending', to: 'archived' }
      : { text: entryText(entry), source: entry['source'] ?? null }
  return {
    ...targetKeys(target),
    ...told,
    archive_shard_path,
    archived_at,
    entry_snapshot: { ...entry, ...stamps },
  }
}
