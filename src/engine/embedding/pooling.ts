/** From the output of a graph to vectors (embeddings.md §1). */
import type { Pooling } from './profiles.ts'

/** The first output of a graph: `[batch, length, width]` hidden states, texts padded on the right. */
export interface HiddenStates {
  readonly values: ArrayLike<number>
  readonly batch: number
  readonly length: number
  readonly width: number
}

/** One vector a text, of the whole width and any length. `tokens`: how many of each row are no padding. */
export function pool(hidden: HiddenStates, tokens: readonly number[], pooling: Pooling): Float32Array[] {
  return tokens.map((count, row) => {
    if (pooling === 'mean') return meanOf(hidden, row, count)
    // `max(Σ mask − 1, 0)`
    return stateOf(hidden, row, pooling === 'cls' ? 0 : Math.max(count - 1, 0))
  })
}

/** The first `dimension` values, made a unit vector: cut first, then normalised. A zero vector stays zero. */
export function unitVector(vector: Float32Array, dimension: number): Float32Array {
  const cut = vector.slice(0, dimension)
  const norm = Math.sqrt(cut.reduce((sum, value) => sum + value * value, 0))
  return norm === 0 ? cut : cut.map((value) => value / norm)
}

function stateOf({ values, length, width }: HiddenStates, row: number, at: number): Float32Array {
  const start = (row * length + at) * width
  return Float32Array.from({ length: width }, (_, index) => values[start + index] ?? NaN)
}

function meanOf(hidden: HiddenStates, row: number, count: number): Float32Array {
  const { values, length, width } = hidden
  const mean = new Float32Array(width)
  for (let at = 0; at < count; at += 1) {
    const start = (row * length + at) * width
    for (let index = 0; index < width; index += 1)
      mean[index] = (mean[index] ?? 0) + (values[start + index] ?? NaN)
  }
  return mean.map((value) => value / Math.max(count, 1))
}
