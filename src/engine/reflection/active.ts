/** Which reflections count as settled, for rendering and for rebuttal (reflections.md §4). */
import { isObject, isTruthy, type JsonObject } from '../document.ts'
import { evidenceScore } from '../evidence/score.ts'
import type { Moment } from '../ports.ts'

/** Confirmed, not put aside, and with evidence above 0. */
export function activeConfirmed(reflections: readonly unknown[], now: Moment): JsonObject[] {
  return reflections.filter(
    (entry): entry is JsonObject =>
      isObject(entry) &&
      entry['status'] === 'confirmed' &&
      !isTruthy(entry['suppress']) &&
      evidenceScore(entry, now) > 0,
  )
}
