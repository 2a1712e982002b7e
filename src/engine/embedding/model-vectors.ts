/**
 * The vectors of a transformer model, for what a word table must not decide: near-duplicates, related facts, clusters
 * and the reranker (static-embedder.md §4). Without such a model there are none, and all of these do without.
 */
import type { Embedder } from './embedder.ts'
import type { EngineDeps } from '../ports.ts'
import { VECTORS_WAIT_MS } from '../settings.ts'
import { within } from '../within.ts'
import { storedVector } from './stored.ts'
import type { Vectors } from './vectors.ts'

/** The transformer model that is ready; null while there is none. */
export function readyModel({ embedders }: Pick<EngineDeps, 'embedders'>): Embedder | null {
  const state = embedders?.current()
  return state?.state === 'ready' && state.embedder.kind === 'onnx' ? state.embedder : null
}

/** Vectors by the model that is ready now; undefined while there is none. */
export function modelVectors(
  deps: Pick<EngineDeps, 'embedders' | 'timer'>,
  signal?: AbortSignal,
): Vectors | undefined {
  const embedder = readyModel(deps)
  if (embedder === null) return undefined
  return {
    async embed(texts) {
      if (texts.length === 0) return []
      let vectors: readonly (Float32Array | null)[] | null = null
      const giveUp = new AbortController()
      const signals = signal === undefined ? giveUp.signal : AbortSignal.any([signal, giveUp.signal])
      const work = embedder.embed(texts, signals).then(
        (made) => {
          vectors = made
        },
        (error: unknown) => {
          if (!signals.aborted) deps.embedders?.failed(embedder, error)
        },
      )
      await within(deps.timer, VECTORS_WAIT_MS, work)
      giveUp.abort()
      return onlyVectors(vectors)
    },
    stored: (row) => storedVector(row, embedder),
  }
}

/** Without those of texts that have none. */
function onlyVectors(vectors: readonly (Float32Array | null)[] | null): readonly Float32Array[] | null {
  return vectors?.filter((vector) => vector !== null) ?? null
}
