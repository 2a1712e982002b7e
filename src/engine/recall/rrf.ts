/** The ways to make one ranking of a keyword ranking and a vector ranking. */
import type { Hits } from './lexical-index.ts'

/** A row and what one side gave it. */
export interface Ranked<T> {
  readonly row: T
  readonly score: number
}

/** Both rankings, best first, as far as the fusion needs them. */
export interface Sides<T> {
  readonly keyword: readonly Ranked<T>[]
  readonly vector: readonly Ranked<T>[]
}

/**
 * Reciprocal rank fusion (recall.md §A8): Σ 1/(k + rank), ranks from 1 over the lists as given. A row without an
 * id takes a rank and nothing else; of rows with one id the last of the keyword side stands for it, or else the
 * first of the vector side. Ties keep the order of first appearance. At most `total` rows.
 */
export function fuseByRank<T>(
  sides: Sides<T>,
  idOf: (row: T) => unknown,
  k: number,
  total: number,
): Ranked<T>[] {
  const fused = new Map<unknown, { row: T; score: number }>()
  addRanks(sides.keyword, true)
  addRanks(sides.vector, false)
  return [...fused.values()].sort((a, b) => b.score - a.score).slice(0, total)

  function addRanks(list: readonly Ranked<T>[], replaces: boolean): void {
    list.forEach(({ row }, index) => {
      const id = idOf(row)
      if (!isId(id)) return
      const gain = 1 / (k + index + 1)
      const known = fused.get(id)
      if (known === undefined) {
        fused.set(id, { row, score: gain })
      } else {
        known.score += gain
        if (replaces) known.row = row
      }
    })
  }
}

/** What the best keyword score counts in a sum, and a cosine of 1. */
export interface Shares {
  readonly keyword: number
  readonly vector: number
}

/**
 * Score addition (static-embedder.md §2): each keyword score over the best one, plus the cosine where it is positive,
 * each by its share. Used with the built-in word table, whose ranks alone say too little. Every slot up to the last that
 * either side has is listed; what neither has is 0 and no hit. Good until the next call: getting fresh memory for all
 * rows from the system takes longer than the sums.
 */
export function addScores(keyword: Hits, vector: Hits, shares: Shares = { keyword: 1, vector: 1 }): Hits {
  let best = 0
  let end = 0
  // By index: there are as many vectors as rows, and iterators cost more than the sums.
  for (let at = 0; at < keyword.slots.length; at += 1) {
    best = Math.max(best, keyword.scores[at] ?? 0)
    end = Math.max(end, (keyword.slots[at] ?? 0) + 1)
  }
  for (let at = 0; at < vector.slots.length; at += 1) end = Math.max(end, (vector.slots[at] ?? 0) + 1)
  const sums = zeroes(end)
  for (let at = 0; at < vector.slots.length; at += 1) {
    const cosine = vector.scores[at] ?? 0
    if (cosine > 0) sums[vector.slots[at] ?? 0] = cosine * shares.vector
  }
  const factor = best > 0 ? shares.keyword / best : 0
  for (let at = 0; at < keyword.slots.length; at += 1) {
    const slot = keyword.slots[at] ?? 0
    sums[slot] = (sums[slot] ?? 0) + (keyword.scores[at] ?? 0) * factor
  }
  return { slots: slotsBelow(end), scores: sums }
}

let room = new Float64Array(0)

function zeroes(end: number): Float64Array {
  if (room.length < end) room = new Float64Array(end + (end >> 1))
  else room.fill(0, 0, end)
  return room.subarray(0, end)
}

/** 0, 1, 2, …: the same for all who ask. */
let counting = new Int32Array(0)

function slotsBelow(end: number): Int32Array {
  if (counting.length < end) counting = Int32Array.from({ length: end + (end >> 1) }, (_, slot) => slot)
  return counting.subarray(0, end)
}

/** Rows are told apart by id; an empty one tells nothing. */
export function isId(id: unknown): id is string | number {
  return (typeof id === 'string' && id !== '') || (typeof id === 'number' && id !== 0)
}
