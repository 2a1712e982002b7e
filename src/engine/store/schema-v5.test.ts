/** Rows without a vector, or by another model, are found and counted by an index. */
import { expect, test } from 'vitest'
import { memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import { putPersona } from '../../../tests/fixtures/persona.ts'
import { addFacts } from '../../../tests/fixtures/reflections.ts'
import { vectorRowsTable as rows, type VectorTable } from './vector-rows.ts'

const tables: readonly VectorTable[] = ['persona', 'reflections', 'facts']

test('what needs a vector is found by its model, in places that go on', async () => {
  const store = await memoryStore()
  const models = ['new', null, 'old', 'zzz', null, 'new', null]
  await addFacts(store, models.length, (place) => ({ embedding_model_id: models[place - 1] ?? null }))
  const seqs = (found: readonly { seq: number }[]) => found.map(({ seq }) => seq)
  expect(seqs(await rows.without(store.db, 'facts', 0, 2))).toEqual([2, 5])
  expect(seqs(await rows.without(store.db, 'facts', 5, 2))).toEqual([7])
  expect(seqs(await rows.byOthers(store.db, 'facts', 'new', 9)).sort()).toEqual([3, 4])
  expect(seqs(await rows.byOthers(store.db, 'facts', 'new', 1))).toHaveLength(1)
  expect(seqs(await rows.by(store.db, 'facts', 'new', 1, 9))).toEqual([6])
  expect(await rows.count(store.db, 'facts', 'new')).toEqual({ done: 2, left: 5 })
  await store.db.run('UPDATE facts SET archived = 1 WHERE seq IN (1, 2)')
  expect(await rows.count(store.db, 'facts', 'new')).toEqual({ done: 1, left: 4 })
  expect(await rows.count(store.db, 'reflections', 'new')).toEqual({ done: 0, left: 0 })
  await store.db.close()
})

test('no query reads a table through', async () => {
  const store = await memoryStore()
  await putPersona(store, { master: { facts: [{ id: 'p1', text: 'tea' }] } })
  const asked: string[] = []
  const sql = {
    ...store.db,
    all: (text: string) => {
      asked.push(text)
      return Promise.resolve([])
    },
    first: (text: string) => {
      asked.push(text)
      return Promise.resolve(undefined)
    },
  }
  for (const table of tables) {
    await rows.without(sql, table, 0, 64)
    await rows.byOthers(sql, table, 'm', 64)
    await rows.by(sql, table, 'm', 0, 64)
    await rows.count(sql, table, 'm')
  }
  expect(asked).toHaveLength(15)
  for (const text of asked) {
    const values = Array.from({ length: /\?1/.test(text) ? 1 : text.split('?').length - 1 }, () => 1)
    const plan = await store.db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, values)
    for (const { detail } of plan.filter((step) => /facts|reflections|persona/.test(step.detail))) {
      expect(detail).toMatch(/SEARCH \w+ USING (COVERING )?INDEX \w+_vector_model/)
    }
    expect(plan.some(({ detail }) => detail.includes('B-TREE'))).toBe(false)
  }
  await store.db.close()
})

test('a document that cannot be read is stored all the same, and needs a vector', async () => {
  const store = await memoryStore()
  await addFacts(store, 1, () => ({}))
  await store.db.run(`UPDATE facts SET doc = 'torn'`)
  expect(await rows.without(store.db, 'facts', 0, 9)).toEqual([{ seq: 1, doc: 'torn' }])
  await store.db.close()
})
