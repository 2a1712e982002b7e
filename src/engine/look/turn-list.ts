/** The list of raw turns, as they were said: every message that was ever heard. */
import type { EntryFilters, EntryMaker, EntrySort } from '../browser-api.ts'
import type { Sql } from '../ports.ts'
import type { ListDeps, ListedPage, ListQuery } from './entry-lists.ts'
import { entryRow } from './entry-row.ts'
import { byRelevance } from './fact-list.ts'
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

export async function turnList({ store, search, now }: ListDeps, query: ListQuery): Promise<ListedPage> {
  const sql = store.db
  const hits = query.search === null ? null : await search.turns(store, query.search)
  const where = conditions(query.filters)
  if (hits !== null) {
    where.push({ sql: 'id IN (SELECT value FROM json_each(?))', params: [JSON.stringify([...hits.keys()])] })
  }
  const selection: Selection = { from: 'time_indexed_original', where }
  const located = query.locate?.kind === 'turn' ? await findEntry(sql, query.locate) : null
  const order = orderOf(query.sort)
  let seqs: number[]
  let position: number | null = null
  if (hits !== null && query.sort === 'relevance') {
    const found = await orderedPage(sql, selection, ['id'], order, { offset: 0, limit: hits.size })
    const ranked = byRelevance(
      found.map(({ id }) => Number(id)),
      hits,
    )
    seqs = ranked.slice(query.offset, query.offset + query.limit)
    const place = located === null ? -1 : ranked.indexOf(located.seq)
    position = place < 0 ? null : place
  } else {
    seqs = (await orderedPage(sql, selection, ['id'], order, query)).map(({ id }) => Number(id))
    if (located !== null) {
      position = await placeOf(sql, selection, order, { sql: 'id = ?', params: [located.seq] })
    }
  }
  const stored = await readEntries(sql, 'turns', seqs)
  const rows = stored.flatMap((entry) => entryRow(entry, now) ?? [])
  return {
    rows,
    total: await countOf(sql, selection),
    torn: stored.length - rows.length,
    position,
    entities: [],
    statuses: [],
    makers: await makersOf(sql),
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
    WHERE EXISTS (SELECT 1 FROM time_indexed_original WHERE ${MAKER} = '${maker}')`,
  )
  // The selected words are makers.
  return (await sql.all<{ maker: EntryMaker }>(asked.join(' UNION ALL '))).map(({ maker }) => maker)
}
