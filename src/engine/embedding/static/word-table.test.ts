import { expect, test } from 'vitest'
import { shippedWordTable, wordTableFile, wordTableSums } from '../../../../tests/fixtures/word-table.ts'
import { openWordTable } from './word-table.ts'

/** A table of two words and two dimensions. */
function smallTable(change: (header: DataView) => void = () => undefined): Uint8Array {
  const bytes = wordTableFile([
    { text: 'a', cost: 24, crowding: 51, direction: [127, 0] },
    { text: 'bc', cost: 120, crowding: 255, direction: [3, -4] },
  ])
  change(new DataView(bytes.buffer))
  return bytes
}

function faultOf(bytes: Uint8Array): string {
  const opened = openWordTable(bytes)
  return opened.ok ? 'none' : opened.fault
}

test('words are found by their letters, with cost, crowding and unit direction', () => {
  const opened = openWordTable(smallTable())
  if (!opened.ok) throw new Error(opened.fault)
  const { table } = opened
  expect([table.size, table.dimension]).toEqual([2, 2])
  expect([
    table.find('xax', 1, 2),
    table.find('bc', 0, 2),
    table.find('b', 0, 1),
    table.find('', 0, 0),
  ]).toEqual([0, 1, -1, -1])
  expect([table.cost(0), table.cost(1)]).toEqual([2, 10])
  expect([table.crowding(0), table.crowding(1)]).toEqual([0.2, 1])
  const sum = new Float64Array(2)
  table.addTo(sum, 1, 10)
  expect(sum[0]).toBeCloseTo(6, 5)
  expect(sum[1]).toBeCloseTo(-8, 5)
  expect(table.cosine(0, 1)).toBeCloseTo(0.6, 5)
  expect([table.text(0), table.text(1)]).toEqual(['a', 'bc'])
})

test('a word that means another thing in Japanese has a second entry, which is written the same', () => {
  const opened = openWordTable(
    wordTableFile([
      { text: '娘', cost: 120, crowding: 128, direction: [127, 0] },
      { text: '猫', cost: 120, crowding: 128, direction: [0, -127] },
      { text: '゠娘', cost: 120, crowding: 128, direction: [0, 127] },
    ]),
  )
  if (!opened.ok) throw new Error(opened.fault)
  const { table } = opened
  expect([0, 1, 2].map((word) => table.inJapanese(word))).toEqual([2, 1, 2])
  expect([table.text(0), table.text(2)]).toEqual(['娘', '娘'])
})

test('words of two writings translate each other where one is linked to the other, either way round', () => {
  const letters = ['key', 'lock', 'house'].map((text) => ({ text, cost: 24, crowding: 51, direction: [127] }))
  // More than one block of words whose links are counted together, and most of them without any.
  const characters = Array.from({ length: 150 }, (_, at) => ({
    text: String.fromCharCode(0x4e00 + at),
    cost: 24,
    crowding: 51,
    direction: [127],
    ...(at % 70 === 5 ? { links: [1, 0] } : at === 149 ? { links: [2] } : {}),
  }))
  const opened = openWordTable(wordTableFile([...letters, ...characters]))
  if (!opened.ok) throw new Error(opened.fault)
  const { table } = opened
  const pairs: [number, number][] = []
  for (let one = 0; one < table.size; one += 1) {
    for (let other = 0; other < table.size; other += 1) {
      if (table.translates(one, other)) pairs.push([one, other])
    }
  }
  const linked: [number, number][] = [0, 1].flatMap((letter) =>
    [8, 78, 148].map((character): [number, number] => [letter, character]),
  )
  linked.push([2, 152])
  const eitherWay = [...linked, ...linked.map(([one, other]): [number, number] => [other, one])]
  expect(pairs).toEqual(eitherWay.sort(([a, b], [c, d]) => a - c || b - d))
})

test('links that are cut short, or more or fewer than the header says, are told', () => {
  const bytes = wordTableFile([
    { text: 'key', cost: 24, crowding: 51, direction: [127] },
    { text: '钥', cost: 24, crowding: 51, direction: [127], links: [0] },
  ])
  expect(faultOf(bytes)).toBe('none')
  expect(faultOf(bytes.subarray(0, bytes.length - 1))).toBe('truncated')
  const told = (links: number) => {
    const changed = bytes.slice()
    new DataView(changed.buffer).setUint32(28, links, true)
    return faultOf(changed)
  }
  expect([told(0), told(1), told(2)]).toEqual(['checksum', 'none', 'truncated'])
})

test('the shipped table knows what the dictionaries say, and of Japanese what Japanese says', () => {
  const table = shippedWordTable()
  const word = (text: string) => table.find(text, 0, text.length)
  const translates = (one: string, other: string) => table.translates(word(one), word(other))
  expect(translates('key', '钥匙')).toBe(true)
  expect(translates('引っ越', 'move')).toBe(true)
  expect(translates('コーヒー', 'coffee')).toBe(true)
  expect(translates('key', '攀岩')).toBe(false)
  expect(translates('key', 'lock')).toBe(false)
  expect(translates('letter', '手纸')).toBe(false)
  const fine = word('大丈夫')
  expect([fine, table.inJapanese(fine)].map((one) => table.translates(word('safe'), one))).toEqual([
    false,
    true,
  ])
})

test('all words from one place on are told, shortest first', () => {
  const told: string[] = []
  const text = '昨天去攀岩馆'
  shippedWordTable().eachFrom(text, 3, text.length, (_, end) => told.push(text.slice(3, end)))
  expect(told).toEqual(['攀', '攀岩'])
})

test('a file that is cut short, changed, of another version or no table at all is told apart', () => {
  const whole = smallTable()
  expect(faultOf(whole)).toBe('none')
  expect(faultOf(whole.subarray(0, 20))).toBe('truncated')
  expect(faultOf(whole.subarray(0, whole.length - 1))).toBe('truncated')
  expect(faultOf(Uint8Array.from([...whole, 0]))).toBe('checksum')
  expect(faultOf(whole.map((byte, at) => (at === whole.length - 1 ? byte ^ 1 : byte)))).toBe('checksum')
  expect(faultOf(smallTable((header) => header.setUint32(4, 1, true)))).toBe('version')
  expect(faultOf(new TextEncoder().encode('<!doctype html><title>not here</title>'))).toBe('no_table')
})

test('a table works from an odd place in memory', () => {
  const padded = Uint8Array.from([0, ...smallTable()])
  expect(faultOf(padded.subarray(1))).toBe('none')
})

test('the shipped table has the sum that lies beside it, and holds words of three languages', () => {
  const { told, real } = wordTableSums()
  expect(told).toBe(real)
  const table = shippedWordTable()
  const has = (word: string) => table.find(word, 0, word.length) >= 0
  expect(['climbing', '攀岩', '猫', 'コーヒー', '引っ越', 'yummy'].filter(has)).toHaveLength(6)
  expect(['zzzzzz', 'クリムゾンXX'].filter(has)).toEqual([])
  expect(table.dimension).toBe(64)
})
