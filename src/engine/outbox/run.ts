/** Runs outbox operations at least once, and gives up after `OUTBOX_MAX_ATTEMPTS` (maintenance.md §3.4, §3.5). */
import { messageOf } from '../result.ts'
import { OUTBOX_MAX_ATTEMPTS } from '../settings.ts'
import type { OutboxOperation } from './log.ts'

/** Must tolerate being run again with the same payload. */
export type OutboxHandler = (payload: unknown) => Promise<void>

export interface OutboxPort {
  /** The handler of a type; undefined leaves the operation pending for a build that knows it. */
  handler(type: string): OutboxHandler | undefined
  append(opId: string, status: 'attempt' | 'done'): Promise<void>
  warn(event: string, fields: Readonly<Record<string, unknown>>): void
}

export type OutboxOutcome = 'done' | 'failed' | 'dead' | 'unknown_type'

/** Runs one operation; never rejects for what the handler did. */
export async function runOperation(
  operation: OutboxOperation,
  port: OutboxPort,
  maxAttempts = OUTBOX_MAX_ATTEMPTS,
): Promise<OutboxOutcome> {
  const fields = { op: operation.op_id, type: operation.type }
  const handler = port.handler(operation.type)
  if (handler === undefined) {
    port.warn('outbox.unknown_type', fields)
    return 'unknown_type'
  }
  if (operation.attempts >= maxAttempts) return bury()
  try {
    await handler(operation.payload)
  } catch (error) {
    port.warn('outbox.failed', { ...fields, attempts: operation.attempts + 1, error: messageOf(error) })
    // When the attempt itself can't be written, this failure does not count and the operation stays pending.
    if (!(await append('attempt'))) return 'failed'
    return operation.attempts + 1 >= maxAttempts ? bury() : 'failed'
  }
  await append('done')
  return 'done'

  async function bury(): Promise<OutboxOutcome> {
    port.warn('outbox.dead', fields)
    await append('done')
    return 'dead'
  }

  async function append(status: 'attempt' | 'done'): Promise<boolean> {
    try {
      await port.append(operation.op_id, status)
      return true
    } catch (error) {
      port.warn('outbox.append_failed', { ...fields, status, error: messageOf(error) })
      return false
    }
  }
}

/** Starts `tasks` with at most `limit` under way, in order; resolves when all have ended. */
export async function withLimit(limit: number, tasks: readonly (() => Promise<unknown>)[]): Promise<void> {
  const queue = tasks.values()
  const lane = async (): Promise<void> => {
    for (const task of queue) await task()
  }
  await Promise.all(Array.from({ length: limit }, lane))
}
