/**
 * The outbox as data: an append-only log of `pending`, `attempt` and `done` lines from which the unfinished
 * operations are derived (maintenance.md §3).
 */
import { textField } from '../document.ts'

export interface OutboxOperation {
  readonly op_id: string
  readonly type: string
  readonly payload: unknown
  /** Failed runs so far. */
  readonly attempts: number
}

/** One parsed line. `pending` lines carry `type` and `payload`. */
export type OutboxRecord = Readonly<Record<string, unknown>>

/**
 * Unfinished operations in the order of first registration (§3.3). Blank and unreadable lines and records
 * without an `op_id` are skipped; a later `pending` of the same id replaces the record in place.
 */
export function pendingOperations(lines: readonly string[]): OutboxOperation[] {
  const operations = new Map<string, OutboxRecord>()
  const attempts = new Map<string, number>()
  for (const line of lines) {
    const record = parseLine(line)
    const id = record === null ? null : operationId(record)
    if (record === null || id === null) continue
    if (record['status'] === 'pending') operations.set(id, record)
    else if (record['status'] === 'attempt') attempts.set(id, (attempts.get(id) ?? 0) + 1)
    else if (record['status'] === 'done') {
      operations.delete(id)
      attempts.delete(id)
    }
  }
  return [...operations].map(([id, record]) => ({
    op_id: id,
    type: textField(record, 'type') ?? '',
    payload: record['payload'] ?? {},
    attempts: attempts.get(id) ?? 0,
  }))
}

export interface Compaction {
  /** Parsable records left out; 0 means that the log stays as it is. */
  readonly dropped: number
  readonly lines: readonly string[]
}

/**
 * The log without what is finished: unfinished `pending` lines, then their `attempt` lines (§3.6). A log of fewer
 * than `minLines` lines, and one from which nothing would go, stays as it is.
 */
export function compactLog(lines: readonly string[], minLines = 0): Compaction {
  if (lines.length < minLines) return { dropped: 0, lines }
  const unfinished = new Map(pendingOperations(lines).map((operation) => [operation.op_id, operation]))
  const kept = new Map<string, string>()
  const tries: string[] = []
  let parsable = 0
  for (const line of lines) {
    const record = parseLine(line)
    if (record === null) continue
    parsable += 1
    const id = operationId(record)
    if (id === null || !unfinished.has(id)) continue
    if (record['status'] === 'pending') kept.set(id, line)
    else if (record['status'] === 'attempt') tries.push(line)
  }
  const compacted = [...kept.values(), ...tries]
  const dropped = parsable - compacted.length
  return dropped > 0 ? { dropped, lines: compacted } : { dropped: 0, lines }
}

export function pendingLine(op: Omit<OutboxOperation, 'attempts'> & { readonly ts: string }): string {
  return JSON.stringify({
    op_id: op.op_id,
    type: op.type,
    payload: op.payload,
    status: 'pending',
    ts: op.ts,
  })
}

export function statusLine(op_id: string, status: 'attempt' | 'done', ts: string): string {
  return JSON.stringify({ op_id, status, ts })
}

/** Whether a line holds a record, of whatever kind. */
export function isReadable(line: string): boolean {
  return parseLine(line) !== null
}

function parseLine(line: string): OutboxRecord | null {
  if (line.trim() === '') return null
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as OutboxRecord)
      : null
  } catch (error) {
    // A line that was cut by a crash is skipped; the log stays readable around it.
    if (error instanceof SyntaxError) return null
    throw error
  }
}

function operationId(record: OutboxRecord): string | null {
  const id = record['op_id']
  return typeof id === 'string' && id !== '' ? id : null
}
