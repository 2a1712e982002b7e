/** When rows happened, by the clocks of a zone: made when first asked for, and for another zone anew. */
import { instantOfWall } from './row-period.ts'
import { SLOT_FLAGS, type SlotColumns } from './slots.ts'

/** By slot, instants of any kind of row; NaN for undated ones. */
export interface Periods {
  readonly starts: Float64Array
  readonly ends: Float64Array
}

export interface PeriodTable {
  at(zone: string): Periods
  /** A slot was given other values. */
  changed(slot: number): void
}

export function createPeriods(table: SlotColumns): PeriodTable {
  let zone: string | null = null
  /** Slots below it are placed. */
  let placed = 0
  let starts = new Float64Array(0)
  let ends = new Float64Array(0)

  return {
    at(wanted) {
      if (zone !== wanted) placed = 0
      zone = wanted
      if (starts.length < table.length) {
        starts = widened(starts, table.held.length)
        ends = widened(ends, table.held.length)
      }
      for (; placed < table.length; placed += 1) place(placed, wanted)
      return { starts, ends }
    },
    changed(slot) {
      if (zone !== null && slot < placed) place(slot, zone)
    },
  }

  function place(slot: number, clocks: string): void {
    const flags = table.flags[slot] ?? 0
    const from = instantAt(table.from[slot] ?? NaN, (flags & SLOT_FLAGS.fromIsInstant) !== 0, clocks)
    const to = instantAt(table.to[slot] ?? NaN, (flags & SLOT_FLAGS.toIsInstant) !== 0, clocks)
    starts[slot] = from <= to ? from : to
    ends[slot] = from <= to ? to : from
  }
}

function instantAt(milliseconds: number, isInstant: boolean, zone: string): number {
  return isInstant ? milliseconds : instantOfWall(milliseconds, zone)
}

function widened(from: Float64Array<ArrayBuffer>, room: number): Float64Array<ArrayBuffer> {
  const to = new Float64Array(room)
  to.set(from)
  return to
}
