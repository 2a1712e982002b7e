/** What costs a model call waits until a conversation rests, and is done then. */
import { afterEach, expect, it } from 'vitest'

import { createCharacterRegistry } from '../../src/engine/characters.ts'
import type { MemoryModel } from '../../src/engine/model/memory-model.ts'
import { fail, ok } from '../../src/engine/result.ts'
import { COMPRESS_TALKING_ABOVE, MINUTE_MS, QUIET_MS, SECOND_MS } from '../../src/engine/settings.ts'
import { openCharacterStore } from '../../src/engine/store/character-store.ts'
import { createTestIds } from '../fixtures/clock.ts'
import { assistant, testEngine, type TestEngine, user } from '../fixtures/engine.ts'
import { claim } from '../fixtures/facts.ts'
import { lifeModel } from '../fixtures/life-model.ts'
import { createMemorySettings, memoryDatabases } from '../fixtures/memory-databases.ts'
import { put } from '../fixtures/persona.ts'

let engine: TestEngine
let asked: string[]
let said = 0
afterEach(() => engine.stop())

/** `persona` is what the memory holds already. */
async function open(script: Partial<MemoryModel>, persona: object = {}): Promise<void> {
  asked = []
  said = 0
  const [settings, databases] = [createMemorySettings(), await memoryDatabases()]
  const id = await createCharacterRegistry(settings, createTestIds('pace')).ensureMemoryId('Mika')
  const db = await databases.open(id)
  await put(await openCharacterStore(db), 'persona.json', persona)
  await db.close()
  engine = await testEngine({ settings, databases, model: lifeModel(script) })
  await engine.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
  await engine.api.updateProfile({ name: 'Ada', nickname: '', fields: {} })
}

async function talk(turns: number, text = 'hello'): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    said += 1
    const id = String(said)
    await engine.say('/cache/Mika', [user(`${text} ${id}`, `u${id}`), assistant('Mm', `a${id}`)])
  }
  await engine.settled()
}

/** No loop runs meanwhile but those that a test asks for. */
function pass(milliseconds: number): void {
  engine.clock.jumpTo(engine.clock.now() + milliseconds)
}

const summarise: MemoryModel['summarise'] = () => {
  asked.push('summarise')
  return Promise.resolve(ok('They chatted.'))
}

const reviewHistory: MemoryModel['reviewHistory'] = () => {
  asked.push('review')
  const corrected = Array.from({ length: 10 }, (_, n) => ({
    role: n % 2 === 0 ? 'user' : 'assistant',
    content: 'x',
  }))
  const text = JSON.stringify({ explanation: 'mended', corrected_dialogue: corrected })
  return Promise.resolve(ok({ text, finishReason: 'stop', outputTokens: 9 }))
}

it('recent memory is compressed in quiet times, or when it has grown long', async () => {
  await open({ summarise })
  await talk(11)
  pass(20 * SECOND_MS)
  await engine.runLoop('idle maintenance')
  expect(asked).toEqual([])
  pass(QUIET_MS)
  await engine.runLoop('idle maintenance')
  expect(asked).toEqual(['summarise'])
  await talk(COMPRESS_TALKING_ABOVE / 2)
  pass(20 * SECOND_MS)
  await engine.runLoop('idle maintenance')
  expect(asked).toEqual(['summarise', 'summarise'])
})

it('a conversation that was reviewed is reviewed again when it rests, or after half an hour', async () => {
  await open({ reviewHistory })
  await talk(5)
  await engine.say('/settle/Mika', [])
  await engine.settled()
  expect(asked).toEqual(['review'])
  pass(MINUTE_MS)
  await talk(5)
  await engine.say('/settle/Mika', [])
  await engine.settled()
  expect(asked).toEqual(['review'])
  pass(QUIET_MS)
  await engine.runLoop('idle maintenance')
  await engine.settled()
  expect(asked).toEqual(['review', 'review'])
  for (let minute = 0; minute <= 30; minute += 1) {
    await talk(1)
    pass(MINUTE_MS)
    if (minute === 10 || minute === 30) await engine.say('/settle/Mika', [])
  }
  await engine.settled()
  expect(asked).toEqual(['review', 'review', 'review'])
})

it('facts of a conversation are heard together when it rests, and a question that fails is asked once', async () => {
  const heard: number[] = []
  await open(
    {
      extractFacts: ({ turns }) =>
        Promise.resolve(
          ok({
            claims: turns
              .filter(({ role, text }) => role === 'human' && text.startsWith('Likes'))
              .map(({ turnId, text }) => claim(`Ada: ${text}`, [turnId], { quote: text })),
            retracts: [],
          }),
        ),
      detectSignals: ({ facts }) => {
        heard.push(facts.length)
        return Promise.resolve(heard.length === 1 ? fail('model_unreachable', 'no') : ok([]))
      },
    },
    { master: { facts: [{ id: 'p', text: 'Ada likes games', source: 'manual' }] } },
  )
  const extraction = () => engine.runLoop('signal extraction')
  await talk(2, 'Likes chess')
  pass(20 * SECOND_MS)
  await extraction()
  expect(await facts()).toBe(2)
  await talk(19, 'Likes cards')
  pass(6 * MINUTE_MS - QUIET_MS)
  await talk(1, 'Likes dice')
  await extraction()
  // A full batch is heard at once; this question failed.
  expect([await facts(), ...heard]).toEqual([22, 20])
  pass(QUIET_MS)
  await extraction()
  await extraction()
  await extraction()
  expect(heard).toEqual([20, 20, 2])
})

async function facts(): Promise<number> {
  const view = await engine.api.view('Mika', 'facts.json')
  return (JSON.parse(view.ok ? view.value : '[]') as unknown[]).length
}
