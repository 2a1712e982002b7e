/**
 * `npm run bench:recall -- FILE [--embedder static|none|onnx:DIR] [--fusion rrf|score] --out RESULTS`: asks every question of a
 * retrieval set through the product's own query path and writes the ids of what came back, best first, for the set's
 * scorer. A set has one pool of items, or conversations with a pool each; which one is told from its content. Labels
 * are not looked at. Left out: the built-in table, as the product starts with, and the fusion that goes with it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Embedder } from '../../src/engine/embedding/embedder.ts'
import type { FusionName } from '../../src/engine/recall/by-query.ts'
import { shippedEmbedder } from '../fixtures/word-table.ts'
import { openRecallBench } from './recall-pool.ts'
import { readRecallSet } from './recall-set.ts'

interface Arguments {
  readonly file: string
  readonly out: string
  readonly embedder: EmbedderChoice
  readonly fusion: FusionName | undefined
}

type EmbedderChoice = 'none' | 'static' | { readonly folder: string }

const USAGE =
  'usage: npm run bench:recall -- FILE [--embedder static|none|onnx:DIR] [--fusion rrf|score] --out RESULTS'

const given = readArguments(process.argv.slice(2))
if (given === null) {
  console.error(USAGE)
  process.exitCode = 2
} else {
  await run(given)
}

async function run({ file, out, embedder: choice, fusion }: Arguments): Promise<void> {
  const opened = await openEmbedder(choice)
  const embedder = opened === null ? null : fusedBy(opened, fusion)
  const ranked: Record<string, string[]> = {}
  const milliseconds: number[] = []
  let items = 0
  for (const pool of readRecallSet(readFileSync(file, 'utf8'))) {
    const bench = await openRecallBench(pool.items, embedder)
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
  const model = embedder?.modelId ?? 'none'
  console.log(
    JSON.stringify({ items, questions: milliseconds.length, model, ms_p50: at(0.5), ms_p95: at(0.95) }),
  )
}

async function openEmbedder(choice: EmbedderChoice): Promise<Embedder | null> {
  if (choice === 'none') return null
  if (choice === 'static') return shippedEmbedder()
  const { openOnnxFolder } = await import('./onnx-embedder.ts')
  return openOnnxFolder(choice.folder)
}

/** The product fuses by what kind of embedder there is; to see the other fusion it is told the other kind. */
function fusedBy(embedder: Embedder, fusion: FusionName | undefined): Embedder {
  if (fusion === undefined) return embedder
  return { ...embedder, kind: fusion === 'score' ? 'static' : 'onnx' }
}

function readArguments(args: readonly string[]): Arguments | null {
  let file: string | undefined
  let out: string | undefined
  let embedder: EmbedderChoice = 'static'
  let fusion: FusionName | undefined
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index]
    if (argument === '--out') out = args[(index += 1)]
    else if (argument === '--embedder') {
      const named = args[(index += 1)]
      if (named === 'none' || named === 'static') embedder = named
      else if (named?.startsWith('onnx:') === true) embedder = { folder: named.slice('onnx:'.length) }
      else return null
    } else if (argument === '--fusion') {
      const named = args[(index += 1)]
      if (named !== 'rrf' && named !== 'score') return null
      fusion = named === 'rrf' ? 'rank' : 'score'
    } else if (file === undefined && argument?.startsWith('--') === false) file = argument
    else return null
  }
  return file === undefined || out === undefined ? null : { file, out, embedder, fusion }
}

function round(milliseconds: number): number {
  return Number(milliseconds.toFixed(2))
}
