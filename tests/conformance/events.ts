/** events.json: the event log, its sentinel, compaction, replay, handlers and cursors. */
import { isObject, parseObject, type JsonObject } from '../../src/engine/document.ts'
import { compactEvents, shouldCompact } from '../../src/engine/events/compact.ts'
import { type EventHandler, eventHandlers } from '../../src/engine/events/handlers.ts'
import { reconcile } from '../../src/engine/events/reconcile.ts'
import { type EventLog, recordChange, recordEvent } from '../../src/engine/events/record.ts'
import type { Moment } from '../../src/engine/ports.ts'
import { fail, ok } from '../../src/engine/result.ts'
import type { CharacterStore } from '../../src/engine/store/character-store.ts'
import type { EventType } from '../../src/engine/store/logs.ts'
import { importView, renderView } from '../../src/engine/store/views.ts'
import { parseStamp } from '../../src/engine/time/stamp.ts'
import { createTestIds } from '../fixtures/clock.ts'
import { memoryStore } from '../fixtures/memory-databases.ts'
import { moment } from './moment.ts'

type Outcome = 'changed' | 'noop' | 'error'

type EventsInput =
  | { readonly fn: 'read_since'; readonly lines: readonly string[]; readonly after: string | null }
  | { readonly fn: 'sentinel'; readonly file: string | null }
  | {
      readonly fn: 'should_compact'
      readonly lines: readonly string[]
      readonly max_lines: number
      readonly now: string
    }
  | {
      readonly fn: 'compact'
      readonly lines: readonly string[]
      readonly max_lines: number
      readonly seeds: readonly (readonly [EventType, JsonObject])[]
      readonly sentinel: string | null
      readonly now: string
    }
  | {
      readonly fn: 'reconcile'
      readonly lines: readonly string[]
      readonly sentinel: string | null
      readonly handlers: Readonly<Record<string, Outcome>>
    }
  | { readonly fn: 'append'; readonly type: EventType }
  | { readonly fn: 'record'; readonly fail_at: string | null }
  | {
      readonly fn: 'apply'
      readonly type: string
      readonly payload: JsonObject
      readonly view: unknown
      readonly shards?: Readonly<Record<string, unknown>>
    }
  | {
      readonly fn: 'cursor'
      readonly file: string | null
      readonly ops: readonly (readonly ['get' | 'set', string, string?])[]
    }

const now = moment('2026-06-01T12:00:00')
const silent = { write: () => undefined }

/** The result of one case, in the form of its `expected`. */
export async function runEvents(raw: unknown): Promise<unknown> {
  // The golden file is trusted input of a test tool; a wrong shape shows as a failed case.
  const input = raw as EventsInput
  if (input.fn === 'should_compact') {
    const log = { lines: input.lines.length, first: input.lines[0] }
    return shouldCompact(log, moment(input.now), { lines: input.max_lines })
  }
  if (input.fn === 'record') return recorded(input.fail_at)
  const store = await memoryStore()
  try {
    return await inStore(store, input)
  } finally {
    await store.db.close()
  }
}

async function inStore(
  store: CharacterStore,
  input: Exclude<EventsInput, { fn: 'should_compact' | 'record' }>,
): Promise<unknown> {
  switch (input.fn) {
    case 'read_since':
      await put(store, 'events.ndjson', input.lines.join('\n'))
      return (await store.events.after(store.db, input.after)).map(({ eventId }) => eventId)
    case 'sentinel':
      if (input.file !== null) await put(store, 'events_applied.json', input.file)
      return store.events.sentinel.get(store.db)
    case 'compact':
      return compacted(store, input)
    case 'reconcile':
      return reconciled(store, input)
    case 'append': {
      const event = { type: input.type, payload: {} }
      const accepted = await works(
        store.db.transaction((tx) => recordEvent(tx, store, event, now, createTestIds())),
      )
      return { accepted, lines: (await store.events.list(store.db)).length }
    }
    case 'apply':
      return applied(store, input)
    case 'cursor':
      return cursors(store, input)
  }
}

async function compacted(
  store: CharacterStore,
  input: Extract<EventsInput, { fn: 'compact' }>,
): Promise<unknown> {
  await put(store, 'events.ndjson', input.lines.join('\n'))
  await store.events.sentinel.set(store.db, input.sentinel, input.now)
  const seeds = input.seeds.map(([type, payload]) => ({ type, payload }))
  const at = moment(input.now)
  let dropped: number | null = null
  const done = await works(
    store.db.transaction(async (tx) => {
      const limits = { lines: input.max_lines }
      dropped = await compactEvents(tx, store, seeds, at, createTestIds(), limits)
    }),
  )
  const events = (await store.events.list(store.db)).map(({ line }) => parseObject(line) ?? {})
  return {
    error: !done,
    dropped,
    types: events.map((event) => event['type']),
    payloads: events.map((event) => event['payload']),
    sentinel: await store.events.sentinel.get(store.db),
  }
}

async function reconciled(
  store: CharacterStore,
  input: Extract<EventsInput, { fn: 'reconcile' }>,
): Promise<unknown> {
  await put(store, 'events.ndjson', input.lines.join('\n'))
  await store.events.sentinel.set(store.db, input.sentinel, '2026-06-01T12:00:00')
  const calls: unknown[] = []
  const handlers = Object.entries(input.handlers).map(([type, outcome]): [string, EventHandler] => [
    type,
    (_tx, _store, { payload }) => {
      calls.push(payload['k'] ?? null)
      return Promise.resolve(
        outcome === 'error' ? fail('bad_request', 'scripted') : ok(outcome === 'changed'),
      )
    },
  ])
  const { applied: count } = await reconcile(store, now, silent, Object.fromEntries(handlers))
  return {
    applied: count,
    handler_calls: calls,
    sentinel: await store.events.sentinel.get(store.db),
  }
}

/** The order of one recorded change over a log that keeps what was written before a failure, as files do. */
async function recorded(failAt: string | null): Promise<unknown> {
  const steps: string[] = []
  let [events, viewChanged, sentinel] = [1, false, 'old']
  let newest = 'old'
  const step = (name: string): void => {
    steps.push(name)
    if (failAt === name) throw new Error('scripted')
  }
  const log: EventLog = {
    append(event) {
      if (failAt === 'append') throw new Error('scripted')
      events += 1
      newest = event.eventId
      return Promise.resolve()
    },
    markApplied(eventId) {
      if (failAt === 'sentinel') throw new Error('scripted')
      sentinel = eventId
      return Promise.resolve()
    },
  }
  const type = (failAt === 'type' ? 'bogus' : 'fact.added') as EventType
  const change = {
    type,
    load() {
      step('load')
      return Promise.resolve({})
    },
    payload: () => ({}),
    mutate(view: JsonObject) {
      step('mutate')
      viewChanged = true
      return view
    },
    save() {
      step('save')
      return Promise.resolve()
    },
  }
  const done = await works(recordChange(log, change, now, createTestIds()))
  return {
    raised: !done,
    steps,
    events_in_log: events,
    view_changed: viewChanged,
    sentinel_moved: sentinel !== 'old',
    needs_replay: sentinel !== newest,
  }
}

async function applied(
  store: CharacterStore,
  input: Extract<EventsInput, { fn: 'apply' }>,
): Promise<unknown> {
  const { payload, view, shards } = input
  const [kind, file] = input.type.startsWith('persona')
    ? (['persona', 'persona.json'] as const)
    : (['reflection', 'reflections.json'] as const)
  if (view !== null && !(await put(store, file, textOf(view)))) return { error: true, view }
  for (const [name, content] of Object.entries(shards ?? {})) {
    if (await put(store, `${kind}_archive/${name}`, textOf(content))) continue
    await store.archiveShards.keepUnreadable(store.db, kind, name, textOf(content))
  }
  const result = await handled(store, input.type, payload, now)
  const after = JSON.parse((await renderView(store.db, file)) ?? 'null') as unknown
  const shown = view === null && isEmpty(after) ? null : after
  if (result === null) return { error: true, view: shown }
  const archive: Record<string, unknown> = {}
  for (const { name, entries } of await store.archiveShards.all(store.db, kind)) {
    const text = (await renderView(store.db, `${kind}_archive/${name}`)) ?? ''
    // One that cannot be read must be there as it came.
    const kept = entries === null && text === textOf(shards?.[name])
    archive[name] = kept ? shards?.[name] : (JSON.parse(text) as unknown)
  }
  const any = Object.keys(archive).length > 0
  return { changed: result, view: shown, ...(any ? { shards: archive } : {}) }
}

async function handled(
  store: CharacterStore,
  type: string,
  payload: JsonObject,
  at: Moment,
): Promise<boolean | null> {
  const handlers: Readonly<Record<string, EventHandler>> = eventHandlers
  const handler = handlers[type]
  if (handler === undefined) throw new Error(`nobody handles ${type}`)
  const event = { eventId: 'e', payload, now: at }
  const result = await store.db.transaction((tx) => handler(tx, store, event))
  return result.ok ? result.value : null
}

async function cursors(
  store: CharacterStore,
  input: Extract<EventsInput, { fn: 'cursor' }>,
): Promise<unknown> {
  if (input.file !== null) await put(store, 'cursors.json', input.file)
  const results: unknown[] = []
  for (const [op, key, value = ''] of input.ops) {
    if (op === 'get') {
      results.push(await store.cursors.get(store.db, key))
    } else {
      await store.cursors.set(store.db, key, value)
      results.push(null)
    }
  }
  const file = parseObject((await renderView(store.db, 'cursors.json')) ?? '') ?? {}
  return { results, file: input.file === null && isEmpty(file) ? null : file }
}

/** False when the text cannot be read as that document, which then stays as it was. */
async function put(store: CharacterStore, name: string, text: string): Promise<boolean> {
  const instantOf = (stamp: string): number | null => parseStamp(stamp, 'UTC')
  const done = await store.db.transaction((tx) => importView(tx, name, text, { instantOf }))
  return done.ok
}

async function works(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  )
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : JSON.stringify(content)
}

function isEmpty(view: unknown): boolean {
  return Array.isArray(view) ? view.length === 0 : isObject(view) && Object.keys(view).length === 0
}
