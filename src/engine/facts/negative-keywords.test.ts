/** The negative-keyword hook of facts.md §12.1. */
import { beforeEach, describe, expect, it } from 'vitest'

import {
  addReflections,
  eventsOf,
  reflection,
  reflectionWorld,
  type ReflectionWorld,
} from '../../../tests/fixtures/reflections.ts'
import { put } from '../../../tests/fixtures/persona.ts'
import { contextLanguages } from '../context/phrases.ts'
import type { LifeModel } from '../model/memory-model.ts'
import { fail, ok } from '../result.ts'
import { holdsNegativePhrase, rebutByKeyword } from './negative-keywords.ts'
import { NEGATIVE_PHRASES } from './rules/data/negative-phrases.ts'

type Asked = Parameters<LifeModel['findNegativeTargets']>[0]

let world: ReflectionWorld
let asked: Asked[]
beforeEach(async () => {
  world = await reflectionWorld()
  asked = []
})

function deps(answer: readonly string[] | 'fails') {
  return world.deps({
    findNegativeTargets: (input) => {
      asked.push(input)
      if (answer === 'fails') return Promise.resolve(fail('model_timeout', 'late'))
      return Promise.resolve(ok(answer.map((targetId) => ({ targetId, reason: '' }))))
    },
  })
}

describe('the phrases', () => {
  it('are as many as named, each of its own, none of one character', () => {
    const counts = Object.entries(NEGATIVE_PHRASES).map(([language, phrases]) => [
      language,
      new Set(phrases).size,
    ])
    expect(Object.fromEntries(counts)).toEqual({ zh: 40, en: 24, ja: 13, ko: 10, ru: 11, es: 9, pt: 9 })
    for (const language of contextLanguages) {
      for (const phrase of NEGATIVE_PHRASES[language]) {
        expect([...phrase].length).toBeGreaterThan(1)
        expect(holdsNegativePhrase(`… ${phrase.toUpperCase()} …`, language)).toBe(true)
      }
    }
  })

  it('are heard in any script and case, in the language of the app only', () => {
    expect(holdsNegativePhrase('我們換個話題吧', 'zh-TW')).toBe(true)
    expect(holdsNegativePhrase('我們換個話題吧', 'zh')).toBe(true)
    expect(holdsNegativePhrase('Don’t wanna talk. Let’s NOT talk about it', 'en')).toBe(true)
    expect(holdsNegativePhrase('我們換個話題吧', 'en')).toBe(false)
    expect(holdsNegativePhrase('I am so sad today', 'en')).toBe(false)
  })
})

describe('the hook', () => {
  beforeEach(async () => {
    await addReflections(
      world.store,
      { id: 'r1', status: 'confirmed', reinforcement: 1 },
      { id: 'r2', status: 'confirmed', reinforcement: 2, suppress: true },
      { id: 'r3', status: 'pending' },
    )
    await put(world.store, 'persona.json', {
      master: {
        facts: [
          { id: 'e', text: 'likes tea' },
          { id: 'card', text: 'is tall', protected: true },
        ],
      },
      neko: { facts: [{ id: 'e', text: 'is shy' }] },
    })
  })

  it('asks nobody about words that are no displeasure', async () => {
    expect(await rebutByKeyword(deps([]), world.memory, ['Nice weather'])).toEqual({ status: 'no_phrase' })
    expect(asked).toEqual([])
  })

  it('asks about the last three messages and what is believed, suppressed or not', async () => {
    await rebutByKeyword(deps([]), world.memory, ['one', 'Drop it!', 'three', 'four'])
    expect(asked).toHaveLength(1)
    expect(asked[0]?.messages).toEqual(['Drop it!', 'three', 'four'])
    expect(asked[0]?.observations.map(({ promptId }) => promptId)).toEqual([
      'reflection.r2',
      'reflection.r1',
      'persona.master.e',
      'persona.neko.e',
    ])
  })

  it('disputes each target once: by its id, by its end, the first of several', async () => {
    const report = await rebutByKeyword(
      deps(['reflection.r1', 'r1', 'e', 'persona.master.card', 'r3', 'made-up']),
      world.memory,
      ['enough already'],
    )
    expect(report).toEqual({ status: 'applied', signals: 2 })
    expect(await reflection(world.store, 'r1')).toMatchObject({ disputation: 1, reinforcement: 1 })
    const events = await eventsOf(world.store)
    expect(events).toMatchObject([
      { type: 'reflection.evidence_updated', payload: { reflection_id: 'r1', source: 'user_keyword_rebut' } },
      { type: 'persona.evidence_updated', payload: { entity_key: 'master', entry_id: 'e' } },
    ])
    expect(world.told[0]?.upserted.get('r1')).toMatchObject({ disputation: 1 })
  })

  it('does nothing where the model fails', async () => {
    const report = await rebutByKeyword(deps('fails'), world.memory, ['enough already'])
    expect(report).toEqual({ status: 'failed', error: 'model_timeout' })
    expect(await eventsOf(world.store)).toEqual([])
  })
})

it('asks nobody where nothing is believed', async () => {
  const report = await rebutByKeyword(deps([]), world.memory, ['enough already'])
  expect(report).toEqual({ status: 'no_observations' })
  expect(asked).toEqual([])
})
