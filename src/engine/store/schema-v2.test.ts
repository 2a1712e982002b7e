/** What the log of recall says after each kind of write. */
import { expect, it } from 'vitest'
import { memoryDatabases } from '../../../tests/fixtures/memory-databases.ts'
import { migrate } from './migrations.ts'
import type { Database } from '../ports.ts'
import { RECALL_FACTS, RECALL_REFLECTIONS } from './schema-v2.ts'

const FACT = `INSERT INTO facts (seq, id, doc, entity, source, importance, absorbed, signal_processed, suppressed, confidence)
  VALUES (?, ?, ?, 'master', 'user_observation', 5, 0, 1, 0, 'normal')`
const REFLECTION = `INSERT INTO reflections (seq, id, doc, status, entity, suppressed)
  VALUES (?, ?, ?, 'pending', 'master', 0)`

async function opened(): Promise<Database> {
  const db = await (await memoryDatabases()).open('log')
  await migrate(db)
  await db.run(FACT, [1, 'f1', '{"text":"a"}'])
  await db.run(FACT, [2, 'f2', '{"text":"b"}'])
  await db.run(REFLECTION, [1, 'r1', '{"text":"c"}'])
  return db
}

async function told(db: Database, after = 3): Promise<[number, number][]> {
  const rows = await db.all<{ source: number; seq: number }>(
    'SELECT source, seq FROM recall_changes WHERE change > ? ORDER BY change',
    [after],
  )
  return rows.map(({ source, seq }) => [source, seq])
}

it('new rows of both tables', async () => {
  expect(await told(await opened(), 0)).toEqual([
    [RECALL_FACTS, 1],
    [RECALL_FACTS, 2],
    [RECALL_REFLECTIONS, 1],
  ])
})

it('other words, but not a row that is written as it was', async () => {
  const db = await opened()
  await db.run(`UPDATE facts SET doc = '{"text":"a"}', absorbed = 1 WHERE id = 'f1'`)
  await db.run(`UPDATE facts SET doc = '{"text":"d"}' WHERE id = 'f2'`)
  await db.run(`UPDATE reflections SET doc = '{"text":"e"}', status = 'confirmed'`)
  expect(await told(db)).toEqual([
    [RECALL_FACTS, 2],
    [RECALL_REFLECTIONS, 1],
  ])
})

it('a row that moves into the archive at both of its places', async () => {
  const db = await opened()
  await db.run(`UPDATE facts SET archived = 1, seq = 9 WHERE id = 'f1'`)
  await db.run(`UPDATE facts SET archived = 1 WHERE id = 'f2'`)
  expect(await told(db)).toEqual([
    [RECALL_FACTS, 1],
    [RECALL_FACTS, 9],
    [RECALL_FACTS, 2],
  ])
})

it('rows that are gone, and nothing of what was rolled back', async () => {
  const db = await opened()
  await expect(
    db.transaction(async (tx) => {
      await tx.run('DELETE FROM facts')
      throw new Error('not today')
    }),
  ).rejects.toThrow('not today')
  await db.run('DELETE FROM reflections')
  expect(await told(db)).toEqual([[RECALL_REFLECTIONS, 1]])
})
