/** The reference's tokeniser as an analyzer (recall.md §A4), for the golden files that were recorded with it. */
import type { Analyzer } from '../../src/engine/text/analyzer.ts'
import { keywordList } from '../../src/engine/text/keywords.ts'

export function referenceAnalyzer(stopNames: readonly string[]): Analyzer {
  return { terms: (text) => keywordList(text, stopNames) }
}
