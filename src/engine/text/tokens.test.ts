import { decode, encode } from 'gpt-tokenizer/encoding/o200k_base'
import { describe, expect, test } from 'vitest'
import { createO200kCounter, headTail, heuristicCounter, lastSentenceEnd } from './tokens.ts'

const { count, truncate } = heuristicCounter

describe('the heuristic counter', () => {
  test('ideographs, kana and Hangul syllables cost 1.5, anything else a quarter, rounded up', () => {
    expect([
      count(''),
      count('a'),
      count('abcd'),
      count('abcde'),
      count('风筝'),
      count('한글a'),
      count('ﾀｺ'),
    ]).toEqual([0, 1, 1, 2, 3, 4, 3])
  })

  test('a character outside the basic plane is one code point and is never cut in two', () => {
    expect(count('🪁🪁🪁🪁')).toBe(1)
    expect(truncate('🪁🪁🪁🪁🪁', 1)).toBe('🪁🪁🪁🪁')
  })

  test('cuts to the longest start that fits', () => {
    expect([truncate('放风筝', 3), truncate('放风筝', 4), truncate('放', 1), truncate('放', -2)]).toEqual([
      '放风',
      '放风',
      '',
      '',
    ])
  })
})

describe('head and tail', () => {
  const text = 'abcdefghijklmnopqrstuvwxyz'

  test('leaves what fits alone', () => {
    expect(headTail(heuristicCounter, text, 4, 3, '…')).toBe(text)
  })

  test('pays the separator from the head first', () => {
    expect(headTail(heuristicCounter, text, 3, 2, '…')).toBe('abcdefgh…stuvwxyz')
  })

  test('pays the rest from the tail, and gives the start alone when nothing is left', () => {
    expect(headTail(heuristicCounter, text, 1, 3, '-------')).toBe('-------stuvwxyz')
    expect(headTail(heuristicCounter, text, 1, 1, '----------')).toBe('abcdefgh')
  })
})

test('the last sentence end keeps its mark; without one nothing is left', () => {
  expect(lastSentenceEnd('One. Two? Thr')).toBe('One. Two?')
  expect(lastSentenceEnd('好。还有')).toBe('好。')
  expect(lastSentenceEnd('no end')).toBe('')
})

describe('the o200k counter', () => {
  const counter = createO200kCounter((text) => encode(text, { disallowedSpecial: new Set() }), decode)

  test('counts tokens and takes special spellings as text', () => {
    expect(counter.count('')).toBe(0)
    expect(counter.count('hello world')).toBe(2)
    expect(counter.count('<|endoftext|>')).toBeGreaterThan(1)
  })

  test('a cut is a start of the text, however the tokens fall', () => {
    const text = '放风筝🪁 with friends 🪁🪁 на лугу'
    for (let tokens = 0; tokens <= counter.count(text); tokens += 1) {
      const cut = counter.truncate(text, tokens)
      expect(text.startsWith(cut)).toBe(true)
      expect(cut).not.toContain('\ufffd')
    }
    expect(counter.truncate(text, counter.count(text))).toBe(text)
  })
})
