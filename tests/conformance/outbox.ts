/** outbox.json: what is unfinished, compaction, running, and the replay of a start. */
import { createForgettings } from '../../src/engine/forgetting/forgettings.ts'
import { createActivity } from '../../src/engine/activity.ts'
import { createCharacterRegistry } from '../../src/engine/characters.ts'
import { type Core, createBackground } from '../../src/engine/core.ts'
import { parseObject } from '../../src/engine/document.ts'
import { createMemories } from '../../src/engine/memories.ts'
import { compactLog, pendingOperations, statusLine } from '../../src/engine/outbox/log.ts'
import { createOutboxQueue, type MemoryHandler } from '../../src/engine/outbox/queue.ts'
import { runOperation } from '../../src/engine/outbox/run.ts'
import { createRecallPools } from '../../src/engine/recall-pools.ts'
import { importView, renderView } from '../../src/engine/store/views.ts'
import { heuristicCounter } from '../../src/engine/text/tokens.ts'
import { type GoldenAdapter, isRecord, sameJson } from './golden.ts'
import { createTestClock, createTestIds } from '../fixtures/clock.ts'
import { createMemorySettings, memoryDatabases } from '../fixtures/memory-databases.ts'
import { compareCodePoints } from '../../src/engine/text/compare.ts'

type Outcome = 'ok' | 'error' | 'unregistered'

type OutboxInput =
  | { readonly fn: 'pending' | 'compact'; readonly lines: readonly string[] | null }
  | { readonly fn: 'maybe_compact'; readonly lines: readonly string[] | null; readonly min_lines: number }
  | {
      readonly fn: 'run'
      readonly lines: readonly string[]
      readonly op_id: string
      readonly outcome: Outcome
      readonly max_attempts: number
    }
  | {
      readonly fn: 'replay'
      readonly files: Readonly<Record<string, readonly string[]>>
      readonly configured_characters: readonly string[]
      readonly handlers: Readonly<Record<string, Outcome>>
    }

const TS = '2026-06-01T12:00:00'

export const outbox: GoldenAdapter = {
  answer: runOutbox,
  // Operations of one start run side by side: which ones, not in which order.
  accepts: (actual, expected) => sameJson(inAnyOrder(actual), inAnyOrder(expected)),
}

function inAnyOrder(result: unknown): unknown {
  if (!isRecord(result) || !Array.isArray(result['handler_calls'])) return result
  const calls = result['handler_calls'].map((call: unknown) => JSON.stringify(call))
  return { ...result, handler_calls: calls.sort(compareCodePoints) }
}

/** The result of one case, in the form of its `expected`. */
async function runOutbox(raw: unknown): Promise<unknown> {
  // The golden file is trusted input of a test tool; a wrong shape shows as a failed case.
  const input = raw as OutboxInput
  switch (input.fn) {
    case 'pending':
      return pendingOperations(input.lines ?? [])
    case 'compact':
      return compacted(input.lines, 0)
    case 'maybe_compact':
      return compacted(input.lines, input.min_lines)
    case 'run':
      return ran(input)
    case 'replay':
      return replayed(input)
  }
}

function compacted(lines: readonly string[] | null, minLines: number): unknown {
  if (lines === null) return { dropped: 0, records: null }
  const { dropped, lines: kept } = compactLog(lines, minLines)
  const records = kept
    .filter((line) => line.trim() !== '')
    .map((line) => parseObject(line) ?? { raw_line: line })
  return { dropped, records }
}

async function ran(input: Extract<OutboxInput, { fn: 'run' }>): Promise<unknown> {
  const lines = [...input.lines]
  const operation = pendingOperations(lines).find(({ op_id }) => op_id === input.op_id)
  if (operation === undefined) throw new Error(`${input.op_id} is not pending`)
  let called = false
  const appended: string[] = []
  await runOperation(
    operation,
    {
      handler: () =>
        input.outcome === 'unregistered'
          ? undefined
          : () => {
              called = true
              return input.outcome === 'ok' ? Promise.resolve() : Promise.reject(new Error('scripted'))
            },
      append(opId, status) {
        appended.push(status)
        lines.push(statusLine(opId, status, TS))
        return Promise.resolve()
      },
      warn: () => undefined,
    },
    input.max_attempts,
  )
  const left = pendingOperations(lines).map(({ op_id }) => op_id)
  return { handler_called: called, appended, pending_after: left }
}

/** A start of the engine's own queue over stored outboxes; a file stands for a folder of that name. */
async function replayed(input: Extract<OutboxInput, { fn: 'replay' }>): Promise<unknown> {
  const [clock, ids, settings] = [createTestClock(TS, 'UTC'), createTestIds(), createMemorySettings()]
  const databases = await memoryDatabases()
  const registry = createCharacterRegistry(settings, ids)
  const memories = createMemories(registry, databases, clock, () => Promise.resolve())
  const log = { write: () => undefined }
  const background = createBackground({ log })
  const core: Core = {
    deps: {
      ...{
        clock,
        ids,
        settings,
        databases,
        log,
        tokenCounter: () => Promise.resolve(heuristicCounter),
        timer: clock.timer,
      },
      ...{ systemLanguage: 'en', notify: () => undefined },
      fetch: () => Promise.reject(new Error('no case asks for anything')),
      models: { current: () => Promise.reject(new Error('no case asks a model')) },
    },
    ...{ registry, memories, background, activity: createActivity(clock), pools: createRecallPools() },
    turns: { of: () => () => Promise.resolve([]) },
    forgettings: createForgettings(),
    stopping: new AbortController().signal,
  }
  for (const name of input.configured_characters) await registry.create({ name, nickname: '', card: {} })
  let started = 0
  for (const [name, lines] of Object.entries(input.files)) {
    started += pendingOperations(lines).length
    await memories.use(name, ({ store }) =>
      store.db.transaction((tx) => importView(tx, 'outbox.ndjson', lines.join('\n'))),
    )
  }
  const calls: [string, unknown][] = []
  const handlers = Object.entries(input.handlers).map(([type, outcome]): [string, MemoryHandler] => [
    type,
    (memory, payload) => {
      calls.push([memory.name, (payload as { readonly n: unknown }).n])
      return outcome === 'ok' ? Promise.resolve() : Promise.reject(new Error('scripted'))
    },
  ])
  await createOutboxQueue(core, Object.fromEntries(handlers)).replay()
  await background.settled()

  const pending: Record<string, string[]> = {}
  for (const name of new Set([...Object.keys(input.files), ...input.configured_characters])) {
    const text = await memories.read(
      name,
      ({ store }) => renderView(store.db, 'outbox.ndjson'),
      () => '',
    )
    pending[name] = pendingOperations((text ?? '').split('\n')).map(({ op_id }) => op_id)
  }
  await memories.closeAll()
  return { started, handler_calls: calls, pending_after: pending }
}
