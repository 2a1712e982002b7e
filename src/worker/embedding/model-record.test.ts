import { expect, test } from 'vitest'
import { findProfile } from '../../engine/embedding/profiles.ts'
import { describeModel, type ModelOrigin } from './model-record.ts'

const file = (path: string, sha256 = 'a') => ({ path, bytes: 1, sha256 })
const arrived = {
  chosen: {
    config: file('config.json'),
    tokenizer: file('tokenizer.json'),
    tokenizerConfig: file('tokenizer_config.json'),
    pooling: null,
    graph: file('onnx/model_quantized.onnx'),
    data: null,
    quantization: 'int8',
  },
  revision: 'c0ffee',
} as const
const texts: Readonly<Record<string, string>> = {
  'config.json': '{"hidden_size":384,"max_position_embeddings":514}',
  'tokenizer_config.json': '{"model_max_length":512}',
  '1_Pooling/config.json': '{"pooling_mode_cls_token":true}',
}
const readText = async (path: string) => texts[path] ?? null
const mine: ModelOrigin = { profile: null, name: 'Mine', pooling: 'last', repository: null }

test('a model of the list is what its profile says', async () => {
  const profile = findProfile('local-text-retrieval-v1')
  const origin = { ...mine, profile: 'local-text-retrieval-v1' }
  expect(await describeModel('folder', origin, arrived, readText, 5)).toMatchObject({
    id: profile?.id,
    name: profile?.name,
    licence: 'CC-BY-NC-4.0',
    commercial: false,
    revision: 'c0ffee',
    recipe: { pooling: 'last', width: 768, maxTokens: 1024, prefix: { query: '', entry: '' } },
    installedAt: 5,
  })
})

test('a model of its own is what its files say, and otherwise what the user said', async () => {
  const described = await describeModel('folder', mine, arrived, readText, 5)
  expect(described).toMatchObject({
    name: 'Mine',
    licence: null,
    recipe: { pooling: 'last', width: 384, maxTokens: 512 },
  })
  const chosen = { ...arrived.chosen, pooling: file('1_Pooling/config.json') }
  const withPooling = await describeModel('folder', mine, { ...arrived, chosen }, readText, 5)
  expect(withPooling.recipe.pooling).toBe('cls')
  await expect(describeModel('folder', mine, arrived, async () => '{}', 5)).rejects.toMatchObject({
    code: 'embedding_graph_unfit',
  })
})

test('its id is its content’s: the same from everywhere, another for another graph, and no name', async () => {
  const idOf = async (origin: ModelOrigin, graph: string) =>
    (
      await describeModel(
        'folder',
        origin,
        { ...arrived, chosen: { ...arrived.chosen, graph: file('onnx/model_quantized.onnx', graph) } },
        readText,
        5,
      )
    ).id
  const id = await idOf(mine, 'b')
  expect(id).toMatch(/^own-[0-9a-f]{12}$/)
  expect(await idOf({ ...mine, name: 'Other', repository: 'some/where' }, 'b')).toBe(id)
  expect(await idOf(mine, 'c')).not.toBe(id)
})
