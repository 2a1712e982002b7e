/** Which files of a repository or folder make a model, in the hub's layout (embeddings.md §1). */
import { type QuantizationChoice, quantizationOf } from '../../engine/embedding/choice.ts'
import type { Quantization } from '../../engine/embedding/profiles.ts'
import { InstallTrouble } from './install-trouble.ts'

export interface ChosenFiles<T> {
  readonly config: T
  readonly tokenizer: T
  readonly tokenizerConfig: T | null
  /** Says how the model pools, for one that has no profile. */
  readonly pooling: T | null
  readonly graph: T
  /** Beside the graph, where the graph keeps its weights there. */
  readonly data: T | null
  readonly quantization: Quantization
}

/** Throws `embedding_file_missing`, with the name of what is not there. */
export function chooseFiles<T extends { readonly path: string }>(
  files: readonly T[],
  choice: QuantizationChoice,
): ChosenFiles<T> {
  const at = (path: string) => files.find((file) => file.path === path) ?? null
  const graphOf = {
    int8: at('onnx/model_quantized.onnx') ?? at('onnx/model_int8.onnx'),
    fp32: at('onnx/model.onnx'),
  }
  const kinds = (['int8', 'fp32'] as const).filter((kind) => graphOf[kind] !== null)
  const quantization = quantizationOf(choice, kinds)
  const graph = quantization === null ? null : graphOf[quantization]
  if (quantization === null || graph === null) {
    return missing(choice === 'fp32' ? 'onnx/model.onnx' : 'onnx/model_quantized.onnx')
  }
  return {
    config: at('config.json') ?? missing('config.json'),
    tokenizer: at('tokenizer.json') ?? missing('tokenizer.json'),
    tokenizerConfig: at('tokenizer_config.json'),
    pooling: at('1_Pooling/config.json'),
    graph,
    data: at(`${graph.path}_data`),
    quantization,
  }
}

/** The files themselves, in the order in which a fault is cheapest to learn of. */
export function listOf<T>({
  config,
  tokenizer,
  tokenizerConfig,
  pooling,
  graph,
  data,
}: ChosenFiles<T>): readonly T[] {
  return [config, tokenizer, tokenizerConfig, pooling, graph, data].filter((file) => file !== null)
}

/** The same choice of other values, such as of what became of each file. */
export function mapChosen<T, U>(chosen: ChosenFiles<T>, change: (file: T) => U): ChosenFiles<U> {
  const maybe = (file: T | null) => (file === null ? null : change(file))
  return {
    config: change(chosen.config),
    tokenizer: change(chosen.tokenizer),
    tokenizerConfig: maybe(chosen.tokenizerConfig),
    pooling: maybe(chosen.pooling),
    graph: change(chosen.graph),
    data: maybe(chosen.data),
    quantization: chosen.quantization,
  }
}

function missing(path: string): never {
  throw new InstallTrouble('embedding_file_missing', path)
}
