/** One graph, loaded by ONNX Runtime on one backend. A worker holds one, for the runtime can't change its build. */
import asyncifyModule from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.mjs?url'
import asyncifyWasm from 'onnxruntime-web/ort-wasm-simd-threaded.asyncify.wasm?url'
import plainModule from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url'
import plainWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'
import { env, InferenceSession, Tensor } from 'onnxruntime-web/webgpu'
import type { HiddenStates } from '../../engine/embedding/pooling.ts'
import { messageOf } from '../../engine/result.ts'
import { ModelTrouble } from './trouble.ts'

export type Backend = 'wasm' | 'webgpu'

export interface GraphFiles {
  readonly graph: Uint8Array
  /** What the graph keeps beside it, under the name that it knows. */
  readonly data: { readonly name: string; readonly bytes: Uint8Array } | null
}

export interface GraphSession {
  /** Hidden states of texts as token ids; shorter ones are padded on the right with `padId`. */
  run(texts: readonly (readonly number[])[], padId: number): Promise<HiddenStates>
  close(): Promise<void>
}

/** Throws `ModelTrouble` `graph_unfit` for what is no graph of a text encoder. */
export async function openSession(files: GraphFiles, backend: Backend): Promise<GraphSession> {
  prepareRuntime(backend)
  const session = await createSession(files, backend)
  const lost = backend === 'webgpu' ? deviceLost() : new Promise<never>(() => undefined)
  // Whoever runs the graph is told; a loss while nobody does is told to the next one.
  lost.catch(() => undefined)
  const inputs = session.inputNames
  const unknown = inputs.filter((name) => !knownInputs.has(name))
  if (unknown.length > 0 || !inputs.includes('input_ids')) {
    await session.release()
    throw new ModelTrouble('graph_unfit', `the graph asks for ${inputs.join(', ')}`)
  }
  return {
    async run(texts, padId) {
      const length = Math.max(...texts.map((ids) => ids.length))
      const feeds = Object.fromEntries(inputs.map((name) => [name, inputTensor(name, texts, length, padId)]))
      const results = await Promise.race([session.run(feeds), lost])
      const states = hiddenStates(results[session.outputNames[0] ?? ''], texts.length, length)
      for (const result of Object.values(results)) result.dispose()
      return states
    },
    close: () => session.release(),
  }
}

const knownInputs = new Set(['input_ids', 'attention_mask', 'token_type_ids'])

let prepared: Backend | undefined

function prepareRuntime(backend: Backend): void {
  if (prepared !== undefined && prepared !== backend) throw new Error(`this worker is one for ${prepared}`)
  prepared = backend
  const [module, wasm] = backend === 'wasm' ? [plainModule, plainWasm] : [asyncifyModule, asyncifyWasm]
  env.wasm.wasmPaths = { mjs: new URL(module, location.href).href, wasm: new URL(wasm, location.href).href }
  // More needs an isolated page; the proxy and the cache load code from blob: addresses, which the policy forbids.
  env.wasm.numThreads = 1
  env.wasm.proxy = false
  // Whatever goes wrong is thrown too.
  env.logLevel = 'error'
}

/** Rejects when the graphics processor goes away: a run on it may then fail in any way, or never end. */
async function deviceLost(): Promise<never> {
  const device = await env.webgpu.device
  const { reason, message } = await device.lost
  throw new ModelTrouble('device_lost', `${reason}: ${message}`)
}

async function createSession({ graph, data }: GraphFiles, backend: Backend): Promise<InferenceSession> {
  try {
    return await InferenceSession.create(graph, {
      executionProviders: [backend],
      graphOptimizationLevel: 'all',
      enableCpuMemArena: false,
      ...(data === null ? {} : { externalData: [{ path: data.name, data: data.bytes }] }),
    })
  } catch (error) {
    throw new ModelTrouble('graph_unfit', messageOf(error), { cause: error })
  }
}

function inputTensor(
  name: string,
  texts: readonly (readonly number[])[],
  length: number,
  padId: number,
): Tensor {
  const values = new BigInt64Array(texts.length * length)
  texts.forEach((ids, row) => {
    for (let at = 0; at < length; at += 1) {
      const id = ids[at]
      const value =
        name === 'input_ids' ? (id ?? padId) : name === 'attention_mask' && id !== undefined ? 1 : 0
      values[row * length + at] = BigInt(value)
    }
  })
  return new Tensor('int64', values, [texts.length, length])
}

function hiddenStates(output: Tensor | undefined, batch: number, length: number): HiddenStates {
  const [rows, columns, width = 0] = output?.dims ?? []
  if (output?.type !== 'float32' || rows !== batch || columns !== length) {
    const shape = output === undefined ? 'nothing' : `${output.type} [${output.dims.join(', ')}]`
    throw new ModelTrouble('graph_unfit', `the graph gives ${shape}, no hidden states of each token`)
  }
  // The runtime takes its memory back when the tensor is disposed.
  return { values: Float32Array.from(output.data as Float32Array), batch, length, width }
}
