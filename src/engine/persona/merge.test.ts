import { beforeEach, expect, test } from 'vitest'
import { createTestIds } from '../../../tests/fixtures/clock.ts'
import { killEverywhere } from '../../../tests/fixtures/killed.ts'
import { memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import { entriesIn, eventsOf, now, putPersona, stamp } from '../../../tests/fixtures/persona.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { sha256Hex } from '../text/hash.ts'
import { mergeIntoPersona } from './merge.ts'

const target = {
  id: 'p.1',
  text: 'likes tea',
  source: 'manual',
  reinforcement: 0.5,
  disputation: 1,
  sub_zero_days: 9,
  sub_zero_last_increment_date: '2026-05-30',
  user_fact_reinforce_count: 2,
  recent_mentions: [stamp],
  version_history: [{ text: 'older' }],
  token_count: 3,
}
const persona = {
  neko: { facts: [{ id: 'p.1', text: 'her own', reinforcement: 0 }, 'p.1'] },
  master: { facts: [target, { id: 'card_1', text: 'card', source: 'character_card', protected: true }] },
}
const reflection = { reinforcement: 2.5, disputation: 0.2, user_fact_reinforce_count: 7 }

async function fresh(): Promise<CharacterStore> {
  const store = await memoryStore()
  await putPersona(store, persona)
  return store
}

let store: CharacterStore
beforeEach(async () => {
  store = await fresh()
})

function merge(targetId: string, reflectionId = 'ref_1', into = store) {
  const merged = { targetId, mergedText: 'likes green tea', evidence: reflection, reflectionId }
  return into.db.transaction((tx) => mergeIntoPersona(tx, into, merged, now, createTestIds(reflectionId)))
}

test('text and evidence by the rule of the greater, clocks now, and the two events in their order (persona.md §5.4)', async () => {
  expect(await merge('persona.master.p.1')).toBe('merged')
  const evidence = {
    reinforcement: 2.5,
    disputation: 1,
    rein_last_signal_at: stamp,
    disp_last_signal_at: stamp,
    sub_zero_days: 0,
  }
  expect((await entriesIn(store))[0]).toEqual({
    ...target,
    text: 'likes green tea',
    ...evidence,
    merged_from_ids: ['ref_1'],
    token_count: null,
    token_count_text_sha256: null,
    token_count_tokenizer: null,
    embedding: null,
    embedding_text_sha256: null,
    embedding_model_id: null,
  })
  expect(await eventsOf(store)).toEqual({
    settled: true,
    events: [
      {
        type: 'persona.evidence_updated',
        payload: {
          entity_key: 'master',
          entry_id: 'p.1',
          ...evidence,
          user_fact_reinforce_count: 2,
          source: 'promote_merge',
        },
      },
      {
        type: 'persona.entry_updated',
        payload: {
          entity_key: 'master',
          entry_id: 'p.1',
          rewrite_text_sha256: sha256Hex('likes green tea'),
          ...evidence,
          merged_from_ids: ['ref_1'],
          source: 'promote_merge',
        },
      },
    ],
  })
})

test('a second merge of the same reflection is a noop; one of another adds its id', async () => {
  await merge('persona.master.p.1')
  const before = await entriesIn(store)
  expect(await merge('persona.master.p.1')).toBe('noop')
  expect(await entriesIn(store)).toEqual(before)
  expect((await eventsOf(store)).events).toHaveLength(2)
  expect(await merge('persona.master.p.1', 'ref_2')).toBe('merged')
  expect((await entriesIn(store))[0]?.['merged_from_ids']).toEqual(['ref_1', 'ref_2'])
})

test('a full name looks in its section only, an id alone in all of them, in order', async () => {
  expect(await merge('p.1')).toBe('merged')
  expect((await entriesIn(store, 'neko'))[0]?.['text']).toBe('likes green tea')
  expect(await merge('persona.neko.nobody')).toBe('not_found')
  expect(await merge('persona.relationship.p.1')).toBe('not_found')
  expect(await merge('')).toBe('not_found')
})

test('what the card says is no target', async () => {
  expect(await merge('persona.master.card_1')).toBe('not_found')
  expect((await eventsOf(store)).events).toEqual([])
})

test('killed between any two statements: neither event, nor a half of the entry', async () => {
  const kills = await killEverywhere(
    fresh,
    (into) => merge('persona.master.p.1', 'ref_1', into),
    async (left) => {
      expect((await entriesIn(left))[0]).toEqual(target)
      expect((await eventsOf(left)).events).toEqual([])
      expect(await merge('persona.master.p.1', 'ref_1', left)).toBe('merged')
      expect((await eventsOf(left)).events).toHaveLength(2)
    },
  )
  expect(kills).toBeGreaterThan(4)
})
