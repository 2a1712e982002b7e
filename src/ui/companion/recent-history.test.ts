import { describe, expect, it } from 'vitest'
import type { FactView } from '../../engine/api.ts'
import { pastItems } from './past-items.ts'
import { pastLines } from './recent-history.ts'

describe('the conversation after a reload', () => {
  it('shows the memo without its prefix, and replies without their stamp', () => {
    const stored = [
      { type: 'system', data: { content: '先前对话的备忘录: 喜欢茶\n\n---\n\n以前住在东京' } },
      { type: 'human', data: { content: [{ type: 'text', text: '早' }] } },
      { type: 'ai', data: { content: '[20260302 Mon 09:00] 早安' } },
      { type: 'ai', data: { content: '[20260302 Mon 09:01] ' } },
    ]
    expect(pastLines(JSON.stringify(stored))).toEqual([
      { kind: 'memo', body: '喜欢茶', earlier: '以前住在东京' },
      { kind: 'user', text: '早' },
      { kind: 'reply', text: '早安', stamp: '20260302 Mon 09:00' },
    ])
  })

  it('is empty for what is no list', () => {
    expect(pastLines('{')).toEqual([])
    expect(pastLines('{}')).toEqual([])
  })
})

describe('what was learned, after a reload', () => {
  const human = (content: string) => ({ type: 'human', data: { content } })
  const fact = (id: string, quote: string, change: Partial<FactView> = {}): FactView => ({
    id,
    text: `text of ${id}`,
    entity: 'master',
    importance: 5,
    source: 'user_observation',
    confidence: 'low',
    createdAt: '',
    eventStartAt: null,
    eventEndAt: null,
    archived: false,
    superseded: false,
    sources: [{ turnId: 't', quote, at: 0 }],
    ...change,
  })

  it('stands under the latest line that holds the words it cites', () => {
    const stored = JSON.stringify([human('I like tea.'), human('Hello'), human('I like tea, really.')])
    const facts = [
      fact('tea', 'I like tea'),
      fact('gone', 'Hello', { superseded: true }),
      fact('elsewhere', 'I like kites'),
      fact('no words', ''),
    ]
    const learned = pastItems(stored, facts).map((item) => (item.kind === 'user' ? item.learned : []))
    expect(learned.map((found) => found.map(({ id }) => id))).toEqual([[], [], ['tea']])
  })
})
