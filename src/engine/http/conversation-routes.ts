/**
 * `/cache`, `/process`, `/renew` and `/settle` (routes.md §5). What was said is durable before any model is
 * asked; compression runs outside the settle lock, and post-turn work is not waited for.
 */
import { type Context, Hono } from 'hono'

import { record, type Recorded } from '../conversation/record.ts'
import type { Core } from '../core.ts'
import type { Backfill } from '../embedding/backfill-loop.ts'
import type { Compressor } from '../maintenance/compressor.ts'
import type { Reviewer } from '../maintenance/reviewer.ts'
import type { Memory } from '../memories.ts'
import { type Operation, operationOf } from '../operation.ts'
import type { OutboxQueue } from '../outbox/queue.ts'
import { decodeHistory, type IncomingMessage } from '../recent/message.ts'
import { messageOf } from '../result.ts'
import { StorageError } from '../store/storage-error.ts'
import { typedBody } from './body.ts'
import { namedRoute } from './names.ts'

interface RouteRules {
  readonly reply: (count: number) => Record<string, unknown>
  readonly appendToRecent: boolean
  readonly postTurn: 'always' | 'if_messages'
  readonly underSettleLock: boolean
  /** Null: never compresses. */
  readonly compress: 'normal' | 'detailed' | null
}

const routes: Readonly<Record<'cache' | 'process' | 'renew' | 'settle', RouteRules>> = {
  cache: {
    reply: (count) => ({ status: 'cached', count }),
    appendToRecent: true,
    postTurn: 'if_messages',
    underSettleLock: true,
    compress: null,
  },
  process: {
    reply: () => ({ status: 'processed' }),
    appendToRecent: true,
    postTurn: 'always',
    underSettleLock: false,
    compress: 'normal',
  },
  renew: {
    reply: () => ({ status: 'processed' }),
    appendToRecent: true,
    postTurn: 'always',
    underSettleLock: true,
    compress: 'detailed',
  },
  settle: {
    reply: () => ({ status: 'settled' }),
    appendToRecent: false,
    postTurn: 'if_messages',
    underSettleLock: true,
    compress: 'detailed',
  },
}

export function conversationRoutes(
  core: Core,
  compressor: Compressor,
  outbox: OutboxQueue,
  reviewer: Reviewer,
  backfill: Pick<Backfill, 'warmUp'>,
): Hono {
  const app = new Hono()
  for (const [path, rules] of Object.entries(routes)) {
    app.post(`/${path}/:name`, (c) => namedRoute(c, (name) => answer(c, path, name, rules)))
  }
  return app

  async function answer(c: Context, path: string, name: string, rules: RouteRules): Promise<Response> {
    const body = await typedBody(c, { required: ['input_history'], nullable: [] })
    if (!body.ok) return body.reply
    core.activity.touch()
    // Not at each turn that is kept: the first of them would load the model amid a conversation (embeddings.md §6).
    if (path === 'process' || path === 'renew') backfill.warmUp()
    const operation = operationOf(c.req.raw.headers, core.deps.clock, core.deps.ids)
    const decoded = decodeHistory(body.value.input_history, operation.at.zone)
    if (!decoded.ok) return c.json({ status: 'error', message: decoded.error.message })
    const messages = decoded.value
    if (path === 'cache' && messages.length === 0) return c.json(rules.reply(0))
    const work = (memory: Memory): Promise<Response> => apply(c, path, memory, operation, messages, rules)
    try {
      // Nothing said is no beginning: the farewell of a page must not bring back whom another page deleted.
      if (messages.length === 0) return await core.memories.read(name, work, () => c.json(rules.reply(0)))
      return await core.memories.use(name, work)
    } catch (error) {
      core.deps.log.write('error', 'route.failed', { path, character: name, error: messageOf(error) })
      const code = error instanceof StorageError ? { error_code: error.code } : {}
      return c.json({ status: 'error', message: messageOf(error), ...code })
    }
  }

  async function apply(
    c: Context,
    path: string,
    memory: Memory,
    operation: Operation,
    messages: readonly IncomingMessage[],
    rules: RouteRules,
  ): Promise<Response> {
    const reply = rules.reply(messages.length)
    const write = (): Promise<Recorded> =>
      record(core, memory, {
        operation,
        messages,
        appendToRecent: rules.appendToRecent,
        postTurn: rules.postTurn,
        reply,
      })
    const recorded = rules.underSettleLock ? await memory.settleLock.run(write) : await write()
    if (recorded.repeated) return c.body(recorded.body, 200, { 'Content-Type': 'application/json' })
    core.deps.log.write('info', 'turn.recorded', {
      route: path,
      character: memory.name,
      messages: messages.length,
      fresh: recorded.turnIds.length,
    })
    if (recorded.postTurn !== null) outbox.start(memory.name, recorded.postTurn)
    if (rules.compress !== null) {
      await compress(memory, rules.compress === 'detailed', rules.underSettleLock)
      await reviewer.offer(memory)
    }
    return c.json(reply)
  }

  /** Outside the settle lock; a new conversation waits for it all the same, for a while. */
  async function compress(memory: Memory, detailed: boolean, settling: boolean): Promise<void> {
    const compression = compressor.run(memory, { detailed })
    if (settling) memory.settling = compression
    try {
      await compression
    } finally {
      if (memory.settling === compression) memory.settling = null
    }
  }
}
