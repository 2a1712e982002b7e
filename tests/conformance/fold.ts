/** fold.json: traditional → simplified; a context-sensitive result is as good, folding twice must change nothing. */
import { foldHan } from '../../src/engine/text/fold.ts'
import { type GoldenAdapter, isRecord, textOf } from './golden.ts'

export const fold: GoldenAdapter = {
  answer: (input) => foldHan(textOf(input, 'text')),
  accepts(actual, expected, input) {
    if (typeof actual !== 'string' || !isRecord(expected)) return false
    const sameLength = [...actual].length === [...textOf(input, 'text')].length
    const known = actual === expected['folded'] || actual === expected['phrase_aware']
    return known && sameLength && foldHan(actual) === actual
  },
}
