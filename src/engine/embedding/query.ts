/**
 * The vector of a question (recall.md §A7, design.md §7). Whoever asks waits for an answer, so the model has a moment
 * and no more: without a vector recall goes by words, and the answer can say why.
 */
import type { Core } from '../core.ts'
import { askedText } from '../recall/asked-text.ts'
import type { FusionName } from '../recall/by-query.ts'
import type { QueryVectors } from '../recall/vectors.ts'
import type { EngineDeps } from '../ports.ts'
import { QUERY_EMBED_MS } from '../settings.ts'
import { within } from '../within.ts'

export type QueryEmbedding =
  | { readonly vectors: QueryVectors; readonly fusion: FusionName; readonly missing: null }
  | { readonly vectors: null; readonly fusion: null; readonly missing: MissingVector }

/**
 * Why there is no vector. `off`: there is no embedder, or the user wants none. `waiting`: it is not loaded yet, see
 * `loadForNext`. `failed`: it does not work, or has failed just now. `slow`: it was not done in time.
 * `no_words`: it knows nothing of what was asked.
 */
export type MissingVector = 'off' | 'waiting' | 'failed' | 'slow' | 'no_words'

/** Never rejects, and takes `QUERY_EMBED_MS` at most. */
export async function embedQuery(
  { embedders, timer }: Pick<EngineDeps, 'embedders' | 'timer'>,
  query: string,
): Promise<QueryEmbedding> {
  const text = askedText(query)
  if (embedders === undefined) return without('off')
  const state = embedders.current()
  if (state.state !== 'ready') return without(state.state)
  if (text === '') return without('no_words')
  const { embedder } = state
  const { modelId, askByWords } = embedder
  if (embedder.embedNow !== undefined) {
    const vector = embedder.embedNow(text)
    return vector === null ? without('no_words') : withVector(vector, embedder.kind === 'static')
  }

  const giveUp = new AbortController()
  let result: QueryEmbedding = without('slow')
  const work = embedder.embed([text], giveUp.signal, 'query').then(
    ([vector]) => {
      result = vector === undefined || vector === null ? without('no_words') : withVector(vector, false)
    },
    (error: unknown) => {
      // What was given up is no failure of the model.
      if (giveUp.signal.aborted) return
      result = without('failed')
      embedders.failed(embedder, error)
    },
  )
  await within(timer, QUERY_EMBED_MS, work)
  giveUp.abort()
  return result

  function withVector(vector: Float32Array, isTable: boolean): QueryEmbedding {
    const byWords: Pick<QueryVectors, 'byWords'> =
      askByWords === undefined ? {} : { byWords: (tells) => askByWords(text, tells) }
    return {
      vectors: { modelId, query: vector, ...byWords },
      fusion: isTable ? 'score' : 'rank',
      missing: null,
    }
  }
}

/**
 * To be called when the question is answered: what it had to do without is loaded for the next one. Not before, as reading a
 * table keeps the worker busy for longer than an answer takes.
 */
export function loadForNext(
  { background, deps }: Pick<Core, 'background' | 'deps'>,
  missing: MissingVector | null,
): void {
  if (missing !== 'waiting') return
  background.start('embedding.load', () => Promise.resolve(deps.embedders?.requestLoad()))
}

function without(missing: MissingVector): QueryEmbedding {
  return { vectors: null, fusion: null, missing }
}
