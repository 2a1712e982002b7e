/** hybrid_recall.json: the hard filter, and recall by words and vectors. */
import { passesHardFilter } from '../../src/engine/recall/hard-filter.ts'
import { recallByQuery } from '../../src/engine/recall/by-query.ts'
import { queryMemory, type RecallOptions } from '../../src/engine/recall/hybrid.ts'
import type { PoolEntry, RecallPool } from '../../src/engine/recall/pool.ts'
import type { Ranked } from '../../src/engine/recall/rrf.ts'
import type { Moment } from '../../src/engine/ports.ts'
import { parseTimeWindow } from '../../src/engine/time/window.ts'
import { type GoldenAdapter, isRecord, type JsonRecord, listOf, sameJson, textOrNull } from './golden.ts'
import { limitsOf, poolOf, vectorsOf } from './recall-input.ts'

export const hybridRecall: GoldenAdapter = {
  answer(input) {
    if (input['fn'] === 'hard_filter') {
      return listOf(input, 'items')
        .filter(passesHardFilter)
        .map((row) => row['id'])
    }
    return hybridAnswer(input)
  },
  accepts: acceptsRecall,
}

/** The result of the query path in the layout of hybrid_recall.json. */
export async function hybridAnswer(input: JsonRecord): Promise<unknown> {
  const now: Moment = { instant: 0, zone: textOrNull(input, 'tz') ?? 'UTC' }
  const request = { query: textOrNull(input, 'query'), time: textOrNull(input, 'time') }
  const options: RecallOptions = {
    limits: limitsOf(input),
    vectors: vectorsOf(input),
    fusion: 'rank',
    parseTime: parseTimeWindow,
  }
  const pool = poolOf(input)
  const envelope = await queryMemory(pool, request, now, options)
  const window = parseTimeWindow(request.time, now)
  const query = request.query?.trim() ?? ''
  const view = pool.view(now, window ?? undefined)
  const { sides } =
    query === ''
      ? { sides: { keyword: [], vector: [] } }
      : await recallByQuery(pool, view, query, limitsOf(input), options)
  return {
    results: envelope.results.map(({ id, tier, entity, score }) => ({ id, tier, entity, score })),
    candidates_total: envelope.candidates_total,
    keyword_top: (await withIds(pool, sides.keyword)).map(({ id, score }) => ({ id, score })),
    vector_top: (await withIds(pool, sides.vector)).map(({ id, score }) => ({ id, cosine: score })),
  }
}

/** BM25 to a relative 1e-9, cosines (computed in float32) to 1e-5, the rest exactly. */
export function acceptsRecall(actual: unknown, expected: unknown): boolean {
  if (!isRecord(actual) || !isRecord(expected)) return sameJson(actual, expected)
  const keys = Object.keys(expected)
  return (
    Object.keys(actual).length === keys.length &&
    keys.every((key) => {
      const tolerance =
        key === 'vector_top' ? { absolute: 1e-5 } : key === 'keyword_top' ? { relative: 1e-9 } : {}
      return sameJson(actual[key], expected[key], tolerance)
    })
  )
}

async function withIds(
  pool: RecallPool,
  ranked: readonly Ranked<PoolEntry>[],
): Promise<{ id: unknown; score: number }[]> {
  const documents = await pool.documents(ranked.map(({ row }) => row))
  return ranked.map(({ score }, at) => ({ id: documents[at]?.['id'] ?? null, score }))
}
