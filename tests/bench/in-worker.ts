/** The parts that are measured inside a worker: the turn and recall. */
import { withBrowser } from './chromium.ts'
import { withFolder } from './folder.ts'
import type { BenchLine, Order } from './page/protocol.ts'
import { withBenchPage } from './sites.ts'

/** Carries out `orders` in a new browser, each in a new worker, and tells each line when it is there. */
export function benchInWorker(orders: readonly Order[], tell: (line: BenchLine) => void): Promise<void> {
  return withBenchPage((url) =>
    withFolder((profile) =>
      withBrowser(profile, async (context) => {
        const page = await context.newPage()
        await page.goto(url)
        await page.waitForFunction(() => 'runBench' in window && window.crossOriginIsolated)
        for (const order of orders) {
          const answer = await page.evaluate((given) => window.runBench(given), order)
          if (!answer.ok) throw new Error(answer.error)
          tell(answer.line)
        }
      }),
    ),
  )
}
