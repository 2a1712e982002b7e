/** The part of a pool that one query may see. */
import type { JsonObject } from '../document.ts'
import type { Moment } from '../ports.ts'
import type { TimeWindow } from '../time/window.ts'
import { isDisproved } from './hard-filter.ts'
import type { Hits } from './lexical-index.ts'
import type { Periods } from './periods.ts'
import type { PoolEntry, PoolView } from './pool.ts'
import { NOT_RECALLED, SLOT_FLAGS, type SlotColumns, TIERS } from './slots.ts'

/** What recall may show; that and corrected facts, for questions about the past; or all that is stored. */
export type ViewScope = 'recalled' | 'with_superseded' | 'everything'

/** More rows than a tier ever holds, so that tiers never mix. */
const TIER_STRIDE = 2 ** 40
const ARCHIVE = TIERS.indexOf('fact_archive')

/** 1 for each slot that may be seen. */
export function allowedSlots(
  { held, flags, length }: SlotColumns,
  contested: ReadonlyMap<number, JsonObject>,
  now: Moment,
  scope: ViewScope,
  inTime: (Periods & { readonly window: TimeWindow }) | null,
): Uint8Array {
  const allow = held.slice(0, length)
  if (scope !== 'everything') {
    const kept = scope === 'recalled' ? NOT_RECALLED : NOT_RECALLED & ~SLOT_FLAGS.superseded
    for (let slot = 0; slot < length; slot += 1) if (((flags[slot] ?? 0) & kept) !== 0) allow[slot] = 0
    for (const [slot, evidence] of contested) if (isDisproved(evidence, now)) allow[slot] = 0
  }
  if (inTime !== null) {
    const { starts, ends, window } = inTime
    for (let slot = 0; slot < length; slot += 1) {
      // An undated row has NaN on both ends, which no comparison lets through.
      if (!((starts[slot] ?? NaN) < window.end && (ends[slot] ?? NaN) >= window.start)) allow[slot] = 0
    }
  }
  return allow
}

export interface Searches extends Pick<PoolView, 'search' | 'terms' | 'weights'> {
  /** Over the slots that `active` has 1 for; null when there are no vectors of this model. */
  readonly searchVectors: (
    query: Float32Array,
    modelId: string,
    active: Uint8Array,
    least: number,
  ) => Hits | null
}

export function viewOver(table: SlotColumns, allow: Uint8Array, searches: Searches): PoolView {
  let count = 0
  for (let slot = 0; slot < allow.length; slot += 1) count += allow[slot] ?? 0
  let active: Uint8Array | null = null
  return {
    count,
    allows: (slot) => allow[slot] === 1,
    *slots() {
      for (let slot = 0; slot < allow.length; slot += 1) if (allow[slot] === 1) yield slot
    },
    search: searches.search,
    terms: searches.terms,
    weights: searches.weights,
    searchVectors(query, modelId, least) {
      active ??= withoutArchive()
      return searches.searchVectors(query, modelId, active, least) ?? NO_HITS
    },
    entry(slot) {
      if (allow[slot] !== 1) throw new RangeError(`no row in slot ${slot}`)
      return entryAt(table, slot)
    },
  }

  /** The archive is found by words only (recall.md §A2). */
  function withoutArchive(): Uint8Array {
    const rest = allow.slice()
    const { tiers } = table
    for (let slot = 0; slot < rest.length; slot += 1) if (tiers[slot] === ARCHIVE) rest[slot] = 0
    return rest
  }
}

const NO_HITS: Hits = { slots: new Int32Array(0), scores: new Float64Array(0) }

export function entryAt({ tiers, seqs }: SlotColumns, slot: number): PoolEntry {
  const tier = tiers[slot] ?? 0
  const seq = seqs[slot] ?? 0
  return { slot, tier: TIERS[tier] ?? 'fact', seq, rank: tier * TIER_STRIDE + seq }
}
