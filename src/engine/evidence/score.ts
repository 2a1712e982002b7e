/**
 * What the evidence on a reflection or persona entry is worth now: raw accumulators, each halved over its own
 * half-life, computed at each read and never written back (evidence.md §2).
 */
import { isObject, isTruthy, numberOrZero, type JsonObject } from '../document.ts'
import type { Instant, Moment } from '../ports.ts'
import {
  DAY_MS,
  DISPUTATION_HALF_LIFE_DAYS,
  EVIDENCE_STAMPS_KEPT,
  REINFORCEMENT_HALF_LIFE_DAYS,
} from '../settings.ts'
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

/** The evidence of a list, read once; what is asked again and again is only what it is worth by then. */
export interface EvidenceColumns {
  readonly zone: string
  /** `evidenceScore` of each entry at a moment of the same zone; 0 for what is no object. */
  scores(now: Moment): Float64Array
}

export function evidenceColumns(entries: readonly unknown[], zone: string): EvidenceColumns {
  const count = entries.length
  const protectedOnes: number[] = []
  const reinforcement = new Float64Array(count)
  const reinforcedAt = new Float64Array(count)
  const disputation = new Float64Array(count)
  const disputedAt = new Float64Array(count)
  for (const [index, entry] of entries.entries()) {
    if (!isObject(entry)) continue
    if (isTruthy(entry['protected'])) protectedOnes.push(index)
    // Without anything to decay there is no need to read the clock.
    if ((reinforcement[index] = numberOrZero(entry['reinforcement'])) !== 0) {
      reinforcedAt[index] = signalledAt(entry['rein_last_signal_at'], zone)
    }
    if ((disputation[index] = numberOrZero(entry['disputation'])) !== 0) {
      disputedAt[index] = signalledAt(entry['disp_last_signal_at'], zone)
    }
  }
  return {
    zone,
    scores(now) {
      const scores = new Float64Array(count)
      for (let index = 0; index < count; index += 1) {
        scores[index] =
          worth(reinforcement[index] ?? 0, reinforcedAt[index] ?? 0, REINFORCEMENT_HALF_LIFE_DAYS, now) -
          worth(disputation[index] ?? 0, disputedAt[index] ?? 0, DISPUTATION_HALF_LIFE_DAYS, now)
      }
      for (const index of protectedOnes) scores[index] = Infinity
      return scores
    },
  }
}

function decayed(entry: JsonObject, value: string, clock: string, halfLife: number, now: Moment): number {
  const raw = numberOrZero(entry[value])
  return raw === 0 ? raw : worth(raw, signalledAt(entry[clock], now.zone), halfLife, now)
}

/** What is left of `raw`, last touched at `since`: all of it where that is not yet over. */
function worth(raw: number, since: Instant, halfLife: number, now: Moment): number {
  return raw === 0 ? raw : raw * 0.5 ** (Math.max(0, (now.instant - since) / DAY_MS) / halfLife)
}

/**
 * When a side was last touched; an instant that is never over stands for none. A signal stamps all that it touches
 * alike, and a document that is written anew carries its old stamps on; reading one takes far longer than the
 * arithmetic, so the last ones are kept, of one zone.
 */
function signalledAt(stamp: unknown, zone: string): Instant {
  if (typeof stamp !== 'string') return Infinity
  if (zone !== stampsZone || stamps.size >= EVIDENCE_STAMPS_KEPT) {
    stamps.clear()
    stampsZone = zone
  }
  let instant = stamps.get(stamp)
  if (instant === undefined) stamps.set(stamp, (instant = parseStamp(stamp, zone) ?? Infinity))
  return instant
}

const stamps = new Map<string, Instant>()
let stampsZone = ''
