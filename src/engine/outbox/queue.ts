/** The outbox of each character over its store: running, replay after a start, compaction (maintenance.md §3). */
import { type Core, nowOf } from '../core.ts'
import type { Memory } from '../memories.ts'
import { messageOf } from '../result.ts'
import { OUTBOX_REPLAY_CONCURRENCY } from '../settings.ts'
import { toNaive } from '../time/stamp.ts'
import { compactOutbox } from './compact.ts'
import { type OutboxOperation, pendingOperations, statusLine } from './log.ts'
import { type OutboxHandler, runOperation, withLimit } from './run.ts'

export type MemoryHandler = (memory: Memory, payload: unknown) => Promise<void>

export interface OutboxQueue {
  /** Starts an operation whose `pending` line is stored. Nobody waits for it. */
  start(character: string, operation: OutboxOperation): void
  /**
   * Starts what a former run left unfinished, for every name with memory; resolves when that is scanned. Turns may be taken
   * meanwhile: what they started is theirs.
   */
  replay(): Promise<void>
}

export function createOutboxQueue(
  core: Core,
  handlers: Readonly<Record<string, MemoryHandler>>,
): OutboxQueue {
  /** Operations that were begun here while a scan may still find them pending; null once there is none to come. */
  let begun: Set<string> | null = new Set()

  return {
    start(character, operation) {
      if (isBegun(operation)) return
      core.background.start('outbox.run', () => run(character, operation))
    },

    async replay() {
      const due: (() => Promise<unknown>)[] = []
      for (const name of await core.registry.namesWithMemory()) {
        // Each opens a database, which whoever asks for another must not wait for.
        await core.deps.letRepliesOut?.()
        if (core.stopping.aborted) return
        try {
          const found = await core.memories.read(name, scan, () => [])
          due.push(...found.filter((one) => !isBegun(one)).map((operation) => () => run(name, operation)))
        } catch (error) {
          core.deps.log.write('warn', 'outbox.scan_failed', { character: name, error: messageOf(error) })
        }
      }
      begun = null
      core.background.start('outbox.replay', () => withLimit(OUTBOX_REPLAY_CONCURRENCY, due))
    },
  }

  /** True when it was; notes it when it was not. A turn is stored before it starts its operation, and a scan may come in between. */
  function isBegun({ op_id: id }: OutboxOperation): boolean {
    if (begun?.has(id) === true) return true
    begun?.add(id)
    return false
  }

  async function run(character: string, { op_id: id }: OutboxOperation): Promise<void> {
    // Begun later than the turn: what was deleted or renamed meanwhile must not come into being again.
    await core.memories.read(character, runIn, () => undefined)

    async function runIn(memory: Memory): Promise<void> {
      // As it is by now: something of it may be forgotten, and another memory may have the name.
      const [operation] = pendingOperations(await memory.store.outbox.linesOf(memory.store.db, id))
      if (operation === undefined) return
      await runOperation(operation, {
        handler: (type): OutboxHandler | undefined => {
          const handler = Object.hasOwn(handlers, type) ? handlers[type] : undefined
          return handler === undefined ? undefined : (payload) => handler(memory, payload)
        },
        append: (opId, status) =>
          memory.store.outbox.append(memory.store.db, {
            opId,
            status,
            line: statusLine(opId, status, toNaive(nowOf(core))),
          }),
        warn: (event, fields) => core.deps.log.write('warn', event, { character, ...fields }),
      })
    }
  }

  /** What is unfinished; with nothing unfinished a long log is emptied. */
  async function scan({ store }: Memory): Promise<OutboxOperation[]> {
    const lines = await store.outbox.lines(store.db)
    const pending = pendingOperations(lines.map((line) => line.line))
    if (pending.length === 0) {
      await store.db.transaction((tx) => compactOutbox(tx, store, core.deps.clock.now()))
    }
    return pending
  }
}
