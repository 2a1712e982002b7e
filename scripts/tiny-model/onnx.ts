/** ONNX files in plain data: graphs of nodes, with tensors inside or in a file beside (onnx.proto3, IR version 8). */
import { concatenated, Message } from './protobuf.ts'

const IR_VERSION = 8
const OPSET = 17

export interface Tensor {
  readonly name: string
  readonly shape: readonly number[]
  readonly values: Float32Array | Int8Array | BigInt64Array
}

export interface Node {
  readonly op: string
  readonly inputs: readonly string[]
  readonly output: string
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>
}

/** `float` attributes are written as such; every other number is an integer. */
const floatAttributes = new Set(['epsilon'])

export interface Graph {
  readonly name: string
  /** Names of `[batch, sequence]` inputs of 64-bit integers. */
  readonly inputs: readonly string[]
  /** A `[batch, sequence, width]` output of floats. */
  readonly output: { readonly name: string; readonly width: number }
  readonly nodes: readonly Node[]
  readonly tensors: readonly Tensor[]
}

export interface OnnxFiles {
  readonly graph: Uint8Array
  /** The tensors' values when they are kept beside the graph. */
  readonly data: Uint8Array | null
}

/** `dataFile`: where the values of tensors go, by the name it will have; left out: into the graph. */
export function encodeModel(graph: Graph, dataFile?: string): OnnxFiles {
  const beside: Uint8Array[] = []
  let offset = 0
  const message = new Message()
  for (const node of graph.nodes) message.message(1, encodeNode(node))
  message.text(2, graph.name)
  for (const tensor of graph.tensors) {
    const header = tensorHeader(tensor)
    const values = rawBytes(tensor.values)
    // Small tensors stay inside: shapes are worked out from them before the file beside is read.
    if (dataFile === undefined || tensor.shape.length < 2) header.bytes(9, values)
    else {
      header.message(13, entry('location', dataFile))
      header.message(13, entry('offset', String(offset)))
      header.message(13, entry('length', String(values.byteLength)))
      header.int(14, 1)
      beside.push(values)
      offset += values.byteLength
    }
    message.message(5, header)
  }
  for (const name of graph.inputs) message.message(11, valueInfo(name, INT64, ['batch', 'sequence']))
  message.message(12, valueInfo(graph.output.name, FLOAT, ['batch', 'sequence', graph.output.width]))
  const model = new Message()
    .int(1, IR_VERSION)
    .text(2, 'omoide-tiny-model')
    .message(7, message)
    .message(8, new Message().text(1, '').int(2, OPSET))
  return { graph: model.encode(), data: dataFile === undefined ? null : concatenated(beside) }
}

const FLOAT = 1
const INT8 = 3
const INT64 = 7

function tensorHeader({ name, shape, values }: Tensor): Message {
  const header = new Message()
  for (const dimension of shape) header.int(1, dimension)
  const type = values instanceof Float32Array ? FLOAT : values instanceof Int8Array ? INT8 : INT64
  return header.int(2, type).text(8, name)
}

function rawBytes(values: Tensor['values']): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
}

function entry(key: string, value: string): Message {
  return new Message().text(1, key).text(2, value)
}

function encodeNode({ op, inputs, output, attributes = {} }: Node): Message {
  const message = new Message()
  for (const input of inputs) message.text(1, input)
  message.text(2, output).text(3, output).text(4, op)
  for (const [name, value] of Object.entries(attributes)) message.message(5, encodeAttribute(name, value))
  return message
}

const ATTRIBUTE_FLOAT = 1
const ATTRIBUTE_INT = 2
const ATTRIBUTE_INTS = 7

function encodeAttribute(name: string, value: number | readonly number[]): Message {
  const message = new Message().text(1, name)
  if (typeof value !== 'number') {
    for (const item of value) message.int(8, item)
    return message.int(20, ATTRIBUTE_INTS)
  }
  if (floatAttributes.has(name)) return message.float(2, value).int(20, ATTRIBUTE_FLOAT)
  return message.int(3, value).int(20, ATTRIBUTE_INT)
}

function valueInfo(name: string, type: number, shape: readonly (number | string)[]): Message {
  const dimensions = new Message()
  for (const size of shape) {
    const dimension = new Message()
    dimensions.message(1, typeof size === 'number' ? dimension.int(1, size) : dimension.text(2, size))
  }
  const tensor = new Message().int(1, type).message(2, dimensions)
  return new Message().text(1, name).message(2, new Message().message(1, tensor))
}
