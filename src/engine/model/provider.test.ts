import { expect, test } from 'vitest'
import { createTestClock } from '../../../tests/fixtures/clock.ts'
import { testEngine, user } from '../../../tests/fixtures/engine.ts'
import { modelContext, turn } from '../../../tests/fixtures/facts.ts'
import { createMemorySettings } from '../../../tests/fixtures/memory-databases.ts'
import { heuristicCounter } from '../text/tokens.ts'
import { createModels } from './provider.ts'

const now = '2026-03-02T09:00:00+08:00'

/** Models whose code cannot be read the first `failures` times. */
function models(failures: number, logged: string[] = []) {
  const clock = createTestClock(now)
  let left = failures
  return createModels(
    {
      ...{ clock, timer: clock.timer, settings: createMemorySettings() },
      fetch: () => Promise.reject(new Error('this test allows no request')),
      tokenCounter: () => Promise.resolve(heuristicCounter),
      log: { write: (_level, event) => void logged.push(event) },
    },
    () => undefined,
    () => {
      left -= 1
      return left >= 0 ? Promise.reject(new Error('it could not be fetched')) : import('./kinds.ts')
    },
  )
}

test('while the code of models cannot be read tasks fail as with a server that cannot be reached, and then work', async () => {
  const logged: string[] = []
  const provider = models(1, logged)
  const input = { turns: [turn('t1', 'human', 'I like kites.')], context: [], known: [] }
  const ask = async () => (await provider.current('Mika')).extractFacts(input, modelContext(now))
  expect(await ask()).toMatchObject({ ok: false, error: { code: 'model_unreachable' } })
  expect(logged).toEqual(['model.code_unreadable'])
  expect(await ask()).toMatchObject({ ok: true, value: { claims: [{ text: 'The user likes kites' }] } })
})

test('a conversation goes on without the code of models, and is learned from once it is there', async () => {
  const engine = await testEngine({ deps: { models: models(Infinity) } })
  await engine.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
  expect(await engine.say('/process/Mika', [user('I like kites.', 't1')])).toEqual({ status: 'processed' })
  expect(await engine.say('/settle/Mika', [user('I like tea.', 't2')])).toEqual({ status: 'settled' })
  await engine.settled()
  const { clock, settings, databases } = engine
  await engine.stop()
  const next = await testEngine({ clock, settings, databases })
  clock.jumpTo(clock.now() + 3_600_000)
  await next.runLoop('signal extraction')
  const facts = await next.api.facts('Mika')
  expect(facts.ok && facts.value.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['The user likes kites', 'The user likes tea']),
  )
  await next.stop()
})
