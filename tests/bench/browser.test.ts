/** The bench itself runs: what it measures is told, never judged here. */
import { execFile } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { findChromium } from '../../scripts/browsers.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const TIMEOUT_MS = 120_000
const QUICK_ROUNDS = 20
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['scripts/run.mjs', 'tests/bench/browser.ts', ...args], {
    cwd: root,
  }).then((output) => ({ code: 0, ...output }))

const failure = v.object({ code: v.number(), stderr: v.string() })
const time = v.pipe(v.number(), v.gtValue(0))
const spread = v.strictObject({ samples: v.literal(QUICK_ROUNDS), p50: time, p95: time })
const turnLine = v.strictObject({
  bench: v.literal('durable turn'),
  ms: spread,
  baseline: v.literal('durable transaction of one row'),
  baseline_ms: spread,
  ratio_p50: time,
  ratio_p95: time,
  target: v.string(),
  met: v.boolean(),
})

it.skipIf(findChromium() === undefined)(
  'prints a line with times, baseline and ratio',
  { timeout: TIMEOUT_MS },
  async () => {
    const { stdout } = await run('--quick', '--only', 'turn')
    const line = v.parse(turnLine, JSON.parse(stdout))
    expect(line.ratio_p50).toBeCloseTo(line.ms.p50 / line.baseline_ms.p50, 1)
  },
)

it('says how it is used', { timeout: TIMEOUT_MS }, async () => {
  const { code, stderr } = await run('--only', 'nothing').catch((error: unknown) => v.parse(failure, error))
  expect(code).toBe(2)
  expect(stderr).toContain('usage: npm run bench')
})
