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

test('rows that were rewritten are taken over, and all are read when others came or went', async () => {
  const patches: (readonly number[])[] = []
  let full = 0
  const byRow = cachedRead<readonly { seq: number; doc: string }[]>(
    ['persona_sections', 'persona_entries'],
    async (tx, store) => {
      full += 1
      return (await store.persona.entries.list(tx)).map(({ seq, doc }) => ({ seq, doc }))
    },
    {
      table: 'persona_entries',
      async patch(tx, store, value, seqs) {
        patches.push(seqs)
        const fresh = await store.persona.entries.bySeqs(tx, seqs)
        return value.map((row) => fresh.find(({ seq }) => seq === row.seq) ?? row)
      },
    },
  )
  const store = await memoryStore()
  const docs = () => store.db.transaction(async (tx) => (await byRow(tx, store)).map(({ doc }) => doc))
  const rewrite = (seq: number, doc: string) =>
    store.db.run('UPDATE persona_entries SET doc = ? WHERE seq = ?', [doc, seq])
  await docs()
  await store.persona.entries.insert(store.db, 'master', ['a', 'b', 'c'].map(entry))
  expect((await docs()).length).toBe(3)
  expect([full, patches]).toEqual([2, []])

  await rewrite(2, '{"x":1}')
  await rewrite(2, '{"x":2}')
  expect(await docs()).toEqual(['{"id":"a"}', '{"x":2}', '{"id":"c"}'])
  expect([full, patches]).toEqual([2, [[2]]])

  // A rewriting that is rolled back is no change; the next one is seen.
  await expect(
    store.db.transaction(async (tx) => {
      await tx.run('UPDATE persona_entries SET doc = ? WHERE seq = 1', ['{"gone":1}'])
      expect((await byRow(tx, store))[0]?.doc).toBe('{"gone":1}')
      throw new Error('back')
    }),
  ).rejects.toThrow('back')
  await rewrite(1, '{"y":1}')
  expect(await docs()).toEqual(['{"y":1}', '{"x":2}', '{"id":"c"}'])
  expect(full).toBe(2)

  await rewrite(3, '{"z":1}')
  await store.db.run('DELETE FROM persona_entries WHERE seq = 1')
  expect(await docs()).toEqual(['{"x":2}', '{"z":1}'])
  await store.db.run(`UPDATE persona_sections SET name = 'neko', key_doc = '"neko"'`)
  await rewrite(3, '{"z":2}')
  expect(await docs()).toEqual(['{"x":2}', '{"z":2}'])
  expect(full).toBe(4)
})
