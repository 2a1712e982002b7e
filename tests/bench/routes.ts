/** Routes of the built app, from a page through the service worker to the leader's worker and back. */
import type { Page } from 'playwright-core'
import { withBrowser } from './chromium.ts'
import { withFolder } from './folder.ts'
import { lineOf, type Pair } from './page/measure.ts'
import type { BenchLine } from './page/protocol.ts'
import { PING_PATH, withApp } from './sites.ts'

const RATIO_MAX = 1.5
const target = {
  text: `at most ${RATIO_MAX} times the baseline`,
  met: ({ ratio_p50, ratio_p95 }: BenchLine) => ratio_p50 <= RATIO_MAX && ratio_p95 <= RATIO_MAX,
}
const WARM_UP = 20

interface Call {
  readonly name: string
  readonly path: string
  readonly body?: string
}

const ping: Call = { name: 'answer of the service worker from memory', path: PING_PATH }
const pingPost: Call = { ...ping, body: '{}' }
const routes: readonly (readonly [Call, Call])[] = [
  [{ name: 'GET /health', path: '/health' }, ping],
  [{ name: 'GET /last_conversation_gap', path: '/last_conversation_gap/Mika' }, ping],
  [{ name: 'POST /query_memory', path: '/query_memory/Mika', body: '{"query":"what do I like?"}' }, pingPost],
]

export function benchRoutes(rounds: number, tell: (line: BenchLine) => void): Promise<void> {
  return withApp((url) =>
    withFolder((profile) =>
      withBrowser(profile, async (context) => {
        const page = await context.newPage()
        await page.goto(url)
        await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
        await remember(page)
        for (const [route, baseline] of routes) {
          const pair = await timeCalls(page, route, baseline, rounds)
          tell(lineOf({ bench: `route ${route.name}`, baseline: baseline.name }, pair, {}, target))
        }
      }),
    ),
  )
}

/** A turn that the rules learn something from, so that recall has something to look through. */
export async function remember(page: Page): Promise<void> {
  const history = [
    { type: 'human', data: { content: [{ type: 'text', text: 'I like matcha. I live in Kyoto.' }] } },
    { type: 'ai', data: { content: [{ type: 'text', text: 'Noted.' }] } },
  ]
  const body = JSON.stringify({ input_history: JSON.stringify(history) })
  await page.evaluate(async (text) => {
    const headers = { 'Content-Type': 'application/json' }
    const response = await fetch('/cache/Mika', { method: 'POST', headers, body: text })
    if (!response.ok) throw new Error(`/cache answered ${response.status}`)
  }, body)
}

/** Both by turns, from the request to the whole answer. */
function timeCalls(page: Page, measured: Call, baseline: Call, rounds: number): Promise<Pair> {
  return page.evaluate(
    async ({ calls, count, warmUp }) => {
      const times: Pair = { measured: [], baseline: [] }
      for (let round = 0; round < warmUp + count; round += 1) {
        const baselineTime = await timeOf(calls.baseline)
        const measuredTime = await timeOf(calls.measured)
        if (round < warmUp) continue
        times.baseline.push(baselineTime)
        times.measured.push(measuredTime)
      }
      return times

      async function timeOf({ path, body }: { path: string; body?: string }): Promise<number> {
        const headers = { 'Content-Type': 'application/json' }
        const init = body === undefined ? {} : { method: 'POST', headers, body }
        const started = performance.now()
        const response = await fetch(path, init)
        await response.text()
        const time = performance.now() - started
        if (response.status !== 200) throw new Error(`${path} answered ${response.status}`)
        return time
      }
    },
    { calls: { measured, baseline }, count: rounds, warmUp: WARM_UP },
  )
}
