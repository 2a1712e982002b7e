/** The list of what was archived: facts of the database together with reflections and persona entries. */
import type { Sql, SqlRow, SqlValue } from '../ports.ts'
import { facetsOf, type ListDeps, type ListedPage, type ListQuery } from './entry-lists.ts'
import { entryRow } from './entry-row.ts'
import type { Hits } from './entry-search.ts'
import { factConditions, factFacets } from './fact-list.ts'
import { findEntry, readEntries } from './find-entry.ts'
import { fits, listed, type Listed } from './mirrored-list.ts'
import { countOf, orderedPage, placeOf, type OrderTerm, type Selection } from './ordered-page.ts'

export async function archiveList({ memory, search, now }: ListDeps, query: ListQuery): Promise<ListedPage> {
  const { store } = memory
  const sql = store.db
  const mirror = await search.mirror(store, sql, 'shards')
  const hits = query.search === null ? null : (await search.facts(memory, query.search)).archived
  const shardHits = query.search === null ? null : mirror.search(query.search)
  const shards = mirror.entries.map((entry) => listed(entry, shardHits?.get(entry.stored.seq) ?? 0, now))
  const fitting = shards.filter(
    ({ entry, row }) => (shardHits === null || shardHits.has(entry.stored.seq)) && fits(row, query.filters),
  )
  const conditions = factConditions(true, query.filters, now)
  const selection = union(conditions, fitting, hits)
  const order = orders[query.sort]
  const page = await orderedPage(sql, selection, ['shard', 'seq'], order, query)
  const rows = await read(sql, page)
  const readable = rows.flatMap((stored) => entryRow(stored, now) ?? [])
  const facts = await factFacets(sql, true)
  const others = facetsOf(shards.map(({ row }) => row))
  return {
    rows: readable,
    total: await countOf(sql, selection),
    torn: mirror.unreadable + rows.length - readable.length,
    position: await position(sql, selection, order, query),
    entities: merged(facts.entities, others.entities),
    statuses: merged(facts.statuses, others.statuses),
    makers: merged(facts.makers, others.makers),
  }
}

const newest: readonly OrderTerm[] = [
  { column: 'created', descending: true },
  { column: 'shard', descending: false },
  { column: 'seq', descending: true },
]

const orders: Readonly<Record<ListQuery['sort'], readonly OrderTerm[]>> = {
  newest,
  oldest: newest.map(({ column, descending }) => ({ column, descending: !descending })),
  importance: [{ column: 'importance', descending: true }, ...newest],
  evidence: [{ column: 'score', descending: true }, ...newest],
  relevance: [{ column: 'relevance', descending: true }, ...newest],
}

/** Both kinds of rows with what they are ordered by. */
function union(
  conditions: ReturnType<typeof factConditions>,
  shards: readonly Listed[],
  hits: Hits | null,
): Selection {
  const relevance = hits === null ? 'NULL' : 'h.score'
  const found =
    hits === null
      ? ''
      : `JOIN (SELECT value ->> 0 AS at, value ->> 1 AS score FROM json_each(?)) h ON h.at = seq`
  const where = conditions.map((one) => one.sql).join(' AND ')
  const params: SqlValue[] = [
    ...(hits === null ? [] : [JSON.stringify([...hits])]),
    ...conditions.flatMap((one) => one.params),
    JSON.stringify(
      shards.map(({ entry, row, relevance: score }) => [
        entry.stored.seq,
        row.createdAt,
        row.importance,
        row.score,
        score,
      ]),
    ),
  ]
  return {
    from: `(SELECT 0 AS shard, seq, created_instant AS created, importance, NULL AS score, ${relevance} AS relevance
        FROM facts ${found} WHERE ${where}
      UNION ALL
      SELECT 1, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?))`,
    where: [],
    params,
  }
}

async function read(sql: Sql, page: readonly SqlRow[]) {
  const seqs = (shard: number) =>
    page.filter((row) => row['shard'] === shard).map((row) => Number(row['seq']))
  const facts = new Map((await readEntries(sql, 'facts', seqs(0))).map((stored) => [stored.seq, stored]))
  const shards = new Map((await readEntries(sql, 'shards', seqs(1))).map((stored) => [stored.seq, stored]))
  return page.flatMap((row) => (row['shard'] === 0 ? facts : shards).get(Number(row['seq'])) ?? [])
}

async function position(
  sql: Sql,
  selection: Selection,
  order: readonly OrderTerm[],
  { locate }: ListQuery,
): Promise<number | null> {
  const stored = locate === null ? null : await findEntry(sql, locate)
  if (stored === null || !stored.archived) return null
  const shard = stored.table === 'facts' ? 0 : 1
  return placeOf(sql, selection, order, { sql: 'shard = ? AND seq = ?', params: [shard, stored.seq] })
}

function merged<T extends string>(a: readonly T[], b: readonly T[]): T[] {
  return [...new Set([...a, ...b])].sort()
}
