/** Where the vectors of the recall pool come from: the word table at once, a transformer's from the rows themselves. */
import type { Embedder } from '../embedding/embedder.ts'
import { storedVector } from '../embedding/stored.ts'
import type { VectorSource } from './pool.ts'

export function vectorSourceOf({ modelId, dimension, embedNow }: Embedder): VectorSource {
  return {
    modelId,
    dimension,
    // The table is cheap to ask and its vectors are on no row; rounding hides nothing that they tell.
    of:
      embedNow === undefined
        ? (doc) => storedVector(doc, { modelId, dimension })
        : (doc) => embedNow(doc.text),
    exact: embedNow === undefined,
  }
}
