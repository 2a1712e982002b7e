import { describe, expect, it } from 'vitest'
import type { EntryKey, EntryKind, Lineage, LineageKind } from '../../engine/browser-api.ts'
import { keyText } from './entry-key.ts'
import { CARD_WIDTH, layOut, MOST_ROWS, neighbour } from './lineage-layout.ts'

const key = (kind: EntryKind, id: string): EntryKey => ({ kind, id })

function lineage(...edges: readonly (readonly [EntryKey, LineageKind, EntryKey])[]): Lineage {
  const keys = new Map(edges.flatMap(([from, , to]) => [from, to]).map((one) => [keyText(one), one]))
  return {
    nodes: [...keys.values()].map((one) => ({ key: one, row: null })),
    edges: edges.map(([from, kind, to]) => ({ from, to, kind, quote: null })),
  }
}

const turns = [key('turn', '1'), key('turn', '2')] as const
const [tea, kites] = [key('fact', 'tea'), key('fact', 'kites')]
const thought = key('reflection', 'thought')
const line = key('persona', 'line')
const life = lineage(
  [turns[0], 'extracted', tea],
  [turns[1], 'extracted', kites],
  [kites, 'synthesised', thought],
  [tea, 'synthesised', thought],
  [thought, 'promoted', line],
)

describe('the picture of a lineage', () => {
  it('goes from turn to persona, left to right', () => {
    const { nodes, width } = layOut(life, tea)
    const columnOf = Object.fromEntries(nodes.map(({ node, column }) => [node.key.id, column]))
    expect(columnOf).toEqual({ '1': 0, '2': 0, tea: 1, kites: 1, thought: 2, line: 3 })
    expect(width).toBe(4 * CARD_WIDTH + 3 * 36)
  })

  it('puts what was corrected before what took its place', () => {
    const chain = lineage(
      [key('fact', 'osaka'), 'superseded', key('fact', 'kyoto')],
      [key('fact', 'kyoto'), 'superseded', key('fact', 'nara')],
    )
    const columns = layOut(chain, key('fact', 'nara')).nodes.map(({ node, column }) => [node.key.id, column])
    expect(Object.fromEntries(columns)).toEqual({ osaka: 0, kyoto: 1, nara: 2 })
  })

  it('draws level lines: a card stands beside what it was made of', () => {
    const [osaka, kyoto] = [key('fact', 'osaka'), key('fact', 'kyoto')]
    const corrected = lineage(
      [turns[0], 'extracted', kyoto],
      [turns[1], 'extracted', osaka],
      [osaka, 'superseded', kyoto],
    )
    const rows = layOut(corrected, kyoto).nodes.map(({ node, row }) => [node.key.id, row])
    expect(Object.fromEntries(rows)).toEqual({ '1': 0, '2': 1, osaka: 1, kyoto: 0 })
  })

  it('ends although entries replace each other in a circle', () => {
    const circle = lineage([tea, 'superseded', kites], [kites, 'superseded', tea])
    expect(layOut(circle, tea).nodes).toHaveLength(2)
  })

  it('says how many of a column had no room, and never leaves out the entry itself', () => {
    const many = lineage(
      ...Array.from(
        { length: 20 },
        (_, index) => [key('fact', `f${index}`), 'synthesised', thought] as const,
      ),
    )
    const { nodes, left, edges } = layOut(many, key('fact', 'f19'))
    expect(nodes.filter(({ column }) => column === 0)).toHaveLength(MOST_ROWS)
    expect(nodes.some(({ node }) => node.key.id === 'f19')).toBe(true)
    expect(left.map(({ column, count }) => [column, count])).toEqual([[0, 14]])
    expect(edges).toHaveLength(MOST_ROWS)
  })
})

describe('walking a lineage', () => {
  const layout = layOut(life, tea)

  it.each([
    [tea, 'right', thought],
    [thought, 'left', tea],
    [tea, 'down', kites],
    [kites, 'up', tea],
    [kites, 'left', turns[1]],
    [thought, 'right', line],
    [line, 'right', null],
    [tea, 'up', null],
  ] as const)('from %o to the %s', (from, direction, to) => {
    expect(neighbour(layout, from, direction)).toEqual(to)
  })
})
