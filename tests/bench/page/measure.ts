/** Times by turns and what is told of them. */
import type { BenchLine, Spread } from './protocol.ts'

export interface Pair {
  readonly measured: number[]
  readonly baseline: number[]
}

export interface Turns {
  readonly rounds: number
  /** Rounds before those that count. */
  readonly warmUp: number
  readonly measured: (round: number) => Promise<unknown>
  readonly baseline: (round: number) => Promise<unknown>
  /** Not timed, before what is measured: what the baseline leaves to the collector of garbage. */
  readonly afterBaseline?: () => Promise<unknown>
  /** Not timed: what a round leaves to do. */
  readonly afterRound?: (round: number) => Promise<unknown>
}

/** Times both by turns, so that whatever else the machine does falls on both. */
export async function byTurns(turns: Turns): Promise<Pair> {
  const { rounds, warmUp, measured, baseline, afterBaseline, afterRound } = turns
  const times: Pair = { measured: [], baseline: [] }
  for (let round = 0; round < warmUp + rounds; round += 1) {
    const baselineTime = await timed(() => baseline(round))
    await afterBaseline?.()
    const measuredTime = await timed(() => measured(round))
    await afterRound?.(round)
    if (round < warmUp) continue
    times.baseline.push(baselineTime)
    times.measured.push(measuredTime)
  }
  return times
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

export function spreadOf(milliseconds: readonly number[]): Spread {
  const sorted = milliseconds.toSorted((one, other) => one - other)
  const at = (share: number) => rounded(sorted[Math.ceil(share * sorted.length) - 1] ?? 0)
  return { samples: sorted.length, p50: at(0.5), p95: at(0.95) }
}

/** The line of a pair; `judge` says whether the target was met. */
export function lineOf(
  names: { readonly bench: string; readonly baseline: string },
  pair: Pair,
  also: Readonly<Record<string, number>> = {},
  target?: { readonly text: string; readonly met: (line: BenchLine) => boolean },
): BenchLine {
  const ms = spreadOf(pair.measured)
  const baseline = spreadOf(pair.baseline)
  const line: BenchLine = {
    bench: names.bench,
    ms,
    baseline: names.baseline,
    baseline_ms: baseline,
    ratio_p50: rounded(ms.p50 / baseline.p50),
    ratio_p95: rounded(ms.p95 / baseline.p95),
    ...(Object.keys(also).length === 0 ? {} : { also }),
  }
  return target === undefined ? line : { ...line, target: target.text, met: target.met(line) }
}

/** Three digits that count: times here lie between microseconds and minutes. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3))
}
