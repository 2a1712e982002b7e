/** A worker that runs a model, as its owner sees it: calls that end also when the worker does not answer. */
import * as Comlink from 'comlink'
import type { EmbedPurpose } from '../../engine/embedding/profiles.ts'
import type { Timer } from '../../engine/ports.ts'
import { INFERENCE_LIMIT_MS, MODEL_LOAD_LIMIT_MS } from '../limits.ts'
import { scriptUrl } from '../trusted-types.ts'
import type { EmbedWorker, LoadRequest } from './embed-worker.ts'
import embedWorkerUrl from './embed-worker.ts?worker&url'
import { ModelTrouble, type Outcome, valueOf } from './trouble.ts'

export interface EmbedProcess {
  /** Throws `ModelTrouble`; so does `embed`. */
  load(request: LoadRequest): Promise<void>
  embed(texts: readonly string[], purpose: EmbedPurpose): Promise<readonly (Float32Array | null)[]>
  /** Ends the worker and frees all that it held; calls under way reject. */
  close(): void
}

export function startEmbedProcess(timer: Timer): EmbedProcess {
  const worker = new Worker(scriptUrl(embedWorkerUrl), { type: 'module', name: 'omoide-embedding' })
  const remote = Comlink.wrap<EmbedWorker>(worker)
  let closed = false
  let end: (why: string) => void = () => undefined
  const ended = new Promise<never>((_, reject) => {
    end = (why) => reject(new ModelTrouble('inference_failed', `the worker of the model ${why}`))
  })
  worker.addEventListener('error', ({ message }) => end(`broke: ${message}`))
  // Whoever calls is told; while nobody does there is nobody to tell.
  ended.catch(() => undefined)

  return {
    load: async (request) => {
      await answered(remote.load(request), MODEL_LOAD_LIMIT_MS)
    },
    embed: (texts, purpose) => answered(remote.embed([...texts], purpose), INFERENCE_LIMIT_MS),
    close() {
      if (closed) return
      closed = true
      end('was ended')
      remote[Comlink.releaseProxy]()
      worker.terminate()
    },
  }

  /** A worker that ran out of memory just stops: the only sign is that it says nothing. */
  async function answered<T>(call: Promise<Outcome<T>>, limit: number): Promise<T> {
    let cancel: () => void = () => undefined
    const late = new Promise<never>((_, reject) => {
      cancel = timer(limit, () => reject(new ModelTrouble('inference_failed', `no answer in ${limit} ms`)))
    })
    try {
      return valueOf(await Promise.race([call, late, ended]))
    } finally {
      cancel()
    }
  }
}
