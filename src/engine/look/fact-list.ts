/** The list of active facts: a hundred thousand rows, so that pages, counts and places are asked of the database. */
import type { EntryFilters, EntryMaker, EntrySort } from '../browser-api.ts'
import type { Moment, Sql } from '../ports.ts'
import { takeBest } from '../recall/best.ts'

import { FACT_MAKER, FACT_NEEDS_REVIEW, FACT_QUIET_UNTIL } from '../store/schema-v4.ts'
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

export async function factList({ memory, search, now }: ListDeps, query: ListQuery): Promise<ListedPage> {
  const sql = memory.store.db
  const hits = query.search === null ? null : (await search.facts(memory, query.search)).active
  const selection: Selection = { from: tableFor(query), where: factConditions(false, query.filters, now) }
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

/** Without statistics the database takes the index of one filter and reads the documents for the others. */
function tableFor({ sort, search, filters }: ListQuery): string {
  if (search !== null) return 'facts'
  if (!isPlain(filters)) return 'facts INDEXED BY facts_browse'
  return sort === 'importance' ? 'facts INDEXED BY facts_importance' : 'facts INDEXED BY facts_created'
}

function isPlain(filters: EntryFilters): boolean {
  return Object.values(filters).every((filter) => filter === undefined)
}

export interface SeqPage {
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
  return bestPage(isPlain(query.filters) ? hits : await filtered(sql, found, hits), query, located)
}

async function filtered(sql: Sql, found: Selection, hits: Hits): Promise<Hits> {
  const rows = await sql.all<{ seq: number }>(
    `SELECT seq FROM ${found.from} WHERE ${found.where.map((one) => one.sql).join(' AND ')}`,
    found.where.flatMap((one) => one.params),
  )
  return new Map(rows.map(({ seq }) => [seq, hits.get(seq) ?? 0]))
}

/** The page of the best hits; of equal ones the later stands first. */
export function bestPage(
  hits: Hits,
  { offset, limit }: Pick<ListQuery, 'offset' | 'limit'>,
  located: number | null,
): SeqPage {
  const compare = (a: Hit, b: Hit): number => b[1] - a[1] || b[0] - a[0]
  const all = [...hits]
  const own = located === null ? undefined : hits.get(located)
  const place =
    located === null || own === undefined
      ? null
      : all.filter((hit) => compare(hit, [located, own]) < 0).length
  const best = takeBest(all, offset + limit, compare, () => true)
  return { seqs: best.slice(offset).map(([seq]) => seq), total: hits.size, position: place }
}

type Hit = readonly [seq: number, score: number]

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
  if (makers !== undefined) conditions.push(oneOf(`(${FACT_MAKER})`, makers))
  if (importance !== undefined)
    conditions.push({ sql: 'importance BETWEEN ? AND ?', params: [...importance] })
  if (from !== undefined) conditions.push({ sql: 'created_instant >= ?', params: [from] })
  if (to !== undefined) conditions.push({ sql: 'created_instant < ?', params: [to] })
  if (suppressed !== undefined) conditions.push(quiet(suppressed, now))
  if (needsReview !== undefined) conditions.push(given(`(${FACT_NEEDS_REVIEW}) = ${needsReview ? '1' : '0'}`))
  return conditions
}

function quiet(wanted: boolean, now: Moment): Condition {
  return { sql: `(${FACT_QUIET_UNTIL}) ${wanted ? '>' : '<='} ?`, params: [now.instant] }
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
     SELECT 'superseded' WHERE EXISTS (
       SELECT 1 FROM facts INDEXED BY facts_superseded WHERE ${list} AND superseded_instant IS NOT NULL)`,
  )
  return {
    entities: await distinct(sql, 'entity', list),
    statuses: statuses.map(({ status }) => status),
    // The values of the expression are makers (schema-v4.ts).
    makers: (await distinct(sql, `(${FACT_MAKER})`, list)) as EntryMaker[],
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
