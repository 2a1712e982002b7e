import { describe, expect, it } from 'vitest'
import { cardOf, hasDuplicates, rowsOf } from './card-fields.ts'

describe('the character card as rows', () => {
  it('keeps the type of a value that nobody touched', () => {
    const card = { 性格: '安静', tags: ['a', 'b'], age: 17 }
    const rows = rowsOf(card)
    expect(rows.map(({ value }) => value)).toEqual(['安静', '["a","b"]', '17'])
    expect(cardOf(rows, card)).toEqual(card)
  })

  it('leaves out rows without key or text and trims the rest', () => {
    const rows = [
      { id: 0, key: ' 性格 ', value: ' 安静 ' },
      { id: 1, key: '', value: 'x' },
      { id: 2, key: '背景', value: ' ' },
    ]
    expect(cardOf(rows, {})).toEqual({ 性格: '安静' })
  })

  it('warns of two rows with the same key', () => {
    const row = (id: number, key: string, value: string) => ({ id, key, value })
    expect(hasDuplicates([row(0, 'a', '1'), row(1, ' a', '2')])).toBe(true)
    expect(hasDuplicates([row(0, 'a', '1'), row(1, 'a', '')])).toBe(false)
  })
})
