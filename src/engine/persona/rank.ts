/**
 * Memories by what their evidence is worth now (persona.md §8.1). A conversation shows some hundred of thousands, so
 * they come one by one and nobody sorts the rest: a heap is made in one pass, and each step costs its depth. Pure.
 */
import { isObject, numberOrZero } from '../document.ts'
import { evidenceColumns, type EvidenceColumns } from '../evidence/score.ts'
import type { Moment } from '../ports.ts'

interface Line {
  readonly entry: unknown
}

/** Lines with what they are ranked by; made once for a list that is asked again and again. */
export interface RankedLines<L extends Line> {
  readonly lines: readonly L[]
  readonly importances: Float64Array
  /** Of the lines in a zone, which stamps are read in. */
  evidence(zone: string): EvidenceColumns
}

export function rankedLines<L extends Line>(lines: readonly L[]): RankedLines<L> {
  const entries = lines.map(({ entry }) => entry)
  let evidence: EvidenceColumns | null = null
  return {
    lines,
    importances: Float64Array.from(entries, (entry) =>
      isObject(entry) ? numberOrZero(entry['importance']) : 0,
    ),
    evidence(zone) {
      if (evidence?.zone !== zone) evidence = evidenceColumns(entries, zone)
      return evidence
    },
  }
}

/** The lines of all lists by score, then importance, highest first; equal ones in the order of the lists. */
export function* byRank<L extends Line>(
  lists: readonly RankedLines<L>[],
  now: Moment,
): Generator<{ readonly line: L; readonly list: number; readonly score: number }, void, undefined> {
  const starts: number[] = []
  let total = 0
  for (const { lines } of lists) {
    starts.push(total)
    total += lines.length
  }
  const scores = new Float64Array(total)
  const importances = new Float64Array(total)
  for (const [list, ranked] of lists.entries()) {
    const start = starts[list] ?? 0
    if (ranked.lines.length > 0) scores.set(ranked.evidence(now.zone).scores(now), start)
    importances.set(ranked.importances, start)
  }

  const heap = new Uint32Array(total)
  for (let index = 1; index < total; index += 1) heap[index] = index
  for (let root = (total >> 1) - 1; root >= 0; root -= 1) sink(root, total)
  for (let size = total; size > 0; size -= 1) {
    const first = at(heap, 0)
    const list = starts.findLastIndex((start) => start <= first)
    const line = lists[list]?.lines[first - (starts[list] ?? 0)]
    if (line !== undefined) yield { line, list, score: at(scores, first) }
    heap[0] = at(heap, size - 1)
    sink(0, size - 1)
  }

  /** Brings what stands at `place` below everything that comes before it. */
  function sink(place: number, size: number): void {
    const moved = at(heap, place)
    for (;;) {
      let child = 2 * place + 1
      if (child >= size) break
      if (child + 1 < size && precedes(at(heap, child + 1), at(heap, child))) child += 1
      if (!precedes(at(heap, child), moved)) break
      heap[place] = at(heap, child)
      place = child
    }
    heap[place] = moved
  }

  function precedes(one: number, other: number): boolean {
    const score = at(scores, one)
    const otherScore = at(scores, other)
    if (score !== otherScore) return score > otherScore
    const importance = at(importances, one)
    const otherImportance = at(importances, other)
    return importance === otherImportance ? one < other : importance > otherImportance
  }
}

function at(list: Float64Array | Uint32Array, index: number): number {
  return list[index] ?? 0
}
