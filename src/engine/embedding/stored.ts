/**
 * The vector that a row keeps beside its text (embeddings.md §5): half floats in base64, the hash of the text that they
 * were made from, and the model that made them. Whoever rewrites a text clears all three; should somebody forget, the
 * hash tells. A vector that is not valid is none, and never an error. Pure.
 */
import { isObject, type JsonObject } from '../document.ts'
import { sha256Hex } from '../text/hash.ts'
import { decodeVector, encodeVector } from './codec.ts'
import type { Embedder } from './embedder.ts'
import { modelDimension } from './model-id.ts'

/** The fields of a row without a vector. */
export const noVector: JsonObject = {
  embedding: null,
  embedding_text_sha256: null,
  embedding_model_id: null,
}

/** The fields that keep `vector`, which `modelId` made from `text`. */
export function vectorFields(vector: Float32Array, text: unknown, modelId: string): JsonObject {
  return {
    embedding: encodeVector(vector),
    embedding_text_sha256: textHash(text),
    embedding_model_id: modelId,
  }
}

/**
 * The unit vector of a row, up to the rounding of half floats, when `model` made it from the row's present text;
 * otherwise null.
 */
export function storedVector(
  row: unknown,
  { modelId, dimension }: Pick<Embedder, 'modelId' | 'dimension'>,
): Float32Array | null {
  if (!isObject(row) || typeof row['embedding'] !== 'string') return null
  if (row['embedding_model_id'] !== modelId || row['embedding_text_sha256'] !== textHash(row['text'])) {
    return null
  }
  const vector = decodeVector(row['embedding'])
  return vector?.length === (modelDimension(modelId) ?? dimension) ? vector : null
}

/** Of the exact text, blanks at its ends included; a missing one counts as empty. */
function textHash(text: unknown): string {
  return sha256Hex(typeof text === 'string' ? text : '')
}
