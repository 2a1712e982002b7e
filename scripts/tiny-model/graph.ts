/**
 * A tiny encoder in the shape of BERT: token, position and type embeddings, one layer of attention and a
 * feed-forward layer, each with a residual and a normalisation. Its weights are made, not trained: tokens of one
 * concept lie close together, attention spreads what a text says over all of its tokens (so that each way of
 * pooling gives it), and the rest adds a little noise that tells texts apart.
 */
import type { Graph, Node, Tensor } from './onnx.ts'
import { conceptCount, vocabulary, type Word } from './vocabulary.ts'

export const WIDTH = 64
export const MAX_LENGTH = 128
const INNER = 128
const SEED = 20_261_130
/** The largest value of an int8 table. */
const INT8_MAX = 127

export interface GraphOptions {
  readonly quantized: boolean
  /** Faults for tests: `nan` breaks the weights, `inputs` asks for one that nobody gives. */
  readonly fault?: 'nan' | 'inputs'
}

export function encoderGraph({ quantized, fault }: GraphOptions): Graph {
  const tensors: Tensor[] = []
  const nodes: Node[] = []
  const weights = makeWeights()
  if (fault === 'nan') weights.tokens.values.fill(NaN)

  for (const tensor of Object.values(weights)) {
    if (quantized && tensor.shape.length === 2 && fault !== 'nan') addQuantized(tensor)
    else tensors.push(tensor)
  }
  constant('int_zero', [0n], [])
  constant('int_one', [1n], [])
  constant('axis_one', [1n], [1])
  tensors.push({ name: 'float_one', shape: [], values: Float32Array.of(1) })
  tensors.push({ name: 'masked', shape: [], values: Float32Array.of(-10_000) })

  node('Gather', ['tokens', 'input_ids'], 'token_part')
  node('Gather', ['types', 'token_type_ids'], 'type_part')
  node('Shape', ['input_ids'], 'input_shape')
  node('Gather', ['input_shape', 'int_one'], 'length')
  node('Range', ['int_zero', 'length', 'int_one'], 'places')
  node('Gather', ['positions', 'places'], 'position_part')
  node('Add', ['token_part', 'type_part'], 'typed')
  node('Add', ['typed', 'position_part'], 'embedded')

  node('MatMul', ['embedded', 'query_weight'], 'queries')
  node('MatMul', ['embedded', 'key_weight'], 'keys')
  node('MatMul', ['embedded', 'value_weight'], 'values')
  node('Transpose', ['keys'], 'keys_turned', { perm: [0, 2, 1] })
  node('MatMul', ['queries', 'keys_turned'], 'matches')
  node('Cast', ['attention_mask'], 'mask', { to: 1 })
  node('Sub', ['float_one', 'mask'], 'absent')
  node('Mul', ['absent', 'masked'], 'penalty')
  node('Unsqueeze', ['penalty', 'axis_one'], 'penalties')
  node('Add', ['matches', 'penalties'], 'scores')
  node('Softmax', ['scores'], 'attention', { axis: 2 })
  node('MatMul', ['attention', 'values'], 'attended')
  node('MatMul', ['attended', 'output_weight'], 'mixed')
  node('Add', ['embedded', 'mixed'], 'attended_sum')
  node('LayerNormalization', ['attended_sum', 'scale', 'shift'], 'attended_norm', {
    axis: 2,
    epsilon: 1e-5,
  })
  node('MatMul', ['attended_norm', 'inner_weight'], 'inner')
  node('Relu', ['inner'], 'inner_active')
  node('MatMul', ['inner_active', 'outer_weight'], 'outer')
  node('Add', ['attended_norm', 'outer'], 'outer_sum')
  node('LayerNormalization', ['outer_sum', 'scale', 'shift'], 'last_hidden_state', {
    axis: 2,
    epsilon: 1e-5,
  })

  const inputs = ['input_ids', 'attention_mask', 'token_type_ids']
  if (fault === 'inputs') inputs.push('pixel_values')
  return { name: 'tiny', inputs, output: { name: 'last_hidden_state', width: WIDTH }, nodes, tensors }

  function node(
    op: string,
    names: readonly string[],
    output: string,
    attributes: NonNullable<Node['attributes']> = {},
  ): void {
    nodes.push({ op, inputs: names, output, attributes })
  }

  function constant(name: string, values: readonly bigint[], shape: readonly number[]): void {
    tensors.push({ name, shape, values: BigInt64Array.from(values) })
  }

  /** One step a table: value ≈ whole number × step. */
  function addQuantized({ name, shape, values }: FloatTensor): void {
    const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    const step = largest / INT8_MAX
    const whole = Int8Array.from(values, (value) => Math.round(value / step))
    tensors.push({ name: `${name}_int8`, shape, values: whole })
    tensors.push({ name: `${name}_step`, shape: [], values: Float32Array.of(step) })
    node('DequantizeLinear', [`${name}_int8`, `${name}_step`], name)
  }
}

interface FloatTensor extends Tensor {
  readonly values: Float32Array<ArrayBuffer>
}

function makeWeights() {
  const normal = normalNumbers(SEED)
  const words = vocabulary()
  const meanings = Array.from({ length: conceptCount }, () => vector(normal, 1))
  return {
    tokens: rows(
      'tokens',
      words.map((word) => embeddingOf(word, meanings, normal)),
    ),
    positions: matrix('positions', MAX_LENGTH, WIDTH, () => normal() * 0.01),
    types: matrix('types', 2, WIDTH, (row) => (row === 0 ? 0 : normal())),
    query: matrix('query_weight', WIDTH, WIDTH, () => normal() * 0.02),
    key: matrix('key_weight', WIDTH, WIDTH, () => normal() * 0.02),
    value: matrix('value_weight', WIDTH, WIDTH, nearlyTheSame(normal, 2)),
    output: matrix('output_weight', WIDTH, WIDTH, nearlyTheSame(normal, 1)),
    inner: matrix('inner_weight', WIDTH, INNER, () => normal() * 0.05),
    outer: matrix('outer_weight', INNER, WIDTH, () => normal() * 0.05),
    scale: { name: 'scale', shape: [WIDTH], values: new Float32Array(WIDTH).fill(1) },
    shift: { name: 'shift', shape: [WIDTH], values: new Float32Array(WIDTH) },
  }
}

function embeddingOf(word: Word, meanings: readonly number[][], normal: () => number): number[] {
  const own = vector(normal, { special: 0.02, concept: 0.3, filler: 0.1, letter: 0.3 }[word.kind])
  if (word.concept === null) return own
  const meaning = meanings[word.concept] ?? []
  return own.map((value, index) => value + (meaning[index] ?? 0))
}

function vector(normal: () => number, size: number): number[] {
  return Array.from({ length: WIDTH }, () => (normal() * size) / Math.sqrt(WIDTH))
}

function nearlyTheSame(normal: () => number, gain: number): (row: number, column: number) => number {
  return (row, column) => (row === column ? gain : 0) + normal() * 0.02
}

function matrix(
  name: string,
  height: number,
  width: number,
  value: (row: number, column: number) => number,
): FloatTensor {
  const values = new Float32Array(height * width)
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) values[row * width + column] = value(row, column)
  return { name, shape: [height, width], values }
}

function rows(name: string, lines: readonly number[][]): FloatTensor {
  return matrix(name, lines.length, WIDTH, (row, column) => lines[row]?.[column] ?? 0)
}

/** Normally distributed numbers that are the same on every machine: sums of uniform ones, no library functions. */
function normalNumbers(seed: number): () => number {
  let state = seed
  const uniform = () => {
    // A linear congruential generator modulo 2^32 (constants of Numerical Recipes).
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  // Twelve uniform numbers have variance 1.
  return () => Array.from({ length: 12 }, uniform).reduce((sum, value) => sum + value, -6)
}
