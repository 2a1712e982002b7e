import { describe, expect, test } from 'vitest'
import { createAnalyzer } from '../text/analyzer.ts'
import { createTurnIndex } from './raw-turns.ts'

function indexOf(...texts: readonly string[]) {
  const index = createTurnIndex(createAnalyzer())
  index.add(texts.map((text, at) => ({ rowId: at + 1, instant: at * 1000, text })))
  return index
}

const rowsOf = (index: ReturnType<typeof indexOf>, query: string, window: [number, number] | null = null) =>
  index.search(query, window === null ? null : { start: window[0], end: window[1] }).map(({ rowId }) => rowId)

test('turns are found by their words, the newer of equal ones first, within a period if one is given', () => {
  const index = indexOf('the kite is in the shed', 'boats', 'the kite is in the shed', '风筝在仓库里')
  expect(rowsOf(index, 'kite')).toEqual([3, 1])
  expect(rowsOf(index, 'kite', [0, 1000])).toEqual([1])
  expect(rowsOf(index, '风筝')).toEqual([4])
  expect(rowsOf(index, 'submarine')).toEqual([])
})

test('what is said later is found too, and blanks are nothing', () => {
  const index = indexOf('boats', ' ')
  expect(index.size).toBe(1)
  index.add([{ rowId: 9, instant: null, text: 'the kite is red' }])
  expect(rowsOf(index, 'kite')).toEqual([9])
  expect(rowsOf(index, 'kite', [0, 10_000])).toEqual([])
})

test('a hit knows the text it was found by', () => {
  const [hit] = indexOf('the kite is red').search('kite', null)
  expect(hit?.says('the kite is red')).toBe(true)
  expect(hit?.says('the kite is blue')).toBe(false)
})

describe('what answers', () => {
  const index = indexOf('My locker number is 4417', 'I met Jonas', '我的储物柜号码是4417')

  test.each([
    ['locker number', 'My locker number is 4417', true],
    ['储物柜的号码', '我的储物柜号码是4417', true],
    // The question itself, another one like it, and one that brings nothing new.
    ['what is my locker number', 'What is my locker number?', false],
    ['locker number', 'Do you remember my locker number? What was it?', false],
    ['locker number', 'My locker number!', false],
    ['储物柜号码', '我的储物柜号码是多少？', false],
    ['储物柜号码', '你记得我的储物柜号码吗', false],
    // Without a mark too.
    ['locker number', 'do you know what my locker number is', false],
    ['locker number', 'Tell me my locker number please', false],
    ['locker number', 'what is my old locker number', false],
    ['locker number', 'When I was ten my locker number was 12', true],
    ['储物柜号码', '告诉我储物柜号码好不好', false],
    ['储物柜号码', '还记得我的储物柜号码', false],
    ['储物柜号码', '我告诉我妈储物柜号码是12', true],
    // A question and a statement.
    ['locker number', 'Can you note something? My locker number is 4417.', true],
    // Too little of what is asked.
    ['which number did the doctor from Vienna give me yesterday', 'My locker number is 4417', false],
  ])('%s: %s: %s', (query, text, expected) => {
    expect(index.answering(query)(text)).toBe(expected)
  })
})

test('a query is cut into words once, however many turns are held against it', () => {
  const analyzer = createAnalyzer()
  let cut = 0
  const counting = {
    ...analyzer,
    terms(text: string) {
      if (text.includes('locker')) cut += 1
      return analyzer.terms(text)
    },
  }
  const answers = createTurnIndex(counting).answering('locker number')
  const once = cut
  for (let turn = 0; turn < 50; turn += 1) answers(`The cat number ${String(turn)}`)
  expect(cut).toBe(once)
})
