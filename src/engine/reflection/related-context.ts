/**
 * Absorbed facts that are near to those a reflection is made of, for reference only (reflections.md §3.3): they are
 * no sources, are not absorbed, and do not count for the id. Pure; the vectors come from outside.
 */
import { isObject, type JsonObject } from '../document.ts'
import { passesHardFilter } from '../recall/hard-filter.ts'
import { dot } from '../refine/cluster.ts'
import { RELATED_PER_QUERY, RELATED_TOTAL } from '../settings.ts'

/** A candidate with the unit vector of its text. */
export interface EmbeddedFact {
  readonly id: string
  readonly document: JsonObject
  readonly vector: Float32Array
}

/**
 * The nearest candidates of each query in turn: every query's best, then every second best, then every third,
 * without repeats. There is no least nearness.
 */
export function relatedFacts(
  queries: readonly Float32Array[],
  candidates: readonly EmbeddedFact[],
): EmbeddedFact[] {
  const pool = candidates.filter(({ document }) => isObject(document) && passesHardFilter(document))
  const nearest = queries.map((query) =>
    pool
      .filter(({ vector }) => vector.length === query.length)
      .map((fact) => ({ fact, nearness: dot(query, fact.vector) }))
      .sort((a, b) => b.nearness - a.nearness)
      .slice(0, RELATED_PER_QUERY),
  )
  const taken = new Map<string, EmbeddedFact>()
  for (let rank = 0; rank < RELATED_PER_QUERY; rank += 1) {
    for (const ranked of nearest) {
      const fact = ranked[rank]?.fact
      if (fact !== undefined && !taken.has(fact.id)) taken.set(fact.id, fact)
    }
  }
  return [...taken.values()].slice(0, RELATED_TOTAL)
}
