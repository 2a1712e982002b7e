/**
 * Rows that recall never shows, whatever they score (recall.md §A3). Types are checked, not guessed: a row in
 * which a field has an impossible type is dropped, and only this row.
 */
import { isObject, isTruthy, type JsonObject } from '../document.ts'
import { evidenceScore } from '../evidence/score.ts'
import type { Moment } from '../ports.ts'
import { isBlank } from '../text/whitespace.ts'

/** States in which a reflection was turned down or replaced; a promoted one still holds. */
const GONE_REFLECTIONS: ReadonlySet<unknown> = new Set(['denied', 'archived', 'merged', 'promote_blocked'])

/** True for a row that the contract lets through. Everything asked here changes only with the row itself. */
export function passesHardFilter(row: unknown): row is JsonObject & { readonly text: string } {
  if (!isObject(row)) return false
  const score = row['score']
  if (score !== null && score !== undefined) {
    if (typeof score !== 'number' && typeof score !== 'boolean') return false
    if (Number(score) < 0) return false
  }
  if (isTruthy(row['suppress']) || isTruthy(row['suppressed']) || isTruthy(row['protected'])) return false
  if (row['target_type'] === 'reflection') {
    const status = row['status']
    if (typeof status === 'object' && status !== null) return false
    if (GONE_REFLECTIONS.has(status)) return false
  }
  const text = row['text']
  return typeof text === 'string' && !isBlank(text)
}

/** True for a row whose evidence may speak against it: only these need a look at the clock. */
export function isContested(row: JsonObject): boolean {
  const { reinforcement, disputation } = row
  return (
    isTruthy(disputation) || (typeof reinforcement === 'number' ? reinforcement < 0 : isTruthy(reinforcement))
  )
}

/**
 * True when the evidence says that a row is false now (design.md §7). The reference means to drop such rows, but
 * its stored rows lack the field that it looks at (recall.md §A3).
 */
export function isDisproved(row: JsonObject, now: Moment): boolean {
  return evidenceScore(row, now) < 0
}
