/**
 * `npm run bench [-- --quick] [--only turn|route|boot|recall|calls|context|busy|browser|forget]`: times in a real
 * Chromium, each beside a baseline that is measured by turns with it, and model calls of a scripted day. Prints one
 * JSON line a measurement (docs/bench.md); a missed target is told, not failed on.
 */
import { benchBoot, benchFilledBoot } from './boot.ts'
import { benchCalls, type CallsLine } from './calls.ts'
import { benchInWorker } from './in-worker.ts'
import type { BenchLine } from './page/protocol.ts'
import { benchMemoryBrowser } from './memory-browser.ts'
import { benchRecall } from './recall-sizes.ts'
import { benchRoutes } from './routes.ts'

const parts = ['turn', 'route', 'boot', 'recall', 'calls', 'context', 'busy', 'browser', 'forget'] as const
type Part = (typeof parts)[number]

interface Arguments {
  readonly quick: boolean
  readonly only: Part | null
}

const given = readArguments(process.argv.slice(2))
if (given === null) {
  console.error(`usage: npm run bench -- [--quick] [--only ${parts.join('|')}]`)
  process.exitCode = 2
} else {
  await run(given)
}

async function run({ quick, only }: Arguments): Promise<void> {
  const wanted = (part: Part): boolean => only === null || only === part
  if (wanted('turn')) await benchInWorker([{ part: 'turn', rounds: quick ? 20 : 500 }], print)
  if (wanted('route')) await benchRoutes(quick ? 30 : 300, print)
  if (wanted('boot')) {
    await benchBoot(quick ? 1 : 7, print)
    if (!quick) await benchFilledBoot(7, print)
  }
  if (wanted('recall')) await benchRecall(quick, print)
  if (wanted('calls')) await benchCalls(quick ? 1 : null, print)
  if (wanted('context')) await benchInWorker([{ part: 'context', rounds: quick ? 20 : 200 }], print)
  if (wanted('busy')) {
    const rounds = quick ? 10 : 60
    await benchInWorker(
      (['model', 'rules'] as const).map((by) => ({ part: 'busy', by, rounds })),
      print,
    )
  }
  if (wanted('browser')) await benchMemoryBrowser(quick, print)
  if (wanted('forget')) {
    const orders = [
      { items: 10_000, rounds: quick ? 1 : 3 },
      ...(quick ? [] : [{ items: 100_000, rounds: 2 }]),
    ]
    await benchInWorker(
      orders.map((order) => ({ part: 'forget' as const, ...order })),
      print,
    )
  }
}

function print(line: BenchLine | CallsLine): void {
  console.log(JSON.stringify(line))
}

function readArguments(args: readonly string[]): Arguments | null {
  let quick = false
  let only: Part | null = null
  for (let index = 0; index < args.length; index += 1) {
    if (args[index] === '--quick') quick = true
    else if (args[index] === '--only') {
      only = parts.find((part) => part === args[index + 1]) ?? null
      if (only === null) return null
      index += 1
    } else return null
  }
  return { quick, only }
}
