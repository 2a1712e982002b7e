import { expect, test } from 'vitest'
import { shippedEmbedder, shippedWordTable, wordTableFile } from '../../../../tests/fixtures/word-table.ts'
import { inflectionBases } from './english-forms.ts'
import { createWordQuery } from './word-query.ts'
import { openWordTable } from './word-table.ts'
import { wordsOf } from './words-of.ts'

test('between languages it counts how near a word is beside what is usual for it', () => {
  // Both Chinese words have a cosine of 0.6 with "tea"; around the second one it is more crowded.
  const opened = openWordTable(
    wordTableFile([
      { text: 'tea', cost: 120, crowding: 128, direction: [100, 0, 0] },
      { text: 'cup', cost: 120, crowding: 128, direction: [60, 0, 80] },
      { text: '茶', cost: 120, crowding: 102, direction: [60, 80, 0] },
      { text: '日', cost: 120, crowding: 204, direction: [60, 0, 80] },
      { text: '远', cost: 120, crowding: 102, direction: [-100, 0, 0] },
    ]),
  )
  if (!opened.ok) throw new Error(opened.fault)
  const { table } = opened
  const evenly = (words: readonly string[]) => words.map(() => 1)
  const { likeness } = createWordQuery(table, () => 1, wordsOf(table, 'tea'), 'tea', evenly)
  expect(likeness('茶')).toBeCloseTo(0.36 / 0.4, 5)
  expect(likeness('日')).toBeCloseTo(0.36 / 0.8, 5)
  expect(likeness('日茶')).toBeCloseTo(0.36 / 0.4, 5)
  expect(likeness('远')).toBe(0)
  // Within a language cosines up to 0.4 count nothing, whatever is crowded.
  expect(likeness('cup')).toBeCloseTo((0.6 - 0.4) / 0.6, 5)
})

test('a word says all of one that a dictionary explains with it, or with what it is a form of', () => {
  const far = { cost: 120, crowding: 128, direction: [100, 0] }
  const opened = openWordTable(
    wordTableFile([
      { text: 'key', ...far },
      { text: 'keys', ...far },
      { text: 'sleep', ...far },
      { text: 'slept', ...far },
      { text: '钥匙', ...far, direction: [0, 100], links: [0] },
      { text: '睡', ...far, direction: [0, 100], links: [2] },
    ]),
  )
  if (!opened.ok) throw new Error(opened.fault)
  const likeness = (query: string, text: string) =>
    createWordQuery(
      opened.table,
      () => 1,
      wordsOf(opened.table, query),
      query,
      (words) => words.map(() => 1),
    ).likeness(text)
  for (const [one, other] of [
    ['key', '钥匙'],
    ['keys', '钥匙'],
    ['slept', '睡'],
  ] as const) {
    expect([likeness(one, other), likeness(other, one)], one).toEqual([1, 1])
  }
  expect([likeness('key', '睡'), likeness('睡', 'keys')]).toEqual([0, 0])
})

test('what a form is inflected from is known, and chance is not taken for it', () => {
  const table = shippedWordTable()
  const bases = (form: string) =>
    inflectionBases(table, table.find(form, 0, form.length)).map((base) => table.text(base))
  for (const [form, base] of [
    ['keys', 'key'],
    ['creating', 'create'],
    ['slept', 'sleep'],
    ['cities', 'city'],
    ['boxes', 'box'],
    ['stopped', 'stop'],
    ['visited', 'visit'],
    ['hated', 'hate'],
    ['tried', 'try'],
    ['houses', 'house'],
  ] as const) {
    expect(bases(form), form).toContain(base)
  }
  expect(bases('hated')).not.toContain('hat')
  for (const word of ['bus', 'glass', 'this', 'red', 'sing', 'teacher', 'key'])
    expect(bases(word), word).toEqual([])
})

test('a Japanese text has the Japanese meaning of a word that Chinese writes alike, and verbs in their forms', () => {
  const embedder = shippedEmbedder()
  const evenly = (words: readonly string[]) => words.map(() => 1)
  const letter = embedder.askByWords('letter', evenly)
  expect(letter.likeness('手紙を書いた')).toBeGreaterThan(2 * letter.likeness('买了手纸'))
  const move = embedder.askByWords('moved house', evenly)
  for (const text of ['先月引っ越した', '来月引っ越します', '引っ越して三年になる'])
    expect(move.likeness(text), text).toBeGreaterThan(0.3)
  expect(embedder.embedNow('ことにしている')).toBeNull()
})
