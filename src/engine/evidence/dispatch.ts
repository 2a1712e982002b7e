/**
 * Applying signals to stored reflections and persona entries: event, row, sentinel and journal in the caller's
 * transaction (evidence.md §4.1, §9).
 */
import type { JsonObject } from '../document.ts'
import { recordChange, storeEventLog } from '../events/record.ts'
import type { Ids, Moment, Transaction } from '../ports.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { applySignal, evidenceOf, signalDeltas, type EvidenceDelta, type SignalSource } from './apply.ts'
import {
  findEntry,
  patchEntry,
  saveEntry,
  targetKeys,
  targetName,
  type EvidenceEntry,
  type EvidenceTarget,
} from './entries.ts'

/** One judgement of a new fact, or of a negative phrase, about something that is believed. */
export interface EvidenceSignal {
  readonly targetType: 'reflection' | 'persona'
  readonly targetId: string
  /** Section of a persona entry; a signal to the persona without it is skipped. */
  readonly entityKey?: string | undefined
  readonly signal: 'reinforces' | 'negates'
}

export interface Dispatched {
  /** Signals that found their target. */
  readonly applied: number
  /** What changed, once each, for what is kept in step with the rows. */
  readonly targets: readonly EvidenceTarget[]
}

/**
 * Applies signals in order. What is not of the expected shape, or aims
 * at nothing, is skipped: models answer with both.
 */
export async function dispatchSignals(
  tx: Transaction,
  store: CharacterStore,
  signals: readonly EvidenceSignal[],
  source: 'user_fact' | 'user_keyword_rebut',
  now: Moment,
  ids: Ids,
): Promise<Dispatched> {
  let applied = 0
  const targets = new Map<string, EvidenceTarget>()
  for (const signal of signals) {
    const target = targetOf(signal)
    const delta = target === null ? undefined : deltaOf(signal.signal, source)
    if (target === null || delta === undefined) continue
    if (!(await applyEvidence(tx, store, target, delta, source, now, ids))) continue
    applied += 1
    targets.set(targetName(target), target)
  }
  return { applied, targets: [...targets.values()] }
}

/** Applies one delta; false when the target is not there, and then nothing is written. */
export async function applyEvidence(
  tx: Transaction,
  store: CharacterStore,
  target: EvidenceTarget,
  delta: EvidenceDelta,
  source: SignalSource,
  now: Moment,
  ids: Ids,
): Promise<boolean> {
  const evidence = (entry: JsonObject): JsonObject => applySignal(entry, delta, now, source)
  return (await writeEvidence(tx, store, target, { source, evidence, delta }, now, ids)) !== null
}

export interface EvidenceWrite {
  readonly source: SignalSource
  /** Evidence fields and, beside them, what else of the entry the event carries, for the entry as it is. */
  evidence(entry: JsonObject): JsonObject
  /** What the user's signal added; it makes the journal's line one from which evidence can be computed again. */
  readonly delta?: EvidenceDelta
}

/**
 * Writes evidence through the log. Every field that `evidence` gives goes into event and row, which is why it must
 * be of those that replay knows (handlers.ts). Resolves to the changed entry, or null when the target is missing.
 */
export async function writeEvidence(
  tx: Transaction,
  store: CharacterStore,
  target: EvidenceTarget,
  write: EvidenceWrite,
  now: Moment,
  ids: Ids,
): Promise<JsonObject | null> {
  let before: EvidenceEntry | null = null
  let fields: JsonObject = {}
  const changed = await recordChange<EvidenceEntry>(
    storeEventLog(tx, store),
    {
      type: `${target.targetType}.evidence_updated`,
      load: async () => (before = await findEntry(tx, store, target)),
      payload: ({ entry }) => {
        fields = write.evidence(entry)
        return { ...targetKeys(target), ...fields, source: write.source }
      },
      mutate: (found) => patchEntry(found, fields),
      async save(found, eventId) {
        await saveEntry(tx, store, found)
        // Numbers and stamps only: what was said stays where it can be forgotten.
        await store.journal.append(tx, {
          at: now.instant,
          who: write.source,
          what: `${target.targetType}.evidence`,
          target: targetName(target),
          before: JSON.stringify(evidenceOf(before?.entry ?? {})),
          after: JSON.stringify(write.delta === undefined ? fields : { ...fields, delta: write.delta }),
          cause: eventId,
        })
      },
    },
    now,
    ids,
  )
  return changed?.entry ?? null
}

function targetOf({ targetType, targetId, entityKey }: EvidenceSignal): EvidenceTarget | null {
  if (targetId === '') return null
  if (targetType === 'reflection') return { targetType, targetId }
  return entityKey === undefined || entityKey === '' ? null : { targetType, targetId, entityKey }
}

/** Undefined for a negative phrase that is said to support: it only ever disputes. */
function deltaOf(
  signal: EvidenceSignal['signal'],
  source: 'user_fact' | 'user_keyword_rebut',
): EvidenceDelta | undefined {
  if (source === 'user_fact') return signalDeltas[signal]
  return signal === 'negates' ? signalDeltas.keyword_rebut : undefined
}
