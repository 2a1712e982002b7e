import { describe, expect, it } from 'vitest'
import { joinMemo, knownMemoPrefixes, memoPrefix, splitMemo, stripMemoPrefix } from './memo.ts'

describe('memo (recent.md §5.6, ui.md §3.4)', () => {
  it.each(knownMemoPrefixes)('strips %s', (prefix) => {
    expect(stripMemoPrefix(`${prefix}text: more`)).toBe('text: more')
    expect(stripMemoPrefix(`${prefix.trimEnd()}text`)).toBe('text')
  })
  it('strips a second prefix that an editor put in front, and leaves other text alone', () => {
    expect(stripMemoPrefix(memoPrefix('en') + memoPrefix('ja') + 'x')).toBe('x')
    expect(stripMemoPrefix('Memo: x')).toBe('Memo: x')
  })
  it.each([
    ['now\n\n---\n\nearlier', { body: 'now', earlier: 'earlier' }],
    ['now  \n ---- \n\n\n  indented\nx', { body: 'now', earlier: '  indented\nx' }],
    ['one\n\n---\n\ntwo\n\n---\n\nthree', { body: 'one', earlier: 'two\n\n---\n\nthree' }],
    ['--- at start', { body: '--- at start', earlier: '' }],
    ['a --- b\n- - -\nc', { body: 'a --- b\n- - -\nc', earlier: '' }],
  ])('splits %j', (text, parts) => {
    expect(splitMemo(text)).toEqual(parts)
  })
  it('joins what it split', () => {
    expect(joinMemo({ body: 'now  \n\n', earlier: '\n\n  then' })).toBe('now\n\n---\n\n  then')
    expect(joinMemo({ body: 'now', earlier: ' \n' })).toBe('now')
  })
})
