/** What an edit changes, line by line, with a few lines around each change. */
import { diffLines } from 'diff'

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

/** Lines in order; a run of unchanged ones that is left out is told by its length. */
export type DiffPart = DiffLine | { readonly kind: 'skipped'; readonly lines: number }

/** Unchanged lines shown before and after each change. */
const CONTEXT_LINES = 2

export function lineDiff(before: string, after: string): DiffPart[] {
  const lines = diffLines(before, after).flatMap(({ value, added, removed }): DiffLine[] => {
    const kind = added ? 'added' : removed ? 'removed' : 'same'
    return value
      .replace(/\n$/, '')
      .split('\n')
      .map((text) => ({ kind, text }))
  })
  const near = new Set<number>()
  for (const [at, { kind }] of lines.entries()) {
    if (kind === 'same') continue
    for (let line = at - CONTEXT_LINES; line <= at + CONTEXT_LINES; line += 1) near.add(line)
  }
  const parts: DiffPart[] = []
  let skipped = 0
  for (const [at, line] of lines.entries()) {
    if (!near.has(at)) {
      skipped += 1
      continue
    }
    if (skipped > 0) parts.push({ kind: 'skipped', lines: skipped })
    skipped = 0
    parts.push(line)
  }
  if (skipped > 0) parts.push({ kind: 'skipped', lines: skipped })
  return parts
}
