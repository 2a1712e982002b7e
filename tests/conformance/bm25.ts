/** bm25.json: keyword search over a pool with the reference's tokeniser. */
import { createLexicalIndex } from '../../src/engine/recall/lexical-index.ts'
import { type GoldenAdapter, isRecord, listOf, numberOf, sameJson, textOrNull, textsOf } from './golden.ts'
import { referenceAnalyzer } from './reference-analyzer.ts'

export const bm25: GoldenAdapter = {
  answer(input) {
    const analyzer = referenceAnalyzer(textsOf(input, 'stop_names'))
    const index = createLexicalIndex(analyzer, { k1: numberOf(input, 'k1'), b: numberOf(input, 'b') })
    const rows = listOf(input, 'pool').filter(isRecord)
    index.add(rows.map((row, slot) => ({ slot, text: textOrNull(row, 'text') ?? '' })))
    const { slots, scores } = index.search(analyzer.terms(textOrNull(input, 'query') ?? ''))
    return [...slots]
      .map((slot, at) => ({ slot, score: scores[at] ?? 0 }))
      .sort((a, b) => b.score - a.score || a.slot - b.slot)
      .map(({ slot, score }) => ({ id: rows[slot]?.['id'] ?? null, score }))
  },
  accepts: (actual, expected) => sameJson(actual, expected, { relative: 1e-9 }),
}
