/** The parts that are measured inside a worker: the turn and recall. */
import type { Page } from 'playwright-core'
import { withBrowser } from './chromium.ts'
import { withFolder } from './folder.ts'
import type { BenchLine, Order } from './page/protocol.ts'
import { withBenchPage } from './sites.ts'

/** Carries out `orders` in a new browser, each in a new worker, and tells each line when it is there. */
export function benchInWorker(orders: readonly Order[], tell: (line: BenchLine) => void): Promise<void> {
  return withWorkers(async (carryOut) => {
    for (const order of orders) tell(await carryOut(order))
  })
}

/** Runs `work` with a browser that carries out orders, each in a new worker over one storage. */
export function withWorkers<T>(
  work: (carryOut: (order: Order) => Promise<BenchLine>, page: Page) => Promise<T>,
): Promise<T> {
  return withBenchPage((url) =>
    withFolder((profile) =>
      withBrowser(profile, async (context) => {
        const page = await context.newPage()
        await page.goto(url)
        await page.waitForFunction(() => 'runBench' in window && window.crossOriginIsolated)
        return work(async (order) => {
          const answer = await page.evaluate((given) => window.runBench(given), order)
          if (!answer.ok) throw new Error(answer.error)
          return answer.line
        }, page)
      }),
    ),
  )
}
