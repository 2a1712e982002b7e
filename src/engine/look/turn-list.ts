/** The list of raw turns, as they were said: every message that was ever heard. */
import type { EntryFilters, EntryMaker, EntrySort } from '../browser-api.ts'
import type { Sql } from '../ports.ts'
import { TURNS_LEFT } from '../store/time-index.ts'
import type { ListDeps, ListedPage, ListQuery } from './entry-lists.ts'
import { entryRow } from './entry-row.ts'
import type { Hits } from './entry-search.ts'
import { bestPage, type SeqPage } from './fact-list.ts'
import { findEntry, readEntries } from './find-entry.ts'
import {
  countOf,
  given,
  orderedPage,
  placeOf,
  type Condition,
  type OrderTerm,
  type Selection,
} from './ordered-page.ts'

export async function turnList({ memory, search, now }: ListDeps, query: ListQuery): Promise<ListedPage> {
  const { store } = memory
  const sql = store.db
  const hits = query.search === null ? null : await search.turns(store, query.search)
  const where = conditions(query.filters)
  if (hits !== null) {
    where.push({ sql: 'id IN (SELECT value FROM json_each(?))', params: [JSON.stringify([...hits.keys()])] })
  }
  const selection: Selection = { from: TURNS_LEFT, where }
  const located = query.locate?.kind === 'turn' ? await findEntry(sql, query.locate) : null
  const page =
    hits !== null && query.sort === 'relevance'
      ? bestPage(await among(sql, selection, hits), query, located?.seq ?? null)
      : await ordered(sql, selection, query, located?.seq ?? null)
  const stored = await readEntries(sql, 'turns', page.seqs)
  const rows = stored.flatMap((entry) => entryRow(entry, now) ?? [])
  return {
    rows,
    total: page.total,
    torn: stored.length - rows.length,
    position: page.position,
    entities: [],
    statuses: [],
    makers: await makersOf(sql),
  }
}

async function among(sql: Sql, selection: Selection, hits: Hits): Promise<Hits> {
  const rows = await orderedPage(sql, selection, ['id'], orderOf('newest'), { offset: 0, limit: hits.size })
  return new Map(rows.map(({ id }) => [Number(id), hits.get(Number(id)) ?? 0]))
}

async function ordered(
  sql: Sql,
  selection: Selection,
  query: ListQuery,
  located: number | null,
): Promise<SeqPage> {
  const order = orderOf(query.sort)
  const rows = await orderedPage(sql, selection, ['id'], order, query)
  const own = { sql: 'id = ?', params: [located] }
  return {
    seqs: rows.map(({ id }) => Number(id)),
    total: await countOf(sql, selection),
    position: located === null ? null : await placeOf(sql, selection, order, own),
  }
}

/** Turns have none of what other entries are ordered by, so they come by time. */
function orderOf(sort: EntrySort): OrderTerm[] {
  const descending = sort !== 'oldest'
  return [
    { column: 'instant', descending },
    { column: 'id', descending },
  ]
}

function conditions(filters: EntryFilters): Condition[] {
  const { entities, statuses, makers, importance, from, to, suppressed, needsReview } = filters
  const all: Condition[] = []
  // A turn has none of these: asked for one, the list is empty.
  if (entities !== undefined || statuses !== undefined || importance !== undefined) all.push(given('0'))
  if (suppressed === true || needsReview === true) all.push(given('0'))
  if (makers !== undefined) {
    all.push({ sql: `${MAKER} IN (SELECT value FROM json_each(?))`, params: [JSON.stringify(makers)] })
  }
  if (from !== undefined) all.push({ sql: 'instant >= ?', params: [from] })
  if (to !== undefined) all.push({ sql: 'instant < ?', params: [to] })
  return all
}

/** Rows of an old installation say it in the message only, and lists do not read that for all of them. */
const MAKER = `CASE role WHEN 'human' THEN 'user' WHEN 'ai' THEN 'character' ELSE 'unknown' END`

async function makersOf(sql: Sql): Promise<EntryMaker[]> {
  const asked = (['character', 'unknown', 'user'] as const).map(
    (maker) => `SELECT '${maker}' AS maker
    WHERE EXISTS (SELECT 1 FROM ${TURNS_LEFT} WHERE ${MAKER} = '${maker}')`,
  )
  // The selected words are makers.
  return (await sql.all<{ maker: EntryMaker }>(asked.join(' UNION ALL '))).map(({ maker }) => maker)
}
