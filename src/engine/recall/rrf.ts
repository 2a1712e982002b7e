/** The ways to make one ranking of a keyword ranking and a vector ranking. */
import { takeBest } from './best.ts'
import type { RecallLimits } from './limits.ts'

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

/**
 * Score addition (static-embedder.md §2): each side's score over the best one of the keyword side, plus the cosine
 * where it is positive. Used with the built-in word table, whose ranks alone say too little.
 */
export function fuseByScore<T>(
  sides: Sides<T>,
  idOf: (row: T) => unknown,
  limits: RecallLimits,
): Ranked<T>[] {
  const best = sides.keyword.reduce((most, { score }) => Math.max(most, score), 0)
  const fused = new Map<unknown, { row: T; score: number; first: number }>()
  const add = (list: readonly Ranked<T>[], worth: (score: number) => number) => {
    for (const { row, score } of list) {
      const id = idOf(row)
      if (!isId(id)) continue
      const known = fused.get(id)
      if (known === undefined) fused.set(id, { row, score: worth(score), first: fused.size })
      else known.score += worth(score)
    }
  }
  add(sides.keyword, (score) => (best > 0 ? score / best : 0))
  add(sides.vector, (score) => Math.max(0, score))
  const ordered = takeBest(
    [...fused.values()],
    limits.total,
    (a, b) => b.score - a.score || a.first - b.first,
    ({ score }) => score > 0,
  )
  return ordered.map(({ row, score }) => ({ row, score }))
}

/** Rows are told apart by id; an empty one tells nothing. */
export function isId(id: unknown): id is string | number {
  return (typeof id === 'string' && id !== '') || (typeof id === 'number' && id !== 0)
}
