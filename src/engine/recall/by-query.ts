/** Keyword side, vector side and their fusion (recall.md §A6–A8), with each memory once. */
import type { WordQuery } from '../embedding/embedder.ts'
import { RECALL_LIKENESS_ROWS, RECALL_OTHER_WRITING_ROWS, RECALL_SPARE_ROWS } from '../settings.ts'
import { nearestOfEachWriting, sharesOf, tellsApart, withLikeness, withNearest } from './by-words.ts'
import type { Hits } from './lexical-index.ts'
import type { RecallLimits } from './limits.ts'
import type { PoolEntry, PoolView, RecallPool } from './pool.ts'
import { bestHits } from './ranking.ts'
import { aboveChance, shareOf, type Strength, tellingTerms } from './reasons.ts'
import { findRepeats, type Repeats } from './repeats.ts'
import { addScores, fuseByRank, type Ranked, type Sides } from './rrf.ts'
import type { TextDocument } from './slots.ts'
import { type QueryVectors, rankByVector } from './vectors.ts'

/** `rank`: the contract, for transformer vectors. `score`: for the built-in word table (design.md §7). */
export type FusionName = 'rank' | 'score'

export interface QueryOptions {
  readonly vectors?: QueryVectors | undefined
  readonly fusion?: FusionName
}

export interface QueryRecall {
  /** The sides as they went into the fusion. */
  readonly sides: Sides<PoolEntry>
  readonly results: readonly Ranked<PoolEntry>[]
  /** Documents of the rows of sides and results, by slot; empty when rows are not told apart by what they say. */
  readonly documents: ReadonlyMap<number, TextDocument>
  readonly repeats: Repeats
  /** All rows with a score of each side. */
  readonly keyword: Hits
  readonly vector: Hits
}

/** What the rows of `view` say about `query`. */
export async function recallByQuery(
  pool: RecallPool,
  view: PoolView,
  query: string,
  limits: RecallLimits,
  options: QueryOptions,
): Promise<QueryRecall> {
  const asked = options.fusion === 'score' ? options.vectors?.byWords?.(tellsApart(view)) : undefined
  const vectors = askedWith(options.vectors, asked)
  const accept = () => onceByText(pool, limits)
  const wide = Math.max(limits.perSide, limits.total) + (limits.distinct ? RECALL_SPARE_ROWS : 0)
  const keyword = view.search(query)
  // All cosines, so that it can be told how far the best lies above the rest.
  const vector =
    vectors === undefined ? NO_HITS : view.searchVectors(vectors.query, vectors.modelId, LEAST_COSINE)
  const shares = asked === undefined ? undefined : sharesOf(view, query, keyword)
  const byScore = options.fusion === 'score' && vectors !== undefined
  const looked = asked === undefined ? wide : Math.max(wide, RECALL_LIKENESS_ROWS)
  const words = bestHits(view, keyword, wide, limits.minBm25, accept)
  const near =
    vectors === undefined
      ? []
      : byScore
        ? bestHits(view, vector, looked, 0, accept)
        : await rankByVector(pool, view, vectors, vector, limits.minCosine, wide, accept)
  // Every row takes part in a sum; the cut comes after it.
  const sums = byScore ? bestSums() : []
  const seen = [...words, ...near, ...sums].map(({ row }) => row)
  const documents =
    limits.distinct || asked !== undefined ? await readDocuments(pool, seen) : new Map<number, TextDocument>()
  const best =
    asked === undefined || shares === undefined
      ? sums
      : withLikeness(sums, documents, query, asked, shares).slice(0, wide)
  const entries = [...words, ...near.slice(0, wide), ...best].map(({ row }) => row)
  const repeats = findRepeats(entries, documents)
  const once = (list: readonly Ranked<PoolEntry>[]) => (limits.distinct ? repeats.once(list) : [...list])
  const all = { keyword: once(words), vector: once(near.slice(0, wide)) }
  const rest = { documents, repeats, keyword, vector }
  if (byScore) {
    const sides = { keyword: all.keyword.slice(0, limits.total), vector: all.vector.slice(0, limits.total) }
    return { sides, results: once(best).slice(0, limits.total), ...rest }
  }
  const most = (other: readonly unknown[]) =>
    limits.fill && other.length === 0 ? limits.total : limits.perSide
  const sides = {
    keyword: all.keyword.slice(0, most(all.vector)),
    vector: all.vector.slice(0, most(all.keyword)),
  }
  const fused = fuseByRank(sides, ({ slot }) => pool.idMark(slot), limits.rrfK, limits.total)
  return { sides, results: fused, ...rest }

  function bestSums(): Ranked<PoolEntry>[] {
    const sums = addScores(keyword, vector, shares)
    if (shares === undefined) return bestHits(view, sums, looked, LEAST_SUM, accept)
    const others = nearestOfEachWriting(view, vector, query, looked, RECALL_OTHER_WRITING_ROWS, accept)
    return withNearest(bestHits(view, sums, looked, LEAST_SUM, accept), others, sums)
  }
}

/** The vector that weighs the words of the query by what they tell here takes the place of the general one. */
function askedWith(
  vectors: QueryVectors | undefined,
  asked: WordQuery | undefined,
): QueryVectors | undefined {
  if (vectors === undefined || asked === undefined) return vectors
  return asked.vector === null ? undefined : { ...vectors, query: asked.vector }
}

/** What speaks for the results of a query; `share` as of `shareIn`. */
export function strengthOf(found: QueryRecall, share: (document: TextDocument) => number): Strength {
  let words = 0
  for (const { row } of found.results) {
    const document = found.documents.get(row.slot)
    if (document !== undefined) words = Math.max(words, share(document))
  }
  return { words, meaning: aboveChance(found.vector.scores) }
}

/** How much a row says of what `query` asks, by its words, 0 to 1. */
export function shareIn(view: PoolView, query: string): (document: TextDocument) => number {
  const terms = tellingTerms(query, view.terms)
  const weights = view.weights(terms)
  return ({ text }) => shareOf(terms, weights, new Set(view.terms(text)))
}

/** A row that neither side has is 0. */
const LEAST_SUM = Number.MIN_VALUE
/** Below every cosine, whatever it was rounded to. */
const LEAST_COSINE = -2
const NO_HITS: Hits = { slots: new Int32Array(0), scores: new Float64Array(0) }

/** Documents by slot; without those that were deleted or reworded in the meantime. */
export async function readDocuments(
  pool: RecallPool,
  entries: readonly PoolEntry[],
): Promise<Map<number, TextDocument>> {
  const unique = [...new Map(entries.map((entry) => [entry.slot, entry])).values()]
  const documents = await pool.documents(unique)
  return new Map(
    unique.flatMap(({ slot }, at) => {
      const document = documents[at] ?? null
      return document === null ? [] : [[slot, document] as const]
    }),
  )
}

/** Lets each text through once. */
export function onceByText(pool: RecallPool, limits: RecallLimits): (entry: PoolEntry) => boolean {
  if (!limits.distinct) return () => true
  const seen = new Set<number>()
  return ({ slot }) => {
    const mark = pool.textMark(slot)
    if (seen.has(mark)) return false
    seen.add(mark)
    return true
  }
}
