/** Reading in small steps: the same as at a stretch, and what is compiled is compiled before and once. */
import { expect, it } from 'vitest'
import { modelContext, turn } from '../../../../tests/fixtures/facts.ts'
import { createPatientExtractor, extractByRules } from './index.ts'

const context = modelContext('2026-03-02T09:00:00+08:00')
const input = {
  context: [turn('t1', 'human', '我住在大阪。'), turn('t2', 'ai', '好地方！')],
  turns: [
    turn('t3', 'human', 'I like tea.'),
    turn('t4', 'ai', 'So do I. I keep bees.'),
    turn('t5', 'human', "I don't like tea any more."),
  ],
  known: [],
}

it('says the same as at a stretch', async () => {
  const extract = createPatientExtractor(() => Promise.resolve())
  for (const withAi of [false, true])
    expect(await extract(input, context, { withAi })).toEqual(extractByRules(input, context, { withAi }))
})

it('pauses after each expression of a new language, and after each turn', async () => {
  let pauses = 0
  const extract = createPatientExtractor(() => {
    pauses += 1
    return Promise.resolve()
  })
  await extract(input, context, { withAi: false })
  const first = pauses
  expect(first).toBeGreaterThan(500)
  await extract(input, context, { withAi: false })
  expect(pauses - first).toBe(5)
  const japanese = { context: [], turns: [turn('t6', 'human', 'お茶が好きです。')], known: [] }
  await extract(japanese, context, { withAi: false })
  expect(pauses - first).toBeGreaterThan(100)
})

it('goes on without pauses when it is to stop', async () => {
  let pauses = 0
  const stopping = new AbortController()
  const extract = createPatientExtractor(() => {
    pauses += 1
    stopping.abort()
    return Promise.resolve()
  })
  const stopped = { ...context, signal: stopping.signal }
  const read = await extract(input, stopped, { withAi: false })
  expect(read).toEqual(extractByRules(input, context, { withAi: false }))
  expect(pauses).toBe(1)
})
