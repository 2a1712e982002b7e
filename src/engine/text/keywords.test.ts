import { expect, test } from 'vitest'
import { isMentioned, keywordList, keywords, mayContradict } from './keywords.ts'

test('a segment that is mostly CJK gives pairs and triples over all its characters', () => {
  expect(keywordList('放风筝A！', [])).toEqual(['放风', '风筝', '筝A', '放风筝', '风筝A'])
})

test('any other segment is one token, and a single character none', () => {
  expect(keywordList("we fly a kite; don't", [])).toEqual(['we', 'fly', 'kite', "don't"])
  expect(keywordList('去 x 3', [])).toEqual([])
})

test('the set has each token once', () => {
  expect(keywords('go go go', [])).toEqual(new Set(['go']))
})

test('one shared pair of characters is a mention, names apart', () => {
  expect(isMentioned('喜欢放风筝', '风筝坏了', [])).toBe(true)
  expect(isMentioned('阿木怕黑', '阿木你好', ['阿木'])).toBe(false)
})

test('texts that share two fifths of the smaller set may contradict', () => {
  expect(mayContradict('likes red kites', 'likes blue kites', [])).toBe(true)
  expect(mayContradict('likes red kites', 'hates green boats', [])).toBe(false)
  expect(mayContradict('', 'likes', [])).toBe(false)
})
