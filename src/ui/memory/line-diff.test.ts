import { expect, test } from 'vitest'
import { lineDiff } from './line-diff.ts'

const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `line ${String(at)}`)
const same = (text: string) => ({ kind: 'same', pieces: [{ text, changed: false }] })
const added = (text: string) => ({ kind: 'added', pieces: [{ text, changed: true }] })
const removed = (text: string) => ({ kind: 'removed', pieces: [{ text, changed: true }] })

test('shows a changed line among its neighbours, and counts the rest', () => {
  const before = numbered(10)
  const after = before.map((line) => (line === 'line 5' ? 'line five' : line))
  const piece = (text: string) => [
    { text: 'line ', changed: false },
    { text, changed: true },
  ]
  expect(lineDiff(before.join('\n'), after.join('\n'))).toEqual([
    { kind: 'skipped', lines: 3 },
    same('line 3'),
    same('line 4'),
    { kind: 'removed', pieces: piece('5') },
    { kind: 'added', pieces: piece('five') },
    same('line 6'),
    same('line 7'),
    { kind: 'skipped', lines: 2 },
  ])
})

test('shows what was added at the end and taken from the start', () => {
  expect(lineDiff('a\nb\n', 'b\nc\n')).toEqual([removed('a'), same('b'), added('c')])
  expect(lineDiff('a\nb\n', 'a\n')).toEqual([same('a'), removed('b')])
})

test('shows lines that are no replacement of one another whole', () => {
  expect(lineDiff('a x\n', 'a y\na z\n')).toEqual([removed('a x'), added('a y'), added('a z')])
})

test('says of equal texts only how long they are', () => {
  expect(lineDiff('a\nb', 'a\nb')).toEqual([{ kind: 'skipped', lines: 2 }])
})
