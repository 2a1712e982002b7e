/**
 * What recall searches: facts, reflections and archived facts of one character (recall.md §A2), held in memory as an
 * index and some numbers a row. Documents stay in the store and are read for the few rows that are shown.
 */
import type { JsonObject } from '../document.ts'
import type { Moment } from '../ports.ts'
import { type Analyzer, createAnalyzer } from '../text/analyzer.ts'
import type { TimeWindow } from '../time/window.ts'
import {
  type Bm25Parameters,
  createLexicalIndex,
  type Hits,
  type LexicalRow,
  type PackedIndex,
} from './lexical-index.ts'
import { createPeriods, type Periods } from './periods.ts'
import {
  type Allowed,
  allowedBy,
  entryAt,
  viewOver,
  type ViewScope,
  withinWindow,
  withoutDisproved,
} from './pool-view.ts'
import {
  createSlotTable,
  hasText,
  isLoaded,
  type RecallRow,
  type RecallSource,
  type RecallTier,
  SLOT_FLAGS,
  type SlotColumns,
  slotValues,
  sourceOf,
  textMarkOf,
  type TextDocument,
  TIERS,
} from './slots.ts'
import { createVectorColumn, type PackedVectors } from './vector-column.ts'

export type { Periods } from './periods.ts'
export type { ViewScope } from './pool-view.ts'
export { isLoaded, isSuperseded, type RecallRow, type RecallTier, SLOT_FLAGS } from './slots.ts'

export type PoolChange =
  /** Puts a row in, or a new document in the place of the old one. */
  | { readonly type: 'put'; readonly row: RecallRow }
  | { readonly type: 'remove'; readonly source: RecallSource; readonly seq: number }

/** Where vectors of rows come from. */
export interface VectorSource {
  readonly modelId: string
  readonly dimension: number
  /** The vector of a row's text, null where there is none (yet). */
  of(doc: TextDocument): Float32Array | null
  /** Whether the best rows are worth comparing anew by `of`, without rounding. */
  readonly exact: boolean
}

export interface PoolOptions {
  /** What texts and queries are compared by; the product's own when left out. */
  readonly analyzer?: Analyzer
  readonly bm25?: Bm25Parameters
  /** Rows that may be recalled at all. Left out: what the reference's loaders let in (recall.md §A2). */
  readonly admits?: (row: RecallRow) => boolean
  readonly vectors?: VectorSource | null
  /** A pool at rest to go on from. */
  readonly from?: PackedPool
}

/** Reads documents as they are now, in the order of `rows`; anything but an object for one that is gone. */
export type ReadDocuments = (rows: readonly RowPlace[]) => Promise<readonly unknown[]>

export interface RowPlace {
  readonly tier: RecallTier
  readonly seq: number
}

/** A row that was found. */
export interface PoolEntry extends RowPlace {
  readonly slot: number
  /** Facts before reflections before the archive, each in file order: what equal scores are ordered by. */
  readonly rank: number
}

/** The rows that one query may see. Slots hold as long as the pool object: a later one numbers anew. */
export interface PoolView {
  readonly count: number
  allows(slot: number): boolean
  /** Slots in no order that means anything. */
  slots(): Iterable<number>
  /** Rows that share words with `query`, with their BM25 over this view. */
  search(query: string): Hits
  /** What `query` is compared by. */
  terms(query: string): string[]
  /** How much each of `terms` tells these rows apart (`LexicalIndex.weights`). */
  weights(terms: readonly string[]): Float64Array
  /** Facts and reflections whose vector has a cosine of at least `least` with `query`, made by `modelId`. */
  searchVectors(query: Float32Array, modelId: string, least: number): Hits
  entry(slot: number): PoolEntry
  /** Whether a row is written in letters, not in characters of Chinese, Japanese or Korean. */
  inLetters(slot: number): boolean
}

export interface RecallPool {
  /** Rows held, those included that no query may see. */
  readonly size: number
  apply(changes: readonly PoolChange[]): void
  /** The rows that may be shown at `now`. With `window` only those whose period touches it: undated ones do not. */
  view(now: Moment, window?: TimeWindow, scope?: ViewScope): PoolView
  /** When the rows happened by the clocks of `zone`. */
  periods(zone: string): Periods
  /** Equal for rows whose texts differ in white space only. */
  textMark(slot: number): number
  /** Equal for rows with equal ids, 0 for one without. */
  idMark(slot: number): number
  /** `SLOT_FLAGS` of a row. */
  flags(slot: number): number
  /** Documents of rows; null for one that is gone or tells something else by now. */
  documents(entries: readonly PoolEntry[]): Promise<readonly (TextDocument | null)[]>

  /** Where vectors come from, null where there is nothing to make them. */
  readonly vectors: VectorSource | null
  /** Vectors by another model take the place of those that are there; null keeps them, until there is one. */
  useVectors(source: VectorSource | null): void
  /** Rows of the active tiers that the model was not asked about, from slot `from` on, at most `limit`. */
  withoutVector(from: number, limit: number): readonly PoolEntry[]
  /** Gives rows the vectors of their documents. */
  embed(entries: readonly PoolEntry[], documents: readonly (TextDocument | null)[]): void

  /** Rows whose places in memory are taken by nothing any more. */
  readonly dropped: number
  /** Bytes of what it holds, as far as it can tell. */
  readonly bytes: number
  /** The pool at rest as it is at the first step; gives way now and then. */
  packed(): Generator<void, PackedPool>
}

/** A pool without those that it has dropped: slots are 0, 1, 2, … in the order of ranks. */
export interface PackedPool {
  readonly columns: SlotColumns
  readonly index: PackedIndex
  readonly vectors: PackedVectors | null
  /** Evidence of rows that it may speak against. */
  readonly contested: readonly (readonly [slot: number, evidence: JsonObject])[]
}

const ARCHIVE = TIERS.indexOf('fact_archive')

export function createRecallPool(read: ReadDocuments, options: PoolOptions = {}): RecallPool {
  const analyzer = options.analyzer ?? createAnalyzer()
  const admits = options.admits ?? isLoaded
  const { from } = options
  const index = createLexicalIndex(analyzer, options.bm25, from?.index)
  const table = createSlotTable(from?.columns)
  const periods = createPeriods(table)
  const slotOf = { facts: new Map<number, number>(), reflections: new Map<number, number>() }
  const contested = new Map<number, JsonObject>(from?.contested)
  /** What each scope lets be seen, until a row changes. */
  const scopes = new Map<ViewScope, Allowed>()
  let source: VectorSource | null = null
  const vectors = from?.vectors ?? null
  let column = vectors === null ? null : createVectorColumn(vectors.modelId, vectors.dimension, vectors)
  for (let slot = 0; slot < table.length; slot += 1) {
    slotOf[sourceOf(tierAt(slot))].set(table.seqs[slot] ?? 0, slot)
  }

  const pool: RecallPool = {
    get size() {
      return index.size
    },

    apply(changes) {
      if (changes.length > 0) scopes.clear()
      const fresh = new Map<number, LexicalRow>()
      for (const change of changes) {
        if (change.type === 'remove') drop(change.source, change.seq, fresh)
        else put(change.row, fresh)
      }
      index.add([...fresh.values()])
    },

    view(now, window, scope = 'recalled') {
      let allowed = allowedOf(scope)
      if (scope !== 'everything') allowed = withoutDisproved(allowed, table, contested, now)
      if (window !== undefined) allowed = withinWindow(allowed, table, periods.at(now.zone), window)
      const { mask, active } = allowed
      return viewOver(table, allowed, {
        search: (query) => index.search(analyzer.terms(query), mask),
        terms: (query) => analyzer.terms(query),
        weights: (terms) => index.weights(terms, mask),
        searchVectors: (query, modelId, least) =>
          column?.modelId === modelId ? column.search(query, active, least) : null,
      })
    },

    periods: (zone) => periods.at(zone),
    textMark: (slot) => table.textMarks[slot] ?? 0,
    idMark: (slot) => table.idMarks[slot] ?? 0,
    flags: (slot) => table.flags[slot] ?? 0,

    async documents(entries) {
      const marks = entries.map(({ slot }) => pool.textMark(slot))
      const documents = await read(entries)
      return entries.map((_, at) => {
        const document = documents[at]
        return hasText(document) && textMarkOf(document) === marks[at] ? document : null
      })
    },

    get vectors() {
      return source
    },

    useVectors(next) {
      source = next
      if (next !== null && column?.modelId !== next.modelId) {
        column = createVectorColumn(next.modelId, next.dimension)
      }
    },

    withoutVector(start, limit) {
      const entries: PoolEntry[] = []
      for (let slot = start; slot < table.length && entries.length < limit; slot += 1) {
        if (table.held[slot] !== 1 || table.tiers[slot] === ARCHIVE || column?.isAsked(slot) === true)
          continue
        entries.push(entryAt(table, slot))
      }
      return entries
    },

    embed(entries, documents) {
      for (const [at, { slot }] of entries.entries()) {
        const document = documents[at] ?? null
        if (source !== null && document !== null && table.held[slot] === 1)
          column?.set(slot, source.of(document))
      }
    },

    get dropped() {
      return table.length - index.size
    },

    get bytes() {
      return index.bytes + table.held.length * BYTES_OF_COLUMNS + (column?.bytes ?? 0)
    },

    *packed() {
      const slots = slotsInOrder()
      const columns = table.packed(slots)
      const packedVectors = column?.packed(slots) ?? null
      const places = new Map<number, number>()
      for (const [place, slot] of slots.entries()) if (contested.has(slot)) places.set(slot, place)
      const evidence = [...contested].map(([slot, value]) => [places.get(slot) ?? -1, value] as const)
      yield
      const packedIndex = yield* index.packed(slots)
      return {
        columns,
        index: packedIndex,
        vectors: packedVectors,
        contested: evidence.filter(([place]) => place >= 0),
      }
    },
  }
  pool.useVectors(options.vectors ?? null)
  return pool

  function allowedOf(scope: ViewScope): Allowed {
    let allowed = scopes.get(scope)
    if (allowed === undefined) scopes.set(scope, (allowed = allowedBy(table, scope)))
    return allowed
  }

  function put(row: RecallRow, fresh: Map<number, LexicalRow>): void {
    const home = sourceOf(row.tier)
    const { seq, doc } = row
    if (!hasText(doc)) {
      drop(home, seq, fresh)
      return
    }
    const values = slotValues({ ...row, doc }, admits(row))
    let slot = slotOf[home].get(seq)
    const isSame = slot !== undefined && table.textMarks[slot] === values.textMark
    if (slot !== undefined && isSame) {
      table.set(slot, values)
    } else {
      drop(home, seq, fresh)
      slot = table.append(values)
      slotOf[home].set(seq, slot)
      fresh.set(slot, { slot, text: doc.text })
    }
    if ((values.flags & SLOT_FLAGS.contested) === 0) contested.delete(slot)
    else contested.set(slot, evidenceOf(doc))
    // The archive is found by words only (recall.md §A2). Without a source the row waits for one, or keeps what it has.
    if (row.tier === 'fact_archive') column?.clear(slot)
    else if (source !== null && !(isSame && column?.isAsked(slot) === true && !source.exact)) {
      column?.set(slot, source.of(doc))
    }
    periods.changed(slot)
  }

  function drop(home: RecallSource, seq: number, fresh: Map<number, LexicalRow>): void {
    const slot = slotOf[home].get(seq)
    if (slot === undefined) return
    slotOf[home].delete(seq)
    table.drop(slot)
    contested.delete(slot)
    column?.clear(slot)
    if (!fresh.delete(slot)) index.remove(slot)
  }

  function slotsInOrder(): Int32Array {
    const slots: PoolEntry[] = []
    for (let slot = 0; slot < table.length; slot += 1) {
      if (table.held[slot] === 1) slots.push(entryAt(table, slot))
    }
    return Int32Array.from(slots.sort((a, b) => a.rank - b.rank).map(({ slot }) => slot))
  }

  function tierAt(slot: number): RecallTier {
    return TIERS[table.tiers[slot] ?? 0] ?? 'fact'
  }
}

/** Of a slot, in all columns. */
const BYTES_OF_COLUMNS = 43

/** As much of a document as its evidence is computed from. */
function evidenceOf(doc: JsonObject): JsonObject {
  const { protected: kept, reinforcement, disputation, rein_last_signal_at, disp_last_signal_at } = doc
  return { protected: kept, reinforcement, disputation, rein_last_signal_at, disp_last_signal_at }
}
