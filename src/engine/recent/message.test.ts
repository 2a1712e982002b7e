import { describe, expect, it } from 'vitest'
import {
  decodeHistory,
  dialogText,
  documentOf,
  historyText,
  humanRowTexts,
  humanSignalTexts,
  lastAiText,
  message,
  roleTaggedText,
  type StoredMessage,
} from './message.ts'

function decoded(json: string): readonly StoredMessage[] | string {
  const result = decodeHistory(json)
  return result.ok ? result.value.map((item) => item.message) : result.error.code
}

describe('decodeHistory (routes.md §2.1)', () => {
  it.each([
    ['{"type":"ai","data":{"content":"x"}}', message('ai', 'x')],
    ['{"type":"tool","data":{"content":"x"}}', message('human', 'x')],
    ['{"type":"ai","data":{}}', message('ai', '')],
    ['{"type":"ai","data":"plain"}', message('ai', 'plain')],
    ['{"type":"toString","data":{"content":"x"}}', message('human', 'x')],
    [
      '{"role":"assistant","content":[{"type":"text","text":"a"}]}',
      message('ai', [{ type: 'text', text: 'a' }]),
    ],
    ['{"role":"narrator","content":"x","source":"y"}', message('human', 'x')],
    ['{"foo":1}', message('human', '{"foo":1}')],
    ['"hello data"', message('human', 'hello data')],
  ])('%s', (element, expected) => {
    expect(decoded(`[${element}]`)).toEqual([expected])
  })

  it.each([
    'not json',
    '[1]',
    '[true]',
    '[null]',
    '["type of data"]',
    '["the role of content"]',
    '[["type","data"]]',
  ])('fails the request for %s', (json) => {
    expect(decoded(json)).toBe('bad_request')
  })

  it.each(['{}', 'null', '5', '"text"'])('takes %s as no messages', (json) => {
    expect(decoded(json)).toEqual([])
  })

  it('keeps identity and time apart from the document', () => {
    const at = '2026-03-02T09:00:00'
    const result = decodeHistory(
      JSON.stringify([
        { role: 'user', content: 'hi', metadata: { id: 'm1', at: 1_700_000_000_000, zone: 'Asia/Tokyo' } },
        { role: 'user', content: 'hi', metadata: { id: 'm2', at, zone: 'Asia/Tokyo' } },
        { role: 'user', content: 'hi', metadata: { id: '', at: 'soon', zone: 'Mars/Base' } },
        { role: 'user', content: 'hi' },
      ]),
    )
    expect(result.ok && result.value.map(({ metadata }) => metadata)).toEqual([
      { id: 'm1', at: 1_700_000_000_000, zone: 'Asia/Tokyo' },
      { id: 'm2', at: Date.UTC(2026, 2, 2, 0, 0, 0), zone: 'Asia/Tokyo' },
      { id: null, at: null, zone: null },
      { id: null, at: null, zone: null },
    ])
    expect(result.ok && result.value.slice(0, 1).map((item) => documentOf(item.message))).toEqual([
      '{"type":"human","data":{"content":"hi"}}',
    ])
  })
})

describe('text by consumer (routes.md §2.2)', () => {
  const parts = message('human', [
    { type: 'text', text: ' a ' },
    { type: 'image_url', image_url: { url: 'data:' } },
    { text: 'b' },
    { type: 'text', text: '  ' },
  ])
  const plain = message('human', ' c ')
  it('signals trim each part and keep strings', () => {
    expect(humanSignalTexts([parts, plain, message('ai', 'no')])).toEqual(['a', 'b', ' c '])
  })
  it('rows keep parts untrimmed', () => {
    expect(humanRowTexts([parts, plain])).toEqual([' a ', 'b', ' c '])
  })
  it('the last AI text and role-tagged rows join without a separator', () => {
    expect(lastAiText([message('ai', ['x', { type: 'text', text: 'y' }]), plain])).toBe('xy')
    expect(lastAiText([plain])).toBeNull()
    expect(roleTaggedText(message('ai', '  '))).toBeNull()
    expect(roleTaggedText(parts)).toBe(' a b  ')
  })
  it('history joins parts by line feeds and the dialog drops brackets', () => {
    expect(historyText(parts)).toBe(' a \nb\n  ')
    expect(dialogText(message('ai', '[20260302 Mon 09:00] (smiles) Hi a[1[2]3]b'))).toBe('Hi a3]b')
    expect(dialogText(message('ai', '（笑）【x】{y}<b>ok</b>(over\nlines)'))).toBe('ok(over\nlines)')
  })
})

describe('hostile lengths', () => {
  it('drops brackets from a long line without a closing one in linear time', () => {
    const line = '[({<'.repeat(250_000)
    expect(dialogText(message('ai', line))).toBe(line)
  })
})
