/** Near duplicates of facts.md §6.4 and §7: which pairs are queued, and what becomes of them. */
import { beforeEach, describe, expect, it } from 'vitest'

import { killEverywhere } from '../../../tests/fixtures/killed.ts'
import { put } from '../../../tests/fixtures/persona.ts'
import { addFacts, reflectionWorld, type ReflectionWorld } from '../../../tests/fixtures/reflections.ts'
import { parseObject, type JsonObject } from '../document.ts'
import type { DuplicateDecision, DuplicatePair, LifeModel } from '../model/memory-model.ts'
import { fail, ok } from '../result.ts'
import type { CharacterStore } from '../store/character-store.ts'
import type { FactChanges } from './admit.ts'
import { nearPairs, queuePairs, resolveDuplicates, type DedupDeps } from './dedup.ts'

let world: ReflectionWorld
let asked: (readonly DuplicatePair[])[]
let told: FactChanges[]
beforeEach(async () => {
  world = await reflectionWorld()
  asked = []
  told = []
})

function deps(answer: LifeModel['arbitrateDuplicates'] | readonly DuplicateDecision[]): DedupDeps {
  const arbitrateDuplicates: LifeModel['arbitrateDuplicates'] = (pairs, context) => {
    asked.push(pairs)
    return typeof answer === 'function' ? answer(pairs, context) : Promise.resolve(ok(answer))
  }
  return {
    ...world.deps({ arbitrateDuplicates }),
    onFacts: (tx, changes) => tx.onCommit(() => told.push(changes)),
  }
}

const resolve = (answer: Parameters<typeof deps>[0]) => resolveDuplicates(deps(answer), world.memory)

async function queue(...pairs: readonly (readonly [string, string, JsonObject?])[]): Promise<void> {
  const items = pairs.map(([candidate, existing, fields]) => ({
    candidate_id: candidate,
    existing_id: existing,
    candidate_text: 'old words',
    existing_text: 'old words',
    entity: 'master',
    cosine: 0.9,
    queued_at: '2026-03-10T11:00:00',
    ...fields,
  }))
  await put(world.store, 'facts_pending_dedup.json', items)
}

async function fact(id: string, store = world.store): Promise<JsonObject | null> {
  const row = await store.facts.get(store.db, id)
  return row === undefined ? null : parseObject(row.doc)
}

async function queued(store = world.store): Promise<JsonObject[]> {
  return (await store.dedupQueue.list(store.db)).map(({ doc }) => parseObject(doc) ?? {})
}

/** Two facts with their turns and index rows. */
async function twoFacts(
  fields: (place: number) => JsonObject = () => ({}),
  store = world.store,
): Promise<void> {
  await addFacts(store, 2, fields)
  await store.db.transaction(async (tx) => {
    for (const id of ['f1', 'f2']) {
      const source = { factId: id, turnId: `t-${id}`, quote: 'words', instant: 1 }
      await store.facts.sources.add(tx, source, { ...source, turnId: 't-both' })
      await store.facts.fts.index(tx, id, `content ${id}`)
    }
  })
}

async function turnsOf(id: string, store = world.store): Promise<string[]> {
  return (await store.facts.sources.of(store.db, id)).map(({ turnId }) => turnId)
}

describe('a decision', () => {
  it('merge joins the candidate to the existing one, sources and all', async () => {
    await twoFacts((place) => ({ importance: place === 1 ? 10 : 5, signal_processed: place === 1 }))
    await queue(['f2', 'f1'])
    expect(await resolve([{ index: 0, action: 'merge' }])).toMatchObject({ status: 'resolved', resolved: 1 })
    expect(asked[0]).toEqual([{ index: 0, candidate: 'fact 2', existing: 'fact 1', cosine: 0.9 }])
    expect(await fact('f2')).toBeNull()
    expect(await fact('f1')).toMatchObject({
      importance: 10,
      merged_from_ids: ['f2'],
      signal_processed: false,
    })
    expect(await turnsOf('f1')).toEqual(['t-f1', 't-both', 't-f2'])
    expect(await turnsOf('f2')).toEqual([])
    expect(await world.store.facts.fts.search(world.store.db, '"f2"', 5)).toEqual([])
    expect(await queued()).toEqual([])
    expect([...(told[0]?.removed ?? [])]).toEqual(['f2'])
    expect(told[0]?.upserted.get('f1')).toMatchObject({ merged_from_ids: ['f2'] })
    const journal = await world.store.journal.ofTarget(world.store.db, 'f2')
    expect(journal.map(({ what, cause }) => [what, cause])).toEqual([['fact.joined', 'f1']])
  })

  it('replace keeps the candidate, with the chain of the other and the greater importance', async () => {
    await twoFacts((place) =>
      place === 1
        ? { importance: 8, merged_from_ids: ['f0'], supersedes: ['old'], source: 'user_observation' }
        : { source: 'ai_disclosure' },
    )
    await world.store.db.transaction(async (tx) => {
      const old = { id: 'old', text: 'before', superseded_at: '2026-03-01T00:00:00', superseded_by: 'f1' }
      const row = await world.store.facts.get(tx, 'f1')
      if (row === undefined) throw new Error('there is a first fact')
      await world.store.facts.insert(tx, { ...row, id: 'old', hash: null, doc: JSON.stringify(old) })
    })
    await queue(['f2', 'f1'])
    await resolve([{ index: 0, action: 'replace' }])
    expect(await fact('f1')).toBeNull()
    expect(await fact('f2')).toMatchObject({
      importance: 8,
      merged_from_ids: ['f0', 'f1'],
      source: 'user_observation',
      supersedes: ['old'],
    })
    expect(await fact('old')).toMatchObject({ superseded_by: 'f2' })
  })

  it('keep_both changes nothing but the queue', async () => {
    await twoFacts()
    await queue(['f2', 'f1'])
    const before = [await fact('f1'), await fact('f2')]
    expect(await resolve([{ index: 0, action: 'keep_both' }])).toMatchObject({ resolved: 1 })
    expect([await fact('f1'), await fact('f2')]).toEqual(before)
    expect(await queued()).toEqual([])
    expect(told).toEqual([])
  })

  it('counts once for a pair, and only while both are there', async () => {
    await addFacts(world.store, 4)
    await queue(['f1', 'f2'], ['f2', 'f3'], ['f3', 'f4'], ['f4', 'f1'])
    const report = await resolve([
      { index: 0, action: 'merge' },
      { index: 0, action: 'replace' },
      { index: 3, action: 'merge' },
      { index: 7, action: 'merge' },
      { index: 1, action: 'merge' },
    ])
    // f1 went into f2, so the pair of f4 and f1 comes to nothing; f2 went into f3.
    expect(report).toMatchObject({ status: 'resolved', resolved: 2 })
    expect(await Promise.all(['f1', 'f2', 'f3', 'f4'].map(async (id) => (await fact(id)) !== null))).toEqual([
      false,
      false,
      true,
      true,
    ])
    // Not decided: it stays, and its attempts with it.
    expect(await queued()).toMatchObject([{ candidate_id: 'f3', existing_id: 'f4' }])
    expect((await queued())[0]).not.toHaveProperty('resolve_attempts')
  })

  it('is one transaction wherever the device dies', async () => {
    const times = await killEverywhere(
      async () => {
        world = await reflectionWorld()
        await twoFacts()
        await queue(['f2', 'f1'])
        return world.store
      },
      (store) => resolveDuplicates(deps([{ index: 0, action: 'merge' }]), { store }),
      async (store: CharacterStore) => {
        expect(await queued(store)).toHaveLength(1)
        expect(await turnsOf('f2', store)).toEqual(['t-f2', 't-both'])
        expect(await fact('f1', store)).not.toHaveProperty('merged_from_ids')
      },
    )
    expect(times).toBeGreaterThan(5)
  })
})

describe('what is asked', () => {
  it('is nothing where the queue is empty or its facts are gone', async () => {
    expect(await resolve([])).toMatchObject({ status: 'idle' })
    await addFacts(world.store, 2, (place) =>
      place === 2 ? { superseded_at: '2026-03-10', superseded_by: null } : {},
    )
    await queue(['f1', 'gone'], ['f1', 'f2'], ['f1', 'f1'])
    expect(await resolve([])).toMatchObject({ status: 'idle' })
    expect(asked).toEqual([])
    expect(await queued()).toEqual([])
  })

  it('is twenty pairs at most, without those that were given up', async () => {
    await addFacts(world.store, 30)
    const pairs = Array.from({ length: 25 }, (_, n) => [`f${String(n + 1)}`, 'f30'] as const)
    await queue(['f29', 'f30', { resolve_attempts: 5 }], ...pairs)
    await resolve([{ index: 0, action: 'keep_both' }])
    expect(asked[0]).toHaveLength(20)
    expect(asked[0]?.[0]?.candidate).toBe('fact 1')
  })
})

describe('a failure', () => {
  it('of the answer counts for the whole batch, which is dropped at the fifth', async () => {
    await addFacts(world.store, 2)
    await queue(['f1', 'f2'])
    const failures: Parameters<typeof deps>[0][] = [
      () => Promise.resolve(fail('model_bad_answer', 'odd')),
      () => Promise.reject(new Error('lost')),
      [],
      [{ index: 4, action: 'merge' }],
    ]
    for (const [attempt, answer] of failures.entries()) {
      expect(await resolve(answer)).toMatchObject({ status: 'failed', dropped: 0 })
      expect(await queued()).toMatchObject([{ resolve_attempts: attempt + 1 }])
    }
    expect(await resolve([])).toMatchObject({ status: 'failed', dropped: 1 })
    expect(await queued()).toEqual([])
  })

  it('of the way to the model costs nothing', async () => {
    await addFacts(world.store, 2)
    await queue(['f1', 'f2'])
    const report = await resolve(() => Promise.resolve(fail('model_unreachable', 'away')))
    expect(report).toMatchObject({ status: 'waiting', error: 'model_unreachable' })
    expect((await queued())[0]).not.toHaveProperty('resolve_attempts')
  })
})

describe('near pairs', () => {
  const at = (cosine: number) => new Float32Array([cosine, Math.sqrt(1 - cosine * cosine)])

  async function embedded(
    vectors: readonly Float32Array[],
    fields: (place: number) => JsonObject = () => ({}),
  ) {
    await addFacts(world.store, vectors.length, fields)
    const rows = await world.store.facts.list(world.store.db)
    return rows.map((row, n) => ({ row, vector: vectors[n] ?? at(0) }))
  }
  const ids = (pairs: ReturnType<typeof nearPairs>) =>
    pairs.map(({ candidate, existing }) => [candidate.id, existing.id])

  it('are the three nearest of the same entity, from 0.85 on', async () => {
    const facts = await embedded([1, 0.9, 0.95, 0.86, 0.99, 0.84].map(at))
    expect(ids(nearPairs(facts, new Set(['f1'])))).toEqual([
      ['f1', 'f5'],
      ['f1', 'f3'],
      ['f1', 'f2'],
    ])
  })

  it('of two new ones go one way; absorbed, corrected, foreign and wider ones make none', async () => {
    const facts = await embedded([at(1), at(1), at(1), at(1), at(1), new Float32Array(3)], (place) => ({
      ...(place === 3 ? { absorbed: true } : {}),
      ...(place === 4 ? { entity: 'neko' } : {}),
      ...(place === 5 ? { superseded_at: '2026-03-10T00:00:00', superseded_by: null } : {}),
    }))
    expect(ids(nearPairs(facts, new Set(['f1', 'f2', 'f3'])))).toEqual([['f1', 'f2']])
  })

  it('are queued once, in whichever direction', async () => {
    const facts = await embedded([at(1), at(1)])
    const pairs = nearPairs(facts, new Set(['f2']))
    const { now } = world.deps()
    const add = () => world.store.db.transaction((tx) => queuePairs(tx, world.store, pairs, now()))
    expect(await add()).toBe(1)
    expect(await add()).toBe(0)
    await queue(['f1', 'f2'])
    expect(await add()).toBe(0)
    await queue()
    await add()
    expect(await queued()).toEqual([
      {
        candidate_id: 'f2',
        existing_id: 'f1',
        candidate_text: 'fact 2',
        existing_text: 'fact 1',
        entity: 'master',
        cosine: 1,
        queued_at: '2026-03-10T12:00:00',
      },
    ])
  })
})
