/** Whoever gives an entry another text takes away, in the same step, what was made from the old one (embeddings.md §5). */
import { expect, test } from 'vitest'
import { createTestIds } from '../../../tests/fixtures/clock.ts'
import { memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import { entriesIn, now, putPersona } from '../../../tests/fixtures/persona.ts'
import type { JsonObject } from '../document.ts'
import { cardEntryId, staleCaches } from '../persona/entry.ts'
import { syncCards } from '../persona/card-sync.ts'
import { mergeIntoPersona } from '../persona/merge.ts'
import { rewriteEntry } from '../persona/versions.ts'
import { refineReflections } from '../reflection/refine-actions.ts'
import { storedVector, vectorFields } from './stored.ts'

const model = { modelId: 'test-v1-2d-int8-mlen512', dimension: 2 }
const made = (text: string): JsonObject => ({
  text,
  ...vectorFields(Float32Array.of(1, 0), text, model.modelId),
  token_count: 3,
  token_count_text_sha256: '00',
  token_count_tokenizer: 'heuristic:v1',
})
const cleared = Object.fromEntries(Object.entries(staleCaches))

test('a card that is edited, an entry that is reworded', () => {
  expect(Object.keys(cleared)).toHaveLength(6)
  const card = { id: cardEntryId('neko', 'mood'), source: 'character_card', ...made('mood: calm') }
  expect(storedVector(card, model)).not.toBeNull()
  const synced = syncCards([{ name: 'neko', entries: [card] }], { character: { mood: 'wild' }, user: null })
  expect(synced.persona[0]?.entries).toMatchObject([{ text: 'mood: wild', ...cleared }])
  expect(rewriteEntry({ id: 'p1', ...made('tea') }, 'coffee', 'correction', now)).toMatchObject({
    text: 'coffee',
    ...cleared,
  })
})

test('an entry that takes a reflection in', async () => {
  const store = await memoryStore()
  await putPersona(store, { master: { facts: [{ id: 'p1', source: 'manual', ...made('tea') }] } })
  const merge = { targetId: 'p1', mergedText: 'green tea', evidence: {}, reflectionId: 'r1' }
  const result = await store.db.transaction((tx) => mergeIntoPersona(tx, store, merge, now, createTestIds()))
  expect(result).toBe('merged')
  expect(await entriesIn(store)).toMatchObject([{ text: 'green tea', ...cleared }])
  await store.db.close()
})

test('a reflection that is refined', () => {
  const row = { kind: 'reflection' as const, id: 'r1', document: { id: 'r1', ...made('tea') } }
  const modify = {
    action: 'modify' as const,
    sourceId: 'r1',
    absorbedFactIds: [],
    produce: { text: 'green tea' },
    reason: '',
  }
  const changed = refineReflections([row], [modify], now).changed.get('r1')
  expect(changed).toMatchObject({
    text: 'green tea',
    embedding: null,
    embedding_text_sha256: null,
    embedding_model_id: null,
  })
})
