/** The one-shot move of an old, flat `reflections_archive.json` into shards (maintenance.md §11.2). */
import { isObject } from '../document.ts'
import type { Ids, Moment, Transaction } from '../ports.ts'
import { ARCHIVE_SHARD_ENTRIES } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { sliceJson } from '../store/json-slices.ts'
import { toNaive } from '../time/stamp.ts'
import { appendToShards, groupByArchiveDay } from './shards.ts'

const FLAT = 'reflections_archive'
const MIGRATED = 'reflection_archive.migrated_from_flat'

/**
 * Resolves to how many entries moved. Nothing moves twice, and a file that cannot be read stays as it is. What is
 * no object in it goes to the quarantine.
 */
export async function migrateFlatArchive(
  tx: Transaction,
  store: CharacterStore,
  now: Moment,
  ids: Ids,
): Promise<number> {
  if ((await store.documents.get(tx, MIGRATED)) !== null) return 0
  const text = await store.documents.get(tx, FLAT)
  const slices = text === null ? null : sliceJson(text)
  if (slices === null || !slices.ok || slices.value.kind !== 'array') return 0

  const sources = new Map<unknown, string>()
  for (const { value, source } of slices.value.elements) {
    if (isObject(value)) sources.set(value, source)
    else
      await store.quarantine.add(tx, {
        instant: now.instant,
        table: FLAT,
        rowSeq: null,
        doc: source,
        reason: 'An element of the archive is not an object.',
      })
  }
  const shards = new Set<string>()
  for (const [day, entries] of groupByArchiveDay([...sources.keys()], now)) {
    const docs = entries.map((entry) => sources.get(entry) ?? '{}')
    for (let start = 0; start < docs.length; start += ARCHIVE_SHARD_ENTRIES) {
      const chunk = docs.slice(start, start + ARCHIVE_SHARD_ENTRIES)
      const places = await appendToShards(tx, store, 'reflection', chunk, now, ids, { day })
      for (const { shard } of places) shards.add(shard)
    }
  }
  const done = {
    migrated_at: toNaive(now),
    source: `${FLAT}.json`,
    entries: sources.size,
    shards: shards.size,
  }
  await store.documents.put(tx, MIGRATED, JSON.stringify(done))
  await store.documents.remove(tx, FLAT)
  return sources.size
}
