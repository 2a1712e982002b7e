/** Where the cards of a lineage stand: turns at the left, then what was made of them, a column a layer. Pure. */
import type { EntryKey, EntryKind, Lineage, LineageEdge, LineageNode } from '../../engine/browser-api.ts'
import { keyText, sameKey } from './entry-key.ts'

export interface PlacedNode {
  readonly node: LineageNode
  readonly column: number
  readonly row: number
  readonly x: number
  readonly y: number
}

export interface PlacedEdge {
  readonly edge: LineageEdge
  /** An SVG path from the right of one card to the left of the other. */
  readonly path: string
}

export interface LineageLayout {
  readonly nodes: readonly PlacedNode[]
  readonly edges: readonly PlacedEdge[]
  /** Entries of a column that had no room; they are in the list behind the graph. */
  readonly left: readonly {
    readonly column: number
    readonly count: number
    readonly x: number
    readonly y: number
  }[]
  readonly width: number
  readonly height: number
}

export const CARD_WIDTH = 140
export const CARD_HEIGHT = 68
const COLUMN_GAP = 36
const ROW_GAP = 12
/** More than a pane is high; a reflection of twenty facts still shows where it comes from. */
export const MOST_ROWS = 6

const order: readonly EntryKind[] = ['turn', 'fact', 'correction', 'reflection', 'persona']

/** The entry itself always has a place. Within a column, cards stand by their neighbours, so that few lines cross. */
export function layOut({ nodes, edges }: Lineage, here: EntryKey): LineageLayout {
  const columnOf = columns(nodes, edges)
  const used = [...new Set(columnOf.values())].sort((one, other) => one - other)
  const rows = new Map<string, number>()
  const placed: PlacedNode[] = []
  const left: { column: number; count: number; x: number; y: number }[] = []
  used.forEach((depth, column) => {
    const members = nodes.filter(({ key }) => columnOf.get(keyText(key)) === depth)
    const x = column * (CARD_WIDTH + COLUMN_GAP)
    const sorted = members
      .map((node) => ({ node, at: middleOf(node.key, edges, rows) }))
      .sort((one, other) => one.at - other.at)
    const mine = sorted.findIndex(({ node }) => sameKey(node.key, here))
    if (mine >= MOST_ROWS) sorted.unshift(...sorted.splice(mine, 1))
    const shown = sorted.slice(0, MOST_ROWS)
    let free = 0
    shown.forEach(({ node, at }, index) => {
      // Beside its neighbours, but never so far down that those after it would find no row.
      const row = Math.max(free, Math.min(Math.floor(at), MOST_ROWS - shown.length + index))
      free = row + 1
      rows.set(keyText(node.key), row)
      placed.push({ node, column, row, x, y: row * (CARD_HEIGHT + ROW_GAP) })
    })
    const count = members.length - MOST_ROWS
    if (count > 0) left.push({ column, count, x, y: MOST_ROWS * (CARD_HEIGHT + ROW_GAP) })
  })
  const byKey = new Map(placed.map((card) => [keyText(card.node.key), card]))
  return {
    nodes: placed,
    edges: edges.flatMap((edge) => {
      const from = byKey.get(keyText(edge.from))
      const to = byKey.get(keyText(edge.to))
      return from === undefined || to === undefined ? [] : [{ edge, path: pathOf(from, to) }]
    }),
    left,
    width: used.length * (CARD_WIDTH + COLUMN_GAP) - COLUMN_GAP,
    height: Math.max(0, ...placed.map(({ y }) => y + CARD_HEIGHT), ...left.map(({ y }) => y + ROW_GAP * 2)),
  }
}

export type Direction = 'left' | 'right' | 'up' | 'down'

/** The card that an arrow key leads to: along a line sideways, within the column up and down; null when there is none. */
export function neighbour(layout: LineageLayout, from: EntryKey, direction: Direction): EntryKey | null {
  const card = layout.nodes.find(({ node }) => sameKey(node.key, from))
  if (card === undefined) return null
  if (direction === 'up' || direction === 'down') {
    const row = card.row + (direction === 'up' ? -1 : 1)
    return layout.nodes.find((other) => other.column === card.column && other.row === row)?.node.key ?? null
  }
  const linked = layout.edges.flatMap(({ edge }) => {
    if (direction === 'right') return sameKey(edge.from, from) ? [edge.to] : []
    return sameKey(edge.to, from) ? [edge.from] : []
  })
  const cards = layout.nodes.filter(({ node }) => linked.some((key) => sameKey(key, node.key)))
  const nearest = cards.sort((one, other) => Math.abs(one.row - card.row) - Math.abs(other.row - card.row))
  return nearest[0]?.node.key ?? null
}

/** Depth of each entry: by its kind, and behind everything of its own kind that it was made of. */
function columns(nodes: readonly LineageNode[], edges: readonly LineageEdge[]): Map<string, number> {
  const steps = new Map(nodes.map(({ key }) => [keyText(key), 0]))
  // A chain of corrections is as long as there are entries, at most; a circle (a broken import) ends there as well.
  for (let round = 0; round < Math.min(nodes.length, MOST_STEPS); round += 1) {
    let moved = false
    for (const { from, to } of edges) {
      if (from.kind !== to.kind) continue
      const least = (steps.get(keyText(from)) ?? 0) + 1
      if ((steps.get(keyText(to)) ?? 0) >= least || least > MOST_STEPS) continue
      steps.set(keyText(to), least)
      moved = true
    }
    if (!moved) break
  }
  return new Map(
    nodes.map(({ key }) => [
      keyText(key),
      order.indexOf(key.kind) * (MOST_STEPS + 1) + (steps.get(keyText(key)) ?? 0),
    ]),
  )
}

/** Entries of one kind that follow each other side by side; a longer chain shares the last column. */
const MOST_STEPS = 4

/** Mean row of what it was made of, so that lines run level; 0 for what nothing is known of. */
function middleOf(key: EntryKey, edges: readonly LineageEdge[], rows: ReadonlyMap<string, number>): number {
  const known = edges.flatMap(({ from, to }) => {
    if (!sameKey(to, key)) return []
    const row = rows.get(keyText(from))
    return row === undefined ? [] : [row]
  })
  if (known.length === 0) return 0
  return known.reduce((sum, row) => sum + row, 0) / known.length
}

function pathOf(from: PlacedNode, to: PlacedNode): string {
  const startX = from.x + CARD_WIDTH
  const startY = from.y + CARD_HEIGHT / 2
  const endY = to.y + CARD_HEIGHT / 2
  const middle = (startX + to.x) / 2
  return `M${startX} ${startY}C${middle} ${startY} ${middle} ${endY} ${to.x} ${endY}`
}
