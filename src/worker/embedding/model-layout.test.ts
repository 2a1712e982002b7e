import { expect, test } from 'vitest'
import { fileUrl, isRepository, readCommit, readListing } from './hub-api.ts'
import { modelConfig, poolingConfig, tokenizerLimit } from './model-config.ts'
import { chooseFiles } from './model-layout.ts'

const named = (...paths: readonly string[]) => paths.map((path) => ({ path }))
const whole = named(
  'README.md',
  'config.json',
  'tokenizer.json',
  'tokenizer_config.json',
  'onnx/model.onnx',
  'onnx/model.onnx_data',
  'onnx/model_quantized.onnx',
  'onnx/model_q4.onnx',
)

test('small weights are chosen where there are some, with what is kept beside them', () => {
  expect(chooseFiles(whole, 'auto')).toMatchObject({
    quantization: 'int8',
    graph: { path: 'onnx/model_quantized.onnx' },
    data: null,
    pooling: null,
  })
  expect(chooseFiles(whole, 'fp32')).toMatchObject({
    quantization: 'fp32',
    graph: { path: 'onnx/model.onnx' },
    data: { path: 'onnx/model.onnx_data' },
  })
})

test('what is missing is named', () => {
  const without = (path: string) => whole.filter((file) => file.path !== path)
  for (const path of ['config.json', 'tokenizer.json']) {
    expect(() => chooseFiles(without(path), 'auto')).toThrow(
      expect.objectContaining({ code: 'embedding_file_missing', message: path }),
    )
  }
  expect(() => chooseFiles(without('onnx/model_quantized.onnx'), 'int8')).toThrow('onnx/model_quantized.onnx')
  expect(() => chooseFiles(without('onnx/model.onnx'), 'fp32')).toThrow('onnx/model.onnx')
})

test('a listing tells the digest of each file by its kind', () => {
  const sha256 = 'ab'.repeat(32)
  expect(
    readListing([
      { type: 'directory', path: 'onnx', oid: 'x' },
      { type: 'file', path: 'config.json', size: 5, oid: 'c0ffee' },
      { type: 'file', path: 'onnx/model.onnx', size: 130, oid: 'pointer', lfs: { oid: sha256, size: 9 } },
    ]),
  ).toEqual([
    { path: 'config.json', bytes: 5, sha256: null, gitBlob: 'c0ffee' },
    { path: 'onnx/model.onnx', bytes: 9, sha256, gitBlob: null },
  ])
  for (const answer of [undefined, {}, [{ type: 'file' }], [{ type: 'file', path: 'a', size: -1 }]]) {
    expect(readListing(answer)).toBeNull()
  }
})

test('a commit is forty digits, a repository two names', () => {
  expect(readCommit({ sha: '0'.repeat(40) })).toBe('0'.repeat(40))
  expect(readCommit({ sha: 'main' })).toBeNull()
  expect(['a/b', 'A-1/b_c.d'].every(isRepository)).toBe(true)
  expect(['', 'a', 'a/b/c', '../b', 'a/..', 'a b/c', 'a/b?x'].some(isRepository)).toBe(false)
  expect(fileUrl('https://hub.example', 'a/b', 'c', 'onnx/ü.onnx')).toBe(
    'https://hub.example/a/b/resolve/c/onnx/%C3%BC.onnx',
  )
})

test('the files of a model say how wide it is, how long its inputs are and how it pools', () => {
  expect(modelConfig('{"hidden_size":384,"vocab_size":9,"max_position_embeddings":514}')).toEqual({
    width: 384,
    maxTokens: 514,
    vocabulary: 9,
  })
  for (const text of ['', 'null', '{"hidden_size":-1}']) {
    expect(modelConfig(text)).toEqual({ width: null, maxTokens: null, vocabulary: null })
  }
  expect(tokenizerLimit('{"model_max_length":512}')).toBe(512)
  expect(tokenizerLimit('{"model_max_length":1000000000000000019884624838656}')).toBeNull()
  expect(poolingConfig('{"pooling_mode_cls_token":true,"pooling_mode_mean_tokens":false}')).toBe('cls')
  expect(poolingConfig('{"pooling_mode_mean_tokens":true}')).toBe('mean')
  expect(poolingConfig('{"pooling_mode_lasttoken":true}')).toBe('last')
  expect(poolingConfig('{"pooling_mode_max_tokens":true}')).toBeNull()
})
