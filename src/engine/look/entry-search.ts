/** What a list is searched by: words and BM25 of the analyzer that recall uses, from an index of each table. */
import type { Memory } from '../memories.ts'
import type { Moment, Sql } from '../ports.ts'
import type { RecallPools } from '../recall-pools.ts'
import { SEARCH_PREFIX_WORDS, SEARCH_SLICE_ROWS } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { createAnalyzer } from '../text/analyzer.ts'
import { createMirrors, type Mirror, type MirroredTable } from './entry-mirror.ts'
import { documentOf, textOf } from './entry-row.ts'
import { readSlice } from './find-entry.ts'
import { createTextSearch, typedWord, type TextSearch } from './text-search.ts'
import { TURNS_LEFT } from '../store/time-index.ts'

/** BM25 of rows by their place in the table. */
export type Hits = ReadonlyMap<number, number>

export interface FactHits {
  readonly active: Hits
  readonly archived: Hits
}

export interface EntrySearch {
  mirror(store: CharacterStore, sql: Sql, table: MirroredTable): Promise<Mirror>
  /** Facts that share words with `query`, whether they may be recalled or not. */
  facts(memory: Memory, query: string): Promise<FactHits>
  turns(store: CharacterStore, query: string): Promise<Hits>
}

/** `pause` lets other work in between two slices of a long read. */
export function createEntrySearch(
  pools: Pick<RecallPools, 'of'>,
  now: () => Moment,
  pause: () => Promise<void> = () => Promise.resolve(),
): EntrySearch {
  return { mirror: createMirrors(), facts: createFactSearch(pools, now), turns: createTurnSearch(pause) }
}

/** By the index of recall, which holds everything that was ever learned, whether it may be recalled or not. */
function createFactSearch(pools: Pick<RecallPools, 'of'>, now: () => Moment): EntrySearch['facts'] {
  const { terms } = createAnalyzer()
  return async (memory, query) => {
    const view = (await pools.of(memory)).view(now(), undefined, 'everything')
    const longer = await wordsOfIndex(memory.store.db, typedWord(query))
    const { slots, scores } = view.search(
      [query, ...longer.filter((word) => terms(word).length > 0)].join(' '),
    )
    const hits = { active: new Map<number, number>(), archived: new Map<number, number>() }
    for (let at = 0; at < slots.length; at += 1) {
      const { tier, seq } = view.entry(slots[at] ?? -1)
      if (tier !== 'reflection') hits[tier === 'fact' ? 'active' : 'archived'].set(seq, scores[at] ?? 0)
    }
    return hits
  }
}

/** Words of the full-text index that begin with `typed`: recall's own index keeps no words to look through. */
async function wordsOfIndex(sql: Sql, typed: string | null): Promise<string[]> {
  if (typed === null) return []
  await sql.run(
    `CREATE VIRTUAL TABLE IF NOT EXISTS temp.facts_words USING fts5vocab('main', 'facts_fts', 'row')`,
  )
  const rows = await sql.all<{ term: string }>(
    'SELECT term FROM temp.facts_words WHERE term > ? AND term < ? LIMIT ?',
    [typed, `${typed}\u{10ffff}`, SEARCH_PREFIX_WORDS],
  )
  return rows.map(({ term }) => term)
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
  const row = await db.first<{ n: number }>(`SELECT count(*) AS n FROM ${TURNS_LEFT} WHERE id <= ?`, [id])
  return row?.n ?? 0
}
