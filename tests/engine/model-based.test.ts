/**
 * Random lives: turns, verdicts, failing models, clock jumps, restarts and loops in any order, on the whole engine.
 * Whatever happens, nothing that was acknowledged is lost and nothing happens that the contract does not allow.
 */
import { expect, it } from 'vitest'

import type { FeedbackVerdict, MemoryModel } from '../../src/engine/model/memory-model.ts'
import { fail, ok, type Result } from '../../src/engine/result.ts'
import { testEngine, type TestEngine, user } from '../fixtures/engine.ts'
import { claim } from '../fixtures/facts.ts'
import { lifeModel } from '../fixtures/life-model.ts'
import fc from '../fixtures/properties.ts'

/** Short form for every run; `OMOIDE_RUNS` makes it a sweep. */
const RUNS = Number(process.env['OMOIDE_RUNS'] ?? 12)
const HOUR = 3_600_000

type Step =
  | { readonly do: 'say'; readonly topic: number }
  | { readonly do: 'retry' }
  | { readonly do: 'surface'; readonly verdict: FeedbackVerdict }
  | { readonly do: 'wait'; readonly hours: number }
  | { readonly do: 'restart' }
  | { readonly do: 'loop'; readonly name: string }
  | { readonly do: 'model'; readonly works: boolean }
  | { readonly do: 'switch'; readonly on: boolean }

const loops = ['signal extraction', 'synthesis', 'promotion', 'rebuttal', 'archive sweep', 'idle maintenance']

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('say' as const), topic: fc.nat(30) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retry' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('surface' as const),
      verdict: fc.constantFrom<FeedbackVerdict>('confirmed', 'denied', 'ignored'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.constantFrom(1, 30, 24 * 9) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('loop' as const), name: fc.constantFrom(...loops) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('model' as const), works: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('switch' as const), on: fc.boolean() }) },
)

/** What the outside world is like now. */
interface World {
  works: boolean
  verdict: FeedbackVerdict
}

function scripted(world: World): MemoryModel {
  const answer = <T>(value: () => T): Promise<Result<T>> =>
    Promise.resolve(world.works ? ok(value()) : fail('model_bad_answer', 'down'))
  return lifeModel(
    {
      summarise: () => answer(() => 'They talked.'),
      extractFacts: (input) =>
        answer(() => ({
          claims: input.turns
            .filter((turn) => turn.role === 'human')
            .map((turn) => claim(`User: ${turn.text}`, [turn.turnId], { importance: 8, quote: turn.text })),
          retracts: [],
        })),
      synthesise: ({ facts }) =>
        answer(() => ({
          text: `About ${facts.map((fact) => fact.text.at(-1) ?? '').join('')}`,
          entity: 'master',
          relationType: 'preference',
          temporalScope: 'pattern',
          subject: null,
          eventWhen: null,
        })),
      checkFeedback: ({ reflections }) =>
        answer(() => reflections.map(({ id }) => ({ reflectionId: id, feedback: world.verdict }))),
      decidePromotion: ({ pool }) =>
        answer(() => {
          const target = pool.find((row) => row.promptId.startsWith('persona.'))
          return target === undefined
            ? ({ action: 'promote_fresh', reason: 'new' } as const)
            : ({
                action: 'merge_into',
                targetId: target.promptId,
                mergedText: `${target.text}, and more`,
              } as const)
        }),
      resolveCorrections: (items) =>
        answer(() => items.map(({ index }) => ({ index, action: 'keep_both' as const }))),
    },
    'rules',
  )
}

/** reflections.md §6; `null` is what did not exist. */
const legal: Readonly<Record<string, readonly string[]>> = {
  new: ['pending'],
  pending: ['confirmed', 'denied', 'archived'],
  confirmed: ['promoted', 'merged', 'denied', 'promote_blocked', 'archived'],
  promoted: ['archived'],
  merged: ['archived'],
  denied: ['archived'],
  promote_blocked: ['archived'],
}

it('keeps every promise through any life', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 15, maxLength: 60 }), async (steps) => {
      const world: World = { works: true, verdict: 'confirmed' }
      let engine = await testEngine({ model: scripted(world) })
      try {
        await engine.api.createCharacter({ name: 'Mika', nickname: '', card: { temper: 'quiet' } })
        const said: { id: string; text: string }[] = []
        const statuses = new Map<string, string>()
        for (const step of steps) {
          engine = await take(engine, step, world, said)
          await engine.settled()
          await expectLegal(engine, statuses)
        }
        await expectWhole(engine, said)
      } finally {
        await engine.stop()
      }
    }),
    { numRuns: RUNS },
  )
})

async function take(
  engine: TestEngine,
  step: Step,
  world: World,
  said: { id: string; text: string }[],
): Promise<TestEngine> {
  switch (step.do) {
    case 'say': {
      const turn = { id: `m${String(said.length)}`, text: `I like topic number ${String(step.topic)}` }
      expect(await engine.say('/cache/Mika', [user(turn.text, turn.id)])).toEqual({
        status: 'cached',
        count: 1,
      })
      said.push(turn)
      return engine
    }
    case 'retry':
      // The client lost the answers: everything of late comes again, in one longer slice.
      await engine.say(
        '/cache/Mika',
        said.slice(-4).map((turn) => user(turn.text, turn.id)),
      )
      return engine
    case 'surface': {
      world.verdict = step.verdict
      const { topics } = (await engine.json('GET', '/followup_topics/Mika')) as { topics: { id: string }[] }
      await engine.json('POST', '/record_surfaced/Mika', { reflection_ids: topics.map(({ id }) => id) })
      return engine
    }
    case 'wait':
      engine.clock.jumpTo(engine.clock.now() + step.hours * HOUR)
      return engine
    case 'restart':
      return engine.restart()
    case 'loop':
      await engine.runLoop(step.name)
      return engine
    case 'model':
      world.works = step.works
      return engine
    case 'switch':
      await engine.json('POST', '/api/memory/powerful_memory_config', { enabled: step.on })
      return engine
  }
}

interface Reflection {
  readonly id: string
  readonly status: string
  readonly source_fact_ids: readonly string[]
}

async function view<T>(engine: TestEngine, document: string): Promise<T> {
  const text = await engine.api.view('Mika', document)
  // Nothing was ever written: every document is empty.
  return JSON.parse(text.ok ? text.value : document === 'persona.json' ? '{}' : '[]') as T
}

/** Each change of status since the last look is one, or several in a row, that the contract has. */
async function expectLegal(engine: TestEngine, statuses: Map<string, string>): Promise<void> {
  for (const { id, status } of await view<Reflection[]>(engine, 'reflections.json')) {
    const before = statuses.get(id) ?? 'new'
    expect(before === status || reachable(before).has(status), `${id}: ${before} → ${status}`).toBe(true)
    statuses.set(id, status)
  }
}

function reachable(from: string): Set<string> {
  const found = new Set<string>()
  const queue = [from]
  for (const status of queue) {
    for (const next of legal[status] ?? []) {
      if (!found.has(next)) {
        found.add(next)
        queue.push(next)
      }
    }
  }
  return found
}

async function expectWhole(engine: TestEngine, said: readonly { id: string; text: string }[]): Promise<void> {
  if (said.length === 0) return
  const [id = ''] = await engine.databases.list()
  const database = await engine.databases.open(id)

  // No acknowledged turn is lost, and none is there twice.
  const turns = await database.all<{ turn_id: string; message: string }>(
    'SELECT turn_id, message FROM time_indexed_original ORDER BY id',
  )
  expect(turns.map((turn) => turn.turn_id)).toEqual(said.map((turn) => turn.id))

  // What a reflection has absorbed is among its sources, wherever it has gone.
  const archive = await database.all<{ doc: string }>(
    `SELECT doc FROM archive_entries WHERE kind = 'reflection'`,
  )
  const reflections = [
    ...(await view<Reflection[]>(engine, 'reflections.json')),
    ...archive.map((row) => JSON.parse(row.doc) as Reflection),
  ]
  const sources = new Set(reflections.flatMap((reflection) => reflection.source_fact_ids))
  const facts = [
    ...(await view<{ id: string; absorbed: boolean }[]>(engine, 'facts.json')),
    ...(await view<{ id: string; absorbed: boolean }[]>(engine, 'facts_archive.json')),
  ]
  for (const fact of facts)
    if (fact.absorbed) expect(sources, `${fact.id} was absorbed by nothing`).toContain(fact.id)

  // The card's lines are as the card says.
  const persona = await view<Record<string, { facts: { text: string; protected?: boolean }[] }>>(
    engine,
    'persona.json',
  )
  const lines = persona['neko']?.facts.filter((entry) => entry.protected === true) ?? []
  expect(lines.map((entry) => entry.text)).toEqual(['temper: quiet'])

  // The last event about an entry's evidence is what the entry says.
  const events = await engine.api.view('Mika', 'events.ndjson')
  const evidence = new Map<string, { reinforcement: number; disputation: number }>()
  for (const line of events.ok ? events.value.split('\n').filter((text) => text !== '') : []) {
    const event = JSON.parse(line) as {
      type: string
      payload: { reflection_id: string; reinforcement: number; disputation: number }
    }
    if (event.type !== 'reflection.evidence_updated') continue
    evidence.set(event.payload.reflection_id, event.payload)
  }
  for (const reflection of await view<(Reflection & { reinforcement: number; disputation: number })[]>(
    engine,
    'reflections.json',
  )) {
    const last = evidence.get(reflection.id)
    if (last === undefined) continue
    expect(reflection).toMatchObject({ reinforcement: last.reinforcement, disputation: last.disputation })
  }
  expect(await database.all('SELECT reason FROM quarantine')).toEqual([])
}
