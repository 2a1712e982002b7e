/**
 * Archive shards: files `<day>_<8 hex>.json` of at most `ARCHIVE_SHARD_ENTRIES` entries (reflections.md §12.3,
 * maintenance.md §13). The rules for both archives, and adding entries by them.
 */
import { isObject, parseObject, patchObject, textField, type JsonObject } from '../document.ts'
import type { Ids, Moment, Transaction } from '../ports.ts'
import { ARCHIVE_SHARD_ENTRIES } from '../settings.ts'
import type { ShardKind } from '../store/archive-shards.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { idOf } from '../store/hot.ts'
import { compareCodePoints } from '../text/compare.ts'
import { civilDay, toLocalDay } from '../time/stamp.ts'

export interface ShardName {
  readonly name: string
  /** `YYYY-MM-DD` of the archiving. */
  readonly day: string
  readonly suffix: string
}

/** A shard with the number of its entries; null for one that cannot be read, which counts as full. */
export interface Shard {
  readonly name: string
  readonly entries: number | null
}

/** The shards among `names`, in the order of their names. */
export function listShards(names: readonly string[]): ShardName[] {
  return names
    .flatMap((name) => {
      const [, day, suffix] = shardName.exec(name) ?? []
      return day === undefined || suffix === undefined ? [] : [{ name, day, suffix }]
    })
    .sort((a, b) => compareCodePoints(a.name, b.name))
}

/** The day's first shard with room, or the name of a new one; `suffix` is asked again while the name is taken. */
export function pickShard(
  shards: readonly Shard[],
  day: string,
  suffix: () => string,
  capacity = ARCHIVE_SHARD_ENTRIES,
): string {
  const sizes = new Map(shards.map((shard) => [shard.name, shard.entries]))
  const withRoom = listShards([...sizes.keys()]).find(
    (shard) => shard.day === day && (sizes.get(shard.name) ?? capacity) < capacity,
  )
  if (withRoom !== undefined) return withRoom.name
  for (;;) {
    const name = `${day}_${suffix()}.json`
    if (!sizes.has(name)) return name
  }
}

/** Objects among `entries` by the local day of `archived_at`, today where there is none. */
export function groupByArchiveDay<Entry>(entries: readonly Entry[], now: Moment): Map<string, Entry[]> {
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) {
    if (!isObject(entry)) continue
    const day = toLocalDay(textField(entry, 'archived_at'), now.zone) ?? civilDay(now)
    groups.set(day, [...(groups.get(day) ?? []), entry])
  }
  return groups
}

export interface ShardPlace {
  readonly shard: string
  /** The entry as it is stored, with `archive_shard_path`. */
  readonly doc: string
}

export interface ShardOptions {
  /** Day in the names of the shards; today if left out. */
  readonly day?: string
  readonly capacity?: number
}

/**
 * Appends entries (documents that spell objects) to the shards of a day and stamps each with its shard's name;
 * resolves to where each went.
 */
export async function appendToShards(
  tx: Transaction,
  store: CharacterStore,
  kind: ShardKind,
  docs: readonly string[],
  now: Moment,
  ids: Ids,
  { day = civilDay(now), capacity = ARCHIVE_SHARD_ENTRIES }: ShardOptions = {},
): Promise<ShardPlace[]> {
  const places: ShardPlace[] = []
  while (places.length < docs.length) {
    const shards = await store.archiveShards.all(tx, kind)
    const shard = pickShard(shards, day, () => freshSuffix(ids), capacity)
    const room = capacity - (shards.find(({ name }) => name === shard)?.entries ?? 0)
    const chunk = docs.slice(places.length, places.length + Math.max(1, room)).map((doc) => {
      return { shard, doc: patchObject(doc, { archive_shard_path: shard }) }
    })
    const rows = chunk.map(({ doc }) => ({ id: idOf(parseObject(doc)?.['id']), doc }))
    await store.archiveShards.append(tx, kind, shard, rows)
    places.push(...chunk)
  }
  return places
}

/**
 * Sees to it that a named shard holds an entry: once by its id, in a new shard when there is none of that name.
 * A shard that cannot be read is left alone.
 */
export async function ensureInShard(
  tx: Transaction,
  store: CharacterStore,
  kind: ShardKind,
  shard: string,
  entry: JsonObject,
): Promise<'added' | 'present' | 'unreadable'> {
  if (listShards([shard]).length === 0) return 'unreadable'
  const known = (await store.archiveShards.all(tx, kind)).find(({ name }) => name === shard)
  if (known?.entries === null) return 'unreadable'
  const id = idOf(entry['id'])
  const held = await store.archiveShards.entries(tx, kind, shard)
  if (id !== null && held.some((row) => row.id === id)) return 'present'
  await store.archiveShards.append(tx, kind, shard, [{ id, doc: JSON.stringify(entry) }])
  return 'added'
}

/** The name under which one more entry will be archived, reserved so that an event can carry it. */
export async function reserveShard(
  tx: Transaction,
  store: CharacterStore,
  kind: ShardKind,
  now: Moment,
  ids: Ids,
): Promise<string> {
  const shards = await store.archiveShards.all(tx, kind)
  const shard = pickShard(shards, civilDay(now), () => freshSuffix(ids))
  await store.archiveShards.reserve(tx, kind, shard)
  return shard
}

const shardName = /^(\d{4}-\d{2}-\d{2})_([0-9a-f]{8})\.json$/

const SUFFIX_DIGITS = 8

function freshSuffix(ids: Ids): string {
  return ids.uuid().slice(-SUFFIX_DIGITS)
}
