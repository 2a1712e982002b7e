/** The page of the bench: has each order carried out in a dedicated worker of its own. */
import type { Answer, Order, WorkerMemory } from './protocol.ts'

declare global {
  interface Window {
    runBench(order: Order): Promise<Answer>
    /** What the worker of the last order holds that leaves one behind; ends it. */
    measureWorker(): Promise<WorkerMemory>
  }
  interface Performance {
    measureUserAgentSpecificMemory(): Promise<MemoryMeasurement>
  }
}

interface MemoryMeasurement {
  readonly breakdown: readonly {
    readonly bytes: number
    readonly attribution: readonly { readonly scope: string }[]
    readonly types: readonly string[]
  }[]
}

let left: Worker | null = null

window.runBench = (order) =>
  new Promise((resolve) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if (order.part === 'recall hybrid') left = worker
      else worker.terminate()
      resolve(data)
    }
    worker.onerror = ({ message }) => resolve({ ok: false, error: `The worker failed: ${message}` })
    worker.postMessage(order)
  })

window.measureWorker = async () => {
  const worker = left
  if (worker === null) throw new Error('no worker was left')
  left = null
  const wasm = await new Promise<number>((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data)
    worker.postMessage('wasm')
  })
  const { breakdown } = await performance.measureUserAgentSpecificMemory()
  worker.terminate()
  const heap = breakdown
    .filter(({ attribution }) => attribution.some(({ scope }) => scope === 'DedicatedWorkerGlobalScope'))
    .reduce((sum, { bytes }) => sum + bytes, 0)
  return { heap, wasm }
}
