import type { WordTable } from './word-table.ts'

/** The unit vector of words, each as often as it is there, times its weight; null when nothing is left of them. */
export function meanOfWords(
  table: WordTable,
  words: readonly number[],
  weightOf: (word: number) => number,
): Float32Array | null {
  const { dimension } = table
  const sum = new Float64Array(dimension)
  for (const word of words) {
    const weight = weightOf(word)
    if (weight > 0) table.addTo(sum, word, weight)
  }
  let norm = 0
  for (let at = 0; at < dimension; at += 1) norm += (sum[at] ?? 0) ** 2
  if (norm === 0) return null
  const scale = 1 / Math.sqrt(norm)
  const vector = new Float32Array(dimension)
  for (let at = 0; at < dimension; at += 1) vector[at] = (sum[at] ?? 0) * scale
  return vector
}
