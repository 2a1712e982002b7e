/**
 * The embedder of an installed model. WebAssembly does what somebody waits for; work in bulk goes to the graphics
 * processor where there is one that gives the same vectors (design.md §7).
 */
import { embeddingModelId } from '../../engine/embedding/choice.ts'
import type { Embedder, EmbedderTrouble } from '../../engine/embedding/embedder.ts'
import { unitVector } from '../../engine/embedding/pooling.ts'
import type { EmbedPurpose } from '../../engine/embedding/profiles.ts'
import { probeFault, probeTexts } from '../../engine/embedding/self-test.ts'
import type { EmbeddingBackend, EmbeddingSettings } from '../../engine/embedding/settings.ts'
import type { Log, Timer } from '../../engine/ports.ts'
import { messageOf } from '../../engine/result.ts'
import { EMBEDDING_BULK_TEXTS } from '../../engine/settings.ts'
import { GPU_IDLE_MS, GPU_SLICE_TEXTS, WASM_SLICE_TEXTS } from '../limits.ts'
import type { EmbedProcess } from './embed-process.ts'
import { createInferenceQueue } from './inference-queue.ts'
import type { InstalledModel } from './installed-models.ts'
import { ModelTrouble } from './trouble.ts'

export type GpuKind = 'none' | 'fallback' | 'real'

export interface OnnxDeps {
  readonly start: () => EmbedProcess
  /** What this device has to offer, asked once a model is loaded. */
  readonly gpu: () => Promise<GpuKind>
  readonly timer: Timer
  readonly log: Log
}

export interface OnnxEmbedder extends Embedder {
  /** What bulk work runs on now, and why not on the graphics processor when that was tried. */
  backends(): { readonly bulk: EmbeddingBackend; readonly refused: EmbedderTrouble | null }
  /** Ends its workers. */
  close(): void
}

/**
 * Loads `model` for vectors of `dimension` values. Resolves when it has passed its test; throws `ModelTrouble`, and
 * nothing is left running then.
 */
export async function openOnnxEmbedder(
  deps: OnnxDeps,
  model: InstalledModel,
  { dimension, backend }: { readonly dimension: number; readonly backend: EmbeddingSettings['backend'] },
): Promise<OnnxEmbedder> {
  const queue = createInferenceQueue()
  const wasm = await open('wasm')
  const gpuKind = backend === 'wasm' ? 'none' : await offeredGpu()
  const gpuWanted = gpuKind === 'real' || (gpuKind === 'fallback' && backend === 'webgpu')
  let gpu: EmbedProcess | null = null
  let gpuRefused: EmbedderTrouble | null = null
  let cancelIdle: () => void = () => undefined
  let closed = false

  return {
    kind: 'onnx',
    modelId: embeddingModelId(model.id, model.recipe, { dimension, quantization: model.quantization }),
    dimension,
    async embed(texts, signal, purpose = 'entry') {
      const urgent = purpose === 'query'
      const bulk = !urgent && texts.length >= EMBEDDING_BULK_TEXTS
      const vectors: (Float32Array | null)[] = []
      while (vectors.length < texts.length) {
        const made = await queue.run(() => slice(texts, vectors.length, purpose, bulk), urgent, signal)
        vectors.push(...made)
      }
      return vectors
    },
    backends: () => ({ bulk: useGpu() ? 'webgpu' : 'wasm', refused: gpuRefused }),
    close() {
      closed = true
      cancelIdle()
      gpu?.close()
      wasm.close()
    },
  }

  /** A browser that can't say has none: the processor does as well. */
  async function offeredGpu(): Promise<GpuKind> {
    try {
      return await deps.gpu()
    } catch (error) {
      deps.log.write('warn', 'embedding.gpu_unknown', { error: messageOf(error) })
      return 'none'
    }
  }

  function useGpu(): boolean {
    return gpuWanted && gpuRefused === null
  }

  /** The next few vectors: few enough that a query does not wait long behind them. */
  async function slice(
    texts: readonly string[],
    from: number,
    purpose: EmbedPurpose,
    bulk: boolean,
  ): Promise<readonly (Float32Array | null)[]> {
    refuseClosed()
    if (bulk && useGpu()) {
      try {
        return await onGpu(texts.slice(from, from + GPU_SLICE_TEXTS), purpose)
      } catch (error) {
        refuseClosed()
        refuseGpu(error)
      }
    }
    return wasm.embed(texts.slice(from, from + WASM_SLICE_TEXTS), purpose)
  }

  async function onGpu(
    texts: readonly string[],
    purpose: EmbedPurpose,
  ): Promise<readonly (Float32Array | null)[]> {
    cancelIdle()
    gpu ??= await open('webgpu')
    // Its owner may have gone while it was opened, and would not end it any more.
    if (closed) gpu.close()
    refuseClosed()
    const vectors = await gpu.embed(texts, purpose)
    refuseClosed()
    cancelIdle = deps.timer(GPU_IDLE_MS, () => {
      gpu?.close()
      gpu = null
    })
    return vectors
  }

  function refuseClosed(): void {
    if (closed) throw new ModelTrouble('inference_failed', 'the model was put away')
  }

  /** For good, until the model is opened anew: a device that was lost once is likely to be lost again. */
  function refuseGpu(error: unknown): void {
    gpuRefused = error instanceof ModelTrouble ? error.trouble : 'inference_failed'
    deps.log.write('warn', 'embedding.gpu_refused', { trouble: gpuRefused, error: messageOf(error) })
    gpu?.close()
    gpu = null
  }

  async function open(on: EmbeddingBackend): Promise<EmbedProcess> {
    const process = deps.start()
    try {
      const { folder, recipe, files } = model
      await process.load({ folder, recipe, dimension, backend: on, files })
      refuseUnusable(await process.embed(probeTexts, 'entry'), on)
      return process
    } catch (error) {
      process.close()
      throw error
    }
  }

  /** Weights that were damaged since the installation may still be read: then they give other vectors where they gave those. */
  function refuseUnusable(vectors: readonly (Float32Array | null)[], on: EmbeddingBackend): void {
    const reference = model.probes.map((probe) => [...unitVector(Float32Array.from(probe), dimension)])
    const fault = probeFault(vectors, reference)
    if (fault === null) return
    const isDamaged = on === 'wasm' && fault === 'disagrees'
    throw new ModelTrouble(isDamaged ? 'checksum_wrong' : 'vectors_unusable', `${on}: ${fault}`)
  }
}

/** The graphics processor that this browser offers to workers. */
export async function gpuOfDevice(): Promise<GpuKind> {
  if (!('gpu' in navigator)) return 'none'
  const adapter = await navigator.gpu.requestAdapter()
  if (adapter === null) return 'none'
  return adapter.info.isFallbackAdapter ? 'fallback' : 'real'
}
