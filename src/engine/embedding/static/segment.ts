/** Cuts a run of a script without blanks into words of the table, as cheaply as can be (static-embedder.md §1.7). */
import { STATIC_UNKNOWN_COST, STATIC_UNKNOWN_KANA_COST } from '../../settings.ts'
import type { WordTable } from './word-table.ts'

/** The words of `run` in order; characters that no word covers give nothing. */
export function segment(table: WordTable, run: string): number[] {
  const length = run.length
  /** Cheapest cost up to each place, the word that ends there (or none) and where it begins. */
  const costs = new Float64Array(length + 1).fill(Number.POSITIVE_INFINITY)
  const words = new Int32Array(length + 1).fill(NONE)
  const begins = new Int32Array(length + 1)
  costs[0] = 0
  for (let start = 0; start < length; start += 1) {
    const before = costs[start] ?? 0
    reach(start + 1, before + unknownCost(run.charCodeAt(start)), NONE, start)
    table.eachFrom(run, start, length, (word, end) => reach(end, before + table.cost(word), word, start))
  }
  const found: number[] = []
  for (let end = length; end > 0; end = begins[end] ?? 0) {
    const word = words[end] ?? NONE
    if (word !== NONE) found.push(word)
  }
  return found.reverse()

  function reach(end: number, cost: number, word: number, start: number): void {
    if (cost >= (costs[end] ?? 0)) return
    costs[end] = cost
    words[end] = word
    begins[end] = start
  }
}

const NONE = -1

/** Kana between words are particles and endings, which are everywhere; other unknown characters are rare ones. */
function unknownCost(unit: number): number {
  return unit >= 0x3040 && unit <= 0x30ff ? STATIC_UNKNOWN_KANA_COST : STATIC_UNKNOWN_COST
}
