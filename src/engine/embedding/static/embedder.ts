/**
 * The built-in embedder: the mean of the directions of a text's words, rare words counting more (Arora, Liang and
 * Ma, "A simple but tough-to-beat baseline for sentence embeddings", 2017). Good for recall only: it is blind to
 * order, negation and numbers (static-embedder.md §4).
 */
import { STATIC_MODEL_PROFILE, STATIC_WEIGHT_A } from '../../settings.ts'
import type { Embedder, WordQuery } from '../embedder.ts'
import { chineseStopWords } from './chinese-stop-words.ts'
import { japaneseStopWords } from './japanese-stop-words.ts'
import { meanOfWords } from './mean.ts'
import { subjectWords } from './subject-words.ts'
import { createWordQuery } from './word-query.ts'
import { wordsOf } from './words-of.ts'
import type { WordTable } from './word-table.ts'

export interface StaticEmbedder extends Embedder {
  readonly kind: 'static'
  embedNow(text: string): Float32Array | null
  askByWords(query: string, tells: (words: readonly string[]) => ArrayLike<number>): WordQuery
}

export function createStaticEmbedder(table: WordTable): StaticEmbedder {
  const weights = readWeights(table)
  const weightOf = (word: number) => weights[word] ?? 0

  return {
    kind: 'static',
    modelId: `${STATIC_MODEL_PROFILE}-${table.dimension}d-int8`,
    dimension: table.dimension,
    embed: async (texts) => texts.map(embedNow),
    embedNow,
    askByWords: (query, tells) => createWordQuery(table, weightOf, tellingWords(query), query, tells),
  }

  function embedNow(text: string): Float32Array | null {
    return meanOfWords(table, wordsOf(table, text), weightOf)
  }

  /** Words of the query that say something, each once. */
  function tellingWords(query: string): number[] {
    return [...new Set(wordsOf(table, query))].filter((word) => weightOf(word) > 0)
  }
}

/** a/(a+p), and 0 for words that say nothing. */
function readWeights(table: WordTable): Float32Array {
  const weights = new Float32Array(table.size)
  for (let word = 0; word < table.size; word += 1) {
    weights[word] = STATIC_WEIGHT_A / (STATIC_WEIGHT_A + Math.exp(-table.cost(word)))
  }
  for (const word of [...chineseStopWords, ...japaneseStopWords, ...subjectWords]) {
    const found = table.find(word, 0, word.length)
    if (found >= 0) weights[found] = 0
  }
  return weights
}
