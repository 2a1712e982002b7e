import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestIds } from '../../../tests/fixtures/clock.ts'
import { killedAfter } from '../../../tests/fixtures/killed.ts'
import { memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import { entriesIn, eventsOf, now, put, putPersona } from '../../../tests/fixtures/persona.ts'
import { parseObject } from '../document.ts'
import { STEP_ROWS } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { EVIDENCE_MARKER, META_SECTION, migrateEvidence } from './migration.ts'

let store: CharacterStore
const ids = createTestIds('1')
beforeEach(async () => {
  store = await memoryStore()
})
afterEach(() => store.db.close())

async function reflections(): Promise<unknown[]> {
  return (await store.reflections.list(store.db)).map(({ doc }) => {
    const { id, reinforcement, disputation, rein_last_signal_at: clock } = parseObject(doc) ?? {}
    return [id, reinforcement, disputation, clock]
  })
}

test('reflections are seeded by their status, persona entries with nothing, each once (evidence.md §8.1)', async () => {
  await put(store, 'reflections.json', [
    { id: 'a', text: 'a', status: 'promoted' },
    { id: 'b', text: 'b', status: 'confirmed' },
    { id: 'c', text: 'c', status: 'denied' },
    { id: 'd', text: 'd', status: 'pending' },
    { id: 'e', text: 'e', status: 'promoted', disp_last_signal_at: '2026-01-01T00:00:00' },
  ])
  await putPersona(store, {
    master: {
      facts: [
        { id: 'p', text: 'p' },
        { id: 'q', text: 'q', protected: true },
        { id: 'r', text: 'r', reinforcement: 0.8 },
        { id: '', text: 's' },
        'bare',
      ],
    },
  })
  expect(await migrateEvidence(store, now, ids)).toBe(4)
  expect(await reflections()).toEqual([
    ['a', 2, 0, '2026-06-01T12:00:00'],
    ['b', 1, 0, '2026-06-01T12:00:00'],
    ['c', 0, 2, null],
    ['d', undefined, undefined, undefined],
    ['e', undefined, undefined, undefined],
  ])
  const [p, ...others] = await entriesIn(store)
  expect(p).toMatchObject({ reinforcement: 0, rein_last_signal_at: null, user_fact_reinforce_count: 0 })
  expect(others).toEqual([
    { id: 'q', text: 'q', protected: true },
    { id: 'r', text: 'r', reinforcement: 0.8 },
    { id: '', text: 's' },
    { text: 'bare' },
  ])
  expect(await entriesIn(store, META_SECTION)).toMatchObject([
    { id: EVIDENCE_MARKER, text: '', source: 'migration_seed', source_id: null, protected: true },
  ])
  const { events, settled } = await eventsOf(store)
  expect(events.map(({ payload }) => payload['source'])).toEqual(Array(4).fill('migration_seed'))
  expect(settled).toBe(true)

  expect(await migrateEvidence(store, now, ids)).toBeNull()
  expect((await eventsOf(store)).events).toHaveLength(4)
})

test('a run that was killed is finished by the next one, without counting anything twice', async () => {
  const many = Array.from({ length: STEP_ROWS + 5 }, (_, n) => ({
    id: `r${n}`,
    text: 'x',
    status: 'confirmed',
  }))
  await put(store, 'reflections.json', many)
  const dying = killedAfter(store, STEP_ROWS * 4 + 3)
  await expect(migrateEvidence(dying.store, now, ids)).rejects.toThrow('killed')
  expect(await entriesIn(store, META_SECTION)).toEqual([])
  const seeded = (await reflections()).filter((row) => (row as unknown[])[1] === 1)
  expect(seeded).toHaveLength(STEP_ROWS)

  expect(await migrateEvidence(store, now, ids)).toBe(5)
  expect((await reflections()).every((row) => (row as unknown[])[1] === 1)).toBe(true)
  expect(await entriesIn(store, META_SECTION)).toHaveLength(1)
})
