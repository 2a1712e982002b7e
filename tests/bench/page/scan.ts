/** Keyword search without an index: every text is analysed again for every query. */
import type { Analyzer } from '../../../src/engine/text/analyzer.ts'
import { BM25_B, BM25_K1 } from '../../../src/engine/settings.ts'

const TIE = 1e-9

/** Those of `texts` that have the best BM25 for `query`; none when no text shares a word with it. */
export function scan(texts: readonly string[], query: string, analyzer: Analyzer): ReadonlySet<string> {
  const terms = [...new Set(analyzer.terms(query))]
  const place = new Map(terms.map((term, at) => [term, at]))
  const rowsWith = terms.map(() => 0)
  const hits: { text: string; length: number; counts: number[] }[] = []
  let total = 0
  for (const text of texts) {
    const found = analyzer.terms(text)
    total += found.length
    let counts: number[] | undefined
    for (const term of found) {
      const at = place.get(term)
      if (at === undefined) continue
      counts ??= terms.map(() => 0)
      if (counts[at] === 0) rowsWith[at] = (rowsWith[at] ?? 0) + 1
      counts[at] = (counts[at] ?? 0) + 1
    }
    if (counts !== undefined) hits.push({ text, length: found.length, counts })
  }
  const mean = total / texts.length
  const weights = rowsWith.map((rows) => Math.log((texts.length - rows + 0.5) / (rows + 0.5) + 1))
  let best = TIE
  let holders = new Set<string>()
  for (const { text, length, counts } of hits) {
    const norm = BM25_K1 * (1 - BM25_B + (BM25_B * length) / mean)
    const score = counts.reduce(
      (sum, count, at) => sum + ((weights[at] ?? 0) * count * (BM25_K1 + 1)) / (count + norm),
      0,
    )
    // Sums of equal terms in another order may differ in the last digit.
    if (score < best - TIE) continue
    if (score > best + TIE) holders = new Set()
    best = Math.max(best, score)
    holders.add(text)
  }
  return holders
}
