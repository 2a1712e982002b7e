/** The history review: when it is offered, what it changes, and that an edit ends it (recent.md §7). */
import { afterEach, expect, it } from 'vitest'

import type { MemoryModel } from '../../src/engine/model/memory-model.ts'
import { fail, ok } from '../../src/engine/result.ts'
import { until } from '../fixtures/clock.ts'
import { assistant, testEngine, type TestEngine, user } from '../fixtures/engine.ts'
import { lifeModel } from '../fixtures/life-model.ts'

let engine: TestEngine
afterEach(() => engine.stop())

async function open(model: MemoryModel): Promise<void> {
  engine = await testEngine({ model })
  await engine.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
  await engine.api.updateProfile({ name: 'Ada', nickname: '', fields: {} })
  for (let n = 1; n <= 5; n += 1) {
    await engine.say('/cache/Mika', [
      user(`line ${String(n)}`, `u${String(n)}`),
      assistant('As an AI model', `a${String(n)}`),
    ])
  }
}

async function recent(): Promise<readonly string[]> {
  const text = await engine.api.view('Mika', 'recent.json')
  const messages = JSON.parse(text.ok ? text.value : '[]') as { type: string; data: { content: unknown } }[]
  return messages.map(
    ({ type, data }) =>
      `${type}: ${typeof data.content === 'string' ? data.content : JSON.stringify(data.content)}`,
  )
}

const corrected = JSON.stringify({
  explanation: 'kept in character',
  corrected_dialogue: Array.from({ length: 10 }, (_, n) =>
    n % 2 === 0 ? { role: 'Ada', content: `line ${String(n / 2 + 1)}` } : { role: 'Mika', content: 'Mm.' },
  ),
})

it('is offered at the end of a conversation, and mends what was said out of character', async () => {
  const seen: string[] = []
  await open(
    lifeModel({
      reviewHistory: (dialogue) => {
        seen.push(dialogue)
        return Promise.resolve(ok({ text: corrected, finishReason: 'stop', outputTokens: 200 }))
      },
    }),
  )
  expect(await engine.say('/settle/Mika', [])).toEqual({ status: 'settled' })
  await engine.settled()
  expect(seen).toHaveLength(1)
  expect(seen[0]?.startsWith('Ada: line 1\n')).toBe(true)
  expect((await recent()).filter((line) => line === 'ai: Mm.')).toHaveLength(5)

  // Nothing new was said: the next offer finds a closed gate.
  engine.clock.jumpTo(engine.clock.now() + 3_600_000)
  await engine.say('/settle/Mika', [])
  await engine.settled()
  expect(seen).toHaveLength(1)
})

it('is not offered while its switch is off', async () => {
  let asked = 0
  await open(
    lifeModel({
      reviewHistory: () => {
        asked += 1
        return Promise.resolve(fail('model_bad_answer', 'no'))
      },
    }),
  )
  await engine.json('POST', '/api/memory/review_config', { enabled: false })
  await engine.say('/settle/Mika', [])
  await engine.settled()
  expect(asked).toBe(0)
})

it('is cancelled by an edit, and what comes of it then is not applied', async () => {
  let asked = false
  await open(
    lifeModel({
      reviewHistory: (_dialogue, context) =>
        new Promise((resolve) => {
          asked = true
          context.signal?.addEventListener('abort', () => {
            resolve(ok({ text: corrected, finishReason: 'stop', outputTokens: 200 }))
          })
        }),
    }),
  )
  await engine.say('/settle/Mika', [])
  await until(() => asked)
  const chat = [{ role: 'human', text: 'edited' }]
  expect(
    await engine.json('POST', '/api/memory/recent_file/save', { filename: 'recent_Mika.json', chat }),
  ).toMatchObject({ success: true })
  await engine.settled()
  expect(await recent()).toEqual(['human: edited'])
  expect(await engine.json('POST', '/cancel_correction/Mika')).toEqual({ status: 'no_task' })
})
