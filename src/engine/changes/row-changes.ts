/** What one change did to each row, out of the images that the database keeps (schema-v3.ts). */
import type { EntryKey } from '../browser-api.ts'
import { PLACE, SHARD_PLACE } from '../look/entry-row.ts'
import type { Sql } from '../ports.ts'
import type { CharacterStore } from '../store/character-store.ts'
import {
  currentRow,
  type CurrentRow,
  type RowImage,
  type RowState,
  type TrackedName,
} from '../store/tracked-rows.ts'

/** A row before a change, after it, and now. Null: it was, or is, not there. */
export interface RowChange {
  readonly table: TrackedName
  readonly entry: string | null
  /** Its place before the change, or where the change put it. */
  readonly rowSeq: number
  readonly before: RowState | null
  readonly after: RowState | null
  readonly now: CurrentRow | null
  /** Images of the change, for telling where a row stood before it was moved. */
  readonly images: readonly RowImage[]
}

/** Rows that the change left other than they were, in the order of its first writes. */
export async function rowChangesOf(sql: Sql, store: CharacterStore, change: number): Promise<RowChange[]> {
  const rows = new Map<string, RowImage[]>()
  for (const image of await store.journalRows.ofChange(sql, change)) {
    const key = `${image.table} ${image.entry ?? `#${String(image.rowSeq)}`}`
    const known = rows.get(key)
    if (known === undefined) rows.set(key, [image])
    else known.push(image)
  }
  const changes: RowChange[] = []
  for (const images of rows.values()) {
    const [first] = images
    const last = images.at(-1)
    if (first === undefined || last === undefined) continue
    const { table, entry } = first
    const gone = last.op === 'delete'
    const now = gone && entry === null ? null : await currentRow(sql, table, entry, last.rowSeq)
    const later = await store.journalRows.next(sql, last)
    const after = later === null ? (gone ? null : now) : later.before
    // Came and went within the change.
    if (first.before === null && after === null) continue
    changes.push({ table, entry, rowSeq: first.rowSeq, before: first.before, after, now, images })
  }
  return changes
}

/** The entry that the row is; null for rows that belong to others. */
export function entryKeyOf({ table, entry, rowSeq, before, after }: RowChange): EntryKey | null {
  const place = (before ?? after)?.place ?? {}
  switch (table) {
    case 'facts':
      return { kind: 'fact', id: entry ?? `${PLACE}${String(rowSeq)}` }
    case 'reflections':
      return { kind: 'reflection', id: entry ?? `${PLACE}${String(rowSeq)}` }
    case 'persona_entries':
      return { kind: 'persona', id: idOf(place['id']) ?? `${PLACE}${String(rowSeq)}` }
    case 'corrections':
      return { kind: 'correction', id: `${PLACE}${String(rowSeq)}` }
    case 'archive_entries': {
      const kind = place['kind'] === 'persona' ? 'persona' : 'reflection'
      return { kind, id: idOf(place['id']) ?? `${SHARD_PLACE}${String(rowSeq)}` }
    }
    default:
      return null
  }
}

function idOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
