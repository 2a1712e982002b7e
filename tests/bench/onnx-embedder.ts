/** A transformer from a folder in the hub's layout, on ONNX Runtime's WebAssembly in Node: for measuring recall only. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-web'
import type { Embedder } from '../../src/engine/embedding/embedder.ts'
import { modelId } from '../../src/engine/embedding/model-id.ts'
import { createEncoder } from '../../src/worker/embedding/encoder.ts'
import { modelConfig, poolingConfig, tokenizerLimit } from '../../src/worker/embedding/model-config.ts'
import { createTokenizer } from '../../src/worker/embedding/tokenizer.ts'

/** Longest input where the files name none, in tokens: memories are a line or two. */
const TOKENS = 512
const GRAPHS = [
  ['onnx/model_quantized.onnx', 'int8'],
  ['onnx/model.onnx', 'fp32'],
] as const

/** Throws for a folder without tokenizer and graph, and for a graph that is no text encoder. */
export async function openOnnxFolder(folder: string): Promise<Embedder> {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const optional = (name: string) => (existsSync(join(folder, name)) ? read(name) : null)
  const [file, quantization] = GRAPHS.find(([name]) => existsSync(join(folder, name))) ?? GRAPHS[1]
  const { width, maxTokens, vocabulary } = modelConfig(optional('config.json') ?? '{}')
  if (width === null) throw new Error(`${folder}: config.json names no hidden_size`)
  const tokenizerConfig = optional('tokenizer_config.json')
  const longest = Math.min(TOKENS, maxTokens ?? TOKENS, tokenizerLimit(tokenizerConfig ?? '{}') ?? TOKENS)
  const tokenizer = createTokenizer(
    { tokenizer: read('tokenizer.json'), config: tokenizerConfig, vocabulary },
    longest,
  )
  const pooling = poolingConfig(optional('1_Pooling/config.json') ?? '{}') ?? 'mean'
  const recipe = { pooling, width, steps: [width], maxTokens: longest, prefix: { query: '', entry: '' } }
  const session = await openGraph(join(folder, file))
  const { encode } = createEncoder(tokenizer, session, recipe, width)
  return {
    kind: 'onnx',
    modelId: modelId({ profile: 'bench-folder', dimension: width, quantization, maxLength: longest }),
    dimension: width,
    embed: (texts, _signal, purpose = 'entry') => encode(texts, purpose),
  }
}

async function openGraph(path: string) {
  const data = `${path}_data`
  const session = await InferenceSession.create(new Uint8Array(readFileSync(path)), {
    executionProviders: ['wasm'],
    ...(existsSync(data)
      ? {
          externalData: [
            { path: `${path.split('/').at(-1) ?? ''}_data`, data: new Uint8Array(readFileSync(data)) },
          ],
        }
      : {}),
  })
  return {
    async run(texts: readonly (readonly number[])[], padId: number) {
      const length = Math.max(...texts.map((ids) => ids.length))
      const tensor = (valueOf: (id: number | undefined) => number) =>
        new Tensor(
          'int64',
          BigInt64Array.from(
            texts.flatMap((ids) => Array.from({ length }, (_, at) => BigInt(valueOf(ids[at])))),
          ),
          [texts.length, length],
        )
      const inputs: Record<string, Tensor> = {
        input_ids: tensor((id) => id ?? padId),
        attention_mask: tensor((id) => (id === undefined ? 0 : 1)),
        token_type_ids: tensor(() => 0),
      }
      const feeds = Object.fromEntries(
        session.inputNames.flatMap((name) => {
          const input = inputs[name]
          return input === undefined ? [] : [[name, input] as const]
        }),
      )
      const output = (await session.run(feeds))[session.outputNames[0] ?? '']
      const width = output?.dims[2]
      if (output === undefined || width === undefined || !(output.data instanceof Float32Array)) {
        throw new Error(`${path} gives no hidden states`)
      }
      return { values: output.data, batch: texts.length, length, width }
    },
  }
}
