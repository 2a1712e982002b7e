/** Lists of the tables that are read as a whole: reflections, persona, contradictions. */
import type { EntryFilters, EntryRow, EntrySort } from '../browser-api.ts'
import type { Moment } from '../ports.ts'
import { facetsOf, type ListDeps, type ListedPage, type ListQuery } from './entry-lists.ts'
import type { MirroredEntry, MirroredTable } from './entry-mirror.ts'
import { describe, rowOf } from './entry-row.ts'

/** What lists filter and sort by: a row without its revision, which is dear to compute. */
export type Described = Omit<EntryRow, 'revision'>

export interface Listed {
  readonly entry: MirroredEntry
  readonly row: Described
  /** BM25 of the search; 0 without one. */
  readonly relevance: number
}

export function mirroredList(
  table: MirroredTable,
): (deps: ListDeps, query: ListQuery) => Promise<ListedPage> {
  return async ({ memory: { store }, search, now }, query) => {
    const mirror = await search.mirror(store, store.db, table)
    const hits = query.search === null ? null : mirror.search(query.search)
    const all = mirror.entries.map((entry) => listed(entry, hits?.get(entry.stored.seq) ?? 0, now))
    const fitting = all
      .filter(({ entry, row }) => (hits === null || hits.has(entry.stored.seq)) && fits(row, query.filters))
      .sort(comparing(query.sort))
    const place = fitting.findIndex(
      ({ row }) => row.key.id === query.locate?.id && row.key.kind === query.locate.kind,
    )
    return {
      rows: fitting
        .slice(query.offset, query.offset + query.limit)
        .map(({ entry }) => rowOf(entry.stored, entry.document, now)),
      total: fitting.length,
      torn: mirror.unreadable,
      position: place < 0 ? null : place,
      ...facetsOf(all.map(({ row }) => row)),
    }
  }
}

export function listed(entry: MirroredEntry, relevance: number, now: Moment): Listed {
  return { entry, row: describe(entry.stored, entry.document, now), relevance }
}

export function fits(row: Described, filters: EntryFilters): boolean {
  const { entities, statuses, makers, importance, from, to, suppressed, needsReview } = filters
  if (entities !== undefined && (row.entity === null || !entities.includes(row.entity))) return false
  if (statuses !== undefined && (row.status === null || !statuses.includes(row.status))) return false
  if (makers !== undefined && !makers.includes(row.maker)) return false
  if (importance !== undefined) {
    const [least, most] = importance
    if (row.importance === null || row.importance < least || row.importance > most) return false
  }
  if (from !== undefined && (row.createdAt === null || row.createdAt < from)) return false
  if (to !== undefined && (row.createdAt === null || row.createdAt >= to)) return false
  if (suppressed !== undefined && row.suppressed !== suppressed) return false
  return needsReview === undefined || row.needsReview === needsReview
}

/** What has no value stands last; equal ones by time, then by place, the later first. */
export function comparing(sort: EntrySort): (a: Listed, b: Listed) => number {
  if (sort === 'oldest') return (a, b) => -byTime(a, b)
  const value = valueOf[sort]
  return (a, b) => descending(value(a), value(b)) || byTime(a, b)
}

const valueOf: Readonly<Record<Exclude<EntrySort, 'oldest'>, (listed: Listed) => number | null>> = {
  newest: () => 0,
  importance: ({ row }) => row.importance,
  evidence: ({ row }) => row.score,
  relevance: ({ relevance }) => relevance,
}

function byTime(a: Listed, b: Listed): number {
  return descending(a.row.createdAt, b.row.createdAt) || b.entry.stored.seq - a.entry.stored.seq
}

function descending(a: number | null, b: number | null): number {
  if (a === b) return 0
  if (a === null) return 1
  return b === null ? -1 : b - a
}
