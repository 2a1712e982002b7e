import { expect, test } from 'vitest'
import { lineDiff } from './line-diff.ts'

const numbered = (count: number): string[] => Array.from({ length: count }, (_, at) => `line ${String(at)}`)

test('shows a changed line among its neighbours, and counts the rest', () => {
  const before = numbered(10)
  const after = before.map((line) => (line === 'line 5' ? 'line five' : line))
  expect(lineDiff(before.join('\n'), after.join('\n'))).toEqual([
    { kind: 'skipped', lines: 3 },
    { kind: 'same', text: 'line 3' },
    { kind: 'same', text: 'line 4' },
    { kind: 'removed', text: 'line 5' },
    { kind: 'added', text: 'line five' },
    { kind: 'same', text: 'line 6' },
    { kind: 'same', text: 'line 7' },
    { kind: 'skipped', lines: 2 },
  ])
})

test('shows what was added at the end and taken from the start', () => {
  expect(lineDiff('a\nb\n', 'b\nc\n')).toEqual([
    { kind: 'removed', text: 'a' },
    { kind: 'same', text: 'b' },
    { kind: 'added', text: 'c' },
  ])
})

test('says of equal texts only how long they are', () => {
  expect(lineDiff('a\nb', 'a\nb')).toEqual([{ kind: 'skipped', lines: 2 }])
})
