/** rrf.json: reciprocal rank fusion. */
import { fuseByRank } from '../../src/engine/recall/rrf.ts'
import { type GoldenAdapter, isRecord, type JsonRecord, listOf, numberOf, sameJson } from './golden.ts'

export const rrf: GoldenAdapter = {
  answer(input) {
    const sides = { keyword: ranking(input, 'keyword'), vector: ranking(input, 'vector') }
    const fused = fuseByRank(sides, (row) => row['id'], numberOf(input, 'k'), numberOf(input, 'budget_total'))
    return fused.map(({ row, score }) => ({ id: row['id'], src: row['src'], score }))
  },
  accepts: (actual, expected) => sameJson(actual, expected, { relative: 1e-12, absolute: 1e-12 }),
}

function ranking(input: JsonRecord, key: string): { row: JsonRecord; score: number }[] {
  return listOf(input, key)
    .filter(isRecord)
    .map((row) => ({ row, score: 0 }))
}
