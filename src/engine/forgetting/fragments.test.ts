import { describe, expect, test } from 'vitest'
import { Fragments, fragmentsOf } from './fragments.ts'
import { GoneIds } from './gone-ids.ts'
import { cleanDocument, cleanMemo, type Gone } from './redact.ts'

const secret = 'My locker holds a violet lantern'

describe('fragments', () => {
  test('are all runs of eight, of four where all are CJK, and a short text as a whole', () => {
    expect(fragmentsOf('abcdefghij')).toEqual(new Set(['abcdefgh', 'bcdefghi', 'cdefghij']))
    expect(fragmentsOf('喜欢紫色灯笼')).toEqual(new Set(['喜欢紫色', '欢紫色灯', '紫色灯笼']))
    expect(fragmentsOf(' 茶道 ')).toEqual(new Set(['茶道']))
    // Dots and blanks say nothing.
    expect(fragmentsOf('.. .... ...... ..')).toEqual(new Set())
  })

  test('are found in any case, and as JSON spells them, also twice over', () => {
    const fragments = new Fragments([secret, '我的“紫色”灯笼'])
    for (const text of [
      'xx LOCKER HOLDS xx',
      JSON.stringify({ text: secret }),
      JSON.stringify(JSON.stringify({ text: '我的“紫色”灯笼' })),
      String.raw`{"text": "\u6211\u7684\u201c\u7d2b\u8272\u201d\u706f\u7b3c"}`,
      String.raw`"{\"text\": \"\\u6211\\u7684\\u201c\\u7d2b\\u8272\\u201d\\u706f\\u7b3c\"}"`,
    ]) {
      expect(fragments.hit(text), text).toBe(true)
    }
    expect(fragments.hit('My lock and a lamp')).toBe(false)
  })

  test('are found by their hashes alone, as many of them as are kept', () => {
    const hash = (fragment: string): string => [...fragment].reverse().join('-')
    const all = new Fragments([secret, '茶道'])
    const hashed = all.hashed(hash, 1_000)
    expect(hashed.fragments).toHaveLength(all.size)
    const found = Fragments.ofHashed(hashed, hash)
    for (const text of [secret, 'xx LOCKER HOLDS xx', JSON.stringify({ text: '茶道' })]) {
      expect(found.held(text), text).toEqual(all.held(text))
      expect(found.hit(text), text).toBe(true)
    }
    expect(found.hit('My lock and a lamp')).toBe(false)
    const few = all.hashed(hash, 5).fragments.map(([, , name]) => name)
    expect(new Set(few).size).toBe(5)
    expect(few).toContain(hash('my locke'))
  })

  test('that something else says too are none', () => {
    const fragments = new Fragments([secret])
    fragments.dismiss('A violet lantern is on the table')
    expect(fragments.hit('one violet lantern')).toBe(false)
    expect(fragments.hit('my locker hol')).toBe(true)
  })

  test('are found beside letters whose small form is longer, and however short they are', () => {
    expect(new Fragments([secret]).hit('İ: MY LOCKER HOLDS')).toBe(true)
    expect(new Fragments(['茶道']).hit('日本の茶道は')).toBe(true)
    expect(new Fragments(['ok', '我的银行卡']).hit('It is OK.')).toBe(true)
    expect(new Fragments(['ok', '我的银行卡']).hit('o')).toBe(false)
  })

  test('that are dropped or held are told', () => {
    const fragments = new Fragments(['violet lantern'])
    expect(fragments.held(JSON.stringify({ text: 'a violet\tlamp and violet l' }))).toEqual(
      new Set(['violet l']),
    )
    expect(fragments.dismiss('VIOLET L')).toEqual(new Set(['violet l']))
    fragments.drop(['iolet la', 'other'])
    expect(fragments.size).toBe(5)
    expect(fragments.hit('violet la')).toBe(false)
  })

  test('cover parts of a text, apart from each other', () => {
    const fragments = new Fragments(['violet lantern'])
    expect(fragments.spans('a violet lantern and a VIOLET LANtern')).toEqual([
      { start: 2, end: 16 },
      { start: 23, end: 37 },
    ])
    expect(fragments.share('violet lant')).toBeGreaterThan(0.5)
  })
})

describe('taking it out', () => {
  const gone: Gone = {
    fragments: new Fragments([secret]),
    ids: new GoneIds(['fact_gone']),
    says: (sentence) => sentence.includes('lantern in the locker'),
  }

  test('of a document leaves its own text, and what does not hold it as it is', () => {
    expect(cleanDocument('{"text":"My locker holds a violet lantern","n":1.0}', gone)).toBeNull()
    const doc = JSON.stringify({
      text: 'Keeps things safe',
      source_fact_ids: ['fact_gone', 'fact_left'],
      version_history: [{ text: secret }, { text: 'Keeps things' }],
      superseded_by: 'fact_gone',
      nested: { note: `she said: ${secret}`, other: 7 },
    })
    expect(JSON.parse(cleanDocument(doc, gone) ?? '')).toEqual({
      text: 'Keeps things safe',
      source_fact_ids: ['fact_left'],
      version_history: [{ text: 'Keeps things' }],
      superseded_by: null,
      nested: { note: null, other: 7 },
    })
  })

  test('of a memo takes the sentences that say it, in the same words or in others', () => {
    const memo = `They met. ${secret}! There is a lantern in the locker. It rained.\nLater: fine。很好。`
    expect(cleanMemo(memo, gone)).toBe('They met. It rained.\nLater: fine。很好。')
    expect(cleanMemo('They met. It rained.', gone)).toBeNull()
  })
})
