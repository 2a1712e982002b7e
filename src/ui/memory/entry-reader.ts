/**
 * One list of entries as the page holds it: the pages that are in view, read when they are needed and read again when
 * something changed. A hundred thousand rows stay in the worker. Plain TypeScript; entry-rows.svelte.ts makes it a signal.
 */
import type {
  EntryKey,
  EntryList,
  EntryPage,
  EntryQuery,
  EntryRow,
  LookApi,
} from '../../engine/browser-api.ts'
import type { Failure, Result } from '../../engine/result.ts'
import { sameKey } from './entry-key.ts'

/** Rows asked for at a time: some six screens of a desktop, a few milliseconds of copying over the port. */
export const PAGE_ROWS = 100
/** Pages kept; those furthest from the view go first. */
const MOST_PAGES = 40
/** Asked for at once: the worker answers one after the other, so more would only lengthen the queue. */
const MOST_REQUESTS = 2
/** The most rows that the memory gives at once (browser-api.ts). */
const MOST_SPAN = 500

export type ListQuery = Pick<EntryQuery, 'search' | 'sort' | 'filters'>
export type Facets = Pick<EntryPage, 'unreadable' | 'entities' | 'statuses' | 'makers'>

export interface HeldRows {
  readonly state: 'loading' | 'ready' | 'failed'
  /** Of the last request, also when rows of an earlier one are still shown. */
  readonly error: Failure | null
  readonly total: number
  /** What the list says of itself; null before the first answer. */
  readonly facets: Facets | null
  readonly pages: ReadonlyMap<number, readonly EntryRow[]>
  /** Other rows were asked for and are not here yet. */
  readonly busy: boolean
  /** Counts the queries whose rows took the place of others. */
  readonly generation: number
}

/** What is in view, and the row that is to stay where it is. */
export interface View {
  readonly first: number
  readonly end: number
  readonly anchor: { readonly key: EntryKey; readonly index: number } | null
}

export interface EntryReader {
  readonly held: HeldRows
  /** Reads what these rows lack; rows that were asked for and left the view before their turn are dropped. */
  show(first: number, end: number): void
  /** Asks for other rows. The ones before stay until the answer; of several asks in a row only the last counts. */
  ask(query: ListQuery): Promise<void>
  /** Reads a span of rows wherever it is, e.g. of a selection across pages. */
  span(first: number, end: number): Promise<Result<readonly EntryRow[]>>
  /** Where an entry stands; null when it is not in the list. */
  locate(key: EntryKey): Promise<number | null>
  /** Something changed: reads again around the anchor, then swaps. Tells how many rows further down that stands now. */
  refresh(view: View): Promise<number>
}

export interface EntryReaderDeps {
  readonly entries: LookApi['entries']
  readonly character: string
  readonly list: EntryList
  readonly onChange: (held: HeldRows) => void
}

export function createEntryReader({ entries, character, list, onChange }: EntryReaderDeps): EntryReader {
  let held: HeldRows = {
    state: 'loading',
    error: null,
    total: 0,
    facets: null,
    pages: new Map(),
    busy: true,
    generation: 0,
  }
  let query: ListQuery = {}
  /** Answers to what was asked in an earlier era are dropped. */
  let era = 0
  let wanted: readonly number[] = []
  const underWay = new Set<number>()
  let asking: Promise<void> | null = null
  /** Counts what was asked, so that an answer knows whether it was the last word. */
  let asks = 0

  return {
    get held() {
      return held
    },
    show(first, end) {
      wanted = pagesOf(first, Math.min(end, held.total))
      void pump()
    },
    ask(next) {
      query = next
      asks += 1
      change({ busy: true })
      asking ??= askFirst().finally(() => (asking = null))
      return asking
    },
    async span(first, end) {
      const rows: EntryRow[] = []
      for (let offset = first; offset < end; offset += MOST_SPAN) {
        const answer = await read({ offset, limit: Math.min(MOST_SPAN, end - offset) })
        if (!answer.ok) return answer
        rows.push(...answer.value.rows)
      }
      return { ok: true, value: rows }
    },
    async locate(key) {
      const answer = await read({ offset: 0, limit: 1, locate: key })
      return answer.ok ? (answer.value.position ?? null) : null
    },
    refresh,
  }

  function change(part: Partial<HeldRows>): void {
    held = { ...held, ...part }
    onChange(held)
  }

  function read(part: Pick<EntryQuery, 'offset' | 'limit' | 'locate'>): Promise<Result<EntryPage>> {
    return entries(character, { list, ...query, ...part })
  }

  async function askFirst(): Promise<void> {
    let answered: number
    do {
      answered = asks
      era += 1
      const answer = await read({ offset: 0, limit: PAGE_ROWS })
      if (!answer.ok) change({ state: 'failed', error: answer.error })
      else {
        // What was in view belonged to other rows.
        wanted = []
        take(answer.value, new Map([[0, answer.value.rows]]), held.generation + 1)
      }
    } while (answered !== asks)
    change({ busy: false })
  }

  function take(page: EntryPage, pages: HeldRows['pages'], generation = held.generation): void {
    change({ state: 'ready', error: null, total: page.total, facets: page, pages, generation })
  }

  async function pump(): Promise<void> {
    // While other rows are asked for, pages of them would land among the ones that are still shown.
    while (asking === null && underWay.size < MOST_REQUESTS) {
      const page = wanted.find((index) => !held.pages.has(index) && !underWay.has(index))
      if (page === undefined) return
      const mine = era
      underWay.add(page)
      const answer = await read({ offset: page * PAGE_ROWS, limit: PAGE_ROWS })
      underWay.delete(page)
      if (answer.ok && mine === era) keep(page, answer.value.rows)
      if (answer.ok) continue
      // Asked for again with the next movement, not at once and for ever.
      change({ error: answer.error })
      return
    }
  }

  function keep(page: number, rows: readonly EntryRow[]): void {
    const pages = new Map(held.pages).set(page, rows)
    const middle = wanted[Math.floor(wanted.length / 2)] ?? page
    const byDistance = [...pages.keys()].sort(
      (one, other) => Math.abs(other - middle) - Math.abs(one - middle),
    )
    for (const furthest of byDistance.slice(0, Math.max(0, pages.size - MOST_PAGES))) pages.delete(furthest)
    change({ pages })
  }

  async function refresh({ first, end, anchor }: View): Promise<number> {
    if (asking !== null || held.state === 'loading') return 0
    era += 1
    const mine = era
    const pages = new Map<number, readonly EntryRow[]>()
    const needed = new Set(pagesOf(first, Math.max(end, first + 1)))
    let last: EntryPage | null = null
    let moved = 0
    // What is added while it runs is read too: a set is walked in the order of adding.
    for (const page of needed) {
      const locate = last === null && anchor !== null ? { locate: anchor.key } : {}
      const answer = await read({ offset: page * PAGE_ROWS, limit: PAGE_ROWS, ...locate })
      // Somebody typed, or another change came: that has an answer of its own.
      if (mine !== era) return 0
      if (!answer.ok) {
        change({ error: answer.error })
        return 0
      }
      pages.set(page, answer.value.rows)
      if (last === null && anchor !== null && typeof answer.value.position === 'number') {
        moved = answer.value.position - anchor.index
        for (const other of pagesOf(Math.max(0, first + moved), end + moved)) needed.add(other)
      }
      last = answer.value
    }
    if (last !== null) take(last, pages)
    return moved
  }
}

export function rowAt({ pages }: HeldRows, index: number): EntryRow | undefined {
  return pages.get(Math.floor(index / PAGE_ROWS))?.[index % PAGE_ROWS]
}

/** Index of an entry among the rows that are held; -1 when it is not. */
export function indexOf({ pages }: HeldRows, key: EntryKey): number {
  for (const [page, rows] of pages) {
    const at = rows.findIndex((row) => sameKey(row.key, key))
    if (at >= 0) return page * PAGE_ROWS + at
  }
  return -1
}

function pagesOf(first: number, end: number): number[] {
  const start = Math.floor(first / PAGE_ROWS)
  const count = Math.max(0, Math.ceil(end / PAGE_ROWS) - start)
  return Array.from({ length: count }, (_, index) => start + index)
}
