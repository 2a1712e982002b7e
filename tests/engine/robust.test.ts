/** Kills, faults, bad rows and bad models on the whole engine: nothing acknowledged is lost, nothing is doubled. */
import { afterEach, describe, expect, it } from 'vitest'

import type { Database, Fetch } from '../../src/engine/ports.ts'
import { StorageError } from '../../src/engine/store/storage-error.ts'
import { until } from '../fixtures/clock.ts'
import { assistant, testEngine, type TestEngine, user } from '../fixtures/engine.ts'
import { type ModelServer, startModelServer } from '../fixtures/model-server/server.ts'

const opened: TestEngine[] = []
const servers: ModelServer[] = []

async function open(options: Parameters<typeof testEngine>[0] = {}): Promise<TestEngine> {
  const engine = await testEngine(options)
  opened.push(engine)
  if ((await engine.api.characters()).list.length === 0) {
    await engine.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
  }
  return engine
}

async function modelServer(engine: TestEngine): Promise<ModelServer> {
  const server = await startModelServer()
  servers.push(server)
  const endpoint = { baseUrl: server.baseUrl, key: '', model: 'test' }
  const set = await engine.api.updateSettings({
    models: { chat: null, summary: endpoint, correction: null, emotion: null },
    approvedOrigins: [server.origin],
  })
  expect(set.ok).toBe(true)
  return server
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((engine) => engine.stop()))
  await Promise.all(servers.splice(0).map((server) => server.close()))
})

/** Requests whose answers are not there yet. */
let underWay = 0

const fetchOf: Fetch = async (url, init) => {
  underWay += 1
  try {
    const reply = await fetch(url, init)
    return new Response(await reply.arrayBuffer(), reply)
  } finally {
    underWay -= 1
  }
}

/**
 * Moves the clock on until `work` has ended: models and their waits take their time from it. A real server answers in
 * real time, which the clock must not outrun; `hung`: there is one that never will.
 */
async function passTime<T>(engine: TestEngine, work: Promise<T>, { hung = false } = {}): Promise<T> {
  const state = { ended: false }
  const end = (): void => {
    state.ended = true
  }
  work.then(end, end)
  while (!state.ended) {
    if (!hung) await until(() => state.ended || underWay === 0)
    await engine.clock.advance(1_000)
  }
  return work
}

async function recentCount(engine: TestEngine): Promise<number> {
  const view = await engine.api.view('Mika', 'recent.json')
  return view.ok ? (JSON.parse(view.value) as unknown[]).length : -1
}

async function factTexts(engine: TestEngine): Promise<string[]> {
  const facts = await engine.api.facts('Mika')
  return facts.ok ? facts.value.map((fact) => fact.text) : []
}

describe('a kill', () => {
  it('between the acknowledged turn and its post-turn work loses neither the turn nor its facts', async () => {
    // The first engine never gets to run what the turn leaves to do.
    const engine = await open({ deps: { models: { current: () => new Promise(() => undefined) } } })
    const facts = [user('I like kites', 'k1'), assistant('Noted', 'k2')]
    expect(await engine.say('/cache/Mika', facts)).toEqual({ status: 'cached', count: 2 })
    opened.length = 0

    const next = await open({ settings: engine.settings, databases: engine.databases, clock: engine.clock })
    await next.settled()
    expect(await factTexts(next)).toEqual(['The user likes kites'])
    expect(await recentCount(next)).toBe(2)

    // And once only: a third start finds nothing to do.
    const third = await next.restart()
    opened.splice(0, opened.length, third)
    await third.settled()
    expect(await factTexts(third)).toEqual(['The user likes kites'])
    const outbox = await third.api.view('Mika', 'outbox.ndjson')
    expect(outbox.ok && outbox.value.match(/"done"/gu)).toHaveLength(1)
  })

  it('after a commit whose answer never arrived: the retried request changes nothing', async () => {
    const engine = await open()
    const headers = { 'Idempotency-Key': 'op-1', 'X-Omoide-At': String(engine.clock.now()) }
    await engine.say('/renew/Mika', [user('hello')], headers)
    const next = await engine.restart()
    opened.splice(0, opened.length, next)
    expect(await next.say('/renew/Mika', [user('hello')], headers)).toEqual({ status: 'processed' })
    expect(await recentCount(next)).toBe(1)
  })
})

describe('a full disk', () => {
  it('is told with its code, keeps nothing of the turn, and takes the same turn later', async () => {
    let full = false
    const engine = await open()
    const databases = {
      ...engine.databases,
      open: async (id: string): Promise<Database> => {
        const database = await engine.databases.open(id)
        return {
          ...database,
          transaction: (work) =>
            full ? Promise.reject(new StorageError('storage_quota')) : database.transaction(work),
        }
      },
    }
    const limited = await open({ settings: engine.settings, databases, clock: engine.clock })
    await limited.say('/cache/Mika', [user('one', 'q1')])
    full = true
    expect(await limited.say('/cache/Mika', [user('two', 'q2')])).toMatchObject({
      status: 'error',
      error_code: 'storage_quota',
    })
    full = false
    expect(await limited.say('/cache/Mika', [user('two', 'q2'), user('three', 'q3')])).toEqual({
      status: 'cached',
      count: 2,
    })
    expect(await recentCount(limited)).toBe(3)
  })
})

describe('stored rows that cannot be read', () => {
  it('are kept with their text, reported once, and break nothing', async () => {
    const engine = await open()
    await engine.say('/cache/Mika', [user('I like kites', 'c1')])
    await engine.settled()
    const id = (await engine.databases.list())[0] ?? ''
    const database = await engine.databases.open(id)
    await database.run(`INSERT INTO recent (doc) VALUES ('{"type":')`)
    await database.run(`UPDATE facts SET doc = '{broken' WHERE seq = 1`)
    await engine.say('/cache/Mika', [user('I like tea', 'c2')])
    await engine.settled()

    const next = await engine.restart()
    opened.splice(0, opened.length, next)
    expect(await next.text('GET', '/new_dialog/Mika')).toContain('I like tea')
    expect(await next.json('POST', '/query_memory/Mika', { query: 'tea' })).toMatchObject({
      results: [{ text: 'The user likes tea' }],
    })
    await next.say('/settle/Mika', [])
    const reopened = await next.databases.open(id)
    expect(await reopened.first(`SELECT doc FROM recent WHERE doc = '{"type":'`)).toBeDefined()
    const aside = await reopened.all('SELECT table_name, doc FROM quarantine ORDER BY table_name')
    expect(aside).toEqual([
      { table_name: 'facts', doc: '{broken' },
      { table_name: 'recent', doc: '{"type":' },
    ])
  })
})

describe('a model', () => {
  it('that never answers holds up no turn and no context', async () => {
    const engine = await open({ fetch: fetchOf })
    const server = await modelServer(engine)
    server.script('*', { fault: 'hang' })
    for (let n = 1; n <= 21; n += 1)
      await engine.say('/cache/Mika', [user(`I like thing ${String(n)}`, `h${String(n)}`)])
    const settling = engine.say('/settle/Mika', [])
    await server.received(1)
    expect(await engine.say('/cache/Mika', [user('still here', 'h22')])).toEqual({
      status: 'cached',
      count: 1,
    })
    // It waits for the settle under way, but no longer than its callers would.
    const { waiting } = engine.clock
    const context = engine.text('GET', '/new_dialog/Mika')
    await until(() => engine.clock.waiting > waiting)
    await engine.clock.advance(4_000)
    expect(await context).toContain('still here')
    server.script('*', JSON.stringify({ summary: 'Twelve things that the user likes.' }))
    expect(await passTime(engine, settling, { hung: true })).toEqual({ status: 'settled' })
    // The turn that came while the model worked is still there, behind the memo and the nine.
    const view = await engine.api.view('Mika', 'recent.json')
    const recent = view.ok ? (JSON.parse(view.value) as { type: string }[]) : []
    expect(recent.map((message) => message.type)).toEqual(['system', ...Array<string>(10).fill('human')])
  })

  it.each([
    [
      'thinks aloud',
      '<think>hm</think>[{"text":"The user likes tea","importance":6,"entity":"master","quote":"I like tea"}]',
      1,
    ],
    ['uses another key', '[{"fact":"likes tea"}]', 1],
    ['answers with strings', '["likes tea"]', 1],
    ['answers with nothing of use', '{"entity_text":5}', 0],
    [
      'makes something up',
      '[{"text":"The user owns a castle","importance":9,"entity":"master","quote":"my castle"}]',
      0,
    ],
  ])('that %s gives a fact or a clean skip', async (_what, answer, facts) => {
    const engine = await open({ fetch: fetchOf })
    const server = await modelServer(engine)
    server.script('*', answer)
    await engine.say('/cache/Mika', [user('I like tea', 'm1'), assistant('Nice', 'm2')])
    await engine.settled()
    await engine.clock.advance(15_000)
    await passTime(engine, engine.runLoop('signal extraction'))
    expect(await factTexts(engine)).toHaveLength(facts)
    const refusals = await engine.api.refusals('Mika')
    expect(refusals.ok && refusals.value.length).toBe(answer.includes('castle') ? 1 : 0)
  })

  it('that is down for 200 turns loses none, asks within bounds, and is caught up with once', async () => {
    const engine = await open({ fetch: fetchOf })
    const server = await modelServer(engine)
    server.script('*', { fault: 'status', status: 503 })
    for (let n = 1; n <= 200; n += 1) {
      await engine.say('/cache/Mika', [
        user(`On day ${String(n)} I bought a kite with number ${String(n)}`, `d${String(n)}`),
      ])
    }
    await engine.settled()
    const round = (): Promise<void> => passTime(engine, engine.runLoop('signal extraction'))
    await round()
    expect(await factTexts(engine)).toEqual([])

    const seen = new Set<string>()
    // What else asks meanwhile, such as the compression, is no question about facts.
    server.when(
      ({ purpose }) => purpose === 'extract_facts',
      (request) => {
        const said = [...request.text.matchAll(/On day (\d+) I bought/gu)].map((match) => match[1] ?? '')
        for (const day of said) {
          expect(seen.has(day), `day ${day} asked about twice`).toBe(false)
          seen.add(day)
        }
        return JSON.stringify(
          said.map((day) => ({
            text: `The user bought kite ${day}`,
            importance: 6,
            entity: 'master',
            quote: `On day ${day} I bought a kite with number ${day}`,
          })),
        )
      },
    )
    for (let pass = 0; pass < 10 && seen.size < 200; pass += 1) {
      // Without running the loops on the way: the clock would outrun what they ask.
      engine.clock.jumpTo(engine.clock.now() + 16 * 60_000)
      await round()
    }
    expect(seen.size).toBe(200)
    const longest = Math.max(...server.requests.map((request) => request.text.length))
    expect(longest).toBeLessThan(60_000)
    const ledger = await engine.api.ledger('Mika', 100)
    expect(ledger.ok && ledger.value.some((call) => call.outcome === 'model_server_error')).toBe(true)
    expect(ledger.ok && ledger.value.some((call) => call.outcome === 'ok')).toBe(true)
    expect(await factTexts(engine)).toHaveLength(200)
  })
})

describe('logs', () => {
  it('hold no memory text above debug', async () => {
    const engine = await open()
    await engine.say('/cache/Mika', [user('My secret number is zanzibar-47', 'l1'), assistant('ok', 'l2')])
    await engine.settled()
    await engine.json('POST', '/query_memory/Mika', { query: 'zanzibar', time: '2026' })
    await engine.text('GET', '/new_dialog/Mika')
    await engine.say('/settle/Mika', [])
    await engine.json('POST', '/cache/Mika', { input_history: '["type data zanzibar"]' })
    expect(engine.logs.length).toBeGreaterThan(3)
    for (const line of engine.logs) {
      if (line.level !== 'debug') expect(JSON.stringify(line)).not.toMatch(/zanzibar/u)
    }
  })
})
