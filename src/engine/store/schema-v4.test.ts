/** Columns and indexes of the browser's list: pages, counts and values come from indexes alone. */
import { expect, test } from 'vitest'
import { memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import { addFacts } from '../../../tests/fixtures/reflections.ts'
import { FACT_MAKER, FACT_NEEDS_REVIEW, FACT_QUIET_UNTIL } from './schema-v4.ts'

async function planOf(sql: string): Promise<string> {
  const { db } = await memoryStore()
  const rows = await db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
  await db.close()
  return rows.map(({ detail }) => detail).join('\n')
}

test('a page and its count read no documents', async () => {
  const where = `archived = 0 AND entity = 'master' AND (${FACT_MAKER}) IN ('model')
    AND (${FACT_QUIET_UNTIL}) <= 1 AND (${FACT_NEEDS_REVIEW}) = 0`
  expect(await planOf(`SELECT count(*) FROM facts INDEXED BY facts_browse WHERE ${where}`)).toContain(
    'COVERING INDEX',
  )
  const page = await planOf(
    `SELECT seq FROM facts WHERE archived = 0 ORDER BY created_instant DESC, seq DESC LIMIT 50`,
  )
  expect(page).toContain('COVERING INDEX')
  expect(page).not.toContain('TEMP B-TREE')
  const important = await planOf(
    `SELECT seq FROM facts WHERE archived = 0 ORDER BY importance DESC, created_instant DESC, seq DESC LIMIT 50`,
  )
  expect(important).toContain('facts_importance')
  expect(important).not.toContain('TEMP B-TREE')
})

test('values come by one step through an index', async () => {
  for (const [name, value] of [
    ['entity', 'entity'],
    ['maker', `(${FACT_MAKER})`],
  ]) {
    const plan = await planOf(`SELECT min(${value}) FROM facts WHERE archived = 0 AND ${value} > 'a'`)
    expect(plan).toContain(`COVERING INDEX facts_${name}`)
  }
  const reviewed = await planOf(
    `SELECT count(*) FROM facts INDEXED BY facts_review WHERE (${FACT_NEEDS_REVIEW}) = 1`,
  )
  expect(reviewed).toContain('INDEX facts_review')
})

test('a document that cannot be read is stored all the same', async () => {
  const store = await memoryStore()
  await addFacts(store, 2, (place) => (place === 1 ? { omoide_quiet: true, omoide_quiet_until: 5 } : {}))
  await store.db.run(`UPDATE facts SET doc = 'torn' WHERE id = 'f2'`)
  expect(
    await store.db.all(
      `SELECT ${FACT_MAKER} AS maker, ${FACT_QUIET_UNTIL} AS quiet, ${FACT_NEEDS_REVIEW} AS review FROM facts ORDER BY seq`,
    ),
  ).toEqual([
    { maker: 'model', quiet: 5, review: 0 },
    { maker: null, quiet: null, review: null },
  ])
  await store.db.close()
})
