import { expect, test } from 'vitest'
import { message } from '../recent/message.ts'
import {
  legacySettingsText,
  recentHistoryText,
  retiredSearchText,
  unknownSettingsText,
} from './settings-text.ts'

test('legacy settings: lists and objects on one line, empty values and sections left out', () => {
  const settings = {
    Ada: { likes: ['tea', 'kites'], home: { city: 'Oslo', floor: 3 }, job: null, note: '', pets: [] },
    empty: { a: null },
    flag: { on: false, count: 0 },
    text: 'not a section',
  }
  expect(legacySettingsText(settings, 'Mika', 'en')).toBe(
    'Mika remembers:\nAbout Ada:\n- likes：tea、kites\n- home：city: Oslo、floor: 3\nAbout flag:\n- on：false\n- count：0',
  )
})

test.each([null, [], {}, { a: {} }, 'x'])('no legacy settings (%j) is said so', (settings) => {
  expect(legacySettingsText(settings, '米卡', 'zh')).toBe('米卡记得：\n还没有任何记录。')
})

test('recent history: memo without label, block texts on lines of their own, brackets kept', () => {
  const history = [
    message('system', '先前对话的备忘录: 茶'),
    message('human', [
      { type: 'text', text: 'a (b)' },
      { type: 'image', url: 'x' },
      { type: 'text', text: 'c' },
    ]),
    message('ai', '[20260501 Fri 09:10] hi'),
  ]
  const names = { userName: 'Ada', characterName: 'Mika', language: 'en' } as const
  expect(recentHistoryText(history, names)).toBe(
    'The recent conversation with Mika:\n先前对话的备忘录: 茶\nAda | a (b)\nc\nMika | [20260501 Fri 09:10] hi\n',
  )
  expect(recentHistoryText(null, names)).toBe('There is no conversation yet.')
})

test('an unknown character and the retired search have answers too', () => {
  expect(unknownSettingsText('Ren', 'en')).toBe('Ren remembers: {}')
  expect(retiredSearchText('{name} tea', 'Ren', 'en')).toBe(
    'Ren tries to remember:{name} tea\n\nWhat comes to Ren:\n(This way of asking is retired; use recall_memory instead.)',
  )
})
