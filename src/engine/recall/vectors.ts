/** The vector side of recall (recall.md §A7). The vectors come from outside; without them there is no such side. */
import { takeBest } from './best.ts'
import type { PoolEntry, PoolView } from './pool.ts'
import type { Ranked } from './rrf.ts'

/** Vectors of one model for one query. */
export interface QueryVectors {
  readonly query: Float32Array
  /** The vector of a row's exact text by the same model, or null when there is none yet. */
  of(entry: PoolEntry): Float32Array | null
}

/** Facts and reflections by cosine, best first; rows without a vector of the query's width are absent. */
export function rankByVector(
  view: PoolView,
  vectors: QueryVectors,
  minimum: number,
  limit: number,
  accept: (entry: PoolEntry) => boolean,
): Ranked<PoolEntry>[] {
  const ranked: Ranked<PoolEntry>[] = []
  for (const entry of view.entries()) {
    if (entry.tier === 'fact_archive') continue
    const score = cosine(vectors.query, vectors.of(entry))
    if (score !== null && score >= minimum) ranked.push({ row: entry, score })
  }
  return takeBest(
    ranked,
    limit,
    (a, b) => b.score - a.score || a.row.rank - b.row.rank,
    ({ row }) => accept(row),
  )
}

/** Cosine of two vectors; null when they are of different widths or one has no direction. */
function cosine(a: Float32Array, b: Float32Array | null): number | null {
  if (b === null || a.length !== b.length) return null
  let dot = 0
  let normA = 0
  let normB = 0
  for (let index = 0; index < a.length; index += 1) {
    const x = a[index] ?? 0
    const y = b[index] ?? 0
    dot += x * y
    normA += x * x
    normB += y * y
  }
  return normA > 0 && normB > 0 ? dot / Math.sqrt(normA * normB) : null
}
