/** What an edit changes, line by line, with a few lines around each change. */
import { diffLines, diffWordsWithSpace } from 'diff'

export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed'
  /** The line in pieces; those that differ from the line it takes the place of are marked. */
  readonly pieces: readonly DiffPiece[]
}

export interface DiffPiece {
  readonly text: string
  readonly changed: boolean
}

/** Lines in order; a run of unchanged ones that is left out is told by its length. */
export type DiffPart = DiffLine | { readonly kind: 'skipped'; readonly lines: number }

/** Unchanged lines shown before and after each change. */
const CONTEXT_LINES = 2
/** Longer lines are shown whole: comparing their words would take longer than one waits. */
const LONGEST_COMPARED = 20_000

export function lineDiff(before: string, after: string): DiffPart[] {
  const lines: DiffLine[] = []
  let removed: string[] = []
  for (const change of diffLines(before, after)) {
    const own = change.value.replace(/\n$/, '').split('\n')
    if (change.removed) {
      removed = own
      continue
    }
    if (change.added) lines.push(...replaced(removed, own))
    else {
      lines.push(...removed.map((text) => whole('removed', text)))
      lines.push(...own.map((text) => whole('same', text)))
    }
    removed = []
  }
  return folded([...lines, ...removed.map((text) => whole('removed', text))])
}

/** As many lines on both sides are one another's replacement, in order. */
function replaced(removed: readonly string[], added: readonly string[]): DiffLine[] {
  if (removed.length !== added.length) {
    return [...removed.map((text) => whole('removed', text)), ...added.map((text) => whole('added', text))]
  }
  return added.flatMap((text, at) => pair(removed[at] ?? '', text))
}

function pair(before: string, after: string): DiffLine[] {
  if (before.length + after.length > LONGEST_COMPARED)
    return [whole('removed', before), whole('added', after)]
  const words = diffWordsWithSpace(before, after)
  const side = (kind: 'removed' | 'added'): DiffLine => ({
    kind,
    pieces: words
      .filter((word) => word[kind] || (!word.added && !word.removed))
      .map((word) => ({ text: word.value, changed: word[kind] })),
  })
  return [side('removed'), side('added')]
}

function whole(kind: DiffLine['kind'], text: string): DiffLine {
  return { kind, pieces: [{ text, changed: kind !== 'same' }] }
}

/** Only what is near a change. */
function folded(lines: readonly DiffLine[]): DiffPart[] {
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
