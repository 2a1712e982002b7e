/**
 * The whole engine killed at each write, then started again over what was stored: what was acknowledged is there,
 * what was not is there wholly or not at all, and asked again all ends as if nothing had been.
 */
import { expect, it } from 'vitest'

import { parseObject } from '../../src/engine/document.ts'
import { pendingOperations } from '../../src/engine/outbox/log.ts'
import type { Database } from '../../src/engine/ports.ts'
import { createTestClock } from '../fixtures/clock.ts'
import { assistant, type TestEngine, testEngine, user } from '../fixtures/engine.ts'
import { createMemorySettings, memoryDatabases } from '../fixtures/memory-databases.ts'
import { mortalDatabases, mortalSettings } from '../fixtures/mortal.ts'

const chat = Array.from({ length: 24 }, (_, n) =>
  n % 2 === 0
    ? user(`On day ${String(n)} I bought kite ${String(n)}`, `c${String(n)}`)
    : assistant('Nice.', `c${String(n)}`),
)
const requests = [
  ['cache', [user('My name is Ada', 'm1'), assistant('Hello Ada. Mika is glad.', 'm2')]],
  ['renew', chat],
  ['settle', [user('I like tea', 's1')]],
] as const

it('ends as if it had never been killed, wherever it was', { timeout: 300_000 }, async () => {
  const whole = await live(Infinity)
  expect(whole.state.facts).toContain('The user likes tea')
  expect(whole.state.said).toBe(27)
  // Each of the first writes; those of the later turns are like them.
  for (let at = 0; at < whole.writes; at += at < EACH ? 1 : STRIDE) {
    const { state } = await live(at)
    expect(state, `killed at write ${String(at)} of ${String(whole.writes)}`).toEqual(whole.state)
  }
})

const EACH = Number(process.env['KILL_EACH'] ?? 50)
const STRIDE = 11

/** The life in which the write of that number, counted from 0, is never made, nor any later one. */
async function live(killedAt: number) {
  const databases = await memoryDatabases()
  const settings = createMemorySettings()
  const clock = createTestClock('2026-03-02T09:00:00+08:00')
  let writes = 0
  const write = (): void => {
    writes += 1
    if (writes > killedAt) throw new Error('killed')
  }
  const first = await testEngine({
    databases: mortalDatabases(databases, write),
    settings: mortalSettings(settings, write),
    clock,
  })
  const acknowledged = await run(first)
  await first.settled()
  await first.stop()

  // The tab is gone, its handles with it; who asked asks the next one again.
  const next = await testEngine({ databases, settings, clock })
  const stored = await saidIn(next)
  for (const id of acknowledged) expect(stored, `acknowledged, killed at ${String(killedAt)}`).toContain(id)
  await next.settled()
  await run(next)
  await next.settled()
  const state = await stateOf(next)
  await next.stop()
  return { state, writes }
}

/** The ids of the messages whose requests were answered well; the client stops at the first that was not. */
async function run(engine: TestEngine): Promise<string[]> {
  const acknowledged: string[] = []
  const created = await engine.api.createCharacter({ name: 'Mika', nickname: '', card: { hobby: 'kites' } })
  if (!created.ok) return acknowledged
  for (const [route, messages] of requests) {
    const headers = { 'Idempotency-Key': route, 'X-Omoide-At': String(engine.clock.now()) }
    const reply = (await engine.say(`/${route}/Mika`, messages, headers)) as { status: string }
    if (reply.status === 'error') return acknowledged
    acknowledged.push(...messages.map((message) => (message as { metadata: { id: string } }).metadata.id))
  }
  return acknowledged
}

async function databaseOf(engine: TestEngine): Promise<Database | undefined> {
  const [id] = await engine.databases.list()
  return id === undefined ? undefined : engine.databases.open(id)
}

async function saidIn(engine: TestEngine): Promise<string[]> {
  const conversation = await engine.api.view('Mika', 'recent.json')
  if (!conversation.ok) return []
  const database = await databaseOf(engine)
  const rows = (await database?.all<{ turn_id: string }>('SELECT turn_id FROM time_indexed_original')) ?? []
  return rows.map((row) => row.turn_id)
}

async function stateOf(engine: TestEngine) {
  const view = async (document: string): Promise<string> => {
    const read = await engine.api.view('Mika', document)
    return read.ok ? read.value : ''
  }
  const facts = await engine.api.facts('Mika')
  const pending = pendingOperations((await view('outbox.ndjson')).split('\n'))
  return {
    said: (await saidIn(engine)).length,
    recent: JSON.parse(await view('recent.json')) as unknown,
    facts: facts.ok ? facts.value.map(({ text }) => text).sort() : [],
    sources: facts.ok ? facts.value.flatMap(({ sources }) => sources).length : 0,
    evidence: (JSON.parse(await view('facts.json')) as object[])
      .map((fact) => {
        const { text, importance, reinforcement } = parseObject(JSON.stringify(fact)) ?? {}
        return JSON.stringify([text, importance, reinforcement])
      })
      .sort(),
    pending: pending.length,
    context: await engine.text('GET', '/new_dialog/Mika'),
    databases: (await engine.databases.list()).length,
    characters: (await engine.api.characters()).list.length,
  }
}
