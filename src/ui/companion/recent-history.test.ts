import { describe, expect, it } from 'vitest'
import type { ConversationLine, FactView } from '../../engine/api.ts'
import { pastItems } from './recent-history.ts'

describe('the conversation after a reload', () => {
  it('shows the memo without its prefix, and replies without their stamp', () => {
    const items = pastItems(
      [
        line('system', '先前对话的备忘录: 喜欢茶\n\n---\n\n以前住在东京'),
        line('human', '早', 'a', 1),
        line('ai', '[20260302 Mon 09:00] 早安', 'b', 2),
        line('ai', '[20260302 Mon 09:01] ', 'c', 3),
        line('human', ' ', 'd', 4),
        line('human', '改过的'),
      ],
      [],
    )
    expect(items).toEqual([
      { kind: 'memo', id: 'past-0', body: '喜欢茶', earlier: '以前住在东京' },
      { kind: 'user', id: 'a', text: '早', at: 1, keeping: 'kept', learned: [] },
      {
        kind: 'reply',
        id: 'b',
        text: '早安',
        stamp: '20260302 Mon 09:00',
        at: 2,
        status: 'done',
        memories: [],
        raised: [],
        error: null,
        keeping: 'kept',
      },
      { kind: 'user', id: 'past-5', text: '改过的', at: null, keeping: 'kept', learned: [] },
    ])
  })

  it('has what was learned under the turns that taught it, whatever the words', () => {
    const lines = [
      line('human', 'I like tea.', 'first', 1),
      line('human', 'I like tea.', 'second', 2),
      line('human', 'I like tea.'),
    ]
    const facts = [
      fact('tea', 'first'),
      fact('both', 'first', 'second'),
      fact('gone', 'second', { superseded: true }),
      fact('kept away', 'second', { archived: true }),
      fact('elsewhere', 'third'),
    ]
    const learned = pastItems(lines, facts).map((item) => (item.kind === 'user' ? item.learned : []))
    expect(learned.map((found) => found.map(({ id }) => id))).toEqual([['tea', 'both'], ['both'], []])
  })
})

function line(
  role: ConversationLine['role'],
  text: string,
  turnId: string | null = null,
  at: number | null = null,
): ConversationLine {
  return { role, text, turnId, at }
}

function fact(id: string, ...from: readonly (string | Partial<FactView>)[]): FactView {
  const sources = from.flatMap((turnId) =>
    typeof turnId === 'string' ? [{ turnId, quote: 'I like tea', at: 0 }] : [],
  )
  const change = from.find((value) => typeof value !== 'string')
  return {
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
    sources,
    ...change,
  }
}
