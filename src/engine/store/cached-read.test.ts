import { expect, test } from 'vitest'
import { memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import { putPersona } from '../../../tests/fixtures/persona.ts'
import type { Transaction } from '../ports.ts'
import { cachedRead } from './cached-read.ts'
import type { CharacterStore } from './character-store.ts'

let reads = 0
const texts = cachedRead(['persona_sections', 'persona_entries'], async (tx, store) => {
  reads += 1
  return (await store.persona.entries.list(tx)).map((row) => row.doc)
})

const entry = (doc: string) => ({
  id: doc,
  doc: `{"id":"${doc}"}`,
  source: null,
  protected: false,
  suppressed: false,
})

async function readIn(store: CharacterStore): Promise<{ texts: readonly string[]; fresh: boolean }> {
  const before = reads
  const read = await store.db.transaction((tx) => texts(tx, store))
  return { texts: read, fresh: reads > before }
}

test('rows are read again after any change of theirs, whoever made it, and only then', async () => {
  const store = await memoryStore()
  expect(await readIn(store)).toEqual({ texts: [], fresh: true })
  expect((await readIn(store)).fresh).toBe(false)

  await store.persona.entries.insert(store.db, 'master', [entry('a')])
  expect(await readIn(store)).toEqual({ texts: ['{"id":"a"}'], fresh: true })
  await store.cursors.set(store.db, 'x', 'y')
  expect((await readIn(store)).fresh).toBe(false)

  await store.db.run('UPDATE persona_entries SET doc = ?', ['{"id":"b"}'])
  expect(await readIn(store)).toEqual({ texts: ['{"id":"b"}'], fresh: true })
  // Entries that go with their section, and a whole document that is replaced.
  await store.persona.sections.remove(store.db, 'master')
  expect(await readIn(store)).toEqual({ texts: [], fresh: true })
  await putPersona(store, { neko: { facts: [{ id: 'c' }] } })
  expect(await readIn(store)).toEqual({ texts: ['{"id": "c"}'.replace(': ', ':')], fresh: true })
})

test('what is rolled back is not remembered, and a change inside a transaction is seen at once', async () => {
  const store = await memoryStore()
  await readIn(store)
  const change = (tx: Transaction, name: string) => store.persona.entries.insert(tx, 'master', [entry(name)])
  await expect(
    store.db.transaction(async (tx) => {
      await change(tx, 'gone')
      expect(await texts(tx, store)).toEqual(['{"id":"gone"}'])
      throw new Error('back')
    }),
  ).rejects.toThrow('back')
  expect((await readIn(store)).texts).toEqual([])
  // As many changes as were rolled back.
  await store.db.transaction((tx) => change(tx, 'kept'))
  expect(await readIn(store)).toEqual({ texts: ['{"id":"kept"}'], fresh: true })
})

test('a first read that is rolled back leaves nothing behind that is missing later', async () => {
  const store = await memoryStore()
  await expect(
    store.db.transaction(async (tx) => {
      await texts(tx, store)
      throw new Error('back')
    }),
  ).rejects.toThrow('back')
  await readIn(store)
  await store.persona.entries.insert(store.db, 'master', [entry('a')])
  expect((await readIn(store)).texts).toEqual(['{"id":"a"}'])
})
