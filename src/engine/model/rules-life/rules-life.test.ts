import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readReviewReply, patchHistory } from '../../recent/review.ts'
import { message } from '../../recent/message.ts'
import { heuristicCounter } from '../../text/tokens.ts'
import type { Entity, Language, ModelContext, WeighedFact } from '../memory-model.ts'
import { verdictOn } from './feedback.ts'
import { createRulesLife } from './index.ts'
import { relationOf } from './signals.ts'

const model = createRulesLife(heuristicCounter)
const names = { userName: 'Ada', characterName: 'Mika' }

function context(language: Language = 'en'): ModelContext {
  return { character: 'Mika', language, ...names, now: { instant: Date.UTC(2026, 5, 1), zone: 'UTC' } }
}

function fact(text: string, importance = 7, entity: Entity = 'master', id = `fact_${text}`): WeighedFact {
  return { id, text, importance, entity, createdAt: '2026-06-01T09:00:00' }
}

async function value<T>(result: Promise<{ ok: true; value: T } | { ok: false }>): Promise<T | null> {
  const got = await result
  return got.ok ? got.value : null
}

function rows(name: string): [wanted: string, held: string, said: string][] {
  return readFileSync(new URL(`fixtures/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [wanted = '', held = '', said = ''] = line.split(' | ')
      return [wanted, held, said]
    })
}

describe('what people say to what is held of them', () => {
  // Rows that begin with "~" are known misses, kept so that a change which reads them shows.
  it.each(rows('signals'))('%s: %s / %s', (wanted, held, said) => {
    const got = relationOf(held, said, names)
    if (wanted.startsWith('~')) expect(got).not.toBe(wanted.slice(1))
    else expect(got).toBe(wanted)
  })

  it.each(rows('feedback'))('%s: %s / %s', (wanted, held, said) => {
    const got = verdictOn(held, said, names)
    if (wanted.startsWith('~')) expect(got).not.toBe(wanted.slice(1))
    else expect(got).toBe(wanted)
  })
})

describe('feedback by rules (prompts.md §10, §11)', () => {
  const tea = { id: 'ref_tea', text: 'Ada likes tea' }
  const cats = { id: 'ref_cats', text: 'Ada is fond of cats' }

  it('takes a bare yes for the one thing that was raised, and for none of two', async () => {
    expect(
      await value(model.checkFeedback({ reflections: [tea], messages: ['Yes, exactly.'] }, context())),
    ).toEqual([{ reflectionId: 'ref_tea', feedback: 'confirmed' }])
    expect(
      await value(model.checkFeedback({ reflections: [tea, cats], messages: ['Yes, exactly.'] }, context())),
    ).toEqual([
      { reflectionId: 'ref_tea', feedback: 'ignored' },
      { reflectionId: 'ref_cats', feedback: 'ignored' },
    ])
    expect(
      await value(
        model.checkFeedback({ reflections: [tea, cats], messages: ['No, I hate tea.'] }, context()),
      ),
    ).toEqual([
      { reflectionId: 'ref_tea', feedback: 'denied' },
      { reflectionId: 'ref_cats', feedback: 'ignored' },
    ])
  })

  it('rebuts only by words on the matter, and the last word counts', async () => {
    const asked = (messages: string[]) =>
      value(model.checkRebuttal({ reflections: [tea], messages }, context()))
    expect(await asked(['No.', 'Wrong!', 'Where is my phone?'])).toEqual([
      { reflectionId: 'ref_tea', feedback: 'ignored' },
    ])
    expect(
      await asked(['No, the tea is cold.', "I didn't drink tea today", "Don't you like tea?"]),
    ).not.toEqual([{ reflectionId: 'ref_tea', feedback: 'denied' }])
    expect(await asked(['I love this oolong.', "I don't drink tea any more."])).toEqual([
      { reflectionId: 'ref_tea', feedback: 'denied' },
    ])
  })
})

describe('signals by rules (prompts.md §7)', () => {
  it('names the fact, the shown id and what it says, and leaves entries of another entity', async () => {
    const observations = [
      { promptId: 'reflection.ref_1', text: 'Ada likes tea', score: 2 },
      { promptId: 'persona.neko.p1', text: 'Mika likes tea', score: 2 },
      { promptId: 'persona.master.p2', text: 'Ada works as a nurse', score: 2 },
    ]
    expect(
      await value(
        model.detectSignals(
          { facts: [fact('Ada no longer drinks tea', 7, 'master', 'f1')], observations },
          context(),
        ),
      ),
    ).toEqual([
      { sourceFactId: 'f1', targetId: 'reflection.ref_1', signal: 'negates', reason: 'rules: opposite' },
    ])
  })
})

describe('targets of "no more of that" (prompts.md §8)', () => {
  const observations = [
    { promptId: 'reflection.ex', text: '主人还惦记着前男友', score: 1 },
    { promptId: 'reflection.cat', text: '主人喜欢猫', score: 1 },
  ]
  it.each<[string, string[]]>([
    ['别再提前男友了，烦死了', ['reflection.ex']],
    ['换个话题吧', []],
    ['今天前男友给我发消息了', []],
  ])('%s', async (text, targets) => {
    const found = await value(model.findNegativeTargets({ messages: [text], observations }, context('zh')))
    expect(found?.map(({ targetId }) => targetId)).toEqual(targets)
  })
})

describe('a reflection by rules (prompts.md §9)', () => {
  it('says in one sentence what several facts share', async () => {
    const facts = [
      fact('Ada works at a bank', 8),
      fact('Ada likes tea', 8),
      fact('Ada brews oolong every morning', 7),
      fact('Ada collects teapots', 6),
      fact("Ada's brother is called Tom", 9),
    ]
    expect(await value(model.synthesise({ facts, related: [] }, context()))).toEqual({
      text: 'Ada likes tea, brews oolong every morning and collects teapots.',
      entity: 'master',
      relationType: 'preference',
      temporalScope: 'pattern',
      subject: null,
      eventWhen: null,
    })
  })

  it('speaks the language of the facts, whatever the interface speaks', async () => {
    const facts = [fact('主人喜欢喝茶', 8), fact('主人每天早上泡一壶普洱', 7), fact('主人在银行工作', 8)]
    expect(await value(model.synthesise({ facts, related: [] }, context('en')))).toMatchObject({
      text: '主人喜欢喝茶，每天早上泡一壶普洱。',
      relationType: 'preference',
    })
  })

  it('lists the weightiest facts where none belong together, of one entity, within 150 tokens', async () => {
    const facts = [
      fact('Ada was born in Leeds', 9),
      fact('Mika keeps a diary', 9, 'neko'),
      fact('Ada has a motorbike', 6),
      fact(`Ada ${'wrote a very long letter '.repeat(80)}`, 7),
    ]
    const claim = await value(model.synthesise({ facts, related: [] }, context()))
    expect(claim?.entity).toBe('master')
    expect(claim?.text).toMatch(/^Ada was born in Leeds/)
    expect(heuristicCounter.count(claim?.text ?? '')).toBeLessThanOrEqual(150)
    expect(await value(model.synthesise({ facts, related: [] }, context()))).toEqual(claim)
  })

  it('labels the character and the two of them within the ontology', async () => {
    expect(
      await value(
        model.synthesise({ facts: [fact('Mika learned to fold cranes', 7, 'neko')], related: [] }, context()),
      ),
    ).toMatchObject({ entity: 'neko', relationType: 'learned' })
    expect(
      await value(
        model.synthesise(
          { facts: [fact('Ada and Mika promised to watch the stars', 7, 'relationship')], related: [] },
          context(),
        ),
      ),
    ).toMatchObject({ entity: 'relationship', relationType: 'agreement' })
  })
})

describe('decisions by rules', () => {
  const entry = (promptId: string, text: string, score = 1) => ({ promptId, text, score })
  const promote = (text: string, ...pool: ReturnType<typeof entry>[]) =>
    value(
      model.decidePromotion(
        { reflection: entry('reflection.r', text, 2), entity: 'master', pool },
        context(),
      ),
    )

  it('promotes what is new, and what only looks alike (prompts.md §12)', async () => {
    expect(await promote('Ada likes tea')).toMatchObject({ action: 'promote_fresh' })
    expect(await promote('Ada likes tea', entry('persona.master.p', 'Ada likes coffee'))).toMatchObject({
      action: 'promote_fresh',
    })
    expect(await promote('Ada likes tea', entry('reflection.x', 'Ada likes tea'))).toMatchObject({
      action: 'promote_fresh',
    })
  })

  it('joins an entry that says the same, and keeps the longer text', async () => {
    expect(
      await promote('Ada likes green tea', entry('persona.master.p', 'Ada really likes green tea.')),
    ).toEqual({
      action: 'merge_into',
      targetId: 'persona.master.p',
      mergedText: 'Ada really likes green tea.',
    })
  })

  it('refuses only what plainly contradicts a stronger entry', async () => {
    expect(await promote('Ada hates tea', entry('persona.master.p', 'Ada likes tea', 3))).toMatchObject({
      action: 'reject',
    })
    expect(await promote('Ada hates tea', entry('persona.master.p', 'Ada likes tea', 1))).toMatchObject({
      action: 'promote_fresh',
    })
  })

  it('corrects only in so many words (prompts.md §13)', async () => {
    const items = [
      { index: 2, oldText: '主人喜欢喝茶', newText: '主人不再喝茶了' },
      { index: 3, oldText: 'Ada likes tea', newText: 'Ada likes coffee' },
      { index: 5, oldText: 'Ada likes tea', newText: 'ada likes TEA.' },
    ]
    expect(await value(model.resolveCorrections(items, context()))).toEqual([
      { index: 2, action: 'keep_new' },
      { index: 3, action: 'keep_both' },
      { index: 5, action: 'keep_old' },
    ])
  })

  it('makes one only of the same text (prompts.md §14)', async () => {
    const pair = (index: number, candidate: string, existing: string) => ({
      index,
      candidate,
      existing,
      cosine: 0.99,
    })
    expect(
      await value(
        model.arbitrateDuplicates(
          [pair(0, '主人喜歡貓。', '主人喜欢猫'), pair(1, 'Ada likes cats', 'Ada does not like cats')],
          context(),
        ),
      ),
    ).toEqual([
      { index: 0, action: 'merge' },
      { index: 1, action: 'keep_both' },
    ])
  })

  it('ranks by what is shared, then by score', async () => {
    const candidates = [
      entry('a', 'Ada likes rain', 5),
      entry('b', 'Ada likes tea', 1),
      entry('c', 'Ada swims', 9),
    ]
    expect(
      await value(model.rerank({ queries: ['a cup of tea'], candidates, budget: 2 }, context())),
    ).toEqual(['b', 'c'])
  })

  it('says imported notes once and within the budget', async () => {
    const material = ['Ada likes tea', 'ada  likes TEA', 'Ada was born in Leeds', 'word '.repeat(500)]
    const fused = await value(model.fusePersona({ entity: 'master', material, tokens: 60 }, context()))
    expect(fused?.map(({ text }) => text)).toEqual(['Ada likes tea', 'Ada was born in Leeds'])
  })

  it('leaves clusters, old facts and the recent history as they are', async () => {
    expect(
      await value(
        model.refineCluster(
          { entity: 'master', members: [{ kind: 'reflection', id: 'r', text: 'x' }] },
          context(),
        ),
      ),
    ).toEqual([])
    expect(await value(model.recheckFact({ text: 'Ada moved yesterday', createdAt: '' }, context()))).toEqual(
      {
        eventWhen: null,
      },
    )
    expect(
      await value(
        model.recheckReflection({ text: 'Ada is busy these days', createdAt: '', facts: [] }, context()),
      ),
    ).toEqual({ temporalScope: 'state', eventWhen: null })
    const claim = await value(model.reviewHistory('Ada: Hi', context()))
    const history = [message('human', 'Hi'), message('ai', 'Hello')]
    const reply = readReviewReply(
      claim?.text ?? '',
      { finishReason: 'stop', completionTokens: 0 },
      history,
      names,
    )
    expect(reply).toEqual({ status: 'corrected', messages: [] })
    expect(patchHistory(history, history, [])).toEqual({ status: 'white' })
  })
})

describe('cost', () => {
  it('reads a full batch against a full list of observations at once', async () => {
    const facts = Array.from({ length: 20 }, (_, index) =>
      fact(`Ada bought tea, a bicycle and ${String(index)} books`),
    )
    const observations = Array.from({ length: 30 }, (_, index) => ({
      promptId: `reflection.r${String(index)}`,
      text: `Ada likes tea and reads ${String(index)} books a month`,
      score: 1,
    }))
    const started = performance.now()
    expect((await value(model.detectSignals({ facts, observations }, context())))?.length).toBe(600)
    expect(performance.now() - started).toBeLessThan(2_000)
  })

  it('stays linear in a text that a stranger wrote', async () => {
    const text = `${'不没不喜欢的'.repeat(4_000)} ${'not never stop '.repeat(4_000)}`
    const started = performance.now()
    await model.checkFeedback(
      { reflections: [{ id: 'r', text: '主人喜欢茶' }], messages: [text] },
      context('zh'),
    )
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
