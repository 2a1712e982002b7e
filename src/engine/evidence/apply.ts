/**
 * Applying a signal: the only place where evidence of the user changes the accumulators (evidence.md §3, §4).
 *
 * The delta is added to the stored raw number, not to its decayed value, and the touched side's clock moves to the
 * signal's time: a new signal revives what is older on its side at full weight.
 */
import { integerOr, numberOrZero, type JsonObject } from '../document.ts'
import type { Moment } from '../ports.ts'
import {
  COMBO_AFTER,
  COMBO_BONUS,
  USER_CONFIRMS,
  USER_FACT_NEGATES,
  USER_FACT_REINFORCES,
  USER_IGNORES,
  USER_KEYWORD_REBUTS,
  USER_REBUTS,
} from '../settings.ts'
import { toNaive } from '../time/stamp.ts'

/** What evidence came from. The last three rewrite or count, and carry no delta of the user. */
export type SignalSource =
  | 'user_fact'
  | 'user_confirm'
  | 'user_rebut'
  | 'user_ignore'
  | 'user_keyword_rebut'
  | 'migration_seed'
  | 'promote_merge'
  | 'archive_sweep'
  | 'promote_attempt'

export interface EvidenceDelta {
  readonly reinforcement?: number
  readonly disputation?: number
}

/** Evidence fields of a reflection or persona entry, all of them, as an event carries them. */
export type EvidenceSnapshot = {
  readonly reinforcement: number
  readonly disputation: number
  /** Naive stamp or null; something else only where it was stored so, which never decays. */
  readonly rein_last_signal_at: unknown
  readonly disp_last_signal_at: unknown
  readonly sub_zero_days: number
  readonly user_fact_reinforce_count: number
}

/** Deltas of the signals that carry one (evidence.md §4). */
export const signalDeltas = {
  reinforces: { reinforcement: USER_FACT_REINFORCES },
  negates: { disputation: USER_FACT_NEGATES },
  confirmed: { reinforcement: USER_CONFIRMS },
  denied: { disputation: USER_REBUTS },
  ignored: { reinforcement: USER_IGNORES },
  keyword_rebut: { disputation: USER_KEYWORD_REBUTS },
} as const satisfies Readonly<Record<string, EvidenceDelta>>

/** The evidence of `entry` after one signal. Protected entries are not spared: no producer aims at them. */
export function applySignal(
  entry: JsonObject,
  delta: EvidenceDelta,
  at: Moment,
  source: SignalSource,
): EvidenceSnapshot {
  const before = evidenceOf(entry)
  const reinforced = numberOrZero(delta.reinforcement)
  const disputed = numberOrZero(delta.disputation)
  const supports = source === 'user_fact' && reinforced > 0
  const count = before.user_fact_reinforce_count + (supports ? 1 : 0)
  const bonus = supports && count > COMBO_AFTER ? COMBO_BONUS : 0
  return {
    reinforcement: before.reinforcement + reinforced + bonus,
    disputation: Math.max(0, before.disputation + disputed),
    rein_last_signal_at: reinforced === 0 ? before.rein_last_signal_at : toNaive(at),
    disp_last_signal_at: disputed === 0 ? before.disp_last_signal_at : toNaive(at),
    sub_zero_days: before.sub_zero_days,
    user_fact_reinforce_count: count,
  }
}

/** The evidence that `entry` holds, with what may be missing filled in (evidence.md §1). */
export function evidenceOf(entry: JsonObject): EvidenceSnapshot {
  return {
    reinforcement: numberOrZero(entry['reinforcement']),
    disputation: numberOrZero(entry['disputation']),
    rein_last_signal_at: entry['rein_last_signal_at'] ?? null,
    disp_last_signal_at: entry['disp_last_signal_at'] ?? null,
    sub_zero_days: integerOr(entry['sub_zero_days'], 0),
    user_fact_reinforce_count: integerOr(entry['user_fact_reinforce_count'], 0),
  }
}
