/**
 * `npm run bench:recall -- FILE [--embedder none] --out RESULTS`: asks every question of a retrieval set through the
 * product's own query path and writes the ids of what came back, best first, for the set's scorer. A set has one
 * pool of items, or conversations with a pool each; which one is told from its content. Labels are not looked at.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { openRecallBench } from './recall-pool.ts'
import { readRecallSet } from './recall-set.ts'

interface Arguments {
  readonly file: string
  readonly out: string
}

const given = readArguments(process.argv.slice(2))
if (given === null) {
  console.error('usage: npm run bench:recall -- FILE [--embedder none] --out RESULTS')
  process.exitCode = 2
} else {
  await run(given)
}

async function run({ file, out }: Arguments): Promise<void> {
  const ranked: Record<string, string[]> = {}
  const milliseconds: number[] = []
  let items = 0
  for (const pool of readRecallSet(readFileSync(file, 'utf8'))) {
    const bench = await openRecallBench(pool.items)
    items += pool.items.length
    for (const question of pool.questions) {
      const started = performance.now()
      ranked[question.id] = await bench.ask(question.text)
      milliseconds.push(performance.now() - started)
    }
    await bench.close()
  }
  writeFileSync(out, `${JSON.stringify(ranked, null, 1)}\n`)
  milliseconds.sort((a, b) => a - b)
  const at = (share: number) => round(milliseconds[Math.floor(share * (milliseconds.length - 1))] ?? 0)
  console.log(JSON.stringify({ items, questions: milliseconds.length, ms_p50: at(0.5), ms_p95: at(0.95) }))
}

/** Only `none` exists as an embedder so far. */
function readArguments(args: readonly string[]): Arguments | null {
  let file: string | undefined
  let out: string | undefined
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index]
    if (argument === '--out') out = args[(index += 1)]
    else if (argument === '--embedder') {
      if (args[(index += 1)] !== 'none') return null
    } else if (file === undefined && argument?.startsWith('--') === false) file = argument
    else return null
  }
  return file === undefined || out === undefined ? null : { file, out }
}

function round(milliseconds: number): number {
  return Number(milliseconds.toFixed(2))
}
