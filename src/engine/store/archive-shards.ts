/** reflection_archive/ and persona_archive/: shards of archived entries (maintenance.md §13). */
import type { Sql } from '../ports.ts'
import { documentsTable } from './documents.ts'
import { insertRows } from './insert-rows.ts'

export type ShardKind = 'reflection' | 'persona'

export interface ShardEntry {
  readonly id: string | null
  readonly doc: string
}

export const archiveShardsTable = {
  /** Shards of a kind in name order, with the number of their entries. */
  async list(sql: Sql, kind: ShardKind): Promise<{ shard: string; entries: number }[]> {
    return sql.all<{ shard: string; entries: number }>(
      `SELECT shard, (SELECT count(*) FROM archive_entries e WHERE e.kind = s.kind AND e.shard = s.shard) AS entries
       FROM archive_shards s WHERE kind = ? ORDER BY shard`,
      [kind],
    )
  },
  /** All shards by name; one that cannot be read has no number of entries. */
  async all(sql: Sql, kind: ShardKind): Promise<{ name: string; entries: number | null }[]> {
    const readable = await archiveShardsTable.list(sql, kind)
    const unreadable = await sql.all<{ name: string }>(
      `SELECT substr(name, length(?1) + 1) AS name FROM documents
       WHERE substr(name, 1, length(?1)) = ?1 ORDER BY name`,
      [unreadableName(kind, '')],
    )
    return [
      ...readable.map(({ shard, entries }) => ({ name: shard, entries })),
      ...unreadable.map(({ name }) => ({ name, entries: null })),
    ]
  },
  /** Keeps an imported shard that cannot be read, as it came: it counts as full and is never written to. */
  async keepUnreadable(sql: Sql, kind: ShardKind, shard: string, text: string): Promise<void> {
    await documentsTable.put(sql, unreadableName(kind, shard), text)
  },
  /** The text of a shard that cannot be read. */
  async unreadable(sql: Sql, kind: ShardKind, shard: string): Promise<string | null> {
    return documentsTable.get(sql, unreadableName(kind, shard))
  },
  /** Makes an empty shard, so that its name can go into an event before its entry does. */
  async reserve(sql: Sql, kind: ShardKind, shard: string): Promise<void> {
    await sql.run('INSERT INTO archive_shards (kind, shard) VALUES (?, ?) ON CONFLICT DO NOTHING', [
      kind,
      shard,
    ])
  },
  async append(sql: Sql, kind: ShardKind, shard: string, entries: readonly ShardEntry[]): Promise<void> {
    await archiveShardsTable.reserve(sql, kind, shard)
    await insertRows(
      sql,
      'INSERT INTO archive_entries (kind, shard, id, doc)',
      entries.map((entry) => [kind, shard, entry.id, entry.doc]),
    )
  },
  /** Entries of one shard in file order. */
  async entries(sql: Sql, kind: ShardKind, shard: string): Promise<(ShardEntry & { seq: number })[]> {
    return sql.all<{ seq: number; id: string | null; doc: string }>(
      'SELECT seq, id, doc FROM archive_entries WHERE kind = ? AND shard = ? ORDER BY seq',
      [kind, shard],
    )
  },
  async find(
    sql: Sql,
    kind: ShardKind,
    id: string,
  ): Promise<{ seq: number; shard: string; doc: string } | undefined> {
    return sql.first<{ seq: number; shard: string; doc: string }>(
      'SELECT seq, shard, doc FROM archive_entries WHERE kind = ? AND id = ? ORDER BY seq LIMIT 1',
      [kind, id],
    )
  },
  async remove(sql: Sql, kind: ShardKind, id: string): Promise<void> {
    await sql.run('DELETE FROM archive_entries WHERE kind = ? AND id = ?', [kind, id])
  },
  /** Removes the shard and its entries, or the text that could not be read. */
  async removeShard(sql: Sql, kind: ShardKind, shard: string): Promise<void> {
    await documentsTable.remove(sql, unreadableName(kind, shard))
    await sql.run('DELETE FROM archive_shards WHERE kind = ? AND shard = ?', [kind, shard])
  },
}

function unreadableName(kind: ShardKind, shard: string): string {
  return `${kind}_archive/${shard}`
}
