import { describe, expect, test } from 'vitest'
import { integerOf, integerOr, numberOrZero, patchObject } from '../document.ts'
import { factHash } from './record.ts'
import {
  isDue,
  noteBatch,
  noteFailure,
  initialState,
  readState,
  rowLimit,
  cutWindow,
  humanSpan,
} from './window.ts'
import { heuristicCounter } from '../text/tokens.ts'
import { matchExpression } from './persist.ts'
import { readItem } from './validate.ts'

describe('hashes (facts.md §14)', () => {
  const daily = { section: 'daily', event_date: '2026-03-01' }
  test.each([
    ['主人喜欢猫', null, '788344b86d27bf8f'],
    ['Alex likes cats', null, 'f34bdca9b9fa2361'],
    ['Alex likes cats', daily, 'e4a61a2211de47b3'],
    ['主人喜欢猫', { ...daily, section: 'memory' }, '788344b86d27bf8f'],
  ])('%s with %j', (text, imported, hash) => {
    expect(factHash(text, imported)).toBe(hash)
  })
})

test.each([null, [[]], 'text', 5, {}, { text: 5 }, { text: ' \u3000 ' }])('item %j is skipped', (raw) => {
  expect(readItem(raw, 'user_observation')).toBeNull()
})

test('numbers are read as the reference reads them', () => {
  expect([7.9, '8', ' 8 ', '8.5', true, null, '1e3', Infinity, '1_000'].map(integerOf)).toEqual([
    ...[7, 8, 8, null, 1, null, null, null, 1000],
  ])
  expect([0, null, '', [], -2, '3', 'x'].map((value) => integerOr(value, 5))).toEqual([5, 5, 5, 5, -2, 3, 5])
  expect(['1.5', true, 'x', null, ' 2 ', '1e1', {}].map(numberOrZero)).toEqual([1.5, 1, 0, 0, 2, 10, 0])
})

test('a patched document keeps the spelling of everything else', () => {
  const doc = ' { "a" : 1.0, "b": {"c": [1, "}"]}, "x\\"y": "{,", "a2": 12345678901234567890, "b": 2e1 } '
  expect(patchObject(doc, { a2: undefined, n: 'ü' })).toBe('{"a" : 1.0, "x\\"y": "{,", "b": 2e1, "n": "ü"}')
  expect(patchObject('{}', { a: null })).toBe('{"a": null}')
  expect(patchObject('{"a": 1}', {})).toBe('{"a": 1}')
})

test('the full-text query quotes each word and leaves names and operators out', () => {
  expect(matchExpression('Ada likes "green" tea-pots (2*3): OR', ['Ada'])).toBe(
    '"likes" "green" "tea" "pots" "2" "3" "OR"',
  )
  expect(matchExpression('Ada', ['Ada'])).toBeNull()
})

describe('windows', () => {
  const row = (id: number, role: 'human' | 'ai' | 'other', text: string) => ({ id, role, text })

  test('an unreadable state is as at the beginning', () => {
    expect(readState('x')).toEqual(initialState)
    expect(readState({ turnsSince: -3, a: { row: 'x', failures: 2.5 }, lastCheckAt: NaN })).toEqual(
      initialState,
    )
    const state = noteBatch(initialState, 7, true)
    expect(readState(JSON.parse(JSON.stringify(state)))).toEqual(state)
    expect(state).toMatchObject({ turnsSince: 1, a: { row: 6 }, b: { row: 6 } })
  })

  test('a clock that was set back does not silence extraction', () => {
    const state = { ...noteBatch(initialState, 1, true), lastCheckAt: 1_000_000 }
    expect(isDue(state, { now: 500_000, idle: false, model: 'prompted' })).toBe(true)
    expect(isDue(state, { now: 1_000_001, idle: true, model: 'prompted' })).toBe(false)
  })

  test('turned away: growing pauses and smaller windows, and nothing is given up', () => {
    let state = noteBatch(initialState, 1, true)
    const pauses: number[] = []
    for (let call = 0; call < 7; call += 1) {
      const noted = noteFailure(state, 'a', 'model_refused', 0)
      expect(noted.givenUp).toBe(false)
      state = noted.state
      pauses.push((state.retryAt ?? 0) / 60_000)
    }
    expect(pauses).toEqual([1, 2, 4, 8, 15, 15, 15])
    expect(rowLimit(state.a.failures)).toBe(1)
    expect(isDue(state, { now: 1, idle: true, model: 'prompted' })).toBe(false)
  })

  test('a window has at least one row, however large, and ends before the budget', () => {
    const rows = ['x'.repeat(80), 'x'.repeat(40), 'x'.repeat(4)].map((text, id) => row(id, 'human', text))
    const cut = (budget: number) => cutWindow(rows, 9, heuristicCounter, budget)
    expect(cut(5)).toMatchObject({ window: [{ id: 0 }], more: true })
    expect(cut(30)).toMatchObject({ window: [{ id: 0 }, { id: 1 }], more: true })
    expect(cut(31).more).toBe(false)
  })

  test('path B reads from the user’s first turn to the last', () => {
    const rows = [
      row(1, 'ai', 'a'),
      row(2, 'human', 'b'),
      row(3, 'other', 'c'),
      row(4, 'ai', ''),
      row(5, 'ai', 'd'),
    ]
    expect(humanSpan([...rows, row(6, 'human', 'e'), row(7, 'ai', 'f')]).map(({ id }) => id)).toEqual([
      2, 5, 6,
    ])
    expect(humanSpan([row(1, 'ai', 'a')])).toEqual([])
  })
})
