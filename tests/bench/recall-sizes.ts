/** Recall over memories of several sizes: questions, starts, what it holds in memory and on disk. */
import { withWorkers } from './in-worker.ts'
import { lineOf, type Pair, rounded } from './page/measure.ts'
import type { BenchLine } from './page/protocol.ts'

const sizes = [
  { items: 1_000, rounds: 100, quick: 20 },
  { items: 10_000, rounds: 60, quick: 8 },
  { items: 50_000, rounds: 30, quick: 0 },
  { items: 100_000, rounds: 30, quick: 0 },
]
/** Questions by words and meaning for one beside the scan, which takes far longer. */
const HYBRID_FACTOR = 4
const STARTS = 7
const QUICK_STARTS = 2
const MEBIBYTE = 2 ** 20
const TARGET_ITEMS = 100_000
const MEMORY_MAX_MIB = 150

export function benchRecall(quick: boolean, tell: (line: BenchLine) => void): Promise<void> {
  return withWorkers(async (carryOut, page) => {
    for (const size of sizes) {
      const rounds = quick ? size.quick : size.rounds
      if (rounds === 0) continue
      const { items } = size
      tell(await carryOut({ part: 'recall', items, rounds }))
      tell(await starts(items, quick ? QUICK_STARTS : STARTS))
      const hybrid = await carryOut({ part: 'recall hybrid', items, rounds: rounds * HYBRID_FACTOR })
      const { heap, wasm } = await page.evaluate(() => window.measureWorker())
      const mebibytes = rounded((heap + wasm) / MEBIBYTE)
      const held = {
        memory_mib: mebibytes,
        heap_mib: rounded(heap / MEBIBYTE),
        wasm_mib: rounded(wasm / MEBIBYTE),
        ...(items === TARGET_ITEMS ? { memory_met: Number(mebibytes <= MEMORY_MAX_MIB) } : {}),
      }
      tell({ ...hybrid, also: { ...hybrid.also, ...held } })
    }

    /** Each in a worker of its own, by turns with one over an empty memory; the parts are those of the fastest. */
    async function starts(items: number, count: number): Promise<BenchLine> {
      const pair: Pair = { measured: [], baseline: [] }
      let fastest: BenchLine | null = null
      for (let round = 0; round < count; round += 1) {
        pair.baseline.push((await carryOut({ part: 'recall boot', items: 0 })).ms.p50)
        const start = await carryOut({ part: 'recall boot', items })
        pair.measured.push(start.ms.p50)
        if (fastest === null || start.ms.p50 < fastest.ms.p50) fastest = start
      }
      const names = { bench: `start over ${items} facts`, baseline: 'start over an empty memory' }
      return lineOf(names, pair, { fastest_ms: fastest?.ms.p50 ?? NaN, ...fastest?.also })
    }
  })
}
