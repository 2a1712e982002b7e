/** Entries of each kind as lists show them, from documents as they are stored. */
import { expect, test } from 'vitest'
import { say, turn } from '../../../tests/fixtures/facts.ts'
import { memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import { now, putPersona, put } from '../../../tests/fixtures/persona.ts'
import { addReflections } from '../../../tests/fixtures/reflections.ts'
import { entryRow, type StoredEntry } from './entry-row.ts'
import { findEntry, readEntries } from './find-entry.ts'

const fact: StoredEntry = {
  kind: 'fact',
  table: 'facts',
  seq: 3,
  id: 'f1',
  doc: '',
  archived: false,
  section: null,
  instant: 1000,
}

function rowOf(fields: Record<string, unknown>) {
  return entryRow({ ...fact, doc: JSON.stringify({ id: 'f1', text: 'Likes tea', ...fields }) }, now)
}

test('tells who made a fact', () => {
  const makers = [
    { source: 'user_observation' },
    { source: 'user_observation', confidence: 'low' },
    { source: 'user_observation', external_import: { format: 'hermes' } },
    { source: 'user_observation', external_import: {}, omoide_maker: 'user' },
    { source: 'elsewhere' },
  ].map((fields) => rowOf(fields)?.maker)
  expect(makers).toEqual(['model', 'rules', 'import', 'user', 'unknown'])
})

test('tells what holds, what is not to be brought up and what is to be looked at', () => {
  expect(rowOf({ superseded_at: '2026-05-01T00:00:00', valid_from: '2026-01-01T00:00:00' })).toMatchObject({
    status: 'superseded',
    superseded: true,
    validFrom: '2026-01-01T00:00:00',
    validTo: '2026-05-01T00:00:00',
  })
  expect(rowOf({ omoide_quiet: true, omoide_needs_review: ['f9'] })).toMatchObject({
    status: 'active',
    suppressed: true,
    suppressedUntil: null,
    needsReview: true,
  })
  expect(rowOf({ omoide_quiet: true, omoide_quiet_until: now.instant - 1 })?.suppressed).toBe(false)
  expect(rowOf({ importance: '7', tags: ['a', 4] })).toMatchObject({
    importance: 7,
    tags: ['a'],
    score: null,
  })
})

test('reads what came from elsewhere, and nothing out of what cannot be read', () => {
  expect(entryRow({ ...fact, doc: '{"text": 5}' }, now)?.text).toBe('5')
  expect(entryRow({ ...fact, doc: 'torn' }, now)).toBeNull()
  expect(entryRow({ ...fact, doc: '"bare"' }, now)).toBeNull()
  const bare: StoredEntry = { ...fact, kind: 'persona', table: 'persona', id: null, doc: '"bare"' }
  expect(entryRow({ ...bare, section: 'neko' }, now)).toMatchObject({
    key: { kind: 'persona', id: '#3' },
    text: 'bare',
    entity: 'neko',
    score: 0,
  })
})

test('finds every kind by its key', async () => {
  const store = await memoryStore()
  await addReflections(store, { id: 'r1', text: 'Calm', reinforcement: 1, disputation: 0.25 })
  await putPersona(store, { master: { facts: [{ id: 'p1', text: 'Kind' }, 'bare'] } })
  await put(store, 'persona_corrections.json', [{ old_text: 'a', new_text: 'b', entity: 'master' }])
  await put(store, 'reflection_archive/2026.json', [
    { id: 'r0', text: 'Old', status: 'denied' },
    { text: 'no id' },
  ])
  await say(store, turn('t1', 'human', 'Hello'))
  const find = async (kind: StoredEntry['kind'], id: string) => {
    const stored = await findEntry(store.db, { kind, id })
    return stored === null ? null : entryRow(stored, now)
  }
  expect(await find('reflection', 'r1')).toMatchObject({ text: 'Calm', score: 0.75, archived: false })
  expect(await find('reflection', 'r0')).toMatchObject({ text: 'Old', status: 'denied', archived: true })
  expect(await find('reflection', '#a2')).toMatchObject({ key: { id: '#a2' }, text: 'no id', archived: true })
  expect(await find('persona', 'p1')).toMatchObject({ text: 'Kind', entity: 'master' })
  expect(await find('persona', '#2')).toMatchObject({ text: 'bare' })
  expect(await find('persona', '#1')).toBeNull()
  expect(await find('correction', '#1')).toMatchObject({ text: 'a → b', status: 'queued', entity: 'master' })
  expect(await find('turn', 't1')).toMatchObject({ text: 'Hello', role: 'human', maker: 'user' })
  expect(await find('fact', 'none')).toBeNull()
  expect((await readEntries(store.db, 'persona', [2, 9, 1])).map(({ seq }) => seq)).toEqual([2, 1])
  await store.db.close()
})
