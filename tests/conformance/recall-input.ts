/** Pools, limits and vectors as hybrid_recall.json and time_recall.json give them. */
import type { RecallLimits } from '../../src/engine/recall/limits.ts'
import type { RecallPool, RecallRow, VectorSource } from '../../src/engine/recall/pool.ts'
import type { QueryVectors } from '../../src/engine/recall/vectors.ts'
import { stopNames } from '../../src/engine/text/stop-names.ts'
import { recallPoolOf } from '../fixtures/recall-pool.ts'
import { isRecord, type JsonRecord, numberOf, textOrNull } from './golden.ts'
import { referenceAnalyzer } from './reference-analyzer.ts'

/** The three tiers of `input`, each in file order; rows were past the reference's loaders when recorded. */
export function poolOf(input: JsonRecord): RecallPool {
  const rows = [
    ...rowsOf('fact', input['facts']),
    ...rowsOf('reflection', input['reflections']),
    ...rowsOf('fact_archive', input['archive']),
  ]
  return recallPoolOf(rows, {
    analyzer: referenceAnalyzer(namesOf(input['names'])),
    admits: () => true,
    vectors: vectorsOfRows(input),
  })
}

/** The limits of a case; what ours adds to the contract (fill, one row a text) is off. */
export function limitsOf(input: JsonRecord): RecallLimits {
  const config = isRecord(input['config']) ? input['config'] : {}
  const value = (key: string, otherwise: number) => (key in config ? numberOf(config, key) : otherwise)
  return {
    perSide: value('budget_each', 4),
    total: value('budget_total', 8),
    byTime: value('time_budget', 8),
    minCosine: value('cosine_threshold', 0.3),
    minBm25: value('keyword_threshold', 0.1),
    rrfK: value('rrf_k', 60),
    fill: false,
    distinct: false,
  }
}

const MODEL = 'recorded'

/** The vector of the question of a case, where it has one. */
export function vectorsOf(input: JsonRecord): QueryVectors | undefined {
  const query = floats(input['query_vector'])
  return query === null ? undefined : { query, modelId: MODEL }
}

/** The vectors of its rows; every state but a valid one counts as no vector. */
function vectorsOfRows(input: JsonRecord): VectorSource | null {
  const query = floats(input['query_vector'])
  if (query === null) return null
  return {
    modelId: MODEL,
    dimension: query.length,
    of: (doc) => ((doc['vector_state'] ?? 'valid') === 'valid' ? floats(doc['vector']) : null),
    exact: true,
  }
}

function floats(value: unknown): Float32Array | null {
  return Array.isArray(value) ? Float32Array.from(value.map(Number)) : null
}

function rowsOf(tier: RecallRow['tier'], value: unknown): RecallRow[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : []
  return items.map((doc, index) => ({
    seq: tier === 'fact_archive' ? ARCHIVE_FROM + index : index,
    tier,
    doc,
  }))
}

/** Facts of the archive come from one table with the active ones. */
const ARCHIVE_FROM = 1_000_000

function namesOf(value: unknown): string[] {
  if (!isRecord(value)) return []
  return stopNames({
    userName: textOrNull(value, 'master'),
    characterName: textOrNull(value, 'character'),
    userNicknames: textOrNull(value, 'master_aliases'),
    characterNicknames: textOrNull(value, 'character_aliases'),
  })
}
