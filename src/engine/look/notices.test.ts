/** Pages hear which kinds of entries were changed, once for what changed together, and nothing of what was undone. */
import { expect, test } from 'vitest'
import { createTestClock } from '../../../tests/fixtures/clock.ts'
import { testEngine, user } from '../../../tests/fixtures/engine.ts'
import { memoryDatabases } from '../../../tests/fixtures/memory-databases.ts'
import { addFacts, addReflections } from '../../../tests/fixtures/reflections.ts'
import type { MemoryEvent } from '../api.ts'
import { ENTRIES_NOTICE_MS } from '../settings.ts'
import { openCharacterStore } from '../store/character-store.ts'
import { createChangeNotices, kindsWritten } from './notices.ts'

async function watchedStore() {
  const clock = createTestClock('2026-03-02T09:00:00+08:00')
  const told: MemoryEvent[] = []
  const notices = createChangeNotices(await memoryDatabases(), clock.timer, (event) => told.push(event))
  const store = await openCharacterStore(await notices.databases.open('a'))
  return { clock, told, notices, store }
}

test('tells together what changed within a moment', async () => {
  const { clock, told, notices, store } = await watchedStore()
  await addFacts(store, 1)
  await clock.advance(ENTRIES_NOTICE_MS)
  expect(told).toEqual([])
  notices.name('a', 'Mika')
  await addFacts(store, 3, (place) => ({ id: `g${String(place)}` }))
  await addReflections(store, { id: 'r1' })
  await store.db.run(`UPDATE facts SET importance = 1 WHERE id = 'nobody'`)
  expect(told).toEqual([])
  await clock.advance(ENTRIES_NOTICE_MS)
  expect(told).toEqual([{ type: 'entries', character: 'Mika', kinds: ['fact', 'reflection'] }])
  await store.persona.sections.ensure(store.db, 'neko')
  await clock.advance(ENTRIES_NOTICE_MS)
  expect(told.slice(1)).toEqual([{ type: 'entries', character: 'Mika', kinds: ['persona'] }])
  notices.stop()
  await addFacts(store, 1, () => ({ id: 'h1' }))
  expect(clock.waiting).toBe(0)
  await store.db.close()
})

test('tells nothing of what was rolled back, and nothing of reading', async () => {
  const { clock, told, notices, store } = await watchedStore()
  notices.name('a', 'Mika')
  const rolledBack = store.db.transaction(async (tx) => {
    await tx.run(`INSERT INTO corrections (doc) VALUES ('{}')`)
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  await store.facts.list(store.db)
  expect(clock.waiting).toBe(0)
  expect(told).toEqual([])
  await store.db.close()
})

test('reads the table off a statement', () => {
  expect(kindsWritten('INSERT OR IGNORE INTO "facts" (id) VALUES (?)')).toEqual(['fact'])
  expect(kindsWritten('  update reflections SET doc = ?')).toEqual(['reflection'])
  expect(kindsWritten('DELETE FROM time_indexed_original')).toEqual(['turn'])
  expect(kindsWritten('SELECT 1 FROM facts')).toEqual([])
  expect(kindsWritten('INSERT INTO meta VALUES (1)')).toEqual([])
})

test('a turn of a conversation reaches the pages of the engine', async () => {
  const engine = await testEngine()
  await engine.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
  await engine.say('/cache/Mika', [user('I like kites.', 't1')])
  await engine.settled()
  await engine.clock.advance(ENTRIES_NOTICE_MS)
  const kinds = engine.events.flatMap((event) => (event.type === 'entries' ? (event.kinds ?? []) : []))
  expect([...new Set(kinds)].sort()).toEqual(['activity', 'fact', 'turn'])
  await engine.stop()
})
