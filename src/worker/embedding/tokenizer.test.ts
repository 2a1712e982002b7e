import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createTokenizer } from './tokenizer.ts'

const folder = new URL('../../../tests/fixtures/tiny-model/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, folder), 'utf8')
const files = {
  tokenizer: read('tokenizer.json'),
  config: read('tokenizer_config.json'),
  vocabulary: null,
}
const CLS = 2
const SEP = 3

test('a text is cut inside its marks, wherever it is cut', () => {
  const tokenizer = createTokenizer(files, 8)
  expect(tokenizer.encode('tea')).toHaveLength(3)
  const long = tokenizer.encode('茶'.repeat(100_000))
  expect(long).toHaveLength(8)
  expect([long[0], long.at(-1)]).toEqual([CLS, SEP])
  expect(new Set(long.slice(1, -1)).size).toBe(1)
  expect(tokenizer.padId).toBe(0)
})

test('a tokenizer that names tokens the model has not is refused, and so is what is none', () => {
  const size = Object.keys((JSON.parse(files.tokenizer) as { model: { vocab: object } }).model.vocab).length
  expect(() => createTokenizer({ ...files, vocabulary: size }, 8)).not.toThrow()
  const refused = (change: object) => () => createTokenizer({ ...files, ...change }, 8)
  expect(refused({ vocabulary: size - 1 })).toThrow(expect.objectContaining({ trouble: 'tokenizer_unfit' }))
  for (const tokenizer of ['', '{}', '[]', '{"model":{"type":"WordPiece"}}']) {
    expect(refused({ tokenizer, vocabulary: null }), tokenizer).toThrow(
      expect.objectContaining({ trouble: 'tokenizer_unfit' }),
    )
  }
})
