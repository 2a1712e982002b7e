/** A start: the routes are open at once, and what a former run left unfinished is found while they answer. */
import { describe, expect, test } from 'vitest'

import { pendingOperations } from '../../src/engine/outbox/log.ts'
import { testEngine, type TestEngine, user } from '../fixtures/engine.ts'

const card = { nickname: '', card: {} }

test('routes answer while the outboxes are still to be read, and what a turn starts meanwhile is done once', async () => {
  const earlier = await testEngine()
  for (const name of ['Aki', 'Mika']) {
    await earlier.api.createCharacter({ name, ...card })
    await earlier.say(`/cache/${name}`, [user('I like kites.', `${name}-1`)])
  }
  await earlier.settled()
  await earlier.stop()

  const gate = createGate()
  const { clock, settings, databases } = earlier
  const engine = await testEngine({
    clock,
    settings,
    databases,
    start: false,
    deps: { letRepliesOut: gate.wait },
  })
  const started = engine.start()
  // The reading of every outbox waits at the gate.
  expect(await found(engine, 'kites')).toContain('The user likes kites')
  await engine.say('/cache/Mika', [user('I like lanterns.', 'Mika-2')])
  expect(pendingOperations(await outbox(engine)).length).toBe(1)

  gate.open()
  await started
  await engine.settled()
  expect(pendingOperations(await outbox(engine))).toEqual([])
  // Twice done it would have two lines that say so.
  const done = (await outbox(engine)).filter((line) => line.includes('"status":"done"'))
  expect(new Set(done).size).toBe(done.length)
  expect(done.length).toBe(2)
  expect(await found(engine, 'lanterns')).toContain('The user likes lanterns')
  await engine.stop()
})

test('an operation that was left unfinished is done, also when its character is asked for first', async () => {
  const earlier = await testEngine()
  await earlier.api.createCharacter({ name: 'Mika', ...card })
  // Stopped before its background work has begun.
  const gate = createGate()
  const { clock, settings, databases } = earlier
  await earlier.stop()
  const killed = await testEngine({
    clock,
    settings,
    databases,
    deps: { letRepliesOut: gate.wait },
    start: false,
  })
  void killed.start()
  await killed.say('/cache/Mika', [user('I like kites.', 'Mika-1')])
  expect(pendingOperations(await outbox(killed)).length).toBe(1)

  const engine = await testEngine({ clock, settings, databases, start: false })
  expect(
    await engine.send('POST', '/query_memory/Mika', { query: 'kites' }).then((reply) => reply.status),
  ).toBe(409)
  await engine.start()
  await engine.settled()
  expect(pendingOperations(await outbox(engine))).toEqual([])
  expect(await found(engine, 'kites')).toContain('The user likes kites')
  await engine.stop()
})

describe('what a turn left to do', () => {
  const ban = "Please don't bring up the violet walrus again."

  /** The turn is stored, and what it starts waits at the gate. */
  async function waiting() {
    const gate = createGate()
    const engine = await testEngine({ deps: { letRepliesOut: gate.wait }, start: false })
    void engine.start()
    await engine.api.createCharacter({ name: 'Mika', ...card })
    await engine.say('/cache/Mika', [user(ban, 'Mika-1')])
    expect(pendingOperations(await outbox(engine)).length).toBe(1)
    return { engine, gate }
  }

  test('is done', async () => {
    const { engine, gate } = await waiting()
    gate.open()
    await engine.settled()
    expect(await engine.api.directives('Mika')).toMatchObject({
      value: expect.stringContaining('walrus') as string,
    })
    await engine.stop()
  })

  test('is not done in the memory of another of the same name', async () => {
    const { engine, gate } = await waiting()
    expect(await engine.api.deleteCharacter('Mika')).toMatchObject({ ok: true })
    await engine.api.createCharacter({ name: 'Mika', ...card })
    await engine.say('/cache/Mika', [user('Hello.', 'Mika-2')])
    gate.open()
    await engine.settled()
    expect(await engine.api.directives('Mika')).toEqual({ ok: true, value: '' })
    expect(pendingOperations(await outbox(engine))).toEqual([])
    await engine.stop()
  })

  test('is done as it is stored by then', async () => {
    const { engine, gate } = await waiting()
    const [id = ''] = await engine.databases.list()
    const db = await engine.databases.open(id)
    await db.run(`UPDATE outbox SET line = json_set(line, '$.payload.messages', json('[]'))`)
    gate.open()
    await engine.settled()
    expect(await engine.api.directives('Mika')).toEqual({ ok: true, value: '' })
    await engine.stop()
  })
})

test('a question waits for no token counter and no model', async () => {
  const earlier = await testEngine()
  await earlier.api.createCharacter({ name: 'Mika', ...card })
  await earlier.say('/cache/Mika', [user('I like kites.', 'Mika-1')])
  await earlier.settled()
  await earlier.stop()

  const { clock, settings, databases } = earlier
  const never = (): Promise<never> => new Promise(() => undefined)
  const deps = { tokenCounter: never, models: { current: never } }
  const engine = await testEngine({ clock, settings, databases, deps })
  expect(await found(engine, 'kites')).toEqual(['The user likes kites'])
  await engine.stop()
})

async function outbox(engine: TestEngine): Promise<string[]> {
  const view = await engine.api.view('Mika', 'outbox.ndjson')
  return view.ok ? view.value.split('\n').filter((line) => line !== '') : []
}

async function found(engine: TestEngine, query: string): Promise<string[]> {
  const answer = (await engine.json('POST', '/query_memory/Mika', { query })) as {
    results: { text: string }[]
  }
  return answer.results.map(({ text }) => text)
}

/** Holds whoever waits at it until it is opened. */
function createGate(): { readonly wait: () => Promise<void>; readonly open: () => void } {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { wait: () => opened, open }
}
