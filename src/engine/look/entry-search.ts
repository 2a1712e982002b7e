/** What a list is searched by: words and BM25 of the analyzer that recall uses, from an index of each table. */
import type { Sql } from '../ports.ts'
import { SEARCH_SLICE_ROWS } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { createAnalyzer } from '../text/analyzer.ts'
import { createMirrors, type Mirror, type MirroredTable } from './entry-mirror.ts'
import { documentOf, textOf } from './entry-row.ts'
import { readSlice } from './find-entry.ts'
import { createTextSearch, type TextSearch } from './text-search.ts'

/** BM25 of rows by their place in the table. */
export type Hits = ReadonlyMap<number, number>

export interface EntrySearch {
  mirror(store: CharacterStore, sql: Sql, table: MirroredTable): Promise<Mirror>
  /** Facts, archived ones included, that share words with `query`. */
  facts(store: CharacterStore, query: string): Promise<Hits>
  turns(store: CharacterStore, query: string): Promise<Hits>
}

/** `pause` lets other work in between two slices of a long read. */
export function createEntrySearch(pause: () => Promise<void> = () => Promise.resolve()): EntrySearch {
  const mirror = createMirrors()
  return {
    mirror,
    facts: async (store, query) => (await mirror(store, store.db, 'facts')).search(query),
    turns: createTurnSearch(pause),
  }
}

interface Held {
  readonly search: TextSearch
  /** Rows read so far, and the last of them. */
  rows: number
  upTo: number
}

/** Turns are added at the end and never rewritten; when some have gone, all are read anew. */
function createTurnSearch(pause: () => Promise<void>): EntrySearch['turns'] {
  const kept = new WeakMap<CharacterStore, Held>()

  return async (store, query) => {
    const held = kept.get(store)
    const known = held !== undefined && held.rows === (await countUpTo(store, held.upTo)) ? held : fresh()
    kept.set(store, known)
    for (;;) {
      const slice = await readSlice(store.db, 'turns', known.upTo, SEARCH_SLICE_ROWS)
      known.search.put(
        slice.flatMap((stored) => {
          const document = documentOf(stored)
          return document === null ? [] : [{ seq: stored.seq, text: textOf(stored.kind, document) }]
        }),
      )
      known.rows += slice.length
      known.upTo = slice.at(-1)?.seq ?? known.upTo
      if (slice.length < SEARCH_SLICE_ROWS) return known.search.search(query)
      await pause()
    }
  }
}

function fresh(): Held {
  return { search: createTextSearch(createAnalyzer()), rows: 0, upTo: 0 }
}

async function countUpTo({ db }: CharacterStore, id: number): Promise<number> {
  const row = await db.first<{ n: number }>('SELECT count(*) AS n FROM time_indexed_original WHERE id <= ?', [
    id,
  ])
  return row?.n ?? 0
}
