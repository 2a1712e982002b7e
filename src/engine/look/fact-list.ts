/** The list of active facts: a hundred thousand rows, so that pages, counts and places are asked of the database. */
import type { EntryFilters, EntryMaker, EntrySort } from '../browser-api.ts'
import type { Moment, Sql } from '../ports.ts'
import type { ListDeps, ListedPage, ListQuery } from './entry-lists.ts'
import { entryRow } from './entry-row.ts'
import type { Hits } from './entry-search.ts'
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

export async function factList({ store, search, now }: ListDeps, query: ListQuery): Promise<ListedPage> {
  const sql = store.db
  const hits = query.search === null ? null : await search.facts(store, query.search)
  const selection: Selection = { from: 'facts', where: factConditions(false, query.filters, now) }
  const located = await locatedFact(sql, query)
  const page =
    hits === null
      ? await ordered(sql, selection, query, located)
      : await amongHits(sql, selection, query, hits, located)
  const stored = await readEntries(sql, 'facts', page.seqs)
  const rows = stored.flatMap((entry) => entryRow(entry, now) ?? [])
  return {
    rows,
    total: page.total,
    torn: stored.length - rows.length,
    position: page.position,
    ...(await factFacets(sql, false)),
  }
}

interface SeqPage {
  readonly seqs: readonly number[]
  readonly total: number
  readonly position: number | null
}

async function ordered(
  sql: Sql,
  selection: Selection,
  query: ListQuery,
  located: number | null,
): Promise<SeqPage> {
  const order = factOrder(query.sort)
  const rows = await orderedPage(sql, selection, ['seq'], order, query)
  return {
    seqs: rows.map(({ seq }) => Number(seq)),
    total: await countOf(sql, selection),
    position:
      located === null ? null : await placeOf(sql, selection, order, { sql: 'seq = ?', params: [located] }),
  }
}

async function amongHits(
  sql: Sql,
  selection: Selection,
  query: ListQuery,
  hits: Hits,
  located: number | null,
): Promise<SeqPage> {
  const among: Condition = {
    sql: 'seq IN (SELECT value FROM json_each(?))',
    params: [JSON.stringify([...hits.keys()])],
  }
  const found: Selection = { ...selection, where: [...selection.where, among] }
  if (query.sort !== 'relevance') return ordered(sql, found, query, located)
  const rows = await sql.all<{ seq: number }>(
    `SELECT seq FROM facts WHERE ${found.where.map((one) => one.sql).join(' AND ')}`,
    found.where.flatMap((one) => one.params),
  )
  const seqs = byRelevance(
    rows.map(({ seq }) => seq),
    hits,
  )
  const place = located === null ? -1 : seqs.indexOf(located)
  return {
    seqs: seqs.slice(query.offset, query.offset + query.limit),
    total: seqs.length,
    position: place < 0 ? null : place,
  }
}

/** Best first; of equal ones the later. */
export function byRelevance(seqs: readonly number[], hits: Hits): number[] {
  return [...seqs].sort((a, b) => (hits.get(b) ?? 0) - (hits.get(a) ?? 0) || b - a)
}

async function locatedFact(sql: Sql, { locate }: ListQuery): Promise<number | null> {
  if (locate?.kind !== 'fact') return null
  const stored = await findEntry(sql, locate)
  return stored === null || stored.archived ? null : stored.seq
}

/** Facts have no evidence of their own; sorted by it they come as the newest. */
export function factOrder(sort: EntrySort): OrderTerm[] {
  const descending = sort !== 'oldest'
  const time = [
    { column: 'created_instant', descending },
    { column: 'seq', descending },
  ]
  return sort === 'importance' ? [{ column: 'importance', descending: true }, ...time] : time
}

/** Conditions on rows of the table `facts`. */
export function factConditions(archived: boolean, filters: EntryFilters, now: Moment): Condition[] {
  const { entities, statuses, makers, importance, from, to, suppressed, needsReview } = filters
  const conditions: Condition[] = [given(`archived = ${archived ? '1' : '0'}`)]
  if (entities !== undefined) conditions.push(oneOf('entity', entities))
  if (statuses !== undefined) conditions.push(oneOf(FACT_STATUS, statuses))
  if (makers !== undefined) conditions.push(oneOf(FACT_MAKER, makers))
  if (importance !== undefined)
    conditions.push({ sql: 'importance BETWEEN ? AND ?', params: [...importance] })
  if (from !== undefined) conditions.push({ sql: 'created_instant >= ?', params: [from] })
  if (to !== undefined) conditions.push({ sql: 'created_instant < ?', params: [to] })
  if (suppressed !== undefined) conditions.push(quiet(suppressed, now))
  if (needsReview !== undefined) conditions.push(given(`${FACT_REVIEW} = ${needsReview ? '1' : '0'}`))
  return conditions
}

function quiet(wanted: boolean, now: Moment): Condition {
  const until = `(${FACT_QUIET_UNTIL} IS NULL OR ${FACT_QUIET_UNTIL} > ?)`
  return { sql: `${wanted ? '' : 'NOT '}(${FACT_QUIET} = 1 AND ${until})`, params: [now.instant] }
}

function oneOf(column: string, values: readonly string[]): Condition {
  return { sql: `${column} IN (SELECT value FROM json_each(?))`, params: [JSON.stringify(values)] }
}

/** Values that occur in the list. */
export async function factFacets(
  sql: Sql,
  archived: boolean,
): Promise<{ entities: string[]; statuses: string[]; makers: EntryMaker[] }> {
  const list = `archived = ${archived ? '1' : '0'}`
  const statuses = await sql.all<{ status: string }>(
    `SELECT 'active' AS status WHERE EXISTS (SELECT 1 FROM facts WHERE ${list} AND superseded_instant IS NULL)
     UNION ALL
     SELECT 'superseded' WHERE EXISTS (SELECT 1 FROM facts WHERE ${list} AND superseded_instant IS NOT NULL)`,
  )
  return {
    entities: await distinct(sql, 'entity', list),
    statuses: statuses.map(({ status }) => status),
    // The values of the expression are makers.
    makers: (await distinct(sql, FACT_MAKER, list)) as EntryMaker[],
  }
}

/** One step through the index a value, however many rows have it. */
async function distinct(sql: Sql, column: string, where: string): Promise<string[]> {
  const rows = await sql.all<{ value: string }>(
    `WITH RECURSIVE found (value) AS (
       SELECT min(${column}) FROM facts WHERE ${where}
       UNION ALL
       SELECT (SELECT min(${column}) FROM facts WHERE ${where} AND ${column} > value) FROM found
       WHERE value IS NOT NULL)
     SELECT value FROM found WHERE value IS NOT NULL`,
  )
  return rows.map(({ value }) => value)
}

const FACT_STATUS = `CASE WHEN superseded_instant IS NULL THEN 'active' ELSE 'superseded' END`

/** What `entry-fields.ts` reads out of a document, for rows that stay in the database. */
const FACT_MAKER = `CASE WHEN NOT json_valid(doc) THEN 'unknown'
  WHEN json_extract(doc, '$.omoide_maker') = 'user' THEN 'user'
  WHEN json_type(doc, '$.external_import') = 'object' OR source = 'external_import' THEN 'import'
  WHEN confidence = 'low' THEN 'rules'
  WHEN source IN ('user_observation', 'ai_disclosure') THEN 'model' ELSE 'unknown' END`
const FACT_QUIET = `CASE WHEN json_valid(doc) THEN coalesce(json_extract(doc, '$.omoide_quiet'), 0) ELSE 0 END`
const FACT_QUIET_UNTIL = `CASE WHEN json_valid(doc) THEN json_extract(doc, '$.omoide_quiet_until') END`
const FACT_REVIEW = `(CASE WHEN json_valid(doc)
  THEN coalesce(json_array_length(doc, '$.omoide_needs_review'), 0) ELSE 0 END > 0)`
