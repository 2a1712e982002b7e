import { describe, expect, test } from 'vitest'
import { IMPORT_ENTRY_CHARS } from '../settings.ts'
import { hasDivider, splitHermes, splitMarkdown, withSection } from './external-markdown.ts'

const texts = (source: string): string[] => splitMarkdown(source).map(({ text }) => text)

describe('splitting (ui.md §8)', () => {
  test('list items, paragraphs and headings', () => {
    const source = [
      'Intro line one',
      'line two',
      '',
      '# About me ##',
      '- likes tea',
      '+ likes rowing',
      '* has a cat',
      '1. first',
      '2) second',
      '   - three blanks before it',
      '    - four make it text',
      '\t- a tab too',
      '## Work',
      'pilot',
      '### Old',
      'baker',
      '# Else',
      'x',
      '#hashtag is no heading',
    ].join('\n')
    expect(splitMarkdown(source)).toEqual([
      { text: 'Intro line one\nline two', section: '' },
      { text: 'likes tea', section: 'About me' },
      { text: 'likes rowing', section: 'About me' },
      { text: 'has a cat', section: 'About me' },
      { text: 'first', section: 'About me' },
      { text: 'second', section: 'About me' },
      { text: 'three blanks before it', section: 'About me' },
      { text: '- four make it text\n\t- a tab too', section: 'About me' },
      { text: 'pilot', section: 'About me / Work' },
      { text: 'baker', section: 'About me / Work / Old' },
      { text: 'x\n#hashtag is no heading', section: 'Else' },
    ])
  })

  test('code between fences is left out, also longer, tilde, indented and never closed ones', () => {
    expect(texts('a\n```js\n- code\n```\nb\n~~~~\n~~~\n```\n~~~~\nc')).toEqual(['a\nb\nc'])
    expect(texts('- item\n  ```\n  # not a heading\n  ```\n- next')).toEqual(['item', 'next'])
    expect(texts('```inline``` stays\n\n```\nnever closed')).toEqual(['```inline``` stays'])
  })

  test('comments go, over several lines as well; one that is not closed is text', () => {
    expect(texts('a <!-- x --> b\n<!-- one\n\ntwo -->\nc\n\nd <!-- open')).toEqual(['a  b\nc', 'd <!-- open'])
  })

  test('rules across the page and empty items say nothing', () => {
    expect(texts('a\n---\nb\n* * *\n- \n___\n-\nc')).toEqual(['a', 'b', '-\nc'])
  })

  test('headings of depth that was skipped, and empty ones', () => {
    expect(splitMarkdown('### deep\nx\n# \ny')).toEqual([
      { text: 'x', section: 'deep' },
      { text: 'y', section: '' },
    ])
    expect(splitMarkdown(`# ${'h'.repeat(600)}\nx`)[0]?.section).toHaveLength(500)
  })
})

describe('cleaning', () => {
  test.each([
    ['name : Ada', 'name: Ada'],
    ['**Name**: Ada', 'Name: Ada'],
    ['**Name:** Ada', 'Name: Ada'],
    ['*Name* : Ada', 'Name: Ada'],
    ['key:value', 'key: value'],
    ['https://example.org/a', 'https://example.org/a'],
    ['see http://x', 'see http://x'],
    ['site : http://x', 'site: http://x'],
    ['10:30 call', '10:30 call'],
    ['call at 10:30', 'call at 10:30'],
    ['lost 3:1', 'lost 3:1'],
    ['C:\\notes', 'C:\\notes'],
    ['姓名：小林', '姓名：小林'],
    [`${'k'.repeat(81)} : v`, `${'k'.repeat(81)} : v`],
    ['a * b : c', 'a * b : c'],
    ['empty :', 'empty :'],
  ])('%s → %s', (raw, clean) => {
    expect(texts(raw)).toEqual([clean])
  })

  test('pairs over several lines stay as they are; blanks at line ends go', () => {
    expect(texts('a : b  \nc : d\t')).toEqual(['a : b\nc : d'])
  })

  test('a long text is cut at a line or sentence of its second half, and nothing of it is lost', () => {
    const sentence = `${'a'.repeat(5000)}. ${'b'.repeat(5000)}`
    expect(texts(sentence)).toEqual([`${'a'.repeat(5000)}.`, 'b'.repeat(5000)])
    const early = `${'a'.repeat(1000)}. ${'b'.repeat(9000)}`
    expect(texts(early).map((text) => text.length)).toEqual([IMPORT_ENTRY_CHARS, 2002])
    const emoji = '😀'.repeat(9000)
    expect(texts(emoji)).toEqual(['😀'.repeat(8000), '😀'.repeat(1000)])
  })
})

test('a section stands before its text unless the text names it, and gives way to it', () => {
  expect(withSection({ text: 'tea', section: 'Likes' })).toBe('Likes: tea')
  expect(withSection({ text: 'She LIKES tea', section: 'Likes' })).toBe('She LIKES tea')
  expect(withSection({ text: 'x'.repeat(8000), section: 'Likes' })).toBe('x'.repeat(8000))
  expect(withSection({ text: 'x'.repeat(7995), section: 'Likes' })).toBe(`Lik: ${'x'.repeat(7995)}`)
})

test('Hermes blocks stand between lines of §, outside code', () => {
  expect(splitHermes('# one\n- a\n§\ntwo\n\nmore\n  §  \n§\n')).toEqual([
    { text: '# one\n- a', section: '' },
    { text: 'two\n\nmore', section: '' },
  ])
  expect(splitHermes('```\n§\n```\ntext § here')).toBeNull()
  expect(hasDivider('a\n §\t\nb')).toBe(true)
  expect(hasDivider('§ 1')).toBe(false)
})

test.each([
  ['blanks', `a${' '.repeat(500_000)}b`],
  ['a heading of blanks', `# a${' '.repeat(500_000)}b`],
  ['rules', `${'- '.repeat(250_000)}x`],
  ['comment beginnings', '<!--'.repeat(100_000)],
  ['colons', `${'a'.repeat(70)}${' '.repeat(400_000)}x`],
  ['hashes', `# ${' #'.repeat(200_000)}x`],
  ['one line without an end', 'x'.repeat(2_000_000)],
])('much of %s is read in linear time', (_, source) => {
  const before = performance.now()
  splitMarkdown(source)
  splitHermes(source)
  // Quadratic, each of these takes minutes.
  expect(performance.now() - before).toBeLessThan(5_000)
})
