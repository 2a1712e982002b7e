/** What the user says again, takes back, bans and allows: heard by the whole engine, with rules and with a model. */
import { afterEach, describe, expect, it } from 'vitest'

import { createCharacterRegistry } from '../../src/engine/characters.ts'
import type { MemoryModel } from '../../src/engine/model/memory-model.ts'
import { ok } from '../../src/engine/result.ts'
import { EXTRACT_PAUSE_MS } from '../../src/engine/settings.ts'
import { openCharacterStore } from '../../src/engine/store/character-store.ts'
import { createTestIds } from '../fixtures/clock.ts'
import { assistant, testEngine, type TestEngine, user } from '../fixtures/engine.ts'
import { claim } from '../fixtures/facts.ts'
import { lifeModel } from '../fixtures/life-model.ts'
import { createMemorySettings, memoryDatabases } from '../fixtures/memory-databases.ts'
import { put } from '../fixtures/persona.ts'

const HOUR = 3_600_000

let engine: TestEngine
let said = 0
afterEach(() => engine.stop())

/** An engine whose memory already holds one confirmed reflection. */
async function open(reflection: string, model?: MemoryModel): Promise<void> {
  said = 0
  const [settings, databases] = [createMemorySettings(), await memoryDatabases()]
  const id = await createCharacterRegistry(settings, createTestIds('signals')).ensureMemoryId('Mika')
  const db = await databases.open(id)
  await put(await openCharacterStore(db), 'reflections.json', [
    {
      id: 'r1',
      text: reflection,
      entity: 'master',
      status: 'confirmed',
      created_at: '2026-02-20T09:00:00',
      confirmed_at: '2026-03-01T09:00:00',
      reinforcement: 0.5,
      rein_last_signal_at: '2026-03-01T09:00:00',
    },
  ])
  await db.close()
  engine = await testEngine({ settings, databases, ...(model === undefined ? {} : { model }) })
  await engine.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
  await engine.api.updateProfile({ name: 'Ada', nickname: '', fields: {} })
}

async function say(text: string): Promise<void> {
  said += 1
  const id = String(said)
  await engine.say('/cache/Mika', [user(text, `u${id}`), assistant('Mm.', `a${id}`)])
  await engine.settled()
}

/** The conversation rests for longer than extraction pauses, then the loop runs. */
async function rest(): Promise<void> {
  later(EXTRACT_PAUSE_MS)
  await engine.runLoop('signal extraction')
}

function later(milliseconds: number): void {
  engine.clock.jumpTo(engine.clock.now() + milliseconds)
}

async function document(name: string): Promise<unknown> {
  const text = await engine.api.view('Mika', name)
  return text.ok ? (JSON.parse(text.value) as unknown) : null
}

interface Evidence {
  readonly status: string
  readonly reinforcement: number
  readonly disputation?: number
}

async function evidence(): Promise<Evidence | undefined> {
  return ((await document('reflections.json')) as Evidence[])[0]
}

async function facts(): Promise<{ text: string; signal_processed: boolean }[]> {
  return (await document('facts.json')) as { text: string; signal_processed: boolean }[]
}

describe('with rules', () => {
  it('the same taste again is one fact, and supports what is believed each time until it is settled', async () => {
    await open('Ada loves hiking')
    await say('I love hiking.')
    expect(await facts()).toHaveLength(1)
    expect(await evidence()).toMatchObject({ status: 'confirmed', reinforcement: 1 })
    await say('I love hiking.')
    expect(await facts()).toHaveLength(1)
    expect(await evidence()).toMatchObject({ status: 'confirmed', reinforcement: 1.5 })
    // The third is worth more, and what has earned it goes into the persona.
    await say('I love hiking.')
    expect(await evidence()).toMatchObject({ status: 'promoted', reinforcement: 2.5 })
    expect(await engine.text('GET', '/new_dialog/Mika')).toContain('Ada loves hiking')
  })

  it('the opposite disputes it', async () => {
    await open('Ada loves hiking')
    await say('I hate hiking.')
    expect(await evidence()).toMatchObject({ status: 'confirmed', disputation: 1 })
    expect((await evidence())?.reinforcement).toBe(0.5)
  })

  it('is not listened to while powerful memory is off, and made up for when it is on again', async () => {
    await open('Ada loves hiking')
    await engine.json('POST', '/api/memory/powerful_memory_config', { enabled: false })
    await say('I love hiking.')
    await rest()
    expect((await facts()).map((fact) => fact.signal_processed)).toEqual([false])
    expect((await evidence())?.reinforcement).toBe(0.5)
    await engine.json('POST', '/api/memory/powerful_memory_config', { enabled: true })
    await say('It rains.')
    expect(await evidence()).toMatchObject({ reinforcement: 1 })
  })
})

describe('with a model', () => {
  const script = (seen: string[][]): MemoryModel =>
    lifeModel({
      extractFacts: ({ turns }) =>
        Promise.resolve(
          ok({
            claims: turns
              .filter(({ role }) => role === 'human')
              .map(({ turnId, text }) => claim(`Ada: ${text}`, [turnId], { quote: text })),
            retracts: [],
          }),
        ),
      detectSignals({ facts: heard, observations }) {
        seen.push(heard.map(({ text }) => text))
        return Promise.resolve(
          ok(
            heard.flatMap(({ id, text }) =>
              observations.map(({ promptId }) => ({
                sourceFactId: id,
                targetId: promptId,
                signal: text.includes('no more') ? ('negates' as const) : ('reinforces' as const),
                reason: '',
              })),
            ),
          ),
        )
      },
      findNegativeTargets: ({ observations }) =>
        Promise.resolve(ok(observations.map(({ promptId }) => ({ targetId: promptId, reason: '' })))),
    })

  it('facts of a pass are heard together, once, and again after a restart only when said again', async () => {
    const seen: string[][] = []
    await open('Ada loves hiking', script(seen))
    await say('Up the hill again')
    await say('New boots today')
    await rest()
    expect(seen).toEqual([['Ada: Up the hill again', 'Ada: New boots today']])
    expect(await evidence()).toMatchObject({ reinforcement: 1.5 })
    engine = await engine.restart()
    await rest()
    expect(seen).toHaveLength(1)
    await say('No more hills, there are no more')
    await rest()
    expect(seen[1]).toEqual(['Ada: No more hills, there are no more'])
    expect(await evidence()).toMatchObject({ reinforcement: 1.5, disputation: 1 })
  })

  it('a negative phrase disputes what it is about, while powerful memory is on', async () => {
    await open('Ada loves hiking', script([]))
    await say('Nice weather')
    expect((await evidence())?.disputation ?? 0).toBe(0)
    await say('I am sick of it')
    expect(await evidence()).toMatchObject({ disputation: 1 })
    await engine.json('POST', '/api/memory/powerful_memory_config', { enabled: false })
    await say('Enough already')
    expect(await evidence()).toMatchObject({ disputation: 1 })
  })
})

describe('a topic', () => {
  const directives = async (): Promise<string> => {
    const block = await engine.api.directives('Mika')
    return block.ok ? block.value : block.error.code
  }

  it('is banned for three days, longer when that is said again, and allowed again by a word', async () => {
    await open('Ada loves hiking')
    expect(await directives()).toBe('')
    await say('Please don’t bring up the merger again.')
    expect((await directives()).split('\n')).toContain('- the merger')
    later(60 * HOUR)
    await say('And never mention the merger, please!')
    later(60 * HOUR)
    expect(await directives()).toContain('- the merger')
    await say('You can talk about the merger again.')
    expect(await directives()).toBe('')
    const file = (await document('user_directives.json')) as { directives: { hit_count: number }[] }
    expect(file.directives).toMatchObject([{ term: 'the merger', hit_count: 2, source: 'regex' }])
  })

  it('may be banned while powerful memory is off, and by somebody who has said nothing else', async () => {
    await open('Ada loves hiking')
    await engine.json('POST', '/api/memory/powerful_memory_config', { enabled: false })
    await say('求你别再提加班了。')
    expect(await directives()).toContain('- 加班')
    later(72 * HOUR)
    expect(await directives()).toBe('')
  })

  it('of a character without a memory is none', async () => {
    await open('Ada loves hiking')
    expect(await engine.api.directives('Nobody')).toEqual({ ok: true, value: '' })
  })
})
