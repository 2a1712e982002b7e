/**
 * Evidence of an entry over time (evidence.md §2–§4): from what each signal left behind, with decay between signals
 * and a while ahead.
 */
import type { EvidenceCurve, EvidencePoint } from '../browser-api.ts'
import { isObject, isTruthy, numberOrZero, parseObject, textField, type JsonObject } from '../document.ts'
import { evidenceOf, type EvidenceSnapshot } from '../evidence/apply.ts'
import { targetName } from '../evidence/entries.ts'
import { effectiveDisputation, effectiveReinforcement } from '../evidence/score.ts'
import type { Instant, Moment, Sql } from '../ports.ts'
import {
  ARCHIVE_CANDIDATE_SCORE,
  CONFIRMED_SCORE,
  EVIDENCE_CURVE_POINTS,
  EVIDENCE_FORECAST_MS,
  PROMOTED_SCORE,
} from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { parseStamp } from '../time/stamp.ts'
import { documentOf, rowOf, type StoredEntry } from './entry-row.ts'

/** What a signal changed: the evidence before and after it. */
interface Signal {
  readonly at: Instant
  readonly source: string
  readonly before: EvidenceSnapshot | null
  readonly after: EvidenceSnapshot
}

/** The curve of an entry; null for kinds without evidence, and for protected entries, which need none. */
export async function evidenceCurve(
  store: CharacterStore,
  stored: StoredEntry,
  now: Moment,
): Promise<EvidenceCurve | null> {
  const document = documentOf(stored)
  if (document === null || (stored.kind !== 'reflection' && stored.kind !== 'persona')) return null
  if (isTruthy(document['protected'])) return null
  const signals = await signalsOf(store.db, store, stored, now)
  return curveOf(document, rowOf(stored, document, now).createdAt, signals, now)
}

/** The same from what is known of an entry. */
export function curveOf(
  document: JsonObject,
  createdAt: Instant | null,
  signals: readonly Signal[],
  now: Moment,
): EvidenceCurve {
  const states = statesOf(document, createdAt, signals, now)
  const start = Math.min(states[0]?.at ?? now.instant, now.instant)
  const end = now.instant + EVIDENCE_FORECAST_MS
  return {
    points: pointsOf(states, start, end, now),
    now: now.instant,
    signals: signals.map(({ at, source, before, after }) => ({
      at,
      source,
      reinforcement: difference(after.reinforcement, before?.reinforcement),
      disputation: difference(after.disputation, before?.disputation),
    })),
    thresholds: [
      { name: 'promoted', score: PROMOTED_SCORE },
      { name: 'confirmed', score: CONFIRMED_SCORE },
      { name: 'archive_candidate', score: ARCHIVE_CANDIDATE_SCORE },
    ],
  }
}

/** Deltas are tenths and halves; what binary fractions add to them is not shown. */
function difference(after: number, before = 0): number {
  return Number((after - before).toFixed(6))
}

interface State {
  readonly at: Instant
  readonly evidence: JsonObject
}

/** Evidence from each time on, oldest first. What is stored now is the last, whoever wrote it. */
function statesOf(
  document: JsonObject,
  createdAt: Instant | null,
  signals: readonly Signal[],
  now: Moment,
): State[] {
  const stored = evidenceOf(document)
  const [first] = signals
  const states: State[] = []
  const begin = createdAt ?? first?.at ?? lastSignalOf(stored, now) ?? now.instant
  if (first === undefined) states.push({ at: begin, evidence: stored })
  // Of an imported event it is not known what was before it.
  else if (first.at > begin) states.push({ at: begin, evidence: first.before ?? evidenceOf({}) })
  for (const { at, after } of signals) states.push({ at, evidence: after })
  const last = signals.at(-1)
  if (last !== undefined && !isSame(last.after, stored)) {
    const at = Math.max(last.at, lastSignalOf(stored, now) ?? last.at)
    states.push({ at, evidence: stored })
  }
  return states
}

/** Evenly spread, and on both sides of each signal. */
function pointsOf(states: readonly State[], start: Instant, end: Instant, now: Moment): EvidencePoint[] {
  const step = (end - start) / EVIDENCE_CURVE_POINTS
  const times = new Set([start, now.instant, end])
  for (let count = 1; count < EVIDENCE_CURVE_POINTS; count += 1) times.add(Math.round(start + count * step))
  const points: EvidencePoint[] = []
  for (const [index, { at, evidence }] of states.entries()) {
    const next = states[index + 1]?.at ?? Infinity
    const own = [...times].filter((time) => time > at && time < next)
    if (next < Infinity) own.push(next)
    for (const time of [at, ...own.sort((a, b) => a - b)]) points.push(pointAt(evidence, time, now.zone))
  }
  return points
}

function pointAt(evidence: JsonObject, at: Instant, zone: string): EvidencePoint {
  const moment = { instant: at, zone }
  const reinforcement = effectiveReinforcement(evidence, moment)
  const disputation = effectiveDisputation(evidence, moment)
  return { at, reinforcement, disputation, score: reinforcement - disputation }
}

/** From the journal, and from the log of events where an imported folder brought some; oldest first. */
async function signalsOf(
  sql: Sql,
  store: CharacterStore,
  stored: StoredEntry,
  now: Moment,
): Promise<Signal[]> {
  if (stored.id === null) return []
  const section = stored.section ?? textField(documentOf(stored) ?? {}, 'entity') ?? ''
  const target =
    stored.kind === 'persona'
      ? ({ targetType: 'persona', targetId: stored.id, entityKey: section } as const)
      : ({ targetType: 'reflection', targetId: stored.id } as const)
  const lines = await store.journal.ofTarget(sql, targetName(target))
  const journaled = lines.filter(({ what }) => what === `${target.targetType}.evidence`)
  const known = new Set(journaled.map(({ cause }) => cause))
  const events = (await store.events.naming(sql, `${target.targetType}.evidence_updated`, stored.id))
    .filter(({ eventId }) => !known.has(eventId))
    .flatMap(({ line, ts }) => eventSignal(line, ts, stored, now) ?? [])
  return [...journaled.flatMap((line) => journalSignal(line) ?? []), ...events].sort((a, b) => a.at - b.at)
}

function journalSignal(line: {
  readonly at: Instant
  readonly who: string
  readonly before: string | null
  readonly after: string | null
}): Signal | null {
  const [before, after] = [parseObject(line.before ?? ''), parseObject(line.after ?? '')]
  if (after === null) return null
  return {
    at: line.at,
    source: line.who,
    before: before === null ? null : evidenceOf(before),
    after: evidenceOf({ ...(before ?? {}), ...after }),
  }
}

function eventSignal(line: string, ts: string | null, stored: StoredEntry, now: Moment): Signal | null {
  const payload = parseObject(line)?.['payload']
  const at = parseStamp(ts, now.zone)
  if (!isObject(payload) || at === null) return null
  const names = stored.kind === 'persona' ? payload['entry_id'] : payload['reflection_id']
  if (names !== stored.id) return null
  return { at, source: textField(payload, 'source') ?? 'unknown', before: null, after: evidenceOf(payload) }
}

function lastSignalOf(evidence: EvidenceSnapshot, now: Moment): Instant | null {
  const stamps = [evidence.rein_last_signal_at, evidence.disp_last_signal_at].flatMap(
    (stamp) => parseStamp(stamp, now.zone) ?? [],
  )
  return stamps.length === 0 ? null : Math.max(...stamps)
}

function isSame(a: EvidenceSnapshot, b: EvidenceSnapshot): boolean {
  return (
    numberOrZero(a.reinforcement) === numberOrZero(b.reinforcement) &&
    numberOrZero(a.disputation) === numberOrZero(b.disputation) &&
    a.rein_last_signal_at === b.rein_last_signal_at &&
    a.disp_last_signal_at === b.disp_last_signal_at
  )
}
