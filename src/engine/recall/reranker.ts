/**
 * Which observations are worth showing for what was said (recall.md §B1–B3): a coarse order by nearness and evidence,
 * then, where vectors are ready and there are too many, the model's choice. Every way it can fail gives the coarse order.
 */
import type { JsonObject } from '../document.ts'
import type { Vectors } from '../embedding/vectors.ts'
import type { LifeModel, ModelContext, Observation } from '../model/memory-model.ts'
import type { Log, TokenCounter } from '../ports.ts'
import { dot } from '../refine/cluster.ts'
import { messageOf } from '../result.ts'
import { OBSERVATION_TOKENS, OBSERVATIONS_TOKENS, RERANK_OVERSAMPLE, RERANK_UNEMBEDDED } from '../settings.ts'
import { trimSpace } from '../text/whitespace.ts'
import { passesHardFilter } from './hard-filter.ts'

/** An observation with the stored row behind it. */
export interface Candidate extends Observation {
  /** The row's fields with `score`, `target_type` and `status`, as the hard filter reads them. */
  readonly row: JsonObject
}

export interface RerankDeps {
  readonly model: Pick<LifeModel, 'rerank'>
  readonly context: ModelContext
  readonly tokens: TokenCounter
  readonly log: Log
  readonly vectors?: Vectors | undefined
}

/** At most `budget` candidates, best first. Throws only where a port that must not throw does. */
export async function rerank<T extends Candidate>(
  deps: RerankDeps,
  { candidates, queries, budget }: { candidates: readonly T[]; queries: readonly string[]; budget: number },
): Promise<readonly T[]> {
  const asked = queries.map(trimSpace).filter((query) => query !== '')
  const kept = candidates.filter(({ row }) => passesHardFilter(row))
  if (kept.length === 0) return []
  const limit = budget * RERANK_OVERSAMPLE
  const vectors = asked.length === 0 ? null : ((await deps.vectors?.embed(asked)) ?? null)
  if (vectors === null || vectors.length === 0) return byScore(kept).slice(0, budget)
  const coarse = rankByNearness(kept, (row) => deps.vectors?.stored(row) ?? null, vectors, limit)
  if (coarse.length <= budget) return coarse
  return choose(deps, coarse, asked, budget)
}

/** Highest evidence first; equal ones stay in order. */
export function byScore<T extends Observation>(candidates: readonly T[]): T[] {
  return [...candidates].sort((a, b) => descending(a.score, b.score))
}

/**
 * The observations that fit a prompt, each cut to its share: in order until the first that would be too much, and one
 * in any case. `line` is how the prompt spells one.
 */
export function fitting<T extends Observation>(
  observations: readonly T[],
  tokens: TokenCounter,
  line: (observation: T) => string = ({ promptId, text }) => `[${promptId}] ${text}`,
): T[] {
  const shown: T[] = []
  let spent = 0
  for (const observation of observations) {
    const cut = { ...observation, text: tokens.truncate(observation.text, OBSERVATION_TOKENS) }
    spent += tokens.count(line(cut)) + 1
    if (spent > OBSERVATIONS_TOKENS && shown.length > 0) break
    shown.push(cut)
  }
  return shown
}

/**
 * Candidates with a vector by their nearness to any query, then by evidence; those without keep a quarter of the
 * places, by evidence, and fill what is left.
 */
export function rankByNearness<T extends Candidate>(
  candidates: readonly T[],
  vectorOf: (row: JsonObject) => Float32Array | null,
  queries: readonly Float32Array[],
  limit: number,
): T[] {
  const embedded: { candidate: T; nearness: number }[] = []
  const unembedded: T[] = []
  for (const candidate of candidates) {
    const vector = vectorOf(candidate.row)
    if (vector === null) unembedded.push(candidate)
    else embedded.push({ candidate, nearness: nearest(vector, queries) })
  }
  embedded.sort(
    (a, b) => descending(a.nearness, b.nearness) || descending(a.candidate.score, b.candidate.score),
  )
  const others = byScore(unembedded)
  const quota = Math.min(others.length, Math.max(1, Math.floor(limit * RERANK_UNEMBEDDED)))
  const ranked = embedded.slice(0, limit - quota).map(({ candidate }) => candidate)
  return [...ranked, ...others].slice(0, limit)
}

/** The model's choice, filled up from the coarse order where it chose too few. */
async function choose<T extends Candidate>(
  deps: RerankDeps,
  coarse: readonly T[],
  queries: readonly string[],
  budget: number,
): Promise<readonly T[]> {
  const offered = fitting(
    coarse,
    deps.tokens,
    ({ promptId, score, text }) => `[${promptId}] (score=${score.toFixed(2)}) ${text}`,
  )
  const chosen = new Set<T>()
  for (const id of await ask(deps, offered, queries, budget)) {
    if (chosen.size === budget) break
    const candidate = coarse.find(({ promptId }) => promptId === id)
    if (candidate !== undefined && offered.some(({ promptId }) => promptId === id)) chosen.add(candidate)
  }
  for (const candidate of coarse) {
    if (chosen.size === budget) break
    chosen.add(candidate)
  }
  return [...chosen]
}

/** The ids that the model ranked; none where it failed, in whatever way. */
async function ask(
  { model, context, tokens, log }: RerankDeps,
  offered: readonly Observation[],
  queries: readonly string[],
  budget: number,
): Promise<readonly string[]> {
  const input = {
    queries: queries.map((query) => tokens.truncate(query, OBSERVATION_TOKENS)),
    candidates: offered.map(({ promptId, text, score }) => ({ promptId, text, score })),
    budget,
  }
  try {
    const answer = await model.rerank(input, context)
    if (answer.ok) return answer.value
    log.write('info', 'rerank.failed', { character: context.character, error: answer.error.code })
  } catch (error) {
    log.write('warn', 'rerank.failed', { character: context.character, error: messageOf(error) })
  }
  return []
}

/** Dot product with the nearest query of the same width; 0 when none has it. */
function nearest(vector: Float32Array, queries: readonly Float32Array[]): number {
  const same = queries.filter((query) => query.length === vector.length)
  return same.length === 0 ? 0 : Math.max(...same.map((query) => dot(query, vector)))
}

/** Also for infinite values, whose difference is no number. */
function descending(a: number, b: number): number {
  if (a === b) return 0
  return a > b ? -1 : 1
}
