import { beforeEach, describe, expect, test } from 'vitest'
import { killEverywhere } from '../../../tests/fixtures/killed.ts'
import { memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import {
  entriesIn,
  now,
  personaConfigOf,
  putPersona,
  queueOf,
  stamp,
  textsIn,
} from '../../../tests/fixtures/persona.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { addPersonaFact, type NewPersonaFact } from './add.ts'
import type { PersonaConfig } from './load.ts'

const manualId: unknown = expect.stringMatching(/^manual_20260601120000_[0-9a-f]{8}$/)

let store: CharacterStore
beforeEach(async () => {
  store = await memoryStore()
})

function add(fact: NewPersonaFact, config: PersonaConfig = personaConfigOf(), into = store) {
  return into.db.transaction((tx) => addPersonaFact(tx, into, fact, config, now))
}

describe('adding a fact (persona.md §5)', () => {
  test('what contradicts nothing is a fresh entry without evidence, by source', async () => {
    expect(await add({ text: 'likes rowing at dawn' })).toBe('added')
    const promoted = { text: 'plays the cello', source: 'reflection', sourceId: 'ref_1' }
    expect(await add(promoted)).toBe('added')
    expect(await add({ text: 'dreads dentists', source: 'reflection_time_driven', sourceId: 'ref_2' })).toBe(
      'added',
    )
    expect(await add({ text: 'laughs at puns', entity: 'neko' })).toBe('added')
    expect(await entriesIn(store)).toMatchObject([
      { id: manualId, source: 'manual', source_id: null },
      { id: 'prom_ref_1', source: 'reflection', source_id: 'ref_1', reinforcement: 0, disputation: 0 },
      { id: manualId, source: 'reflection_time_driven', source_id: 'ref_2' },
    ])
    expect(await textsIn(store, 'neko')).toEqual(['laughs at puns'])
  })

  test('the entry that may be contradicted first decides: a card rejects, another is queued', async () => {
    const config = personaConfigOf({ cards: { character: null, user: { drink: 'hot coffee daily' } } })
    await add({ text: 'owns red bicycle' }, config)
    expect(await add({ text: 'hot coffee is vile' }, config)).toBe('rejected_card')
    expect(await add({ text: 'sold red bicycle' }, config)).toBe('queued')
    expect(await textsIn(store)).toEqual(['drink: hot coffee daily', 'owns red bicycle'])
    expect(await queueOf(store)).toEqual([
      { old_text: 'owns red bicycle', new_text: 'sold red bicycle', entity: 'master', created_at: stamp },
    ])
    // Both would do; the card's entries stand first.
    expect(await add({ text: 'red bicycle with hot coffee' }, config)).toBe('rejected_card')
  })

  test('the overlap of keywords is 0.4 of the smaller set, with names left out', async () => {
    await putPersona(store, { master: { facts: [{ id: 'a', text: 'Alex likes hot coffee' }] } })
    const config = personaConfigOf({ stopNames: ['Alex'] })
    expect(await add({ text: 'Alex likes iced coffee' }, config)).toBe('queued')
    await putPersona(store, { master: { facts: [{ id: 'a', text: '主人喜欢猫' }] } })
    expect(await add({ text: '主人讨厌狗' }, personaConfigOf({ stopNames: ['主人'] }))).toBe('added')
  })

  test('the same text again, a bare text and a text put aside are queued, each pair once', async () => {
    await putPersona(store, {
      master: { facts: ['keeps three cats', { id: 's', text: 'collects old maps', suppress: true }] },
    })
    for (const text of ['keeps three cats', 'keeps three cats', 'collects old maps']) {
      expect(await add({ text })).toBe('queued')
    }
    expect(await queueOf(store)).toMatchObject([
      { old_text: 'keeps three cats', new_text: 'keeps three cats' },
      { old_text: 'collects old maps' },
    ])
  })

  test('an id is never given twice', async () => {
    for (let round = 0; round < 3; round += 1) await add({ text: '!', source: 'reflection', sourceId: 'r' })
    const ids = (await entriesIn(store)).map((entry) => entry['id'])
    expect(new Set(ids).size).toBe(3)
    expect(ids[0]).toBe('prom_r')
  })

  test('killed between any two statements it has stored all or nothing', async () => {
    const kills = await killEverywhere(
      memoryStore,
      (into) => add({ text: 'likes rowing' }, personaConfigOf(), into),
      async (left) => {
        expect(await textsIn(left)).toEqual([])
        expect(await left.journal.list(left.db)).toEqual([])
      },
    )
    expect(kills).toBeGreaterThan(3)
  })
})

test('a save keeps token counts beside the texts of entries that a budget applies to (persona.md §8.4)', async () => {
  const config = personaConfigOf({ cards: { character: null, user: { job: 'pilot' } } })
  await add({ text: 'likes rowing' }, config)
  const [card, entry] = await entriesIn(store)
  expect(card).toMatchObject({ protected: true, token_count: null })
  expect(entry).toMatchObject({ token_count: 3, token_count_tokenizer: 'heuristic:v1' })
  expect(entry?.['token_count_text_sha256']).toMatch(/^[0-9a-f]{64}$/)
})
