/** The part of a pool that one query may see. */
import type { JsonObject } from '../document.ts'
import type { Moment } from '../ports.ts'
import type { TimeWindow } from '../time/window.ts'
import { isDisproved } from './hard-filter.ts'
import type { Hits } from './lexical-index.ts'
import type { Periods } from './periods.ts'
import type { PoolEntry, PoolView } from './pool.ts'
import { NOT_RECALLED, SLOT_FLAGS, type SlotColumns, TIERS } from './slots.ts'

/** What recall may show; that and corrected facts, for questions about the past; only these; or all that is stored. */
export type ViewScope = 'recalled' | 'with_superseded' | 'superseded' | 'everything'

/** More rows than a tier ever holds, so that tiers never mix. */
const TIER_STRIDE = 2 ** 40
const ARCHIVE = TIERS.indexOf('fact_archive')

/** Slots that may be seen, which nobody changes once it is made. */
export interface Allowed {
  /** 1 for each of them. */
  readonly mask: Uint8Array
  readonly count: number
  /** The same without the archive, which is found by words only (recall.md §A2). */
  readonly active: Uint8Array
}

/** By scope alone: what neither the clock nor a period decides. */
export function allowedBy({ held, flags, tiers, length }: SlotColumns, scope: ViewScope): Allowed {
  const mask = held.slice(0, length)
  const hidden =
    scope === 'everything' ? 0 : scope === 'recalled' ? NOT_RECALLED : NOT_RECALLED & ~SLOT_FLAGS.superseded
  const wanted = scope === 'superseded' ? SLOT_FLAGS.superseded : 0
  for (let slot = 0; slot < length; slot += 1) {
    const own = flags[slot] ?? 0
    if ((own & hidden) !== 0 || (own & wanted) !== wanted) mask[slot] = 0
  }
  return allowedWith(mask, tiers)
}

/** Those of them that no evidence speaks against. */
export function withoutDisproved(
  allowed: Allowed,
  { tiers }: SlotColumns,
  contested: ReadonlyMap<number, JsonObject>,
  now: Moment,
): Allowed {
  const disproved = [...contested].filter(
    ([slot, evidence]) => allowed.mask[slot] === 1 && isDisproved(evidence, now),
  )
  if (disproved.length === 0) return allowed
  const mask = allowed.mask.slice()
  for (const [slot] of disproved) mask[slot] = 0
  return allowedWith(mask, tiers)
}

/** Those of them whose period touches the window: undated ones do not. */
export function withinWindow(
  allowed: Allowed,
  { tiers }: SlotColumns,
  { starts, ends }: Periods,
  window: TimeWindow,
): Allowed {
  const mask = allowed.mask.slice()
  for (let slot = 0; slot < mask.length; slot += 1) {
    // An undated row has NaN on both ends, which no comparison lets through.
    if (!((starts[slot] ?? NaN) < window.end && (ends[slot] ?? NaN) >= window.start)) mask[slot] = 0
  }
  return allowedWith(mask, tiers)
}

function allowedWith(mask: Uint8Array, tiers: Uint8Array): Allowed {
  const active = mask.slice()
  let count = 0
  for (let slot = 0; slot < mask.length; slot += 1) {
    count += mask[slot] ?? 0
    if (tiers[slot] === ARCHIVE) active[slot] = 0
  }
  return { mask, count, active }
}

export interface Searches extends Pick<PoolView, 'search' | 'terms' | 'weights'> {
  /** Null when there are no vectors of this model. */
  readonly searchVectors: (query: Float32Array, modelId: string, least: number) => Hits | null
}

export function viewOver(table: SlotColumns, { mask, count }: Allowed, searches: Searches): PoolView {
  return {
    count,
    allows: (slot) => mask[slot] === 1,
    *slots() {
      for (let slot = 0; slot < mask.length; slot += 1) if (mask[slot] === 1) yield slot
    },
    search: searches.search,
    terms: searches.terms,
    weights: searches.weights,
    searchVectors: (query, modelId, least) => searches.searchVectors(query, modelId, least) ?? NO_HITS,
    entry(slot) {
      if (mask[slot] !== 1) throw new RangeError(`no row in slot ${slot}`)
      return entryAt(table, slot)
    },
    inLetters: (slot) => ((table.flags[slot] ?? 0) & SLOT_FLAGS.letters) !== 0,
  }
}

const NO_HITS: Hits = { slots: new Int32Array(0), scores: new Float64Array(0) }

export function entryAt({ tiers, seqs }: SlotColumns, slot: number): PoolEntry {
  const tier = tiers[slot] ?? 0
  const seq = seqs[slot] ?? 0
  return { slot, tier: TIERS[tier] ?? 'fact', seq, rank: tier * TIER_STRIDE + seq }
}
