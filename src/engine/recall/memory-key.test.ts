import { describe, expect, test } from 'vitest'
import { memoryKey } from './memory-key.ts'

describe('one memory said twice', () => {
  test.each([
    ['I like tea', 'I really love tea!'],
    ['The user likes tea', 'User loves tea very much.'],
    ['I like tea', 'I do like tea a lot'],
    ["I don't like tea", 'I dislike tea'],
    ["I can't stand rain.", 'I hate rain!'],
    ['The user is allergic to peanuts', "I'm allergic to peanuts."],
    ['User enjoys hiking in the Alps', 'I absolutely love hiking in the Alps'],
    ['I am a big fan of jazz', 'I love jazz'],
    ['我喜欢喝茶', '我超爱喝茶'],
    ['我喜歡喝茶！', '用户非常喜欢喝茶'],
    ['主人很喜欢猫。', '我喜欢猫'],
    ['我不喜欢下雨天', '我讨厌下雨天'],
    ['我真的特别喜欢爬山呀', '喜欢爬山'],
    ['お茶が好きです', '私はお茶が大好き！'],
    ['猫が好きじゃない', '猫が嫌いです'],
  ])('%s / %s', (one, other) => {
    expect(memoryKey(one)).toBe(memoryKey(other))
    expect(memoryKey(one)).not.toBe('')
  })
})

describe('two memories', () => {
  test.each([
    ['I like tea', 'I do not like tea'],
    ['I like tea', "I don't love tea"],
    ['I like tea', 'I never liked tea'],
    ['I like tea', 'I used to like tea'],
    ['I like tea', 'I might like tea'],
    ['I like tea', 'My sister likes tea'],
    ['I like tea', 'I like tea with milk'],
    ['I like tea', 'I like coffee'],
    ['I am 25', 'I am 52'],
    ['The user is 25 years old', 'The user is 26 years old'],
    ['The user met Anna in May', 'The user met Anna in June'],
    ['Tom loves Anna', 'Anna loves Tom'],
    ['The user has two cats', 'The user has three cats'],
    ['I live in Tokyo', 'I lived in Tokyo'],
    ['The exam is on 2026-05-01', 'The exam is on 2026-05-10'],
    ['I like his dog', 'I like her dog'],
    ['我喜欢喝茶', '我不喜欢喝茶'],
    ['我喜欢喝茶', '我喜欢喝咖啡'],
    ['我喜欢喝茶', '我最喜欢喝茶'],
    ['我喜欢喝茶', '我妈妈喜欢喝茶'],
    ['我喜欢喝茶', '我以前喜欢喝茶'],
    ['我25岁', '我52岁'],
    ['我的爱人在上海', '我喜欢人在上海'],
    ['他可爱', '他可喜欢'],
    ['我去了北京', '我去北京'],
    ['お茶が好きです', 'お茶が好きじゃないです'],
    ['お茶が好き', 'コーヒーが好き'],
    ['母はお茶が好き', '私はお茶が好き'],
  ])('%s / %s', (one, other) => {
    expect(memoryKey(one)).not.toBe(memoryKey(other))
  })
})

test('a text of nothing but degree claims nothing', () => {
  expect(['', '!!!', 'really'].map(memoryKey)).toEqual(['', '', ''])
})
