import { describe, expect, it } from 'vitest'
import {
  clearTalk,
  editMemo,
  hasTalk,
  isDirty,
  memoParts,
  readRecent,
  saveRows,
  setDeleted,
} from './recent-document.ts'
import type { RecentDocument } from './recent-document.ts'
import { countChanges, merge } from './recent-merge.ts'

const human = (text: string) => ({ type: 'human', data: { content: [{ type: 'text', text }], extra: 1 } })
const ai = (text: string) => ({ type: 'ai', data: { content: text } })
const memo = (text: string) => ({ type: 'system', data: { content: text } })

function read(...elements: readonly unknown[]): RecentDocument {
  const document = readRecent(JSON.stringify(elements))
  if (document === null) throw new Error('not an array')
  return document
}

const MEMO = 'Memo from prior conversations: likes tea\n\n---\n\n  lived in Tokyo'

describe('rows of stored elements (ui.md §3.2)', () => {
  it('knows both shapes and keeps what it does not know', () => {
    const document = read(
      memo('m'),
      human('a'),
      ai('[stamp] b'),
      { role: 'user', content: 'c' },
      { role: 'assistant', content: ['d', { type: 'image', url: 'x' }, { type: 'text', text: 'e' }] },
      { role: 'system', content: 'f' },
      { type: 'tool', data: {} },
      7,
    )
    expect(document.rows.map(({ kind, text }) => [kind, text])).toEqual([
      ['memo', 'm'],
      ['human', 'a'],
      ['ai', '[stamp] b'],
      ['human', 'c'],
      ['ai', 'd\ne'],
      ['memo', 'f'],
      ['unknown', '{"type":"tool","data":{}}'],
      ['unknown', '7'],
    ])
  })

  it('does not take broken text for an empty conversation', () => {
    expect(readRecent('{"a":')).toBeNull()
    expect(readRecent('{}')).toBeNull()
    expect(readRecent('[]')?.rows).toEqual([])
  })
})

describe('editing', () => {
  it('sends untouched rows as the stored element, and edited memos with the prefix of the language', () => {
    let document = read(memo(MEMO), human('a'), ai('b'), { odd: true })
    expect(isDirty(document)).toBe(false)
    const [first] = document.rows
    expect(first && memoParts(first)).toEqual({ body: 'likes tea', earlier: '  lived in Tokyo' })

    document = editMemo(document, 0, { body: 'likes coffee', earlier: '  lived in Tokyo' })
    document = setDeleted(document, 1, true)
    expect(isDirty(document)).toBe(true)
    expect(saveRows(document, 'zh', '无')).toEqual([
      { role: 'system', text: '先前对话的备忘录: likes coffee\n\n---\n\n  lived in Tokyo' },
      { role: 'ai', text: 'b', keep: 2 },
      { role: 'system', text: '', keep: 3 },
    ])
  })

  it('takes an edit back to what was stored as no edit', () => {
    const document = read(memo(MEMO))
    const there = editMemo(document, 0, { body: 'x', earlier: '' })
    expect(isDirty(editMemo(there, 0, { body: 'likes tea', earlier: '  lived in Tokyo' }))).toBe(false)
  })

  it('writes “none” for a memo that was emptied', () => {
    const document = editMemo(read(memo(MEMO)), 0, { body: ' ', earlier: '' })
    expect(saveRows(document, 'en', 'none')).toEqual([
      { role: 'system', text: 'Memo from prior conversations: none' },
    ])
  })

  it('clears the talk and leaves memos and unknown elements', () => {
    const document = clearTalk(read(memo('m'), human('a'), { odd: true }, ai('b')))
    expect(hasTalk(document)).toBe(false)
    expect(saveRows(document, 'en', 'none').map(({ keep }) => keep)).toEqual([0, 2])
  })
})

describe('a recent memory that changed meanwhile', () => {
  it('keeps what is new and deletes what the user deleted', () => {
    const mine = setDeleted(read(human('a'), ai('b'), human('ok'), ai('c')), 2, true)
    const theirs = JSON.stringify([human('a'), ai('b'), human('ok'), ai('c'), human('ok'), ai('new')])
    expect(countChanges(mine, theirs)).toBe(2)
    const merged = merge(mine, theirs)
    expect(merged?.rows.map(({ text, deleted }) => [text, deleted])).toEqual([
      ['a', false],
      ['b', false],
      ['ok', true],
      ['c', false],
      ['ok', false],
      ['new', false],
    ])
    expect(merged?.content).toBe(theirs)
  })

  it('lets a deleted line that is gone already stay gone', () => {
    const mine = setDeleted(read(memo('m'), human('a'), ai('b'), human('c')), 1, true)
    const merged = merge(mine, JSON.stringify([memo('m2'), human('c'), ai('d')]))
    expect(merged?.rows.map(({ text, deleted }) => [text, deleted])).toEqual([
      ['m2', false],
      ['c', false],
      ['d', false],
    ])
  })

  it('carries a memo edit over when the memo is as it was, and does not choose when it is not', () => {
    const mine = editMemo(read(memo(MEMO), human('a')), 0, { body: 'likes coffee', earlier: '' })
    const merged = merge(mine, JSON.stringify([memo(MEMO), human('a'), ai('b')]))
    expect(merged?.rows[0]?.edited).toEqual({ body: 'likes coffee', earlier: '' })
    expect(merge(mine, JSON.stringify([memo('rewritten'), human('a')]))).toBeNull()
  })
})
