/**
 * The built-in embedder: the mean of the directions of a text's words, rare words counting more (Arora, Liang and
 * Ma, "A simple but tough-to-beat baseline for sentence embeddings", 2017). Good for recall only: it is blind to
 * order, negation and numbers (static-embedder.md §4).
 */
import { STATIC_MODEL_PROFILE, STATIC_WEIGHT_A } from '../../settings.ts'
import { foldHan } from '../../text/fold.ts'
import { scriptRuns } from '../../text/script-runs.ts'
import { englishStopWords } from '../../text/stop-words.ts'
import type { Embedder } from '../embedder.ts'
import { chineseStopWords } from './chinese-stop-words.ts'
import { lookUpEnglish } from './english-forms.ts'
import { foldShinjitai } from './fold-shinjitai.ts'
import { segment } from './segment.ts'
import type { WordTable } from './word-table.ts'

export interface StaticEmbedder extends Embedder {
  readonly kind: 'static'
  embedNow(text: string): Float32Array | null
}

export function createStaticEmbedder(table: WordTable): StaticEmbedder {
  const { dimension } = table
  const weights = readWeights(table)
  const sum = new Float64Array(dimension)

  return {
    kind: 'static',
    modelId: `${STATIC_MODEL_PROFILE}-${dimension}d-int8`,
    dimension,
    embed: async (texts) => texts.map(embedNow),
    embedNow,
  }

  function embedNow(text: string): Float32Array | null {
    sum.fill(0)
    for (const word of wordsOf(table, text)) {
      const weight = weights[word] ?? 0
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
}

/** The words of `text` that the table knows, in order, with repeats. */
export function wordsOf(table: WordTable, text: string): number[] {
  const words: number[] = []
  for (const run of scriptRuns(normalise(text))) {
    if (run.kind === 'grams') words.push(...segment(table, run.text))
    else if (run.kind === 'word') pushLatin(table, words, run.text)
  }
  return words
}

function normalise(text: string): string {
  return foldShinjitai(foldHan(text.normalize('NFKC').toLowerCase())).replace(/[‘’ʼ]/gu, "'")
}

/** `rock-climbing's` → rock, climbing; letters lose their accents, as the table's keys did. */
function pushLatin(table: WordTable, words: number[], run: string): void {
  const plain = /^[a-z]+$/.test(run)
    ? run
    : run.replace(/'(?:s|re|ve|ll|d|m|t)(?![a-z])/g, '').normalize('NFD')
  for (const word of plain.replace(/\p{M}/gu, '').match(/[a-z]{2,}/g) ?? []) {
    const found = englishStopWords.has(word) ? -1 : lookUpEnglish(table, word)
    if (found >= 0) words.push(found)
  }
}

/** a/(a+p), and 0 for words that say nothing. */
function readWeights(table: WordTable): Float32Array {
  const weights = new Float32Array(table.size)
  for (let word = 0; word < table.size; word += 1) {
    weights[word] = STATIC_WEIGHT_A / (STATIC_WEIGHT_A + Math.exp(-table.cost(word)))
  }
  for (const word of chineseStopWords) {
    const found = table.find(word, 0, word.length)
    if (found >= 0) weights[found] = 0
  }
  return weights
}
