import { expect, test } from 'vitest'
import { compareCodePoints } from '../text/compare.ts'
import { casefold } from '../text/casefold.ts'
import { heuristicCounter } from '../text/tokens.ts'
import { clusterHash, reflectionId } from './ids.ts'
import { fitsOntology } from './ontology.ts'
import { followupKey, selectFollowups } from './surface.ts'

const now = { instant: Date.parse('2026-06-01T12:00:00Z'), zone: 'UTC' }

test('ids do not depend on order; texts sort by code point, not by UTF-16 unit', () => {
  expect(reflectionId(['b', 'a'])).toBe(reflectionId(['a', 'b']))
  expect(['𠮷', '～', 'ab', 'a', ''].sort(compareCodePoints)).toEqual(['', 'a', 'ab', '～', '𠮷'])
  const fact = { id: 'f', kind: 'fact' }
  expect(clusterHash([{ id: 'ref_b', kind: 'reflection' }, fact, { id: 'ref_a', kind: 'reflection' }])).toBe(
    '2af8de5cea63845d',
  )
})

test('case folding is that of Python', () => {
  expect(casefold('Straße ΣΊΣΥΦΟΣ ﬁ ıİ Ｋ')).toBe('strasse σίσυφοσ fi ıi̇ ｋ')
})

test('follow-ups: due, not disputed, not the same words twice', () => {
  const pending = [
    { id: 'a', text: 'tea  or coffee' },
    { id: 'b', text: 'tea or coffee' },
    { id: 'c', text: 'later', next_eligible_at: '2026-06-01T12:00:01' },
    { id: 'd', text: 'wrong', disputation: 0.1 },
    { id: 'e', text: ' ' },
    'bare',
    { id: 'f', text: 'kites' },
  ]
  expect(selectFollowups(pending, { now, count: 3, draw: null }).map(({ id }) => id)).toEqual(['a', 'f'])
  expect(followupKey(`${'x'.repeat(119)} y`)).toBe(`${'x'.repeat(119)}...`)
})

test('labels fit their entity', () => {
  const reflection = { entity: 'master', relationType: 'learned', temporalScope: null, text: 'x' }
  expect(fitsOntology(reflection, heuristicCounter)).toBe(false)
  expect(fitsOntology({ ...reflection, entity: 'neko' }, heuristicCounter)).toBe(true)
  expect(
    fitsOntology({ ...reflection, relationType: null, temporalScope: 'sometimes' }, heuristicCounter),
  ).toBe(false)
})
