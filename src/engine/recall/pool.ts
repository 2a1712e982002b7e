/**
 * What recall searches: active facts, active reflections and archived facts of one character (recall.md §A2), held
 * in memory with their index and kept in step with the database by `apply` after each commit.
 */
import { isObject, isTruthy, type JsonObject } from '../document.ts'
import type { Instant, Moment } from '../ports.ts'
import { type Analyzer, createAnalyzer } from '../text/analyzer.ts'
import type { TimeWindow } from '../time/window.ts'
import { isContested, isDisproved, passesHardFilter } from './hard-filter.ts'
import { createLexicalIndex, type Bm25Parameters, type LexicalHits } from './lexical-index.ts'
import { rowTimes } from './row-time.ts'

export type RecallTier = 'fact' | 'reflection' | 'fact_archive'

export interface RecallRow {
  /** Tells the row from all others of its tier. */
  readonly key: string
  readonly tier: RecallTier
  /** The stored document, parsed; anything but an object is never found. */
  readonly doc: unknown
}

export type PoolChange =
  /** Puts a row in, or a new document in the place of the old one of its key. */
  | { readonly type: 'put'; readonly row: RecallRow }
  | { readonly type: 'remove'; readonly tier: RecallTier; readonly key: string }

export interface PoolOptions {
  /** What texts and queries are compared by; the product's own when left out. */
  readonly analyzer?: Analyzer
  readonly bm25?: Bm25Parameters
  /** Rows that are held at all. Left out: what the reference's loaders let in (recall.md §A2). */
  readonly admits?: (row: RecallRow) => boolean
}

/** A row that got past the hard filter. */
export interface PoolEntry {
  readonly slot: number
  readonly tier: RecallTier
  readonly doc: JsonObject & { readonly text: string }
  /** Facts before reflections before the archive, each in file order: what equal scores are ordered by. */
  readonly rank: number
}

/** The rows that one query may see. */
export interface PoolView {
  readonly count: number
  entries(): Iterable<PoolEntry>
  /** Rows that share words with `query`, with their BM25 over this view. */
  search(query: string): LexicalHits
  entry(slot: number): PoolEntry
}

export interface RecallPool {
  /** Rows held, those included that no query may see. */
  readonly size: number
  apply(changes: readonly PoolChange[]): void
  /**
   * The rows that may be shown at `now`. With `window` only those whose period touches it: undated ones do not.
   */
  view(now: Moment, window?: TimeWindow): PoolView
  /** The period of an entry, null when it is undated. */
  times(entry: PoolEntry, zone: string): { start: Instant; end: Instant } | null
}

const TIERS: readonly RecallTier[] = ['fact', 'reflection', 'fact_archive']
/** More rows than a tier ever holds, so that tiers never mix. */
const TIER_STRIDE = 2 ** 40
const FINISHED_REFLECTIONS: ReadonlySet<unknown> = new Set([
  'promoted',
  'denied',
  'archived',
  'merged',
  'promote_blocked',
])

/** What the reference's loaders let in: reflections that have an id and are not at their end (recall.md §A2). */
export function isLoaded(row: RecallRow): boolean {
  if (row.tier !== 'reflection') return true
  return isObject(row.doc) && 'id' in row.doc && !FINISHED_REFLECTIONS.has(row.doc['status'])
}

/**
 * True for a fact that was corrected: it stays readable and is not recalled. One that was over when it was said
 * ("used to live in Tokyo") has an end and no successor field, and is recalled.
 */
export function isSuperseded(doc: JsonObject): boolean {
  return isTruthy(doc['superseded_at']) && 'superseded_by' in doc
}

interface Held {
  readonly row: RecallRow
  readonly rank: number
  /** Absent while the row may not be shown. */
  readonly entry: PoolEntry | undefined
}

export function createRecallPool(rows: Iterable<RecallRow>, options: PoolOptions = {}): RecallPool {
  const analyzer = options.analyzer ?? createAnalyzer()
  const admits = options.admits ?? isLoaded
  const index = createLexicalIndex(analyzer, options.bm25)
  const held = new Map<string, Held>()
  const entries: (PoolEntry | undefined)[] = []
  const freeSlots: number[] = []
  const contested = new Set<PoolEntry>()
  const nextRank = new Map(TIERS.map((tier, at) => [tier, at * TIER_STRIDE]))
  /** Periods by slot as the clocks of `timesZone` have them; built when first asked for. */
  let timesZone: string | undefined
  let starts: Float64Array = new Float64Array(0)
  let ends: Float64Array = new Float64Array(0)

  const pool: RecallPool = {
    get size() {
      return held.size
    },

    apply(changes) {
      for (const change of changes) {
        if (change.type === 'put') put(change.row)
        else remove(keyOf(change.tier, change.key))
      }
    },

    view(now, window) {
      const disproved = [...contested].filter((entry) => isDisproved(entry.doc, now))
      if (disproved.length === 0 && window === undefined) return viewOf(undefined, index.size)
      const allow = new Uint8Array(entries.length)
      if (window !== undefined) placeInTime(now.zone)
      let count = 0
      for (let slot = 0; slot < entries.length; slot += 1) {
        if (entries[slot] === undefined) continue
        // An undated row has NaN on both ends, which no comparison lets through.
        if (
          window !== undefined &&
          !((starts[slot] ?? NaN) < window.end && (ends[slot] ?? NaN) >= window.start)
        ) {
          continue
        }
        allow[slot] = 1
        count += 1
      }
      for (const { slot } of disproved) {
        if (allow[slot] === 1) count -= 1
        allow[slot] = 0
      }
      return viewOf(allow, count)
    },

    times(entry, zone) {
      placeInTime(zone)
      const start = starts[entry.slot] ?? NaN
      return Number.isNaN(start) ? null : { start, end: ends[entry.slot] ?? start }
    },
  }
  for (const row of rows) put(row)
  return pool

  function put(row: RecallRow): void {
    const key = keyOf(row.tier, row.key)
    const before = held.get(key)
    if (before?.entry !== undefined) drop(before.entry)
    if (!admits(row)) {
      held.delete(key)
      return
    }
    const rank = before?.rank ?? takeRank(row.tier)
    held.set(key, { row, rank, entry: enter(row, rank) })
  }

  function remove(key: string): void {
    const before = held.get(key)
    if (before?.entry !== undefined) drop(before.entry)
    held.delete(key)
  }

  /** Gives a row that may be shown a slot, and its words to the index. */
  function enter(row: RecallRow, rank: number): PoolEntry | undefined {
    const doc = row.tier === 'reflection' ? asReflection(row.doc) : row.doc
    if (!passesHardFilter(doc) || isSuperseded(doc)) return undefined
    const slot = freeSlots.pop() ?? entries.length
    const entry: PoolEntry = { slot, tier: row.tier, doc, rank }
    entries[slot] = entry
    index.add(slot, doc.text)
    if (isContested(doc)) contested.add(entry)
    if (timesZone !== undefined) place(entry, timesZone)
    return entry
  }

  function drop(entry: PoolEntry): void {
    index.remove(entry.slot, entry.doc.text)
    entries[entry.slot] = undefined
    freeSlots.push(entry.slot)
    contested.delete(entry)
  }

  function takeRank(tier: RecallTier): number {
    const rank = nextRank.get(tier) ?? 0
    nextRank.set(tier, rank + 1)
    return rank
  }

  function viewOf(allow: Uint8Array | undefined, count: number): PoolView {
    return {
      count,
      *entries() {
        for (const entry of entries) {
          if (entry !== undefined && (allow === undefined || allow[entry.slot] === 1)) yield entry
        }
      },
      search: (query) => index.search(analyzer.terms(query), allow),
      entry(slot) {
        const entry = entries[slot]
        if (entry === undefined) throw new Error(`no row in slot ${slot}`)
        return entry
      },
    }
  }

  function placeInTime(zone: string): void {
    if (timesZone === zone) return
    timesZone = zone
    starts = new Float64Array(entries.length)
    ends = new Float64Array(entries.length)
    for (const entry of entries) if (entry !== undefined) place(entry, zone)
  }

  function place(entry: PoolEntry, zone: string): void {
    if (entry.slot >= starts.length) {
      const capacity = Math.max(entry.slot + 1, starts.length * 2)
      starts = widened(starts, capacity)
      ends = widened(ends, capacity)
    }
    const times = rowTimes(entry.doc, zone)
    starts[entry.slot] = times?.start ?? NaN
    ends[entry.slot] = times?.end ?? NaN
  }
}

function keyOf(tier: RecallTier, key: string): string {
  return `${tier}\n${key}`
}

function asReflection(doc: unknown): unknown {
  return isObject(doc) && !('target_type' in doc) ? { ...doc, target_type: 'reflection' } : doc
}

function widened(from: Float64Array, capacity: number): Float64Array {
  const to = new Float64Array(capacity)
  to.set(from)
  return to
}
