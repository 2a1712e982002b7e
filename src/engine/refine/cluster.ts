/** Which rows are near enough to each other to be looked at together (reflections.md §11). */
import { REFINE_MAX_MEMBERS, REFINE_MIN_COSINE, REFINE_NEIGHBOURS } from '../settings.ts'

/** A row with the unit vector of its text. */
export interface EmbeddedRow<Row> {
  readonly row: Row
  readonly vector: Float32Array
}

/** Rows compared with all others between two pauses: about ten milliseconds for thousands of rows. */
const ROWS_BETWEEN_PAUSES = 8

/**
 * Groups of two to `REFINE_MAX_MEMBERS` rows, each in the order given: what is connected by the nearest neighbours of
 * each row. Of a group that is too large those stay whose nearest neighbour is nearest. Vectors of another width
 * than the first are in no group. The work grows with the square of the rows, so that `pause` is awaited in between.
 */
export async function clusterRows<Row>(
  rows: readonly EmbeddedRow<Row>[],
  pause: () => Promise<void> = () => Promise.resolve(),
): Promise<Row[][]> {
  const width = rows[0]?.vector.length ?? 0
  const members = rows.filter(({ vector }) => vector.length === width)
  const edges: Set<number>[] = members.map(() => new Set())
  const nearness = members.map(() => 0)
  for (const [index, member] of members.entries()) {
    if (index > 0 && index % ROWS_BETWEEN_PAUSES === 0) await pause()
    const nearest = members
      .map(({ vector }, other) => ({ other, cosine: other === index ? 0 : dot(member.vector, vector) }))
      .filter(({ cosine }) => cosine >= REFINE_MIN_COSINE)
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, REFINE_NEIGHBOURS)
    for (const { other } of nearest) {
      edges[index]?.add(other)
      edges[other]?.add(index)
    }
    // The nearest of all is a neighbour, so it is in the same group.
    nearness[index] = nearest[0]?.cosine ?? 0
  }
  const nearnessOf = (index: number): number => nearness[index] ?? 0
  return connected(edges)
    .filter((group) => group.length > 1)
    .map((group) => {
      const kept = [...group].sort((a, b) => nearnessOf(b) - nearnessOf(a)).slice(0, REFINE_MAX_MEMBERS)
      return members.filter((_, index) => kept.includes(index)).map(({ row }) => row)
    })
}

/** Cosine of two unit vectors of one width. */
export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0)
  return sum
}

function connected(edges: readonly ReadonlySet<number>[]): number[][] {
  const seen = new Set<number>()
  const groups: number[][] = []
  for (let start = 0; start < edges.length; start += 1) {
    if (seen.has(start)) continue
    seen.add(start)
    // Grows while it is walked.
    const group = [start]
    for (const index of group) {
      for (const next of edges[index] ?? []) {
        if (seen.has(next)) continue
        seen.add(next)
        group.push(next)
      }
    }
    groups.push(group)
  }
  return groups
}
