/** What goes on in a memory: loops, work that waits in the outbox, and the newest events. */
import type { ActivityView, EntryKey, EventView, LoopView, OutboxView } from '../browser-api.ts'
import { isObject, parseObject, textField, type JsonObject } from '../document.ts'
import { pendingLine, pendingOperations, type OutboxOperation } from '../outbox/log.ts'
import type { Moment } from '../ports.ts'
import { ACTIVITY_ROWS_MAX, OUTBOX_MAX_ATTEMPTS } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import type { EventRow } from '../store/logs.ts'
import { parseStamp, toNaive } from '../time/stamp.ts'

/** The newest first, at most `limit` of each kind. */
export async function activityOf(
  store: CharacterStore,
  loops: readonly LoopView[],
  limit: number,
  now: Moment,
): Promise<ActivityView> {
  const rows = Math.min(Math.max(0, Math.trunc(limit)), ACTIVITY_ROWS_MAX)
  const lines = await store.outbox.lines(store.db)
  return {
    loops,
    outbox: outboxViews(
      lines.map(({ line }) => line),
      now.zone,
    )
      .reverse()
      .slice(0, rows),
    events: (await store.events.newest(store.db, rows)).map((row) => eventView(row, now.zone)),
  }
}

/** `waiting`, `retrying`, `given_up` or `done`, in the order of first registration. */
function outboxViews(lines: readonly string[], zone: string): OutboxView[] {
  const unfinished = new Set(pendingOperations(lines).map(({ op_id: id }) => id))
  return [...historyOf(lines)].map(([opId, { pending, attempts }]) => ({
    opId,
    type: textField(pending, 'type') ?? '',
    status: statusOf(unfinished.has(opId), attempts),
    attempts,
    createdAt: parseStamp(textField(pending, 'ts'), zone),
  }))
}

function statusOf(isUnfinished: boolean, attempts: number): string {
  if (isUnfinished) return attempts === 0 ? 'waiting' : 'retrying'
  return attempts >= OUTBOX_MAX_ATTEMPTS ? 'given_up' : 'done'
}

interface OperationHistory {
  readonly pending: JsonObject
  attempts: number
}

function historyOf(lines: readonly string[]): Map<string, OperationHistory> {
  const operations = new Map<string, OperationHistory>()
  for (const line of lines) {
    const record = parseObject(line)
    const id = record === null ? null : textField(record, 'op_id')
    if (record === null || id === null) continue
    if (record['status'] === 'pending') operations.set(id, { pending: record, attempts: 0 })
    const known = operations.get(id)
    if (known !== undefined && record['status'] === 'attempt') known.attempts += 1
  }
  return operations
}

/**
 * Makes an operation ready to run again, one that was given up with a new line; null when there is none to run, which
 * a finished one is not.
 */
export async function reviveOperation(
  store: CharacterStore,
  opId: string,
  now: Moment,
): Promise<OutboxOperation | null> {
  const lines = (await store.outbox.lines(store.db)).map(({ line }) => line)
  const unfinished = pendingOperations(lines).find(({ op_id: id }) => id === opId)
  if (unfinished !== undefined) return unfinished
  const past = historyOf(lines).get(opId)
  if (past === undefined || statusOf(false, past.attempts) !== 'given_up') return null
  const { pending } = past
  const operation = { op_id: opId, type: textField(pending, 'type') ?? '', payload: pending['payload'] ?? {} }
  const line = pendingLine({ ...operation, ts: toNaive(now) })
  await store.outbox.append(store.db, { opId, status: 'pending', line })
  return { ...operation, attempts: 0 }
}

function eventView({ seq, line, eventId, type, ts }: EventRow, zone: string): EventView {
  const payload = parseObject(line)?.['payload']
  return {
    id: eventId ?? `#${String(seq)}`,
    at: parseStamp(ts, zone),
    type: type ?? '',
    key: isObject(payload) ? keyIn(payload) : null,
  }
}

/** The entry that an event is about (maintenance.md §4.1). */
function keyIn(payload: JsonObject): EntryKey | null {
  const kinds = [
    ['entry_id', 'persona'],
    ['reflection_id', 'reflection'],
    ['fact_id', 'fact'],
  ] as const
  for (const [field, kind] of kinds) {
    const id = textField(payload, field)
    if (id !== null) return { kind, id }
  }
  return null
}
