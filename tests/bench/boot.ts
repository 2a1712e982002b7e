/** How long after a navigation the memory answers, on a device that has never seen the app and on one that has. */
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { SHELL_CACHE } from '../../src/worker/protocol.ts'
import { withBrowser } from './chromium.ts'
import { withFolder } from './folder.ts'
import { lineOf, type Pair } from './page/measure.ts'
import type { BenchLine } from './page/protocol.ts'
import { remember } from './routes.ts'
import { withApp, withBenchFiles } from './sites.ts'

declare global {
  interface Window {
    /** Milliseconds from the start of the navigation until `/query_memory` has answered. */
    recalledAt?: number
  }
}

const baseline = 'load event of the same page'

export async function benchBoot(rounds: number, tell: (line: BenchLine) => void): Promise<void> {
  const cold: Pair = { measured: [], baseline: [] }
  const warm: Pair = { measured: [], baseline: [] }
  const reopened: Pair = { measured: [], baseline: [] }
  await withApp(async (url) => {
    for (let round = 0; round < rounds; round += 1) {
      await withFolder(async (profile) => {
        await withBrowser(profile, async (context) => {
          const page = await watchedPage(context)
          add(cold, await boot(page, () => page.goto(url)))
          await remember(page)
          await tokenTableIsKept(page)
          add(warm, await boot(page, () => page.reload()))
        })
        await withBrowser(profile, async (context) => {
          const page = await watchedPage(context)
          add(reopened, await boot(page, () => page.goto(url)))
        })
      })
    }
  })
  tell(lineOf({ bench: 'boot cold (new profile)', baseline }, cold))
  tell(lineOf({ bench: 'boot warm (second load)', baseline }, warm))
  tell(lineOf({ bench: 'boot warm (browser started anew)', baseline }, reopened))
}

/** Items of a memory that is there already. */
const sizes = [10_000, 100_000]
const WARM_MAX_MS = 400
/** The largest memory may take so many times what the smaller one may. */
const GROWTH_MAX = 2

/** The same over memories of some size: second loads, and starts of the browser. */
export async function benchFilledBoot(rounds: number, tell: (line: BenchLine) => void): Promise<void> {
  await withApp((url) =>
    withBenchFiles(async (folder) => {
      for (const items of sizes) {
        const most = items === sizes[0] ? WARM_MAX_MS : WARM_MAX_MS * GROWTH_MAX
        const target = { text: `p50 at most ${most} ms`, met: ({ ms }: BenchLine) => ms.p50 <= most }
        const warm: Pair = { measured: [], baseline: [] }
        const reopened: Pair = { measured: [], baseline: [] }
        await withFolder(async (profile) => {
          await withBrowser(profile, (context) => leaveMemory(context, url, folder, items))
          await withBrowser(profile, async (context) => {
            const page = await watchedPage(context)
            await boot(page, () => page.goto(url))
            await tokenTableIsKept(page)
            for (let round = 0; round < rounds; round += 1) add(warm, await boot(page, () => page.reload()))
          })
          for (let round = 0; round < rounds; round += 1) {
            await withBrowser(profile, async (context) => {
              const page = await watchedPage(context)
              add(reopened, await boot(page, () => page.goto(url)))
            })
          }
        })
        const fastest = ({ measured }: Pair) => ({ fastest_ms: Math.min(...measured) })
        tell(lineOf({ bench: `boot warm over ${items} facts`, baseline }, warm, fastest(warm), target))
        tell(lineOf({ bench: `boot anew over ${items} facts`, baseline }, reopened, fastest(reopened)))
      }
    }),
  )
}

/** By the bench's own page, which the browser is given at the address of the app. */
export async function leaveMemory(
  context: BrowserContext,
  url: string,
  folder: string,
  items: number,
): Promise<void> {
  const page = await context.newPage()
  await page.route(`${url}/bench/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice('/bench/'.length)
    return route.fulfill({ path: join(folder, name === '' ? 'index.html' : name) })
  })
  await page.goto(`${url}/bench/`)
  await page.waitForFunction(() => 'runBench' in window)
  const answer = await page.evaluate((count) => window.runBench({ part: 'app memory', items: count }), items)
  if (!answer.ok) throw new Error(answer.error)
}

/** It is fetched after the first start, and every later one reads it: without it a second load does less. */
async function tokenTableIsKept(page: Page): Promise<void> {
  await page.waitForFunction(async (name) => {
    const cache = await caches.open(name)
    return (await cache.keys()).some(({ url }) => url.includes('/assets/o200k-'))
  }, SHELL_CACHE)
}

/** A page that asks its memory as soon as there is a way to it, from the start of each document. */
async function watchedPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(async () => {
    const { serviceWorker } = navigator
    while (window.recalledAt === undefined) {
      if (serviceWorker.controller === null) {
        await new Promise((resolve) =>
          serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
        )
      }
      const headers = { 'Content-Type': 'application/json' }
      const response = await fetch('/query_memory/Mika', {
        method: 'POST',
        headers,
        body: '{"query":"matcha"}',
      })
      const answer: unknown = await response.json()
      const whole = response.ok && typeof answer === 'object' && answer !== null && 'results' in answer
      if (whole) window.recalledAt = performance.now()
    }
  })
  return page
}

async function boot(
  page: Page,
  navigate: () => Promise<unknown>,
): Promise<{ ready: number; loaded: number }> {
  await navigate()
  await page.waitForFunction(() => window.recalledAt !== undefined)
  return page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    if (!(navigation instanceof PerformanceNavigationTiming)) throw new Error('no navigation was timed')
    return { ready: window.recalledAt ?? NaN, loaded: navigation.loadEventStart }
  })
}

function add(pair: Pair, { ready, loaded }: { ready: number; loaded: number }): void {
  pair.measured.push(ready)
  pair.baseline.push(loaded)
}
