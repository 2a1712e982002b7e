import { expect, test } from 'vitest'
import { findProfile, modelProfiles } from '../../engine/embedding/profiles.ts'
import { EMBEDDING_BATCH_TOKENS } from '../../engine/settings.ts'
import { createEncoder } from './encoder.ts'

const WIDTH = 4
const recipe = {
  pooling: 'mean',
  width: WIDTH,
  steps: [WIDTH],
  maxTokens: 8_192,
  prefix: { query: 'find: ', entry: 'text: ' },
} as const
/** A token a character. */
const tokenizer = { padId: 0, encode: (text: string) => [...text].map((char) => char.codePointAt(0) ?? 0) }

/** Its states are the token ids, so that a vector tells which text it was made of. */
function echo(batches: (readonly (readonly number[])[])[] = [], width = WIDTH) {
  return {
    run: async (texts: readonly (readonly number[])[]) => {
      batches.push(texts)
      const length = Math.max(...texts.map((ids) => ids.length))
      const values = texts.flatMap((ids) =>
        Array.from({ length }, (_, at) => [1, ids[at] ?? NaN, 0, 0].slice(0, width)).flat(),
      )
      return { values, batch: texts.length, length, width }
    },
  }
}

test('questions and memories open with the words that the model was trained with', async () => {
  const batches: (readonly (readonly number[])[])[] = []
  const { encode } = createEncoder(tokenizer, echo(batches), recipe, WIDTH)
  await encode(['tea'], 'query')
  await encode(['tea'], 'entry')
  const sent = batches.flat().map((ids) => String.fromCodePoint(...ids))
  expect(sent).toEqual(['find: tea', 'text: tea'])
  expect(findProfile('local-text-retrieval-v1')?.prefix).toEqual({ query: '', entry: '' })
  expect(modelProfiles.filter(({ prefix }) => prefix.query !== '').length).toBe(3)
})

test('every text gets its own vector, in order, however they are put together', async () => {
  const batches: (readonly (readonly number[])[])[] = []
  const plain = { ...recipe, prefix: { query: '', entry: '' } }
  const { encode } = createEncoder(tokenizer, echo(batches), plain, WIDTH)
  const texts = ['b'.repeat(6_000), 'a', '', 'c'.repeat(6_000), 'd'.repeat(6_000)]
  const vectors = await encode(texts, 'entry')
  expect(vectors[2]).toBeNull()
  for (const [index, char] of [
    [0, 'b'],
    [1, 'a'],
    [3, 'c'],
    [4, 'd'],
  ] as const) {
    const [first = 0, second = 0] = vectors[index] ?? []
    expect(second / first).toBeCloseTo(char.codePointAt(0) ?? 0, 2)
  }
  for (const batch of batches) {
    const longest = Math.max(...batch.map((ids) => ids.length))
    expect(batch.length === 1 || longest * batch.length <= EMBEDDING_BATCH_TOKENS).toBe(true)
  }
  expect(batches.length).toBe(2)
})

test('states of another width and values that are no numbers are told apart', async () => {
  const narrow = createEncoder(tokenizer, echo([], 3), recipe, WIDTH)
  await expect(narrow.encode(['tea'], 'entry')).rejects.toMatchObject({ trouble: 'graph_unfit' })
  const broken = createEncoder({ ...tokenizer, encode: () => [NaN] }, echo(), recipe, WIDTH)
  await expect(broken.encode(['tea'], 'entry')).rejects.toMatchObject({ trouble: 'vectors_unusable' })
})

test('a text of which the tokenizer leaves nothing has no vector, and is never put before the graph', async () => {
  const batches: (readonly (readonly number[])[])[] = []
  const deaf = { ...tokenizer, encode: (text: string) => (text === '\u200b' ? [] : tokenizer.encode(text)) }
  const bare = { ...recipe, prefix: { query: '', entry: '' } }
  const { encode } = createEncoder(deaf, echo(batches), bare, WIDTH)
  const [none, tea] = await encode(['\u200b', 'tea'], 'entry')
  expect(none).toBeNull()
  expect(tea).toHaveLength(WIDTH)
  expect(await encode(['\u200b'], 'entry')).toEqual([null])
  expect(batches.flat()).toHaveLength(1)
})
