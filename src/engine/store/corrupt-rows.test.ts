import { expect, it } from 'vitest'
import { memoryDatabases } from '../../../tests/fixtures/memory-databases.ts'
import { ROWS_CHECKED_AT_ONCE, ROWS_CHECKED_AT_OPENING } from '../settings.ts'
import { openCharacterStore } from './character-store.ts'
import { createOlderRowsCheck } from './corrupt-rows.ts'

const ROWS = ROWS_CHECKED_AT_OPENING + 2 * ROWS_CHECKED_AT_ONCE + 7

async function damaged(...seqs: number[]) {
  const databases = await memoryDatabases()
  const { db } = await openCharacterStore(await databases.open('mika'))
  await db.run(
    `WITH RECURSIVE places (place) AS (SELECT 1 UNION ALL SELECT place + 1 FROM places WHERE place < ?)
     INSERT INTO reflections (id, doc, status, entity, suppressed)
     SELECT 'r' || place, '{}', 'pending', 'master', 0 FROM places`,
    [ROWS],
  )
  for (const seq of seqs) await db.run(`UPDATE reflections SET doc = 'torn' WHERE seq = ?`, [seq])
  await db.close()
  return openCharacterStore(await databases.open('mika'))
}

const always = () => true

it('what was written last is checked before a memory is used, all else when there is time', async () => {
  const store = await damaged(
    1,
    700,
    ROWS - ROWS_CHECKED_AT_OPENING,
    ROWS - ROWS_CHECKED_AT_OPENING + 1,
    ROWS,
  )
  expect(store.setAside).toBe(2)
  const check = createOlderRowsCheck()
  expect(await check(store.db, always)).toBe(3)
  expect(
    (await store.quarantine.list(store.db)).map(({ rowSeq }) => rowSeq).sort((a, b) => (a ?? 0) - (b ?? 0)),
  ).toEqual([1, 700, ROWS - ROWS_CHECKED_AT_OPENING, ROWS - ROWS_CHECKED_AT_OPENING + 1, ROWS])
  expect(await store.reflections.count(store.db)).toBe(ROWS - 5)
})

it('goes on where it was ended, and looks at no row twice', async () => {
  const store = await damaged(ROWS_CHECKED_AT_ONCE + 1)
  let slices = 0
  const check = createOlderRowsCheck()
  expect(await check(store.db, () => (slices += 1) <= 1)).toBe(0)
  expect(await check(store.db, always)).toBe(1)
  await store.db.run(`UPDATE reflections SET doc = 'torn' WHERE seq = 3`)
  expect(await check(store.db, always)).toBe(0)
})
