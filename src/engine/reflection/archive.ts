/** Moving reflections out of the main view into shards: by age, and when evidence spoke against them long enough. */
import { isTruthy, parseObject, patchObject, textField } from '../document.ts'
import { appendToShards, reserveShard } from '../archive/shards.ts'
import { recordEvent } from '../events/record.ts'
import type { Moment } from '../ports.ts'
import { FINISHED_ARCHIVE_AGE_MS } from '../settings.ts'
import { idOf } from '../store/hot.ts'
import { parseStamp, toNaive } from '../time/stamp.ts'
import type { ReflectionDeps } from './deps.ts'
import { reflectionsOf, type Reflection, type ReflectionWrites } from './rows.ts'

/**
 * Done whenever reflections are saved (reflections.md §12.1): what was promoted or denied more than 30 days ago goes
 * to a shard with its status; merged and blocked ones stay for ever. Resolves to the ids that went.
 */
export async function archiveFinished(
  deps: Pick<ReflectionDeps, 'ids'>,
  writes: ReflectionWrites,
): Promise<readonly string[]> {
  const { tx, store, now } = writes
  const finished = [
    ...(await reflectionsOf(tx, store, 'promoted')),
    ...(await reflectionsOf(tx, store, 'denied')),
  ].sort((a, b) => a.row.seq - b.row.seq)
  const due = finished.filter((reflection) => isAged(reflection, now))
  const docs = due.map(({ row }) => patchObject(row.doc, { archived_at: toNaive(now) }))
  const places = await appendToShards(tx, store, 'reflection', docs, now, deps.ids)
  for (const [index, reflection] of due.entries()) {
    const cause = places[index]?.shard ?? null
    await writes.remove(reflection, { what: 'reflection.archived', cause })
  }
  return due.map(({ id }) => id)
}

/**
 * Archives one reflection whatever its status (§12.2): event with the whole entry, removal and shard together. False
 * for a protected one.
 */
export async function archiveReflection(
  deps: Pick<ReflectionDeps, 'ids'>,
  writes: ReflectionWrites,
  reflection: Reflection,
): Promise<boolean> {
  if (isTruthy(reflection.document['protected'])) return false
  const { tx, store, now } = writes
  const archivedAt = toNaive(now)
  const shard = await reserveShard(tx, store, 'reflection', now, deps.ids)
  const stamps = { archived_at: archivedAt, status: 'archived', archive_shard_path: shard }
  const doc = patchObject(reflection.row.doc, stamps)
  const payload = {
    reflection_id: reflection.id,
    from: textField(reflection.document, 'status') ?? 'pending',
    to: 'archived',
    archive_shard_path: shard,
    archived_at: archivedAt,
    entry_snapshot: parseObject(doc),
  }
  const cause = await recordEvent(tx, store, { type: 'reflection.state_changed', payload }, now, deps.ids)
  await writes.remove(reflection, { what: 'reflection.archived', cause })
  await store.archiveShards.append(tx, 'reflection', shard, [{ id: idOf(reflection.id), doc }])
  return true
}

function isAged({ document }: Reflection, now: Moment): boolean {
  const stamp = [document['promoted_at'], document['denied_at'], document['created_at']].find(isTruthy)
  const then = parseStamp(stamp, now.zone)
  return then !== null && now.instant - then > FINISHED_ARCHIVE_AGE_MS
}
