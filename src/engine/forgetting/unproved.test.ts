import { expect, test } from 'vitest'
import { memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import { Fragments } from './fragments.ts'
import { keepUnproved, keptSearchOf } from './unproved.ts'

test('what is to be searched for can be read again, also beside rows that were moved to the front', async () => {
  const store = await memoryStore()
  const row = `INSERT INTO journal (seq, instant, who, what) VALUES (?, 1, 'w', 'x')`
  for (const seq of [-7, -5]) await store.db.run(row, [seq])
  await keepUnproved(store.db, 'proof', new Fragments(['forty-two walrus']), false)
  const [kept] = await store.proofs.unproved(store.db)
  expect(kept?.id).toBe('proof')
  const search = keptSearchOf(kept?.search ?? '')
  expect(search).toMatchObject({ turnsToo: false, marked: 4 })
  expect(search?.fragments).toHaveLength('forty-two walrus'.length - 7)
  expect(new Map(search?.last).get('journal')).toBe(0)
  await store.db.close()
})
