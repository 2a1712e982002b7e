/** Vectors of texts and of stored rows, where an embedder is ready; everything that uses them does without. */
import type { JsonObject } from '../document.ts'

export interface Vectors {
  /** Unit vectors of texts by the model that is loaded; null when it cannot make them now. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[] | null>
  /** The stored unit vector of a row when that model made it from the row's present text; otherwise null. */
  stored(row: JsonObject): Float32Array | null
}
