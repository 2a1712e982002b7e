import { describe, expect, test } from 'vitest'
import { parseStamp } from '../time/stamp.ts'
import { readRecallArguments, recallToolDefinition, renderRecall } from './tool.ts'

const zone = 'Asia/Tokyo'
const now = { instant: parseStamp('2025-03-31T12:00:00', zone) ?? 0, zone }
const LANGUAGES = ['zh', 'zh-TW', 'en', 'ja', 'ko', 'ru', 'es', 'pt']

test('both arguments are optional texts, described in the language of the user', () => {
  const definitions = LANGUAGES.map(recallToolDefinition)
  expect(new Set(definitions.map(({ description }) => description)).size).toBe(8)
  for (const { name, parameters } of definitions) {
    expect(name).toBe('recall_memory')
    expect(parameters).toMatchObject({
      type: 'object',
      properties: { query: { type: 'string' }, time: { type: 'string' } },
      required: [],
    })
  }
  expect(recallToolDefinition('zh-CN')).toEqual(recallToolDefinition('zh'))
  expect(recallToolDefinition('zh-HK')).toEqual(recallToolDefinition('zh-TW'))
  expect(recallToolDefinition('fr')).toEqual(recallToolDefinition('en'))
})

test('anything but text counts as no argument', () => {
  expect(readRecallArguments({ query: ' kite ', time: 2025 })).toEqual({ query: 'kite', time: '' })
  expect(readRecallArguments(null)).toEqual({ query: '', time: '' })
  expect(readRecallArguments(['kite'])).toEqual({ query: '', time: '' })
})

describe('what the model reads', () => {
  const asked = { query: 'kite', time: '', requestOk: true }

  test('a header with the count, and a line a row', () => {
    const rows = [
      {
        text: ' flies kites ',
        tier: 'fact',
        entity: 'master',
        created_at: '2025-03-09T08:00:00',
        event_end_at: 'soon',
      },
      { text: '放风筝', tier: '', entity: null, event_start_at: '2025-03-30T20:00:00Z' },
      { text: 'undated', tier: 'reflection', entity: 'neko' },
    ]
    expect(renderRecall(rows, asked, now, 'en')).toBe(
      [
        'Found in memory: 3',
        '1. [fact/master] flies kites  (2025-03-09, 22 days ago)',
        '2. [?/-] 放风筝  (2025-03-31, today)',
        '3. [reflection/neko] undated',
      ].join('\n'),
    )
    expect(renderRecall(rows, asked, now, 'ja').split('\n')[1]).toBe(
      '1. [fact/master] flies kites  (2025-03-09, 22 日前)',
    )
    expect(renderRecall(rows, asked, now, 'fr').split('\n')[1]).toBe(
      '1. [fact/master] flies kites  (2025-03-09, 22 days ago)',
    )
  })

  test('nothing found: a hint to loosen the filter only when both were given and the lookup worked', () => {
    for (const language of LANGUAGES) {
      const nothing = renderRecall([], asked, now, language)
      const loosen = renderRecall([], { ...asked, time: '2025' }, now, language)
      expect(loosen).toContain('kite')
      expect(loosen).not.toBe(nothing)
      expect(renderRecall([], { ...asked, time: '2025', requestOk: false }, now, language)).toBe(nothing)
    }
  })

  test('a time that was not understood is said first', () => {
    const unread = { query: 'kite', time: 'whenever', requestOk: true, timeUnderstood: false }
    for (const language of LANGUAGES) {
      const [notice, rest] = renderRecall([], unread, now, language).split('\n')
      expect(notice).toContain('whenever')
      expect(rest).toBe(renderRecall([], asked, now, language))
    }
  })

  test.each([
    [0, 'today', '今天'],
    [1, '1 day ago', '1 天前'],
    [19, '19 days ago', '19 天前'],
    [29, '29 days ago', '29 天前'],
    [30, '1 month ago', '1 个月前'],
    [400, '13 months ago', '13 个月前'],
  ])('what was %i days ago reads "%s"', (days, english, chinese) => {
    const at = new Date(Date.parse('2025-03-31T12:00:00Z') - days * 86_400_000).toISOString().slice(0, 19)
    const rows = [{ text: 'a', tier: 'fact', created_at: at }]
    expect(renderRecall(rows, asked, now, 'en')).toContain(`, ${english})`)
    expect(renderRecall(rows, asked, now, 'zh')).toContain(`, ${chinese})`)
  })

  test('what no longer holds says up to when it did', () => {
    const row = { text: 'lives in Tokyo', tier: 'fact', entity: 'master', superseded: true }
    const shown = (validTo: unknown, language: string) =>
      renderRecall([{ ...row, valid_to: validTo }], asked, now, language).split('\n')[1]
    expect(shown('2025-03-01T00:00:00', 'en')).toBe('1. [fact/master] lives in Tokyo (until 2025-03-01)')
    expect(shown(null, 'en')).toBe('1. [fact/master] lives in Tokyo (no longer so)')
    for (const language of LANGUAGES) {
      expect(shown('2025-03-01T00:00:00', language)).toMatch(/lives in Tokyo .*2025-03-01/u)
      expect(shown(null, language)).not.toBe(shown('2025-03-01T00:00:00', language))
    }
  })

  test('weak matches, and rows from outside of the period, are said to be so', () => {
    const rows = [{ text: 'flies kites', tier: 'fact' }]
    for (const language of LANGUAGES) {
      const plain = renderRecall(rows, asked, now, language)
      const weak = renderRecall(rows, { ...asked, reason: 'only_weak_matches' }, now, language)
      const near = renderRecall(rows, { ...asked, reason: 'nothing_in_window' }, now, language)
      expect(weak.split('\n').slice(1).join('\n')).toBe(plain)
      expect(near.split('\n').slice(1).join('\n')).toBe(plain)
      expect(near).not.toBe(weak)
    }
    expect(renderRecall([], { ...asked, reason: 'nothing_found' }, now, 'en')).toBe(
      renderRecall([], asked, now, 'en'),
    )
  })
})
