/** The page of the storage tests: runs each named check in a dedicated worker of its own. */
import type { Answer, Order } from './protocol.ts'

declare global {
  interface Window {
    /** Runs the check in a fresh worker, which is ended afterwards unless `keep`. */
    runCheck(order: Order, keep?: boolean): Promise<Answer>
    /** Ends the workers that were kept. */
    endWorkers(): void
    /** Given by the test: hears what a running check has to tell. */
    told?: (message: string) => Promise<void>
  }
}

const kept = new Set<Worker>()

window.runCheck = (order, keep = false) =>
  new Promise((resolve) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    kept.add(worker)
    worker.onmessage = (event: MessageEvent<Answer | { told: string }>) => {
      if ('told' in event.data) {
        void window.told?.(event.data.told)
        return
      }
      if (!keep) {
        worker.terminate()
        kept.delete(worker)
      }
      resolve(event.data)
    }
    worker.onerror = (event) => resolve({ ok: false, error: `The worker failed: ${event.message}` })
    worker.postMessage(order)
  })

window.endWorkers = () => {
  for (const worker of kept) worker.terminate()
  kept.clear()
}
