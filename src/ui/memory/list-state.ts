/** Search, filters and order of a list as they stand in the address, so that a link shows the same list. Pure. */
import type { EntryFilters, EntryMaker, EntryQuery, EntrySort } from '../../engine/browser-api.ts'

export interface ListState {
  readonly search: string
  /** Null: the best match for a search, else the newest. */
  readonly sort: EntrySort | null
  readonly entities: readonly string[]
  readonly statuses: readonly string[]
  readonly makers: readonly EntryMaker[]
  readonly importance: readonly [least: number, most: number] | null
  /** Civil days `YYYY-MM-DD`, both inclusive; empty: open. */
  readonly from: string
  readonly to: string
  readonly suppressed: boolean
  readonly needsReview: boolean
}

export const emptyListState: ListState = {
  search: '',
  sort: null,
  entities: [],
  statuses: [],
  makers: [],
  importance: null,
  from: '',
  to: '',
  suppressed: false,
  needsReview: false,
}

export const IMPORTANCE_LEAST = 1
export const IMPORTANCE_MOST = 10

const sorts: readonly EntrySort[] = ['newest', 'oldest', 'importance', 'evidence', 'relevance']
const allMakers: readonly EntryMaker[] = ['model', 'rules', 'user', 'card', 'import', 'character', 'unknown']

/** What an address says; parts that make no sense count as not given. */
export function readListState(params: URLSearchParams): ListState {
  return {
    search: params.get('q') ?? '',
    sort: sorts.find((sort) => sort === params.get('sort')) ?? null,
    entities: params.getAll('who'),
    statuses: params.getAll('status'),
    makers: allMakers.filter((maker) => params.getAll('by').includes(maker)),
    importance: importanceFrom(params.get('importance')),
    from: dayFrom(params.get('from')),
    to: dayFrom(params.get('to')),
    suppressed: params.get('hushed') === '1',
    needsReview: params.get('review') === '1',
  }
}

/** Name and value of each part that is not as in an empty list. */
export function listParams(state: ListState): (readonly [string, string])[] {
  const parts: (readonly [string, string])[] = [
    ['q', state.search],
    ['sort', state.sort ?? ''],
    ...state.entities.map((entity) => ['who', entity] as const),
    ...state.statuses.map((status) => ['status', status] as const),
    ...state.makers.map((maker) => ['by', maker] as const),
    ['importance', state.importance?.join('-') ?? ''],
    ['from', state.from],
    ['to', state.to],
    ['hushed', state.suppressed ? '1' : ''],
    ['review', state.needsReview ? '1' : ''],
  ]
  return parts.filter(([, value]) => value !== '')
}

/** `startOf` gives the first instant of a civil day where the user is. */
export function queryOf(
  state: ListState,
  startOf: (day: string) => number,
): Pick<EntryQuery, 'search' | 'sort' | 'filters'> {
  const search = state.search.trim()
  const filters: EntryFilters = {
    ...(state.entities.length > 0 ? { entities: state.entities } : {}),
    ...(state.statuses.length > 0 ? { statuses: state.statuses } : {}),
    ...(state.makers.length > 0 ? { makers: state.makers } : {}),
    ...(state.importance === null ? {} : { importance: state.importance }),
    ...(state.from === '' ? {} : { from: startOf(state.from) }),
    ...(state.to === '' ? {} : { to: startOf(nextDay(state.to)) }),
    ...(state.suppressed ? { suppressed: true } : {}),
    ...(state.needsReview ? { needsReview: true } : {}),
  }
  return {
    ...(search === '' ? {} : { search }),
    sort: sortOf(state),
    ...(Object.keys(filters).length > 0 ? { filters } : {}),
  }
}

/** The order that counts: a best match needs something to match. */
export function sortOf({ sort, search }: ListState): EntrySort {
  const searching = search.trim() !== ''
  if (sort === null || (sort === 'relevance' && !searching)) return searching ? 'relevance' : 'newest'
  return sort
}

/** Number of filters that are set; search and order are none. */
export function countFilters(state: ListState): number {
  const { entities, statuses, makers, importance, from, to, suppressed, needsReview } = state
  const single = [importance !== null, from !== '', to !== '', suppressed, needsReview]
  return entities.length + statuses.length + makers.length + single.filter(Boolean).length
}

export function withoutFilters({ search, sort }: ListState): ListState {
  return { ...emptyListState, search, sort }
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

function dayFrom(text: string | null): string {
  if (text === null || !dayPattern.test(text)) return ''
  return Number.isNaN(Date.parse(`${text}T00:00:00Z`)) ? '' : text
}

function nextDay(day: string): string {
  const DAY_MS = 86_400_000
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, day.length)
}

function importanceFrom(text: string | null): ListState['importance'] {
  const [, least, most] = /^(\d+)-(\d+)$/.exec(text ?? '')?.map(Number) ?? []
  if (least === undefined || most === undefined) return null
  const fits = least >= IMPORTANCE_LEAST && most <= IMPORTANCE_MOST && least <= most
  return fits && (least > IMPORTANCE_LEAST || most < IMPORTANCE_MOST) ? [least, most] : null
}
