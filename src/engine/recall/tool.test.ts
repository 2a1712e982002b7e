import { describe, expect, test } from 'vitest'
import { parseStamp } from '../time/stamp.ts'
import { readRecallArguments, recallToolDefinition, renderRecall } from './tool.ts'

const zone = 'Asia/Tokyo'
const now = { instant: parseStamp('2025-03-31T12:00:00', zone) ?? 0, zone }
const LANGUAGES = ['zh', 'en', 'ja', 'ko', 'ru', 'es', 'pt']

test('both arguments are optional texts, described in the language of the user', () => {
  const definitions = LANGUAGES.map(recallToolDefinition)
  expect(new Set(definitions.map(({ description }) => description)).size).toBe(7)
  for (const { name, parameters } of definitions) {
    expect(name).toBe('recall_memory')
    expect(parameters).toMatchObject({
      type: 'object',
      properties: { query: { type: 'string' }, time: { type: 'string' } },
      required: [],
    })
  }
  expect(recallToolDefinition('zh-TW')).toEqual(recallToolDefinition('zh'))
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
        '1. [fact/master] flies kites  (2025-03-09, 3w ago)',
        '2. [?/-] 放风筝  (2025-03-31, now)',
        '3. [reflection/neko] undated',
      ].join('\n'),
    )
    expect(renderRecall(rows, asked, now, 'ja').split('\n')[1]).toBe(
      '1. [fact/master] flies kites  (2025-03-09, 3 週間前)',
    )
    expect(renderRecall(rows, asked, now, 'fr').split('\n')[1]).toBe(
      '1. [fact/master] flies kites  (2025-03-09, 3w ago)',
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
})
