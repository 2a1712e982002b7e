/**
 * What the evidence on a reflection or persona entry is worth now: raw accumulators, each halved over its own
 * half-life, computed at each read and never written back (evidence.md §2).
 */
import { isTruthy, numberOrZero, textField, type JsonObject } from '../document.ts'
import type { Instant, Moment } from '../ports.ts'
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

function decayed(entry: JsonObject, value: string, clock: Clock, halfLife: number, now: Moment): number {
  const raw = numberOrZero(entry[value])
  // Without anything to decay there is no need to read the clock.
  return raw === 0 ? raw : raw * 0.5 ** (ageDays(clocksOf(entry, now.zone)[clock], now) / halfLife)
}

/** Fractional days since `instant`; 0 where there is none, or it is not yet over. */
function ageDays(instant: Instant | null, now: Moment): number {
  return instant === null ? 0 : Math.max(0, (now.instant - instant) / DAY_MS)
}

type Clock = 'rein_last_signal_at' | 'disp_last_signal_at'
type Clocks = Readonly<Record<Clock, Instant | null>> & { readonly zone: string }

/**
 * When each side was last touched. Thousands of entries are ranked for each conversation, and reading a stamp takes
 * far longer than the arithmetic; documents are never changed in place, so each is read once.
 */
function clocksOf(entry: JsonObject, zone: string): Clocks {
  const known = read.get(entry)
  if (known?.zone === zone) return known
  const clocks = {
    rein_last_signal_at: parseStamp(textField(entry, 'rein_last_signal_at'), zone),
    disp_last_signal_at: parseStamp(textField(entry, 'disp_last_signal_at'), zone),
    zone,
  }
  read.set(entry, clocks)
  return clocks
}

const read = new WeakMap<JsonObject, Clocks>()
