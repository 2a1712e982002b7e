/**
 * What the evidence on a reflection or persona entry is worth now: raw accumulators, each halved over its own
 * half-life, computed at each read and never written back (evidence.md §2).
 */
import { isTruthy, numberOrZero, textField, type JsonObject } from '../document.ts'
import type { Moment } from '../ports.ts'
import { DAY_MS, DISPUTATION_HALF_LIFE_DAYS, REINFORCEMENT_HALF_LIFE_DAYS } from '../settings.ts'
import { parseStamp } from '../time/stamp.ts'

/** Reinforcement that is left at `now`; may be negative. */
export function effectiveReinforcement(entry: JsonObject, now: Moment): number {
  return decayed(entry, 'reinforcement', 'rein_last_signal_at', REINFORCEMENT_HALF_LIFE_DAYS, now)
}

/** Disputation that is left at `now`. */
export function effectiveDisputation(entry: JsonObject, now: Moment): number {
  return decayed(entry, 'disputation', 'disp_last_signal_at', DISPUTATION_HALF_LIFE_DAYS, now)
}

/** Net evidence at `now`; +Infinity for protected entries. */
export function evidenceScore(entry: JsonObject, now: Moment): number {
  if (isTruthy(entry['protected'])) return Infinity
  return effectiveReinforcement(entry, now) - effectiveDisputation(entry, now)
}

function decayed(entry: JsonObject, value: string, clock: string, halfLife: number, now: Moment): number {
  const raw = numberOrZero(entry[value])
  return raw * 0.5 ** (ageDays(textField(entry, clock), now) / halfLife)
}

/** Fractional days since `stamp`; 0 where it is missing, unreadable or not yet over. */
function ageDays(stamp: string | null, now: Moment): number {
  const instant = stamp === null ? null : parseStamp(stamp, now.zone)
  return instant === null ? 0 : Math.max(0, (now.instant - instant) / DAY_MS)
}
