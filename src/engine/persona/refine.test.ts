import { describe, expect, test } from 'vitest'
import { createTestIds } from '../../../tests/fixtures/clock.ts'
import { memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import {
  context,
  entriesIn,
  later,
  now,
  putPersona,
  stamp,
  textsIn,
} from '../../../tests/fixtures/persona.ts'
import { textField, type JsonObject } from '../document.ts'
import type { LifeModel, RefineAction } from '../model/memory-model.ts'
import { ok, fail, type Result } from '../result.ts'
import { heuristicCounter } from '../text/tokens.ts'
import { refinedEntryId } from './entry.ts'
import { refinePersonaPass } from './refine.ts'
import { refineSection } from './refine-actions.ts'

const a = {
  id: 'a',
  text: 'likes tea and cake',
  source: 'reflection',
  source_id: 'ref_1',
  reinforcement: 3,
  disputation: 1,
  user_fact_reinforce_count: 5,
  rein_last_signal_at: '2026-05-02T00:00:00',
  disp_last_signal_at: null,
  sub_zero_days: 2,
  sub_zero_last_increment_date: '2026-05-01',
  merged_from_ids: ['ref_0'],
}
const b = {
  id: 'b',
  text: 'drinks tea',
  source: 'manual',
  reinforcement: 0.5,
  disputation: 2,
  rein_last_signal_at: '2026-05-30T00:00:00',
  disp_last_signal_at: '2026-04-01T00:00:00',
  sub_zero_days: 7,
  sub_zero_last_increment_date: '2026-04-30',
}
const card = { id: 'card_1', text: 'tea: green', source: 'character_card', protected: true }
const section: readonly JsonObject[] = [card, a, b, { id: 'other', text: 'has a dog' }]
const members = new Set(['a', 'b', 'card_1'])

function refine(...actions: RefineAction[]) {
  return refineSection(section, members, actions, now)
}

describe('actions on a section (persona.md §10)', () => {
  test('split shares the evidence out and copies the clocks; products stand at the end', () => {
    const produce = [{ text: ' likes tea ' }, { text: 'likes cake' }, { text: 'likes tea' }, { text: ' ' }]
    const { entries, applied } = refine({ action: 'split', sourceId: 'a', produce })
    expect(applied).toBe(1)
    expect(entries.slice(0, 3)).toEqual([card, b, section[3]])
    expect(entries.slice(3)).toMatchObject(
      ['likes tea', 'likes cake'].map((text) => ({
        id: refinedEntryId(text, stamp),
        text,
        source: 'reflection',
        source_id: 'ref_1',
        reinforcement: 1.5,
        disputation: 0.5,
        user_fact_reinforce_count: 2,
        rein_last_signal_at: '2026-05-02T00:00:00',
        disp_last_signal_at: null,
        sub_zero_days: 2,
        sub_zero_last_increment_date: '2026-05-01',
        merged_from_ids: ['ref_0'],
      })),
    )
  })

  test('merge takes what is greater and latest, the source of the first, and the texts as history', () => {
    const produce = { text: 'likes tea and cake, drinks tea daily' }
    const { entries } = refine({ action: 'merge', sourceIds: ['a', 'b'], absorbedFactIds: [], produce })
    expect(entries.slice(0, 2)).toEqual([card, section[3]])
    expect(entries[2]).toMatchObject({
      text: produce.text,
      source: 'reflection',
      source_id: 'ref_1',
      reinforcement: 3,
      disputation: 2,
      user_fact_reinforce_count: 5,
      rein_last_signal_at: '2026-05-30T00:00:00',
      disp_last_signal_at: '2026-04-01T00:00:00',
      sub_zero_days: 7,
      sub_zero_last_increment_date: '2026-05-01',
      merged_from_ids: ['ref_0'],
      version_history: [
        { text: 'likes tea and cake', replaced_at: stamp, reason: 'refine_merge', source_fact_id: null },
        { text: 'drinks tea', replaced_at: stamp, reason: 'refine_merge', source_fact_id: null },
      ],
    })
  })

  test('modify rewrites in place with a history, discard removes', () => {
    const { entries, applied } = refine(
      {
        action: 'modify',
        sourceId: 'b',
        absorbedFactIds: [],
        produce: { text: 'drinks tea daily' },
        reason: '',
      },
      { action: 'discard', sourceId: 'a', reason: 'stale' },
    )
    expect(applied).toBe(2)
    expect(entries).toMatchObject([
      card,
      {
        id: 'b',
        text: 'drinks tea daily',
        disputation: 2,
        version_history: [{ text: 'drinks tea', reason: 'refine_modify' }],
      },
      { id: 'other' },
    ])
  })

  test('what is consumed, no member, the card’s, or too few is left out', () => {
    const { entries, applied } = refine(
      { action: 'discard', sourceId: 'a', reason: '' },
      { action: 'discard', sourceId: 'a', reason: '' },
      { action: 'split', sourceId: 'a', produce: [{ text: 'x' }, { text: 'y' }] },
      { action: 'split', sourceId: 'b', produce: [{ text: 'only one' }] },
      { action: 'merge', sourceIds: ['a', 'b', 'b'], absorbedFactIds: [], produce: { text: 'x' } },
      { action: 'discard', sourceId: 'other', reason: '' },
      { action: 'discard', sourceId: 'card_1', reason: '' },
      { action: 'modify', sourceId: 'b', absorbedFactIds: [], produce: { text: ' ' }, reason: '' },
    )
    expect(applied).toBe(1)
    expect(entries).toEqual([card, b, section[3]])
  })
})

describe('a pass over the store', () => {
  const vectors = {
    embed: () => Promise.resolve(null),
    stored: (row: JsonObject) => {
      const text = textField(row, 'text') ?? ''
      return text.includes('tea') ? new Float32Array([1, 0]) : new Float32Array([0, 1])
    },
  }

  async function pass(answers: Result<readonly RefineAction[]>[], days = 0) {
    const asked: unknown[] = []
    const model = {
      refineCluster: (input: unknown) => {
        asked.push(input)
        return Promise.resolve(answers.shift() ?? ok([]))
      },
    } as Pick<LifeModel, 'refineCluster'> as LifeModel // The pass calls nothing else.
    const store = await storeOf
    const report = await refinePersonaPass(
      {
        model,
        context,
        now: () => later(days),
        ids: createTestIds(),
        log: { write: () => undefined },
        tokens: heuristicCounter,
        vectors,
      },
      // Only these two are looked at.
      { name: 'Mika', store } as Parameters<typeof refinePersonaPass>[1],
    )
    return { asked, report, store }
  }
  const storeOf = memoryStore()

  test('near entries are asked about, changed and stamped; failures are counted; the card is not shown', async () => {
    const store = await storeOf
    await putPersona(store, {
      master: { facts: [...section, { id: '', text: 'tea without an id' }, 'bare tea'] },
      other: { facts: [a, b] },
      __meta__: { facts: [{ id: '__evidence_migration_v1__', text: '', protected: true }] },
    })
    const failed = await pass([fail('model_bad_answer', 'x')])
    expect(failed.asked).toEqual([
      {
        entity: 'master',
        members: [
          { kind: 'persona', id: 'a', text: a.text },
          { kind: 'persona', id: 'b', text: b.text },
        ],
      },
    ])
    expect((await entriesIn(store))[1]).toMatchObject({ refine_attempts: 1, last_refine_attempt_at: stamp })

    const discard: RefineAction = { action: 'discard', sourceId: 'b', reason: 'stale' }
    expect((await pass([ok([discard])], 1)).report).toMatchObject({ resolved: 1, failed: 0 })
    const [, kept] = await entriesIn(store)
    expect(kept).toMatchObject({ id: 'a', refine_attempts: 0, last_refine_at: '2026-06-02T12:00:00' })
    expect(await textsIn(store)).toEqual([
      'tea: green',
      'likes tea and cake',
      'has a dog',
      'tea without an id',
      'bare tea',
    ])
    expect((await entriesIn(store, 'other')).map((entry) => entry['id'])).toEqual(['a', 'b'])
    expect(
      (await store.journal.list(store.db)).filter(({ what }) => what === 'persona.refined'),
    ).toMatchObject([{ who: 'refine', target: 'persona:master' }])
    expect((await pass([], 2)).asked).toEqual([])
  })
})
