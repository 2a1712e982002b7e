/**
 * Writing an event together with the change that it tells of: load, append, mutate, save, mark as applied, in this
 * order (evidence.md §9, maintenance.md §4.2). Over the log of a store all of it is part of the caller's
 * transaction, so that a failure at any step leaves nothing of the others (maintenance.md §4.5).
 */
import type { JsonObject } from '../document.ts'
import type { Ids, Moment, Transaction } from '../ports.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { eventTypes, type EventType } from '../store/logs.ts'
import { toNaive } from '../time/stamp.ts'

/** The types that are ever written and have replay handlers; the others are known names only. */
export type WrittenEventType =
  | 'reflection.evidence_updated'
  | 'reflection.state_changed'
  | 'persona.evidence_updated'
  | 'persona.entry_updated'
  | 'persona.fact_added'

export interface NewEvent {
  readonly type: EventType
  /** A full snapshot, never a delta. */
  readonly payload: JsonObject
}

/** One line of the log, with what is looked up in it. */
export interface EventLine {
  readonly eventId: string
  readonly type: EventType
  readonly ts: string
  readonly line: string
}

/** Where events go. */
export interface EventLog {
  append(event: EventLine): Promise<void>
  /** Moves the sentinel to an event whose change is saved. */
  markApplied(eventId: string, ts: string): Promise<void>
}

/** A change of one view. */
export interface RecordedChange<View> {
  readonly type: EventType
  /** What is changed; null when it is not there, and then nothing is written. */
  load(): Promise<View | null>
  payload(view: View): JsonObject
  mutate(view: View): View | Promise<View>
  save(view: View, eventId: string): Promise<void>
}

/**
 * Runs the change and resolves to the changed view, or null when there was nothing to change. Throws for a type
 * that is not known, before anything is written, and passes on what a step throws.
 */
export async function recordChange<View>(
  log: EventLog,
  change: RecordedChange<View>,
  now: Moment,
  ids: Ids,
): Promise<View | null> {
  const view = await change.load()
  if (view === null) return null
  const event = eventLine({ type: change.type, payload: change.payload(view) }, now, ids)
  await log.append(event)
  const changed = await change.mutate(view)
  await change.save(changed, event.eventId)
  await log.markApplied(event.eventId, event.ts)
  return changed
}

/**
 * Appends an event whose change the caller writes in the same transaction, and moves the sentinel; resolves to the
 * event's id. Throws for a type that is not known.
 */
export async function recordEvent(
  tx: Transaction,
  store: CharacterStore,
  event: NewEvent,
  now: Moment,
  ids: Ids,
): Promise<string> {
  const log = storeEventLog(tx, store)
  const line = eventLine(event, now, ids)
  await log.append(line)
  await log.markApplied(line.eventId, line.ts)
  return line.eventId
}

/** The line of a new event. Throws for a type that is not known: readers stop at such a line. */
export function eventLine(event: NewEvent, now: Moment, ids: Ids): EventLine {
  if (!known.has(event.type)) throw new TypeError(`no such type of event: ${event.type}`)
  const { type, payload } = event
  const [eventId, ts] = [ids.uuid(), toNaive(now)]
  return { eventId, type, ts, line: JSON.stringify({ event_id: eventId, type, ts, payload }) }
}

/**
 * The log in `store`, inside one transaction. The sentinel never jumps: while events of an imported folder wait to
 * be replayed, a new one joins them, because its change is already saved and replaying it changes nothing.
 */
export function storeEventLog(tx: Transaction, store: CharacterStore): EventLog {
  let waiting = false
  return {
    async append(event) {
      waiting = await store.events.hasUnapplied(tx)
      await store.events.append(tx, event)
    },
    async markApplied(eventId, ts) {
      if (!waiting) await store.events.sentinel.set(tx, eventId, ts)
    },
  }
}

const known: ReadonlySet<string> = new Set(eventTypes)
