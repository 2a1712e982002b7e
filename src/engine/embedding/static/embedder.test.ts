import { expect, test } from 'vitest'
import { shippedEmbedder, shippedWordTable } from '../../../../tests/fixtures/word-table.ts'
import { segment } from './segment.ts'
import { wordsOf } from './words-of.ts'

const embedder = shippedEmbedder()
const table = shippedWordTable()

function cosine(a: string, b: string): number {
  const [x, y] = [embedder.embedNow(a), embedder.embedNow(b)]
  if (x === null || y === null) throw new Error(`no vector: ${x === null ? a : b}`)
  return x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0)
}

/** The index of a word, for comparing with what texts are cut into. */
function word(text: string): number {
  const found = table.find(text, 0, text.length)
  if (found < 0) throw new Error(`not in the table: ${text}`)
  return found
}

test('the model id says which table, how wide and how stored', async () => {
  expect(embedder.modelId).toBe('omoide-words-v3-64d-int8')
  expect(embedder.kind).toBe('static')
  expect((await embedder.embed(['tea', '']))[0]).toHaveLength(64)
})

test('vectors have unit length; a text without known words has none', async () => {
  const vector = embedder.embedNow('She planted tomatoes on the balcony')
  expect(vector?.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1, 5)
  for (const text of ['', '   ', 'qzxv', '한국어', '的', 'the of', '😀']) {
    expect(embedder.embedNow(text), text).toBeNull()
  }
  expect(await embedder.embed(['', 'tea', '的'])).toEqual([null, embedder.embedNow('tea'), null])
})

test('languages meet: a text is nearer to what it says in another language than to anything else', () => {
  const pairs: [string, string, string][] = [
    ['rock climbing', '周末去攀岩', '每天喝咖啡'],
    ['drinks coffee every morning', '每天早上喝咖啡', '周末去攀岩'],
    ['猫が好き', 'loves cats', 'plays the piano'],
    ['コーヒーを飲む', '喝咖啡', '弹钢琴'],
    ['自行车坏了', 'the bike broke down', 'a bowl of noodles'],
  ]
  for (const [text, same, other] of pairs)
    expect(cosine(text, same), text).toBeGreaterThan(cosine(text, other))
})

test('case, width, accents, traditional characters and Japanese forms make no difference', () => {
  for (const [a, b] of [
    ['Café', 'cafe'],
    ['ＴＥＡ', 'tea'],
    ['攀巖', '攀岩'],
    ['図書館', '图书馆'],
    ["the dog's bowl", 'dog bowl'],
    ['rock-climbing', 'rock climbing'],
  ] as const) {
    expect(cosine(a, b), a).toBeCloseTo(1, 5)
  }
})

test('runs without blanks are cut into the likeliest words, function words counting nothing', () => {
  expect(segment(table, '我喜欢自行车')).toEqual(['我', '喜欢', '自行车'].map(word))
  expect(segment(table, 'をコーヒーで')).toEqual([word('コーヒー')])
  expect(cosine('我喜欢自行车', '自行车喜欢')).toBeCloseTo(1, 5)
})

test('forms that the table lacks are looked up by their base', () => {
  const forms: [string, string][] = [
    ['imagin', ''],
    ['snowboards', 'snowboard'],
    ['journaled', 'journal'],
    ['crocheters', ''],
  ]
  for (const [form, base] of forms) {
    expect(wordsOf(table, form), form).toEqual(base === '' ? [] : wordsOf(table, base))
  }
  expect(wordsOf(table, 'the of having')).toEqual([])
})

test('a query is compared word by word: what tells rows apart counts, and words of another language do', () => {
  const evenly = (words: readonly string[]) => words.map(() => 1)
  const { likeness, vector } = embedder.askByWords('Where does Anna go climbing?', evenly)
  expect(vector).toHaveLength(64)
  expect(likeness('Anna did go climbing at the quarry')).toBe(1)
  expect(likeness('The invoice was paid in March')).toBe(0)
  const chinese = likeness('周末去攀岩')
  expect(chinese).toBeGreaterThan(0.1)
  expect(chinese).toBeLessThan(1)
  expect(likeness('')).toBe(0)

  const asked: string[][] = []
  const climbingOnly = embedder.askByWords('Anna climbing, climbing', (words) => {
    asked.push([...words])
    return words.map((word) => (word === 'climbing' ? 1 : 0))
  })
  expect(asked).toEqual([['anna', 'climbing']])
  expect(climbingOnly.likeness('climbing')).toBe(1)
  expect(climbingOnly.vector).toEqual(embedder.embedNow('climbing'))
})

test('a query without known words has no vector and is like nothing', () => {
  const { likeness, vector } = embedder.askByWords('qzxv 的', (words) => words.map(() => 1))
  expect([vector, likeness('qzxv')]).toEqual([null, 0])
})
