import { expect, test } from 'vitest'
import { createTestClock } from '../../../tests/fixtures/clock.ts'
import { testEmbedder, testProvider } from '../../../tests/fixtures/embedder.ts'
import { encodeVector } from './codec.ts'
import { modelVectors } from './model-vectors.ts'
import { noVector, storedVector, vectorFields } from './stored.ts'

const model = { modelId: 'test-v1-3d-int8-mlen512', dimension: 3 }
const vector = Float32Array.of(1, 0, 0)
const row = { text: ' tea ', ...vectorFields(vector, ' tea ', model.modelId) }

test('a row keeps half floats, the hash of its exact text, and the model', () => {
  expect(row).toEqual({
    text: ' tea ',
    embedding: 'ADwAAAAA',
    embedding_text_sha256: '45f16c62ad90c8b70a368f0370539525178ca4128de06ed0e0158ae376d680ac',
    embedding_model_id: 'test-v1-3d-int8-mlen512',
  })
  expect(storedVector(row, model)).toEqual(vector)
})

test('a vector of another text, another model, another width or that cannot be read is none', () => {
  const bad = [
    { ...row, text: 'tea' },
    { ...row, text: null },
    { ...row, ...noVector },
    { ...row, embedding: [1, 0, 0] },
    { ...row, embedding: '' },
    { ...row, embedding: 'ADwAAAA' },
    { ...row, embedding: encodeVector([1, 0]) },
    { ...row, embedding: encodeVector([1, 0, NaN]) },
    { ...row, embedding_model_id: 'other-v1-3d-int8-mlen512' },
    { ...row, embedding_model_id: 'test-v1-3d-int8' },
    'tea',
    null,
  ]
  expect(bad.map((each) => storedVector(each, model))).toEqual(bad.map(() => null))
  // A missing text counts as an empty one.
  expect(storedVector({ ...vectorFields(vector, null, model.modelId) }, model)).toEqual(vector)
})

test('the word table decides nothing; a transformer does, while it is ready', async () => {
  const { timer } = createTestClock('2026-06-01T12:00:00Z', 'UTC')
  expect(modelVectors({ timer })).toBeUndefined()
  const table = testProvider(testEmbedder({ kind: 'static' }))
  expect(modelVectors({ embedders: table, timer })).toBeUndefined()

  const onnx = testEmbedder()
  const provider = testProvider(onnx)
  const vectors = modelVectors({ embedders: provider, timer })
  const [tea] = (await vectors?.embed(['tea', ''])) ?? []
  expect(tea).toHaveLength(64)
  const stored = { text: 'tea', ...vectorFields(tea ?? vector, 'tea', onnx.modelId) }
  expect(vectors?.stored(stored)).toHaveLength(64)
  expect(vectors?.stored({ ...stored, text: 'tee' })).toBeNull()

  onnx.fail(1)
  expect(await vectors?.embed(['tea'])).toBeNull()
  expect(provider.failures).toHaveLength(1)
  expect(modelVectors({ embedders: provider, timer })).toBeUndefined()
})
