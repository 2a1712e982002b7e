/** Putting the user's edits on top of a recent memory that has changed since it was loaded. Pure. */
import { parseArray, readRecent, type RecentDocument, type RecentRow } from './recent-document.ts'

/** How many elements are new, gone or different. */
export function countChanges(mine: RecentDocument, content: string): number {
  const pairs = align(mine, content)
  if (pairs === null) return mine.rows.length
  const theirs = parseArray(content)?.length ?? 0
  return theirs - pairs.size + (mine.rows.length - pairs.size)
}

/**
 * What is stored now with the user's deletions and memo edits on it. A deleted line that is gone already stays gone.
 * Null when an edited memo was rewritten meanwhile: then only the user can say which of the two it is to be.
 */
export function merge(mine: RecentDocument, content: string): RecentDocument | null {
  const theirs = readRecent(content)
  const pairs = align(mine, content)
  if (theirs === null || pairs === null) return null
  if (mine.rows.some(({ index, edited }) => edited !== null && !pairs.has(index))) return null
  const mineByTheirs = new Map<number, RecentRow>()
  for (const row of mine.rows) {
    const index = pairs.get(row.index)
    if (index !== undefined) mineByTheirs.set(index, row)
  }
  const rows = theirs.rows.map((row) => {
    const own = mineByTheirs.get(row.index)
    return own === undefined ? row : { ...row, deleted: own.deleted, edited: own.edited }
  })
  return { content, rows }
}

/** Pairs of equal elements (index of mine → index of theirs), in order on both sides: a longest common subsequence. */
function align(mine: RecentDocument, content: string): Map<number, number> | null {
  const left = parseArray(mine.content)?.map((element) => JSON.stringify(element))
  const right = parseArray(content)?.map((element) => JSON.stringify(element))
  if (left === undefined || right === undefined) return null
  const pairs = new Map<number, number>()
  // What is equal at both ends needs no table; usually that is all, because talk is appended.
  let start = 0
  while (start < left.length && start < right.length && left[start] === right[start]) {
    pairs.set(start, start)
    start += 1
  }
  let leftEnd = left.length
  let rightEnd = right.length
  while (leftEnd > start && rightEnd > start && left[leftEnd - 1] === right[rightEnd - 1]) {
    leftEnd -= 1
    rightEnd -= 1
    pairs.set(leftEnd, rightEnd)
  }
  const width = rightEnd - start
  const height = leftEnd - start
  if (width * height > MOST_CELLS) return pairs
  const lengths = table(left.slice(start, leftEnd), right.slice(start, rightEnd))
  const at = (row: number, column: number): number => lengths[row * (width + 1) + column] ?? 0
  let row = 0
  let column = 0
  while (row < height && column < width) {
    if (left[start + row] === right[start + column]) {
      pairs.set(start + row, start + column)
      row += 1
      column += 1
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1
    else column += 1
  }
  return pairs
}

/** 16 MB of table; beyond that the ends have to do. */
const MOST_CELLS = 4_000_000

/** Length of the longest common subsequence of every pair of tails, row by row. */
function table(left: readonly string[], right: readonly string[]): Uint32Array {
  const stride = right.length + 1
  const lengths = new Uint32Array((left.length + 1) * stride)
  for (let row = left.length - 1; row >= 0; row -= 1) {
    for (let column = right.length - 1; column >= 0; column -= 1) {
      const here = row * stride + column
      const below = lengths[here + stride] ?? 0
      const beside = lengths[here + 1] ?? 0
      const both = lengths[here + stride + 1] ?? 0
      lengths[here] = left[row] === right[column] ? both + 1 : Math.max(below, beside)
    }
  }
  return lengths
}
