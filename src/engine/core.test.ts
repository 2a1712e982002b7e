import { describe, expect, it } from 'vitest'
import { stopNamesIn } from './core.ts'
import { LANGUAGE_DATA } from './facts/rules/data/index.ts'
import { recordPersonaMentions } from './persona/mentions.ts'
import { stripNames } from './text/stop-names.ts'

const names = { userName: '林溪', userNickname: '小溪', characterName: 'Mika', characterNickname: '' }
const now = { instant: Date.parse('2026-03-04T12:00:00Z'), zone: 'Asia/Shanghai' }

describe('names that are left out where words are compared', () => {
  it.each(Object.values(LANGUAGE_DATA).map(({ wording }) => wording.user))(
    'hold what facts by rules call a user who has a name (%s)',
    (word) => {
      const rest = stripNames(word, stopNamesIn(names)).replace(/\bthe\b/giu, '')
      expect(rest.trim()).toBe('')
    },
  )

  it('let a reply that only addresses the user mention no memory', () => {
    const persona = [{ name: 'master', entries: [{ id: 'a', text: '主人喜欢抹茶' }] }]
    const mentions = (reply: string) => recordPersonaMentions(persona, reply, now, stopNamesIn(names)).changed
    expect(mentions('主人，晚安。')).toBe(false)
    expect(mentions('主人，要喝抹茶吗？')).toBe(true)
  })
})
