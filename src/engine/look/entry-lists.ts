/** The lists of the memory browser: filtered, searched, sorted, and given a page at a time. */
import type {
  EntryFilters,
  EntryKey,
  EntryList,
  EntryMaker,
  EntryPage,
  EntryQuery,
  EntryRow,
  EntrySort,
} from '../browser-api.ts'
import type { Memory } from '../memories.ts'
import type { Moment } from '../ports.ts'
import { bothEnds } from '../recall/asked-text.ts'
import { fail, ok, type Result } from '../result.ts'
import { ENTRIES_PAGE_MAX } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { isBlank } from '../text/whitespace.ts'
import { archiveList } from './archive-list.ts'
import { factList } from './fact-list.ts'
import { mirroredList } from './mirrored-list.ts'
import type { EntrySearch } from './entry-search.ts'
import { turnList } from './turn-list.ts'

/** A query whose limits were checked. */
export interface ListQuery {
  /** Null for none. */
  readonly search: string | null
  readonly filters: EntryFilters
  readonly sort: EntrySort
  readonly locate: EntryKey | null
  readonly offset: number
  readonly limit: number
}

export interface ListDeps {
  readonly memory: Memory
  readonly search: EntrySearch
  readonly now: Moment
}

export type ListedPage = Omit<EntryPage, 'unreadable' | 'position'> & {
  readonly position: number | null
  /** Rows of the table that could not be read. */
  readonly torn: number
}

/** One page; `bad_request` for an offset or limit that is none. */
export async function listEntries(deps: ListDeps, query: EntryQuery): Promise<Result<EntryPage>> {
  const checked = check(query)
  if (!checked.ok) return checked
  const { torn, position, ...page } = await lists[query.list](deps, checked.value)
  return ok({
    ...page,
    unreadable: torn + (await setAside(deps.memory.store, query.list)),
    ...(query.locate === undefined ? {} : { position }),
  })
}

const lists: Readonly<Record<EntryList, (deps: ListDeps, query: ListQuery) => Promise<ListedPage>>> = {
  facts: factList,
  reflections: mirroredList('reflections'),
  persona: mirroredList('persona'),
  corrections: mirroredList('corrections'),
  archive: archiveList,
  timeline: turnList,
}

/** Tables whose unreadable rows were set aside when the memory was opened. */
const tables: Readonly<Record<EntryList, readonly string[]>> = {
  facts: ['facts'],
  reflections: ['reflections'],
  persona: ['persona_entries'],
  corrections: ['corrections'],
  archive: ['archive_entries'],
  timeline: [],
}

async function setAside(store: CharacterStore, list: EntryList): Promise<number> {
  const row = await store.db.first<{ n: number }>(
    'SELECT count(*) AS n FROM quarantine WHERE table_name IN (SELECT value FROM json_each(?))',
    [JSON.stringify(tables[list])],
  )
  return row?.n ?? 0
}

function check(query: EntryQuery): Result<ListQuery> {
  const { list, offset, limit, filters = {}, locate = null } = query
  if (!Object.hasOwn(lists, list)) return fail('bad_request', 'There is no list of that name.')
  if (!isCount(offset) || !isCount(limit) || limit > ENTRIES_PAGE_MAX) {
    return fail('bad_request', `A page has at most ${String(ENTRIES_PAGE_MAX)} rows from a whole offset.`)
  }
  const search = query.search === undefined || isBlank(query.search) ? null : bothEnds(query.search)
  const sort = query.sort ?? (search === null ? 'newest' : 'relevance')
  // Without a search nothing is more relevant than the rest.
  return ok({
    search,
    filters,
    locate,
    offset,
    limit,
    sort: search === null && sort === 'relevance' ? 'newest' : sort,
  })
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

/** Values that occur, in an order that stays. */
export function facetsOf(rows: readonly Pick<EntryRow, 'entity' | 'status' | 'maker'>[]): {
  entities: string[]
  statuses: string[]
  makers: EntryMaker[]
} {
  return {
    entities: distinct(rows.map(({ entity }) => entity)),
    statuses: distinct(rows.map(({ status }) => status)),
    makers: distinct(rows.map(({ maker }) => maker)),
  }
}

function distinct<T extends string>(values: readonly (T | null)[]): T[] {
  return [...new Set(values.filter((value): value is T => value !== null))].sort()
}
