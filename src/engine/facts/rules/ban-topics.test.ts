import { describe, expect, it } from 'vitest'
import { detectBanTopics } from './ban-topics.ts'

const terms = (text: string) => detectBanTopics(text).map(({ term, locale }) => `${locale}:${term}`)

describe('banned topics', () => {
  it('are found in every language, with the particles stripped', () => {
    expect(terms('求你别再提加班了。')).toEqual(['zh:加班'])
    expect(terms('我不想聊相親，換個話題。')).toEqual(['zh:相親'])
    expect(terms('前女友这个话题以后就别提了，好吗？')).toEqual(['zh:前女友'])
    expect(terms("Please don't bring up the merger again.")).toEqual(['en:the merger'])
    expect(terms('My old school is off limits.')).toEqual(['en:My old school'])
    expect(terms("I don't want to talk about my knee anymore")).toEqual(['en:my knee'])
    expect(terms('元カノの話はもうしないで。')).toEqual(['ja:元カノ'])
    expect(terms('就活の話題はNGで')).toEqual(['ja:就活'])
    expect(terms('회사 얘기는 하지 마')).toEqual(['ko:회사'])
    expect(terms('Не говори про мою работу.')).toEqual(['ru:мою работу'])
    expect(terms('No me hables de mi ex, por favor')).toEqual(['es:ex'])
    expect(terms('Não quero falar sobre política agora')).toEqual(['pt:política'])
  })

  it('are not found in idioms and small talk', () => {
    for (const text of [
      '别提了，今天累死了',
      '别提有多开心了',
      '甭提了',
      "Don't mention it!",
      "I don't want to talk about it.",
      '别说了',
      '你别说，还真好吃',
      "Don't ask me how.",
    ]) {
      expect(terms(text), text).toEqual([])
    }
  })

  it('keeps terms of 2 to 40 characters', () => {
    expect(terms(`Don't talk about ${'x'.repeat(41)}`)).toEqual([])
  })
})
