import { expect, test } from 'vitest'
import { memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import { readSlice } from './find-entry.ts'

test('slices of turns go on where the last one ended, whatever the turns are called', async () => {
  const { db, timeIndex } = await memoryStore()
  const names = ['d', 'b', 'e', 'a', 'c']
  const common = { sessionId: 's', timestamp: '2026-03-01 09:00:00', instant: 1, zone: 'UTC', role: 'human' }
  await timeIndex.insert(
    db,
    names.map((turnId) => ({
      ...common,
      turnId,
      message: `{"type":"human","data":{"content":"${turnId}"}}`,
    })),
  )
  await timeIndex.blank(db, 'e')
  const found: (string | null)[] = []
  for (let after = 0; ;) {
    const slice = await readSlice(db, 'turns', after, 2)
    found.push(...slice.map(({ id }) => id))
    if (slice.length < 2) break
    after = slice.at(-1)?.seq ?? after
  }
  expect(found).toEqual(['d', 'b', 'a', 'c'])
})
