import { describe, expect, test } from 'vitest'
import { claim, terms, turn } from '../../../tests/fixtures/facts.ts'
import fc from '../../../tests/fixtures/properties.ts'
import { createGrounder } from './ground.ts'
import { findQuote, fold, foldedText, ownSpans, quotePieces } from './quote.ts'

function find(quote: string, source: string): string | null {
  const span = findQuote(quotePieces(quote), [{ start: 0, folded: () => fold(source) }])
  return span === null ? null : source.slice(span.start, span.end)
}

describe('finding a quote gives the turn’s own words', () => {
  test.each([
    ['I like tea', 'Well, I LIKE\n  tea!', 'I LIKE\n  tea'],
    ['“i’m allergic”', "I'm allergic to nuts", "I'm allergic"],
    ['ｆｕｌｌ width 123', 'Full Width １２３ text', 'Full Width １２３'],
    ['我喜歡喝茶', '其实我喜欢 喝茶的', '我喜欢 喝茶'],
    ['名前は航です', 'はじめまして、名前は 航です。', '名前は 航です'],
    ['I lived … in Oslo', 'I lived for years in Oslo.', 'I lived for years in Oslo'],
    ['I lived ... in Oslo', `I lived ${'x'.repeat(400)} in Oslo.`, null],
    ['in Oslo ... I lived', 'I lived for years in Oslo.', null],
    ['cat', 'concatenate all of it', null],
    ['the cat', 'the cat.', 'the cat'],
    ['I', 'I like tea', null],
    ['是', '是', '是'],
    ['茶', '我喜欢茶', null],
    ['No.', 'No!', 'No'],
    ['...', 'anything', null],
    ['', 'anything', null],
    ['e\u0301te\u0301', 'l’été dernier', 'été'],
    ['한국어를 배워요', '요즘 한국어를  배워요.', '한국어를  배워요'],
  ])('%j in %j', (quote, source, expected) => {
    expect(find(quote, source)).toBe(expected)
  })

  test('any stretch of whole words is found, and what is found folds to what was asked for', () => {
    const word = fc.stringMatching(/^[a-zA-Zé一-龥ぁ-ん]{3,8}$/)
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 3, maxLength: 12 }),
        fc.nat(),
        fc.nat(),
        (words, from, length) => {
          const start = from % words.length
          const quote = words.slice(start, start + 1 + (length % words.length)).join('  ')
          const source = words.join(' ')
          const found = find(quote.toUpperCase(), source)
          expect(found).not.toBeNull()
          expect(foldedText(found ?? '')).toBe(foldedText(quote))
          expect(source).toContain(found)
        },
      ),
    )
  })
})

describe('the user’s own words', () => {
  const own = (text: string, ...character: string[]): string[] =>
    ownSpans(text, () => character.map(foldedText)).map((span) => text.slice(span.start, span.end))

  test('are not the lines that quote', () => {
    expect(own('> I have no siblings\nfunny!\n  > me neither\nreally')).toEqual(['\nfunny!\n', '\nreally'])
  })

  test('are not quotations of the character, but quotations of others are', () => {
    expect(own('You said "I love rain" earlier', 'Oh, I love rain!')).toEqual(['You said ', ' earlier'])
    expect(own('My mum said "I love you"', 'Oh, I love rain!')).toEqual(['My mum said "I love you"'])
  })
})

test('a hundred claims about a full window of turns are tied in a moment', () => {
  const turns = Array.from({ length: 200 }, (_, index) =>
    turn(
      `t${index}`,
      index % 2 === 0 ? 'human' : 'ai',
      `今天说到第${index}件事，"quoted words ${index}"，I went to place${index} and liked it. `.repeat(3),
    ),
  )
  const ground = createGrounder({ turns, terms, names: ['Ada', 'Mika'] })
  const begin = performance.now()
  for (let index = 0; index < 200; index += 2) {
    expect(ground(claim(`Ada went to place${index}`, [])).ok).toBe(true)
    expect(ground(claim(`Ada saw something`, [], { quote: `nowhere said ${index}` })).ok).toBe(false)
  }
  // A guard against work that grows with claims times turns squared, not a measurement.
  expect(performance.now() - begin).toBeLessThan(5_000)
})
