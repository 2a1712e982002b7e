/** Evidence of a persona entry that takes a reflection in (evidence.md §6). */
import type { JsonObject } from '../document.ts'
import type { Moment } from '../ports.ts'
import { toNaive } from '../time/stamp.ts'
import { evidenceOf, type EvidenceSnapshot } from './apply.ts'

/**
 * The greater raw value of each side, both clocks at `at`, and no sub-zero days: the only operation that forgets
 * those. The count of supporting facts stays the target's.
 */
export function mergeEvidence(target: JsonObject, reflection: JsonObject, at: Moment): EvidenceSnapshot {
  const own = evidenceOf(target)
  const other = evidenceOf(reflection)
  return {
    reinforcement: Math.max(own.reinforcement, other.reinforcement),
    disputation: Math.max(own.disputation, other.disputation),
    rein_last_signal_at: toNaive(at),
    disp_last_signal_at: toNaive(at),
    sub_zero_days: 0,
    user_fact_reinforce_count: own.user_fact_reinforce_count,
  }
}
