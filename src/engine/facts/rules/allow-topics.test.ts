import { describe, expect, it } from 'vitest'

import { allowedTopics } from './allow-topics.ts'

describe('leave to raise a topic again', () => {
  it.each<[string, string]>([
    ['现在可以再提前女友了', '前女友'],
    ['你可以聊加班了，没关系', '加班'],
    ['關於相親，現在可以聊了', '相親'],
    ['我想跟你聊聊考研', '考研'],
    ['不用再回避前男友了', '前男友'],
    ['加班已经不是禁区了', '加班'],
    ['You can talk about the merger again.', 'the merger'],
    ["It's okay to mention my knee now", 'my knee'],
    ["I don't mind you talking about cats anymore", 'cat'],
    ['My old school is no longer off limits.', 'My old school'],
    ["Let's talk about the wedding after all", 'the wedding'],
    ["You don't have to avoid politics", 'politics'],
    ['元カノの話、もう話しても大丈夫だよ', '元カノ'],
    ['就活の話題はもうNGじゃないよ', '就活'],
    ['이제 회사 얘기해도 돼', '회사'],
    ['Теперь можно говорить о работе', 'мою работу'],
    ['Ya puedes hablar de mi ex otra vez', 'ex'],
    ['Agora pode falar de política de novo', 'política'],
  ])('is heard in “%s”', (text, term) => {
    expect(allowedTopics(text, [term, 'something else'])).toEqual([term])
  })

  it.each<[string, string]>([
    ['不可以再提前女友', '前女友'],
    ['你怎么可以再提前女友', '前女友'],
    ['你再提加班试试', '加班'],
    ['我不想聊加班', '加班'],
    ['可以聊别的吗', '加班'],
    ["You can't talk about the merger", 'the merger'],
    ['You can never mention the merger again', 'the merger'],
    ["Please don't talk about the merger", 'the merger'],
    ['The merger is off limits', 'the merger'],
    ["I don't think you can talk about the merger", 'the merger'],
    ['You can talk about cats, but never about the merger', 'the merger'],
    ['You can talk about anything except the merger', 'the merger'],
    ['The merger was announced today', 'the merger'],
    ['元カノの話はもうしないで', '元カノ'],
    ['就活の話は話したくない', '就活'],
    ['회사 얘기하고 싶지 않아', '회사'],
    ['Не хочу говорить о работе', 'мою работу'],
    ['No puedes hablar de mi ex', 'ex'],
    ['Não quero falar sobre política', 'política'],
  ])('is not heard in “%s”', (text, term) => {
    expect(allowedTopics(text, [term])).toEqual([])
  })

  it('may be for everything', () => {
    const banned = ['work', '前女友']
    expect(allowedTopics('You can talk about anything now', banned)).toEqual(banned)
    expect(allowedTopics('什么话题都可以聊了', banned)).toEqual(banned)
  })
})
