import { expect, test } from 'vitest'
import { writingOf } from './writing.ts'

test('a text is written in what most of it is written in; kana make it Japanese', () => {
  const texts = {
    letters: ['The user likes tea', 'Любит чай', '', '42', 'A friend of hers, 李明, visits on Sundays'],
    chinese: ['用户喜欢喝茶', '用户喜欢 Taylor Swift 的歌，常常单曲循环'],
    japanese: ['ユーザーはお茶が好き', '猫を飼っている'],
    korean: ['사용자는 차를 좋아한다'],
  } as const
  for (const [writing, examples] of Object.entries(texts)) {
    for (const text of examples) expect(writingOf(text), text).toBe(writing)
  }
})
