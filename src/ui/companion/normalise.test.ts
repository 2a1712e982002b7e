import { describe, expect, it } from 'vitest'
import { normaliseReply } from './normalise.ts'

describe('what of a reply is remembered (routes.md §10.1)', () => {
  it.each([
    ['  hello there  ', 'hello there'],
    ['你好 世界', '你好世界'],
    ['你好 world', '你好world'],
    ['see you at 5, ok?', 'see you at 5, ok?'],
    ['two  blanks', 'two blanks'],
    ['好呀😊👍🏽！', '好呀！'],
    ['<think>hm</think>yes', 'hmyes'],
    ['~~~~ hi ★☆★☆', 'hi'],
    ['wait....', 'wait....'],
    ['……', ''],
    ['<emotion:happy>', ''],
    ['🎉🎉', ''],
    ['line one\nline two', 'line one\nline two'],
  ])('%j becomes %j', (reply, remembered) => {
    expect(normaliseReply(reply)).toBe(remembered)
  })
})
