import { expect, test } from 'vitest'
import { at, terms } from '../../../tests/fixtures/facts.ts'
import { addFacts, addReflections, reflection, reflectionWorld } from '../../../tests/fixtures/reflections.ts'
import { undoFact } from '../facts/correct.ts'
import { withdrawRetracted } from './withdraw.ts'

const texts = ['Ada lived in Tokyo', 'Ada likes kites', 'Ada likes tea', 'Ada reads at night']

async function world() {
  const made = await reflectionWorld()
  await addFacts(made.store, 4, (place) => ({ text: texts[place - 1], absorbed: true }))
  const sources = { source_fact_ids: ['f1', 'f2', 'f3', 'f4'], reinforcement: 0.5 }
  await addReflections(
    made.store,
    { id: 'says-so', text: 'Ada lived in Tokyo and likes kites', ...sources },
    { id: 'says-other', text: 'Ada likes kites and tea', status: 'confirmed', ...sources },
    { id: 'alone', text: 'Ada was abroad', source_fact_ids: ['f1'] },
    { id: 'apart', text: 'Ada likes Tokyo', source_fact_ids: ['f2'] },
    { id: 'ended', text: 'Ada lived in Tokyo', status: 'promoted', ...sources },
  )
  const undo = (id: string) =>
    made.store.db.transaction((tx) =>
      undoFact(tx, made.store, id, { now: at('2026-03-10T12:00:00+08:00'), who: 'user', names: [] }),
    )
  return { ...made, undo, run: () => withdrawRetracted({ ...made.deps(), terms }, made.memory) }
}

test('a judgement goes with the only fact that said so; others are disputed, each once', async () => {
  const { store, undo, run } = await world()
  expect(await run()).toEqual({ denied: [], disputed: [] })
  await undo('f1')
  expect(await run()).toEqual({ denied: ['says-so', 'alone'], disputed: ['says-other'] })
  expect(await reflection(store, 'says-so')).toMatchObject({
    ...{
      status: 'denied',
      denied_at: '2026-03-10T12:00:00',
      denied_reason: 'source_withdrawn',
      disputation: 0,
    },
  })
  expect(await reflection(store, 'says-other')).toMatchObject({
    ...{ status: 'confirmed', disputation: 1, withdrawn_fact_ids: ['f1'] },
  })
  expect(await reflection(store, 'apart')).toMatchObject({ status: 'pending', disputation: 0 })
  expect(await reflection(store, 'ended')).toMatchObject({ status: 'promoted', disputation: 0 })
  expect(await run()).toEqual({ denied: [], disputed: [] })
})

test('a fact that another one took in is not taken back', async () => {
  const { store, run } = await world()
  await store.facts.remove(store.db, 'f1')
  expect(await run()).toEqual({ denied: [], disputed: [] })
})
