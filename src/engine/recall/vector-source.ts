/** Where the vectors of the recall pool come from: the word table at once, a transformer's from the rows themselves. */
import { decodeVector } from '../embedding/codec.ts'
import type { Embedder } from '../embedding/embedder.ts'
import { sha256Hex } from '../text/hash.ts'
import type { VectorSource } from './pool.ts'
import type { TextDocument } from './slots.ts'

export function vectorSourceOf({ modelId, dimension, embedNow }: Embedder): VectorSource {
  return {
    modelId,
    dimension,
    // The table is cheap to ask and its vectors are on no row; rounding hides nothing that they tell.
    of: embedNow === undefined ? (doc) => storedVector(doc, modelId, dimension) : (doc) => embedNow(doc.text),
    exact: embedNow === undefined,
  }
}

/** The vector that a row carries, when this model made it from the row's present text (embeddings.md §5). */
function storedVector(doc: TextDocument, modelId: string, dimension: number): Float32Array | null {
  if (typeof doc['embedding'] !== 'string' || doc['embedding_model_id'] !== modelId) return null
  if (doc['embedding_text_sha256'] !== sha256Hex(doc.text)) return null
  const vector = decodeVector(doc['embedding'])
  return vector?.length === dimension ? vector : null
}
