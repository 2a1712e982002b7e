import { describe, expect, it } from 'vitest'
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
