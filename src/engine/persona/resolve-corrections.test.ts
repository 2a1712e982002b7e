import { beforeEach, describe, expect, test } from 'vitest'
import { killEverywhere } from '../../../tests/fixtures/killed.ts'
import { memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import {
  context,
  entriesIn,
  personaConfigOf,
  put,
  putPersona,
  queueOf,
  stamp,
  textsIn,
} from '../../../tests/fixtures/persona.ts'
import type { CorrectionDecision, CorrectionItem } from '../model/memory-model.ts'
import { createMutex } from '../mutex.ts'
import { fail, ok, type Result } from '../result.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { addPersonaFact } from './add.ts'
import type { PersonaConfig } from './load.ts'
import { resolveCorrections, type ResolveReport } from './resolve-corrections.ts'

const manualId: unknown = expect.stringMatching(/^manual_20260601120000_[0-9a-f]{8}$/)

let store: CharacterStore
beforeEach(async () => {
  store = await memoryStore()
})

type Answer = (items: readonly CorrectionItem[]) => Result<readonly CorrectionDecision[]>

function resolve(answer: Answer, config: PersonaConfig = personaConfigOf(), into = store) {
  const deps = {
    model: { resolveCorrections: (items: readonly CorrectionItem[]) => Promise.resolve(answer(items)) },
    context,
    config: () => Promise.resolve(config),
  }
  return resolveCorrections(deps, { store: into, correctionsLock: createMutex() })
}

const decide =
  (action: CorrectionDecision['action'], text?: string): Answer =>
  (items) =>
    ok(items.map(({ index }) => (text === undefined ? { index, action } : { index, action, text })))

function item(oldText: string, newText: string, more: Record<string, unknown> = {}) {
  return { old_text: oldText, new_text: newText, entity: 'master', created_at: stamp, ...more }
}

const tea = {
  id: 'p1',
  text: 'drinks tea',
  source: 'reflection',
  source_id: 'ref_1',
  reinforcement: 1.5,
  recent_mentions: [stamp],
  merged_from_ids: ['ref_9'],
  token_count: 3,
  version_history: [],
}

describe('what a decision does (persona.md §7.2)', () => {
  beforeEach(async () => {
    await putPersona(store, { master: { facts: [tea, { id: 'p2', text: 'drinks tea' }] } })
    await put(store, 'persona_corrections.json', [item('drinks tea', 'drinks coffee')])
  })

  test('merge rewrites the first entry of the old text in place and keeps what it had', async () => {
    const text = 'drinks tea and coffee'
    expect(await resolve(decide('merge', text))).toMatchObject({ status: 'resolved', resolved: 1 })
    const [first, second] = await entriesIn(store)
    expect(first).toMatchObject({
      id: 'p1',
      text,
      source: 'reflection',
      source_id: 'ref_1',
      reinforcement: 1.5,
      recent_mentions: [stamp],
      merged_from_ids: ['ref_9'],
      version_history: [
        { text: 'drinks tea', replaced_at: stamp, reason: 'correction', source_fact_id: null },
      ],
    })
    expect(second?.['text']).toBe('drinks tea')
    expect(await queueOf(store)).toEqual([])
  })

  test('a merge without a text takes the new one', async () => {
    await resolve(decide('merge'))
    expect(await textsIn(store)).toEqual(['drinks coffee', 'drinks tea'])
  })

  test('keep_new takes every entry of the old text away and adds one that can be addressed', async () => {
    await resolve(decide('keep_new'))
    expect(await entriesIn(store)).toMatchObject([{ id: manualId, text: 'drinks coffee', reinforcement: 0 }])
  })

  test('keep_old settles it without a change', async () => {
    await resolve(decide('keep_old'))
    expect(await entriesIn(store)).toEqual([tea, { id: 'p2', text: 'drinks tea' }])
    expect(await queueOf(store)).toEqual([])
  })

  test('keep_both adds the new text, unless it stands there', async () => {
    await resolve(decide('keep_both'))
    expect(await textsIn(store)).toEqual(['drinks tea', 'drinks tea', 'drinks coffee'])
    await put(store, 'persona_corrections.json', [item('drinks tea', 'drinks coffee')])
    await resolve(decide('keep_both'))
    expect(await textsIn(store)).toEqual(['drinks tea', 'drinks tea', 'drinks coffee'])
  })

  test('ids given here are of their own, and the history of an entry ends at five', async () => {
    for (let round = 1; round <= 6; round += 1) {
      const old = round === 1 ? 'drinks tea' : `version ${String(round - 1)}`
      await put(store, 'persona_corrections.json', [item(old, `version ${String(round)}`)])
      await resolve(decide('merge'))
    }
    const [first] = await entriesIn(store)
    expect(first?.['text']).toBe('version 6')
    expect(first?.['version_history']).toMatchObject(
      [1, 2, 3, 4, 5].map((round) => ({ text: `version ${String(round)}` })),
    )
  })
})

test('a bare text becomes an entry with its history', async () => {
  await putPersona(store, { master: { facts: ['drinks tea'] } })
  await put(store, 'persona_corrections.json', [item('drinks tea', 'drinks coffee')])
  await resolve(decide('merge'))
  expect(await entriesIn(store)).toMatchObject([
    {
      id: manualId,
      text: 'drinks coffee',
      version_history: [{ text: 'drinks tea', reason: 'correction' }],
    },
  ])
})

test('no decision changes or removes what the card says', async () => {
  const config = personaConfigOf({ cards: { character: null, user: { drink: 'tea' } } })
  for (const action of ['merge', 'keep_new'] as const) {
    await put(store, 'persona_corrections.json', [item('drink: tea', 'drinks coffee')])
    expect(await resolve(decide(action), config)).toMatchObject({ resolved: 1 })
    expect(await entriesIn(store)).toMatchObject([{ text: 'drink: tea', source: 'character_card' }])
  }
})

test('an item whose entry is gone, or that says the same twice, is settled without a change', async () => {
  await putPersona(store, { master: { facts: [tea] } })
  await put(store, 'persona_corrections.json', [item('gone', 'x'), item('drinks tea', 'drinks tea')])
  expect(await resolve(decide('merge'))).toMatchObject({ resolved: 2 })
  expect(await resolve(decide('keep_new'))).toMatchObject({ status: 'idle' })
  expect(await entriesIn(store)).toEqual([tea])
})

describe('batches', () => {
  test('ten items at most, named by their place in the whole queue; those given up and without text are left out', async () => {
    const queue = [
      item('worn out', 'x', { resolve_attempts: 5 }),
      item('', 'no old text'),
      ...Array.from({ length: 11 }, (_, index) => item(`old ${String(index)}`, `new ${String(index)}`)),
    ]
    await put(store, 'persona_corrections.json', queue)
    const shown: CorrectionItem[] = []
    const report = await resolve((items) => {
      shown.push(...items)
      return ok([
        { index: 3, action: 'keep_old' },
        { index: 3, action: 'keep_new' },
        { index: 0, action: 'keep_old' },
        { index: 99, action: 'keep_both' },
      ])
    })
    expect(shown.map(({ index }) => index)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(shown[0]).toEqual({ index: 2, oldText: 'old 0', newText: 'new 0' })
    expect(report).toEqual({ status: 'resolved', resolved: 1, dropped: 0, error: null })
    // One instant for all of them: only the settled one goes, and nobody else's attempts are counted.
    const left = await queueOf(store)
    expect(left).toHaveLength(12)
    expect(left.map((entry) => entry['old_text'])).not.toContain('old 1')
    expect(left.every((entry) => entry['resolve_attempts'] !== 1)).toBe(true)
    expect(await textsIn(store)).toEqual([])
  })

  test('five answers that cannot be used drop an item; a model out of reach costs nothing', async () => {
    await put(store, 'persona_corrections.json', [item('a', 'b')])
    const unreachable = () => fail('model_unreachable', 'down')
    for (let round = 0; round < 6; round += 1) {
      expect(await resolve(unreachable)).toMatchObject({ status: 'waiting', error: 'model_unreachable' })
    }
    const answers: Answer[] = [
      () => fail('model_bad_answer', 'x'),
      () => {
        throw new Error('transport')
      },
      () => ok([]),
      () => ok([{ index: 7, action: 'keep_new' }]),
    ]
    for (const [count, answer] of answers.entries()) {
      expect(await resolve(answer)).toMatchObject({ status: 'failed', dropped: 0 })
      expect(await queueOf(store)).toMatchObject([{ resolve_attempts: count + 1 }])
    }
    expect(await resolve(() => ok([]))).toMatchObject({ status: 'failed', dropped: 1 })
    expect(await queueOf(store)).toEqual([])
    expect((await store.journal.list(store.db)).at(-1)).toMatchObject({ what: 'correction.dropped' })
  })

  test('what changed in the queue while the model thought is left alone', async () => {
    await putPersona(store, { master: { facts: [tea] } })
    await put(store, 'persona_corrections.json', [item('drinks tea', 'drinks coffee')])
    const lock = createMutex()
    const deps = {
      model: {
        async resolveCorrections(items: readonly CorrectionItem[]) {
          await put(store, 'persona_corrections.json', [item('other', 'thing')])
          return ok(items.map(({ index }) => ({ index, action: 'keep_new' as const })))
        },
      },
      context,
      config: () => Promise.resolve(personaConfigOf()),
    }
    await resolveCorrections(deps, { store, correctionsLock: lock })
    expect(await entriesIn(store)).toEqual([tea])
    expect(await queueOf(store)).toEqual([item('other', 'thing')])
  })

  test('two rounds at once ask one after the other, and nothing twice', async () => {
    await put(store, 'persona_corrections.json', [item('a', 'b')])
    let running = 0
    let asked = 0
    const lock = createMutex()
    const deps = {
      model: {
        async resolveCorrections(items: readonly CorrectionItem[]) {
          asked += 1
          running += 1
          expect(running).toBe(1)
          await new Promise((done) => setImmediate(done))
          running -= 1
          return ok(items.map(({ index }) => ({ index, action: 'keep_both' as const })))
        },
      },
      context,
      config: () => Promise.resolve(personaConfigOf()),
    }
    const reports = await Promise.all([
      resolveCorrections(deps, { store, correctionsLock: lock }),
      resolveCorrections(deps, { store, correctionsLock: lock }),
    ])
    expect(reports.map((report: ResolveReport) => report.status)).toEqual(['resolved', 'idle'])
    expect(asked).toBe(1)
  })
})

test('from a contradiction over the queue to its resolution; killed anywhere, all of it or nothing', async () => {
  const contradicted = async (): Promise<CharacterStore> => {
    const into = await memoryStore()
    const config = personaConfigOf()
    await into.db.transaction(async (tx) => {
      await addPersonaFact(tx, into, { text: 'owns red bicycle' }, config)
      expect(await addPersonaFact(tx, into, { text: 'sold red bicycle' }, config)).toBe('queued')
    })
    return into
  }
  const kills = await killEverywhere(
    contradicted,
    (into) => resolve(decide('keep_new'), personaConfigOf(), into),
    async (left) => {
      expect(await textsIn(left)).toEqual(['owns red bicycle'])
      expect(await queueOf(left)).toHaveLength(1)
      await resolve(decide('keep_new'), personaConfigOf(), left)
      expect(await textsIn(left)).toEqual(['sold red bicycle'])
      expect(await queueOf(left)).toEqual([])
    },
  )
  expect(kills).toBeGreaterThan(3)
})
