/**
 * Facts that may say the same as those that are being given vectors (embeddings.md §7). The index of recall holds every
 * vector in bytes, so that no document is read but those of the nearest; these are compared by their own.
 */
import { parseObject } from '../document.ts'
import { nearPairs, type EmbeddedFactRow, type NearPair } from '../facts/dedup.ts'
import type { Memory } from '../memories.ts'
import type { Moment, Transaction } from '../ports.ts'
import type { RecallPools } from '../recall-pools.ts'
import { DUPLICATE_MIN_COSINE, NEAR_FACTS_COMPARED, VECTOR_ROUNDING } from '../settings.ts'
import type { Embedder } from './embedder.ts'
import { storedVector } from './stored.ts'

interface NearDeps {
  readonly embedder: Embedder
  readonly pools: Pick<RecallPools, 'of'>
  readonly now: () => Moment
  readonly pause: () => Promise<void>
}

/** The pairs of those `fresh` facts that were written, once that has been done in the transaction. */
export type NearPairs = (tx: Transaction, written: ReadonlySet<number>) => Promise<readonly NearPair[]>

/** Looks for near facts now; what it gives reads the few that matter as they are in the transaction. */
export async function nearFacts(
  { embedder, pools, now, pause }: NearDeps,
  memory: Memory,
  fresh: readonly { readonly seq: number; readonly vector: Float32Array | null }[],
): Promise<NearPairs> {
  const pool = await pools.of(memory)
  const view = pool.view(now(), undefined, 'everything')
  const candidates = new Set<number>()
  for (const { vector } of fresh) {
    if (vector === null) continue
    const { slots, scores } = view.searchVectors(
      vector,
      embedder.modelId,
      DUPLICATE_MIN_COSINE - VECTOR_ROUNDING,
    )
    const near = Array.from(slots, (slot, index) => ({
      entry: view.entry(slot),
      score: scores[index] ?? 0,
    }))
    near.sort((a, b) => b.score - a.score)
    for (const { entry } of near.filter((one) => one.entry.tier === 'fact').slice(0, NEAR_FACTS_COMPARED)) {
      candidates.add(entry.seq)
    }
    await pause()
  }

  return async (tx, written) => {
    const rows = await memory.store.facts.bySeqs(tx, [...new Set([...candidates, ...written])])
    const freshIds = new Set<string>()
    const embedded: EmbeddedFactRow[] = []
    for (const row of rows) {
      const vector = row.archived ? null : storedVector(parseObject(row.doc), embedder)
      if (vector === null || row.id === null) continue
      embedded.push({ row, vector })
      if (written.has(row.seq)) freshIds.add(row.id)
    }
    return nearPairs(embedded, freshIds)
  }
}
