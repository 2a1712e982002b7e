import { describe, expect, test } from 'vitest'
import { isContested, isDisproved, passesHardFilter } from './hard-filter.ts'

const row = { id: 'f1', text: 'flies kites' }

describe('the hard filter drops', () => {
  test.each([
    ['what is no object', 'flies kites'],
    ['a list', [row]],
    ['a negative score', { ...row, score: -0.01 }],
    ['a score of an impossible type', { ...row, score: '3' }],
    ['suppressed rows', { ...row, suppress: true }],
    ['suppressed rows by the other name', { ...row, suppressed: 1 }],
    ['protected rows', { ...row, protected: 'yes' }],
    ['denied reflections', { ...row, target_type: 'reflection', status: 'denied' }],
    ['blank text', { ...row, text: ' \u3000\n' }],
    ['text that is none', { ...row, text: ['flies kites'] }],
    ['no text', { id: 'f1' }],
  ])('%s', (_what, value) => {
    expect(passesHardFilter(value)).toBe(false)
  })
})

describe('and keeps', () => {
  test.each([
    ['a score of zero or none', { ...row, score: 0 }],
    ['a null score', { ...row, score: null }],
    ['empty flags', { ...row, suppress: '', protected: [] }],
    ['a promoted reflection', { ...row, target_type: 'reflection', status: 'promoted' }],
    ['a fact whose status happens to be denied', { ...row, status: 'denied' }],
  ])('%s', (_what, value) => {
    expect(passesHardFilter(value)).toBe(true)
  })
})

test('evidence against a row counts as it fades: what was disputed more than confirmed is false now', () => {
  const now = { instant: Date.UTC(2025, 2, 9), zone: 'UTC' }
  const disputed = {
    ...row,
    reinforcement: 1,
    disputation: 1,
    rein_last_signal_at: '2025-01-08T00:00:00',
    disp_last_signal_at: '2025-03-08T00:00:00',
  }
  expect(isContested(disputed)).toBe(true)
  expect(isDisproved(disputed, now)).toBe(true)
  expect(isDisproved({ ...disputed, rein_last_signal_at: null }, now)).toBe(false)
  expect(isContested({ ...row, reinforcement: 3, disputation: 0 })).toBe(false)
})
