/** Hot columns derived from a parsed document: one place, so that import and live writes agree. */
import type { Instant } from '../ports.ts'
import type { FactHot, FactKey } from './facts.ts'
import type { PersonaEntryHot, CorrectionHot } from './persona.ts'
import type { DedupHot, DirectiveHot } from './queues.ts'
import type { ReflectionHot, SurfacedHot } from './reflections.ts'

export type Doc = Readonly<Record<string, unknown>>

/** The instant of a stored stamp (naive local or with offset); null when it cannot be read. */
export type InstantOf = (stamp: string) => Instant | null

/** facts.md §1.1 tells what a missing field means. */
const DEFAULT_IMPORTANCE = 5

export function isDoc(value: unknown): value is Doc {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function factHot(doc: Doc, instantOf: InstantOf): FactHot & FactKey {
  return {
    id: idOf(doc['id']),
    hash: text(doc['hash']),
    entity: text(doc['entity']) ?? 'master',
    source: text(doc['source']) ?? 'user_observation',
    importance: number(doc['importance']) ?? DEFAULT_IMPORTANCE,
    absorbed: Boolean(doc['absorbed']),
    signalProcessed: doc['signal_processed'] === undefined || Boolean(doc['signal_processed']),
    createdInstant: instant(doc['created_at'], instantOf),
    eventStartInstant: instant(doc['event_start_at'], instantOf),
    eventEndInstant: instant(doc['event_end_at'], instantOf),
    supersededInstant: instant(doc['superseded_at'], instantOf),
    suppressed: Boolean(doc['suppress']),
    confidence: text(doc['confidence']) ?? 'normal',
  }
}

export function reflectionHot(doc: Doc, instantOf: InstantOf): ReflectionHot {
  return {
    id: idOf(doc['id']),
    status: text(doc['status']) ?? 'pending',
    entity: text(doc['entity']) ?? 'master',
    createdInstant: instant(doc['created_at'], instantOf),
    nextEligibleInstant: instant(doc['next_eligible_at'], instantOf),
    suppressed: Boolean(doc['suppress']),
  }
}

export function surfacedHot(doc: Doc): SurfacedHot {
  return { reflectionId: text(doc['reflection_id']), feedback: text(doc['feedback']) }
}

/** A legacy entry may be a bare string (persona.md §1). */
export function personaEntryHot(entry: Doc | string): PersonaEntryHot {
  const doc: Doc = typeof entry === 'string' ? {} : entry
  return {
    id: idOf(doc['id']),
    source: text(doc['source']),
    protected: Boolean(doc['protected']),
    suppressed: Boolean(doc['suppress']),
  }
}

export function correctionHot(doc: Doc): CorrectionHot {
  return { createdAt: text(doc['created_at']) }
}

export function dedupHot(doc: Doc): DedupHot {
  return { candidateId: text(doc['candidate_id']), existingId: text(doc['existing_id']) }
}

export function directiveHot(doc: Doc): DirectiveHot {
  return {
    kind: text(doc['kind']),
    term: text(doc['term']),
    lastSeenAt: number(doc['last_seen_at']),
    expireAt: number(doc['expire_at']),
  }
}

/** An empty id addresses nothing (persona.md §2), so it is none. */
export function idOf(value: unknown): string | null {
  return text(value) === '' ? null : text(value)
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function number(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

function instant(value: unknown, instantOf: InstantOf): Instant | null {
  return typeof value === 'string' ? instantOf(value) : null
}
