/** The vector side of recall (recall.md §A7). The query's vector comes from outside; without it there is no such side. */
import type { WordQuery } from '../embedding/embedder.ts'
import { VECTOR_ROUNDING } from '../settings.ts'
import { bestHits, SPARE_ROWS } from './ranking.ts'
import type { Hits } from './lexical-index.ts'
import type { PoolEntry, PoolView, RecallPool, VectorSource } from './pool.ts'
import type { Ranked } from './rrf.ts'

/** The vector of a query, and the model that made it: rows of another model are not compared. */
export interface QueryVectors {
  readonly modelId: string
  readonly query: Float32Array
  /** The same query for comparing it word by word, by the built-in table; see `Embedder.askByWords`. */
  readonly byWords?: (tells: (words: readonly string[]) => ArrayLike<number>) => WordQuery
}

/**
 * Facts and reflections by cosine, best first; rows without a vector of the query's model and width are absent. `near`:
 * all of `view` that has one.
 */
export async function rankByVector(
  pool: RecallPool,
  view: PoolView,
  vectors: QueryVectors,
  near: Hits,
  minimum: number,
  limit: number,
  accept: () => (entry: PoolEntry) => boolean,
): Promise<Ranked<PoolEntry>[]> {
  const source = pool.vectors
  if (source === null || source.modelId !== vectors.modelId) return []
  if (!source.exact) {
    return bestHits(view, near, limit, minimum, accept)
  }
  const least = minimum - VECTOR_ROUNDING
  const candidates = bestHits(view, near, limit + SPARE_ROWS, least, () => () => true)
  const compared = await comparedAnew(pool, source, candidates, vectors.query)
  const accepts = accept()
  return compared
    .filter(({ score }) => score >= minimum)
    .sort((a, b) => b.score - a.score || a.row.rank - b.row.rank)
    .filter(({ row }) => accepts(row))
    .slice(0, limit)
}

/** With the cosines of the vectors themselves; a row that has lost its vector by now is left out. */
async function comparedAnew(
  pool: RecallPool,
  source: VectorSource,
  candidates: readonly Ranked<PoolEntry>[],
  query: Float32Array,
): Promise<Ranked<PoolEntry>[]> {
  const documents = await pool.documents(candidates.map(({ row }) => row))
  return candidates.flatMap(({ row }, at) => {
    const document = documents[at] ?? null
    const score = document === null ? null : cosine(query, source.of(document))
    return score === null ? [] : [{ row, score }]
  })
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
