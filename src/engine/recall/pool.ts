/**
 * What recall searches: facts, reflections and archived facts of one character (recall.md §A2), held in memory as an
 * index and some numbers a row. Documents stay in the store and are read for the few rows that are shown.
 */
import type { JsonObject } from '../document.ts'
import type { Moment } from '../ports.ts'
import { type Analyzer, createAnalyzer } from '../text/analyzer.ts'
import type { TimeWindow } from '../time/window.ts'
import { isDisproved } from './hard-filter.ts'
import { type Bm25Parameters, createLexicalIndex, type Hits, type LexicalRow } from './lexical-index.ts'
import { instantOfWall } from './row-period.ts'
import {
  createSlotColumns,
  hasText,
  isLoaded,
  NOT_RECALLED,
  type RecallRow,
  type RecallSource,
  type RecallTier,
  SLOT_FLAGS,
  slotValues,
  sourceOf,
  textMarkOf,
  type TextDocument,
  TIERS,
} from './slots.ts'
import { createVectorColumn, type VectorColumn } from './vector-column.ts'

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

/** Rows that are looked at beside those that recall may show. */
export type ViewScope = 'recalled' | 'with_superseded' | 'everything'

/** The rows that one query may see. Slots hold as long as the pool object: a later one numbers anew. */
export interface PoolView {
  readonly count: number
  allows(slot: number): boolean
  /** Slots in no order that means anything. */
  slots(): Iterable<number>
  /** Rows that share words with `query`, with their BM25 over this view. */
  search(query: string): Hits
  /** Facts and reflections whose vector has a cosine of at least `least` with `query`, made by `modelId`. */
  searchVectors(query: Float32Array, modelId: string, least: number): Hits
  entry(slot: number): PoolEntry
}

/** By slot, instants of any kind of row; NaN for undated ones. */
export interface Periods {
  readonly starts: Float64Array
  readonly ends: Float64Array
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
  /** Where vectors come from, null where there are none. */
  readonly vectors: VectorSource | null
  /** Documents of rows; null for one that is gone or tells something else by now. */
  documents(entries: readonly PoolEntry[]): Promise<readonly (TextDocument | null)[]>
}

/** More rows than a tier ever holds, so that tiers never mix. */
const TIER_STRIDE = 2 ** 40
const ARCHIVE = TIERS.indexOf('fact_archive')

export function createRecallPool(
  read: ReadDocuments,
  rows: Iterable<RecallRow> = [],
  options: PoolOptions = {},
): RecallPool {
  const analyzer = options.analyzer ?? createAnalyzer()
  const admits = options.admits ?? isLoaded
  const index = createLexicalIndex(analyzer, options.bm25)
  const columns = createSlotColumns()
  const slotOf = { facts: new Map<number, number>(), reflections: new Map<number, number>() }
  /** What evidence says of the rows that it may speak against, by slot. */
  const contested = new Map<number, JsonObject>()
  const vectors = options.vectors ?? null
  const vectorColumn: VectorColumn | null =
    vectors === null ? null : createVectorColumn(vectors.modelId, vectors.dimension)
  /** Periods as the clocks of `periodsZone` have them; made when first asked for. */
  let periodsZone: string | null = null
  let periods: Periods = { starts: new Float64Array(0), ends: new Float64Array(0) }

  const pool: RecallPool = {
    get size() {
      return index.size
    },
    vectors,

    apply(changes) {
      const fresh = new Map<number, LexicalRow>()
      for (const change of changes) {
        if (change.type === 'remove') drop(change.source, change.seq, fresh)
        else put(change.row, fresh)
      }
      index.add([...fresh.values()])
    },

    view(now, window, scope = 'recalled') {
      const allow = columns.held.slice(0, columns.length)
      if (scope !== 'everything') {
        const kept = scope === 'recalled' ? NOT_RECALLED : NOT_RECALLED & ~SLOT_FLAGS.superseded
        const { flags } = columns
        for (let slot = 0; slot < allow.length; slot += 1)
          if (((flags[slot] ?? 0) & kept) !== 0) allow[slot] = 0
        for (const [slot, evidence] of contested) if (isDisproved(evidence, now)) allow[slot] = 0
      }
      if (window !== undefined) {
        const { starts, ends } = pool.periods(now.zone)
        for (let slot = 0; slot < allow.length; slot += 1) {
          // An undated row has NaN on both ends, which no comparison lets through.
          if (!((starts[slot] ?? NaN) < window.end && (ends[slot] ?? NaN) >= window.start)) allow[slot] = 0
        }
      }
      return viewOf(allow)
    },

    periods(zone) {
      if (periodsZone !== zone || periods.starts.length < columns.length) {
        const known = periodsZone === zone ? periods : null
        const room = columns.held.length
        periods = { starts: new Float64Array(room), ends: new Float64Array(room) }
        periodsZone = zone
        if (known !== null) {
          periods.starts.set(known.starts)
          periods.ends.set(known.ends)
        }
        for (let slot = known?.starts.length ?? 0; slot < columns.length; slot += 1) place(slot, zone)
      }
      return periods
    },

    textMark: (slot) => columns.textMarks[slot] ?? 0,
    idMark: (slot) => columns.idMarks[slot] ?? 0,
    flags: (slot) => columns.flags[slot] ?? 0,

    async documents(entries) {
      const marks = entries.map(({ slot }) => pool.textMark(slot))
      const documents = await read(entries)
      return entries.map((_, at) => {
        const document = documents[at]
        return hasText(document) && textMarkOf(document) === marks[at] ? document : null
      })
    },
  }
  pool.apply([...rows].map((row) => ({ type: 'put', row })))
  return pool

  function put(row: RecallRow, fresh: Map<number, LexicalRow>): void {
    const source = sourceOf(row.tier)
    const { seq, doc } = row
    if (!hasText(doc)) {
      drop(source, seq, fresh)
      return
    }
    const values = slotValues({ ...row, doc }, admits(row))
    let slot = slotOf[source].get(seq)
    if (slot !== undefined && columns.textMarks[slot] === values.textMark) {
      columns.set(slot, values)
    } else {
      drop(source, seq, fresh)
      slot = columns.append(values)
      slotOf[source].set(seq, slot)
      fresh.set(slot, { slot, text: doc.text })
    }
    if ((values.flags & SLOT_FLAGS.contested) === 0) contested.delete(slot)
    else contested.set(slot, evidenceOf(doc))
    vectorColumn?.set(slot, vectors?.of(doc) ?? null)
    if (periodsZone !== null && slot < periods.starts.length) place(slot, periodsZone)
  }

  function drop(source: RecallSource, seq: number, fresh: Map<number, LexicalRow>): void {
    const slot = slotOf[source].get(seq)
    if (slot === undefined) return
    slotOf[source].delete(seq)
    columns.drop(slot)
    contested.delete(slot)
    vectorColumn?.set(slot, null)
    if (!fresh.delete(slot)) index.remove(slot)
  }

  function viewOf(allow: Uint8Array): PoolView {
    let count = 0
    for (let slot = 0; slot < allow.length; slot += 1) count += allow[slot] ?? 0
    let active: Uint8Array | null = null
    return {
      count,
      allows: (slot) => allow[slot] === 1,
      *slots() {
        for (let slot = 0; slot < allow.length; slot += 1) if (allow[slot] === 1) yield slot
      },
      search: (query) => index.search(analyzer.terms(query), allow),
      searchVectors(query, modelId, least) {
        if (vectorColumn?.modelId !== modelId)
          return { slots: new Int32Array(0), scores: new Float64Array(0) }
        // The archive is found by words only (recall.md §A2).
        return vectorColumn.search(query, (active ??= activeOf(allow)), least)
      },
      entry(slot) {
        const tier = TIERS[columns.tiers[slot] ?? TIERS.length]
        if (tier === undefined || allow[slot] !== 1) throw new RangeError(`no row in slot ${slot}`)
        const seq = columns.seqs[slot] ?? 0
        return { slot, tier, seq, rank: TIERS.indexOf(tier) * TIER_STRIDE + seq }
      },
    }
  }

  function activeOf(allow: Uint8Array): Uint8Array {
    const active = allow.slice()
    const { tiers } = columns
    for (let slot = 0; slot < active.length; slot += 1) if (tiers[slot] === ARCHIVE) active[slot] = 0
    return active
  }

  function place(slot: number, zone: string): void {
    const flags = columns.flags[slot] ?? 0
    const [from, to] = [columns.from[slot] ?? NaN, columns.to[slot] ?? NaN]
    const start = (flags & SLOT_FLAGS.fromIsInstant) === 0 ? instantOfWall(from, zone) : from
    const end = (flags & SLOT_FLAGS.toIsInstant) === 0 ? instantOfWall(to, zone) : to
    periods.starts[slot] = start <= end ? start : end
    periods.ends[slot] = start <= end ? end : start
  }
}

/** As much of a document as its evidence is computed from. */
function evidenceOf(doc: JsonObject): JsonObject {
  const { protected: kept, reinforcement, disputation, rein_last_signal_at, disp_last_signal_at } = doc
  return { protected: kept, reinforcement, disputation, rein_last_signal_at, disp_last_signal_at }
}
