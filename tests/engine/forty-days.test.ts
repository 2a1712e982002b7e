/** Forty days in a second: what becomes of a memory over weeks, on a clock that the test moves. */
import { afterEach, describe, expect, it } from 'vitest'

import type { MemoryModel } from '../../src/engine/model/memory-model.ts'
import { ok } from '../../src/engine/result.ts'
import { assistant, testEngine, type TestEngine, user } from '../fixtures/engine.ts'
import { claim } from '../fixtures/facts.ts'
import { lifeModel } from '../fixtures/life-model.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

let engine: TestEngine
afterEach(() => engine.stop())

async function open(model?: MemoryModel): Promise<TestEngine> {
  engine = await testEngine({ zone: 'Asia/Shanghai', ...(model === undefined ? {} : { model }) })
  await engine.api.createCharacter({ name: 'Mika', nickname: '', card: { temper: 'quiet' } })
  await engine.api.updateProfile({ name: 'Ada', nickname: '', fields: {} })
  return engine
}

/** The device slept: no loop ran meanwhile. */
function later(milliseconds: number): void {
  engine.clock.jumpTo(engine.clock.now() + milliseconds)
}

interface StoredEntry {
  readonly text: string
  readonly version_history: readonly { readonly text: string; readonly reason: string }[]
}

interface StoredReflection {
  readonly id: string
  readonly status: string
  readonly text: string
  readonly reinforcement: number
  readonly disputation: number
}

async function view(document: string): Promise<unknown> {
  const text = await engine.api.view('Mika', document)
  return text.ok ? (JSON.parse(text.value) as unknown) : null
}

async function reflections(): Promise<readonly StoredReflection[]> {
  return (await view('reflections.json')) as StoredReflection[]
}

/** The same taste in five ways, each taken for a fact of its own. */
const tastes = [
  'I love hiking',
  'Hills make me happy',
  'I walked up Mount Tai',
  'Trails over gyms',
  'Boots are my favourite gift',
]

function hiker(script: Partial<MemoryModel> = {}): MemoryModel {
  return lifeModel({
    extractFacts: (input) =>
      Promise.resolve(
        ok({
          claims: input.turns
            .filter((turn) => turn.role === 'human' && tastes.includes(turn.text))
            .map((turn) => claim(`Ada: ${turn.text}`, [turn.turnId], { importance: 7, quote: turn.text })),
          retracts: [],
        }),
      ),
    synthesise: () =>
      Promise.resolve(
        ok({
          text: 'Ada is happiest on a mountain trail',
          entity: 'master',
          relationType: 'preference',
          temporalScope: 'pattern',
          subject: null,
          eventWhen: null,
        }),
      ),
    decidePromotion: () => Promise.resolve(ok({ action: 'promote_fresh', reason: 'new' })),
    ...script,
  })
}

async function sayTastes(): Promise<void> {
  for (const [n, text] of tastes.entries()) {
    await engine.say('/cache/Mika', [user(text, `t${String(n)}`), assistant('I see', `r${String(n)}`)])
  }
  await engine.settled()
  later(20_000)
  await engine.runLoop('signal extraction')
}

/** Raises the pending reflection and lets the user answer; `verdict` is what the model hears in the answer. */
async function answer(text: string, id: string): Promise<void> {
  const { topics } = (await engine.json('GET', '/followup_topics/Mika')) as { topics: { id: string }[] }
  await engine.json('POST', '/record_surfaced/Mika', { reflection_ids: topics.map((topic) => topic.id) })
  await engine.say('/cache/Mika', [user(text, id)])
  await engine.settled()
}

function heard(verdicts: Readonly<Record<string, 'confirmed' | 'denied'>>): Partial<MemoryModel> {
  return {
    checkFeedback: ({ reflections: open, messages }) =>
      Promise.resolve(
        ok(
          open.flatMap(({ id }) => {
            const feedback = verdicts[messages.at(-1) ?? '']
            return feedback === undefined ? [] : [{ reflectionId: id, feedback }]
          }),
        ),
      ),
  }
}

/** Puts a line into the persona as an earlier installation would have left it. */
async function promote(text: string): Promise<void> {
  await engine.api.persona('Mika')
  const [id] = await engine.databases.list()
  const database = await engine.databases.open(id ?? '')
  const entry = { id: 'manual_1', text, source: 'manual', protected: false }
  await database.run(
    `INSERT INTO persona_entries (section, id, doc, source, protected, suppressed)
     SELECT seq, 'manual_1', ?, 'manual', 0, 0 FROM persona_sections WHERE name = 'master'`,
    [JSON.stringify(entry)],
  )
}

describe('a taste said five ways', () => {
  it('becomes facts, a reflection, confirmed, promoted, and a line of the next conversation', async () => {
    await open(hiker(heard({ 'Yes, always': 'confirmed', 'Still true': 'confirmed' })))
    await sayTastes()
    expect((await view('facts.json')) as unknown[]).toHaveLength(5)

    await engine.runLoop('synthesis')
    const [pending] = await reflections()
    expect(pending).toMatchObject({
      status: 'pending',
      text: 'Ada is happiest on a mountain trail',
      reinforcement: 0.2,
    })
    expect((await view('facts.json')) as { absorbed: boolean }[]).toMatchObject(
      Array(5).fill({ absorbed: true }),
    )
    expect(await engine.text('GET', '/new_dialog/Mika')).toContain('Ada is happiest on a mountain trail')

    later(HOUR)
    await answer('Yes, always', 'a1')
    expect(await reflections()).toMatchObject([{ status: 'confirmed', reinforcement: 1.2 }])

    // Raised once more a day later, its evidence passes the second threshold and it is decided on.
    later(DAY)
    await engine.json('POST', '/record_surfaced/Mika', { reflection_ids: [pending?.id ?? ''] })
    await engine.say('/cache/Mika', [user('Still true', 'a2')])
    await engine.settled()
    expect(await reflections()).toMatchObject([{ status: 'promoted', reinforcement: 2.2 }])
    const persona = (await view('persona.json')) as Record<string, { facts: { id: string; text: string }[] }>
    expect(persona['master']?.facts).toMatchObject([
      { id: `prom_${pending?.id ?? ''}`, text: 'Ada is happiest on a mountain trail', source: 'reflection' },
    ])
    const context = await engine.text('GET', '/new_dialog/Mika')
    expect(context).toContain('### About Ada\n- Ada is happiest on a mountain trail')
    const funnel = (await engine.json('GET', '/api/memory/funnel/Mika')) as { counts: Record<string, number> }
    expect(funnel.counts).toMatchObject({ reflections_promoted: 1 })
  })

  it('is not raised while the user wants it left alone', async () => {
    await open(hiker())
    await sayTastes()
    await engine.runLoop('synthesis')
    later(HOUR)
    const topics = async (): Promise<number> =>
      ((await engine.json('GET', '/followup_topics/Mika')) as { topics: unknown[] }).topics.length
    expect(await topics()).toBe(1)
    await engine.say('/cache/Mika', [user("Don't talk about Mountain trail", 'b1')])
    await engine.settled()
    expect(await topics()).toBe(0)
    later(3.1 * DAY)
    expect(await topics()).toBe(1)
  })

  it('denied, it is no longer believed, and goes to the archive after fourteen running days', async () => {
    await open(hiker(heard({ 'No, I hate it': 'denied' })))
    await sayTastes()
    await engine.runLoop('synthesis')
    later(HOUR)
    await answer('No, I hate it', 'a1')
    expect(await reflections()).toMatchObject([{ status: 'denied', disputation: 1 }])
    expect(await engine.text('GET', '/new_dialog/Mika')).not.toContain('happiest')
    expect(
      await engine.json('POST', '/query_memory/Mika', { query: 'mountain trail happiest' }),
    ).not.toMatchObject({
      results: [{ tier: 'reflection' }],
    })
    for (let day = 1; day <= 13; day += 1) {
      await engine.runLoop('archive sweep')
      expect(await reflections()).toHaveLength(1)
      later(DAY)
    }
    await engine.runLoop('archive sweep')
    expect(await reflections()).toEqual([])
    const funnel = (await engine.json('GET', '/api/memory/funnel/Mika?since=2026-01-01')) as {
      counts: Record<string, number>
    }
    expect(funnel.counts).toMatchObject({ reflections_archived: 1 })
  })

  it('is confirmed and promoted by age alone while powerful memory is off', async () => {
    await open(hiker())
    await sayTastes()
    await engine.runLoop('synthesis')
    await engine.json('POST', '/api/memory/powerful_memory_config', { enabled: false })
    later(6.9 * DAY)
    await engine.runLoop('promotion')
    expect(await reflections()).toMatchObject([{ status: 'pending' }])
    later(0.2 * DAY)
    await engine.runLoop('promotion')
    expect(await reflections()).toMatchObject([{ status: 'confirmed', auto_confirmed: true }])
    later(7.1 * DAY)
    await engine.runLoop('promotion')
    expect(await reflections()).toMatchObject([{ status: 'promoted' }])
    expect(await engine.text('GET', '/new_dialog/Mika')).toContain(
      '### About Ada\n- Ada is happiest on a mountain trail',
    )
  })
})

describe('the powerful-memory switch', () => {
  it('resets the age of what is confirmed before it is off, so that nothing old is promoted at once', async () => {
    await open(hiker(heard({ 'Yes, always': 'confirmed' })))
    await sayTastes()
    await engine.runLoop('synthesis')
    later(HOUR)
    await answer('Yes, always', 'a1')
    later(30 * DAY)
    expect(await engine.json('POST', '/api/memory/powerful_memory_config', { enabled: false })).toEqual({
      success: true,
      enabled: false,
    })
    await engine.runLoop('promotion')
    expect(await reflections()).toMatchObject([{ status: 'confirmed' }])
    expect(await engine.json('POST', '/api/memory/powerful_memory_config', { enabled: true })).toEqual({
      success: true,
      enabled: true,
    })
  })
})

describe('a contradiction', () => {
  it('is queued instead of added, asked about after the next turn, and settled with a history', async () => {
    const model = hiker({
      ...heard({ 'Yes, always': 'confirmed', 'Still true': 'confirmed' }),
      resolveCorrections: (items) =>
        Promise.resolve(
          ok(items.map(({ index, newText }) => ({ index, action: 'merge' as const, text: newText }))),
        ),
    })
    await open(model)
    await sayTastes()
    await engine.runLoop('synthesis')
    const [first] = await reflections()
    // An older line of the persona, from before, that shares most of its words.
    await promote('Ada is happiest on a sandy beach')
    later(HOUR)
    await answer('Yes, always', 'a1')
    later(HOUR)
    await engine.json('POST', '/record_surfaced/Mika', { reflection_ids: [first?.id ?? ''] })
    await engine.say('/cache/Mika', [user('Still true', 'a2')])
    await engine.settled()
    // It may contradict the beach: nothing is added on its own account.
    const persona = (await view('persona.json')) as Record<string, { facts: StoredEntry[] }>
    expect(persona['master']?.facts).toMatchObject([
      {
        text: 'Ada is happiest on a mountain trail',
        version_history: [{ text: 'Ada is happiest on a sandy beach', reason: 'correction' }],
      },
    ])
    expect(await view('persona_corrections.json')).toEqual([])
  })
})

describe('a card', () => {
  it('edited, changes the protected lines and nothing else', async () => {
    await open(hiker())
    expect(await engine.text('GET', '/new_dialog/Mika')).toContain('- temper: quiet')
    await engine.api.updateCharacter('Mika', { name: 'Mika', nickname: '', card: { temper: 'bold' } })
    const context = await engine.text('GET', '/new_dialog/Mika')
    expect(context).toContain('- temper: bold')
    expect(context).not.toContain('quiet')
  })
})
