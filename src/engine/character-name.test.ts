import { describe, expect, it } from 'vitest'

import { checkName, renameFromNames, renameToNames } from './character-name.ts'

describe('a character name (routes.md §1.2)', () => {
  it.each(['Mika', ' Mika ', '米卡', 'ミカ・桜', 'Ren (2)', 'v1.5', "O'Hara", '小（雪）', 'Mika'])(
    'takes %j and trims it',
    (raw) => expect(checkName(raw)).toEqual({ ok: true, name: raw.trim() }),
  )

  it.each([
    ['', 'length'],
    ['   ', 'length'],
    ['a/b', 'characters'],
    ['a\\b', 'characters'],
    ['a..b', 'characters'],
    ['.', 'characters'],
    ['Mika.', 'characters'],
    ['con', 'characters'],
    ['COM1.txt', 'characters'],
    ['clock$', 'characters'],
    ['health', 'characters'],
    ['memory_browser', 'characters'],
    ['Mika😀', 'characters'],
    ['Mika\u0000', 'characters'],
    ['Mi\u200bka', 'characters'],
    ['e\u0301', 'characters'],
    ['<script>', 'characters'],
    ['a'.repeat(51), 'length'],
    [`${'a'.repeat(60)}/`, 'characters'],
  ] as const)('refuses %j for its %s', (raw, problem) => {
    expect(checkName(raw)).toEqual({ ok: false, problem })
  })

  it('counts code points, not UTF-16 units', () => {
    expect(checkName('𠮷'.repeat(50)).ok).toBe(true)
    expect(checkName('𠮷'.repeat(51))).toEqual({ ok: false, problem: 'length' })
  })

  it('compares reserved names with their case', () => {
    expect(checkName('Health').ok).toBe(true)
  })

  it('lets a rename start from a reserved name and end on none with a dot', () => {
    expect(checkName('health', renameFromNames).ok).toBe(true)
    expect(checkName('v1.5', renameFromNames).ok).toBe(true)
    expect(checkName('v1.5', renameToNames)).toEqual({ ok: false, problem: 'characters' })
    expect(checkName('health', renameToNames)).toEqual({ ok: false, problem: 'characters' })
    expect(checkName('a'.repeat(100), renameToNames).ok).toBe(true)
  })
})
