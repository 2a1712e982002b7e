/** The page of the bench: has each order carried out in a dedicated worker of its own. */
import type { Answer, Order } from './protocol.ts'

declare global {
  interface Window {
    runBench(order: Order): Promise<Answer>
  }
}

window.runBench = (order) =>
  new Promise((resolve) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      worker.terminate()
      resolve(data)
    }
    worker.onerror = ({ message }) => resolve({ ok: false, error: `The worker failed: ${message}` })
    worker.postMessage(order)
  })
