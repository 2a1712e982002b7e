import { afterEach, expect, test } from 'vitest'
import { testEngine, type TestEngine } from '../../../tests/fixtures/engine.ts'
import { openCharacterStore, type CharacterStore } from '../store/character-store.ts'
import { renderView } from '../store/views.ts'

let engine: TestEngine
afterEach(() => engine.stop())

async function storeOf(of: TestEngine): Promise<CharacterStore> {
  const [id = ''] = await of.databases.list()
  return openCharacterStore(await of.databases.open(id))
}

/** Stops the engine, works on the store of its only character, and starts again. */
async function between(work: (store: CharacterStore) => Promise<unknown>): Promise<void> {
  await engine.settled()
  await engine.stop()
  const store = await storeOf(engine)
  await work(store)
  await store.db.close()
  engine = await engine.restart()
  await engine.text('GET', '/new_dialog/Mika')
  await engine.settled()
}

test('the persona’s sections stand before the marker of the migration, and the text shows none of it', async () => {
  engine = await testEngine()
  await engine.say('/cache/Mika', [{ role: 'user', content: [{ type: 'text', text: 'I like tea.' }] }])
  const before = await engine.text('GET', '/new_dialog/Mika')
  await between(() => Promise.resolve())
  expect(await engine.text('GET', '/new_dialog/Mika')).toBe(before)
  await between(async (store) => {
    const persona = JSON.parse((await renderView(store.db, 'persona.json')) ?? '{}') as object
    expect(Object.keys(persona)).toEqual(['neko', 'master', 'relationship', '__meta__'])
  })
})

test('a folder that was imported in the middle of a change is finished at the next start', async () => {
  engine = await testEngine()
  await engine.say('/cache/Mika', [{ role: 'user', content: [{ type: 'text', text: 'I like tea.' }] }])
  const payload = { reflection_id: 'r1', from: 'confirmed', to: 'promoted', ts: '2026-01-01T00:00:00' }
  await between(async (store) => {
    await store.reflections.insert(store.db, [
      {
        ...{ id: 'r1', status: 'confirmed', entity: 'master', suppressed: false },
        ...{ createdInstant: null, nextEligibleInstant: null },
        doc: '{"id":"r1","text":"keeps promises","status":"confirmed","rein_last_signal_at":"2026-01-01"}',
      },
    ])
    const [eventId, type, ts] = ['e1', 'reflection.state_changed', 't'] as const
    const line = JSON.stringify({ event_id: eventId, type, ts, payload })
    await store.events.append(store.db, { eventId, type, ts, line })
    // A migration that cannot run holds up nothing else.
    await store.documents.put(store.db, 'reflections_archive', '[{"torn"')
  })
  await between(async (store) => {
    expect((await store.reflections.get(store.db, 'r1'))?.status).toBe('promoted')
    expect(await store.events.sentinel.get(store.db)).toBe('e1')
    expect(await store.documents.get(store.db, 'reflections_archive')).toBe('[{"torn"')
  })
})
