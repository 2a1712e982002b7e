import { beforeEach, describe, expect, test } from 'vitest'
import { at, claim, terms, turn } from '../../../tests/fixtures/facts.ts'
import { memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import { parseObject, type JsonObject } from '../document.ts'
import type { ConversationTurn, Extraction, FactClaim } from '../model/memory-model.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { admitFacts, checkExtraction, type Admission } from './admit.ts'
import { undoFact } from './correct.ts'

const now = at('2026-03-05T20:00:00+08:00')
const names = ['Mika', 'Ada']
let store: CharacterStore

beforeEach(async () => {
  store = await memoryStore()
})

async function admit(
  turns: readonly ConversationTurn[],
  claims: readonly FactClaim[],
  retracts: Extraction['retracts'] = [],
  moment = now,
): Promise<Admission> {
  const checked = checkExtraction(
    { claims, retracts },
    { now: moment, who: 'extract_a', turns, defaultSource: 'user_observation', names, terms },
  )
  return store.db.transaction((tx) => admitFacts(tx, store, checked))
}

async function documents(): Promise<JsonObject[]> {
  return (await store.facts.list(store.db)).map((row) => parseObject(row.doc) ?? {})
}

async function undo(id: string): Promise<boolean> {
  const undone = await store.db.transaction((tx) => undoFact(tx, store, id, { now, who: 'user', names }))
  return undone.ok
}

test('a fact keeps the turn and the verbatim words that it rests on', async () => {
  const said = turn('t1', 'human', 'Well, I’m ALLERGIC  to peanuts, you know.')
  const admission = await admit(
    [said],
    [claim('Ada is allergic to peanuts', ['t1'], { quote: "i'm allergic to peanuts" })],
  )
  expect(admission.added).toHaveLength(1)
  const [id = ''] = admission.added
  expect(await store.facts.sources.of(store.db, id)).toEqual([
    { factId: id, turnId: 't1', quote: 'I’m ALLERGIC  to peanuts', instant: said.at.instant },
  ])
})

test('case 1: the same fact a day later is one fact with two sources, reinforced', async () => {
  const first = turn('t1', 'human', "I'm allergic to peanuts.", '2026-03-01T09:00:00+08:00')
  const second = turn('t2', 'human', "I'm allergic to peanuts.", '2026-03-02T09:00:00+08:00')
  const text = 'Ada is allergic to peanuts'
  const [id = ''] = (await admit([first], [claim(text, ['t1'])])).added
  const again = await admit([second], [claim(text, ['t2'])])
  expect(again.reinforced).toEqual([{ id, turns: 1 }])
  // A retry of the second turn is not a third time.
  expect((await admit([second], [claim(text, ['t2'])])).reinforced).toEqual([])

  const [document, ...others] = await documents()
  expect(others).toEqual([])
  expect(document).toMatchObject({ id, reinforced: 1, last_reinforced_at: '2026-03-02T09:00:00' })
  expect((await store.facts.sources.of(store.db, id)).map((source) => source.turnId)).toEqual(['t1', 't2'])
  expect((await store.journal.ofTarget(store.db, id)).map((entry) => entry.what)).toEqual([
    'fact.added',
    'fact.reinforced',
  ])
})

describe('what the user did not say', () => {
  test('case 3: the character’s words are not the user’s', async () => {
    const turns = [
      turn('t1', 'human', 'How was your day?'),
      turn('t2', 'ai', 'It was fine.\n\nA bit of rain.\n\nI prefer mornings, they are quiet.'),
    ]
    const admission = await admit(turns, [
      claim('Ada prefers mornings', ['t2'], { quote: 'I prefer mornings' }),
      claim('Ada prefers mornings', []),
    ])
    expect(admission.added).toEqual([])
    expect(admission.refused.map((refusal) => refusal.reason)).toEqual([
      'claim_of_another',
      'claim_of_another',
    ])
    expect((await store.refusals.list(store.db)).map(({ reason, turnIds }) => ({ reason, turnIds }))).toEqual(
      [
        { reason: 'claim_of_another', turnIds: ['t2'] },
        { reason: 'claim_of_another', turnIds: [] },
      ],
    )
  })

  test('case 3: a character may disclose something about herself', async () => {
    const turns = [turn('t2', 'ai', 'I prefer mornings, they are quiet.')]
    const disclosed = claim('Mika prefers mornings', ['t2'], {
      entity: 'neko',
      source: 'ai_disclosure',
      quote: 'I prefer mornings',
    })
    expect((await admit(turns, [disclosed])).added).toHaveLength(1)
    expect((await documents())[0]).toMatchObject({
      entity: 'neko',
      source: 'ai_disclosure',
      signal_processed: true,
    })
  })

  test('case 4: a quoted block is not the user’s statement', async () => {
    const turns = [
      turn('t1', 'ai', 'I have no siblings.'),
      turn('t2', 'human', '> I have no siblings\nfunny!'),
    ]
    const admission = await admit(turns, [
      claim('Ada has no siblings', ['t2'], { quote: 'I have no siblings' }),
      claim('Ada has no siblings', ['t2']),
    ])
    expect(admission.added).toEqual([])
    expect(admission.refused.map((refusal) => refusal.reason)).toEqual([
      'claim_of_another',
      'claim_of_another',
    ])
  })

  test('case 4: nor is a quotation of the character inside a sentence', async () => {
    const turns = [
      turn('t1', 'ai', '我没有兄弟姐妹。'),
      turn('t2', 'human', '你刚才说“我没有兄弟姐妹”，哈哈，真有意思。'),
    ]
    const admission = await admit(turns, [claim('用户没有兄弟姐妹', ['t2'], { quote: '我没有兄弟姐妹' })])
    expect(admission.refused.map((refusal) => refusal.reason)).toEqual(['claim_of_another'])
  })

  test('a wrong quote is refused even when the claim is plausible', async () => {
    const turns = [turn('t1', 'human', 'I like tea.'), turn('t2', 'human', 'I like coffee.')]
    const admission = await admit(turns, [
      claim('Ada likes tea', ['t1'], { quote: 'I like tea very much' }),
      claim('Ada likes coffee', ['t1'], { quote: 'I like coffee' }),
    ])
    expect(admission.refused.map((refusal) => refusal.reason)).toEqual([
      'claim_without_source',
      'claim_without_source',
    ])
  })

  test('without a quote, a question does not support a claim', async () => {
    const turns = [turn('t1', 'human', 'What does Jonas like?')]
    expect((await admit(turns, [claim('The user is called Jonas', ['t1'])])).added).toEqual([])
  })
})

test('without a quote, the sentence that says it becomes the quote', async () => {
  const turns = [turn('t1', 'human', 'Rainy again. I started to learn the cello last month! What about you?')]
  const admission = await admit(turns, [claim('Ada is learning the cello', [])])
  const [id = ''] = admission.added
  expect((await store.facts.sources.of(store.db, id)).map((source) => source.quote)).toEqual([
    'I started to learn the cello last month!',
  ])
})

test('case 16: a fact written in Chinese is stored in Chinese', async () => {
  const turns = [turn('t1', 'human', '我最近迷上了做陶艺。')]
  await admit(turns, [claim('主人最近迷上了做陶艺', ['t1'], { quote: '迷上了做陶藝' })])
  expect((await documents()).map((document) => document['text'])).toEqual(['主人最近迷上了做陶艺'])
})

test('relative times are counted from the turn, not from when it was read', async () => {
  const turns = [turn('t1', 'human', 'Yesterday I bought a kite.', '2026-03-02T09:00:00+08:00')]
  const eventWhen = { start: { offset: -1, unit: 'day' }, end: null } as const
  await admit(turns, [claim('Ada bought a kite', ['t1'], { eventWhen })], [], at('2026-06-30T09:00:00+08:00'))
  expect((await documents())[0]).toMatchObject({
    created_at: '2026-06-30T09:00:00',
    event_start_at: '2026-03-01T09:00:00',
    event_end_at: null,
    event_when_raw: eventWhen,
  })
})

test('an absolute time that was said wins over a relative one', async () => {
  const turns = [turn('t1', 'human', 'On 9 March I fly to Oslo.')]
  const event = {
    start: Date.parse('2026-03-09T00:00:00+08:00'),
    end: Date.parse('2026-03-10T00:00:00+08:00'),
  }
  await admit(turns, [claim('Ada flies to Oslo', ['t1'], { event })])
  expect((await documents())[0]).toMatchObject({
    event_start_at: '2026-03-09T00:00:00',
    event_end_at: '2026-03-10T00:00:00',
  })
})

test('what only the character had disclosed is upgraded when the user says it, and is read by stage 2 again', async () => {
  const turns = [turn('t1', 'ai', 'We met in spring.'), turn('t2', 'human', 'Yes, we met in spring.')]
  const text = 'Ada and Mika met in spring'
  const entity = 'relationship' as const
  const [id = ''] = (
    await admit(turns, [claim(text, ['t1'], { entity, source: 'ai_disclosure', quote: 'We met in spring' })])
  ).added
  // An absorbed or processed flag in the store must not undo the reset.
  const again = await admit(turns, [claim(text, ['t2'], { entity, quote: 'we met in spring' })])
  expect(again.upgraded).toEqual([id])
  expect((await store.facts.get(store.db, id))?.signalProcessed).toBe(false)
  const back = await admit(turns, [
    claim(text, ['t1'], { entity, source: 'ai_disclosure', quote: 'We met in spring' }),
  ])
  expect(back.upgraded).toEqual([])
  expect((await documents())[0]?.['source']).toBe('user_observation')
})

describe('full-text near duplicates', () => {
  const filler = Array.from({ length: 150 }, (_, index) => `topic${index} alpha${index} beta${index}`)

  async function fill(): Promise<void> {
    for (const text of filler) {
      await admit([turn(text, 'human', text)], [claim(text, [text], { quote: text })])
    }
  }

  test('the same words in another order are one fact; another entity or one with less words is not', async () => {
    await fill()
    const turns = [
      turn('t1', 'human', 'Every spring the mountain orchard visit happens'),
      turn('t2', 'human', 'The mountain orchard visit happens every spring'),
    ]
    const [id = ''] = (await admit(turns, [claim('spring mountain orchard visit', ['t1'])])).added
    const near = await admit(turns, [claim('orchard visit mountain spring', ['t2'])])
    expect(near.added).toEqual([])
    expect(near.reinforced).toEqual([{ id, turns: 1 }])
    const other = claim('orchard visit mountain spring', ['t2'], { entity: 'relationship' })
    expect((await admit(turns, [other])).added).toHaveLength(1)
  })

  test('a deleted fact blocks nothing', async () => {
    await fill()
    const turns = [
      turn('t1', 'human', 'Every spring the mountain orchard visit happens'),
      turn('t2', 'human', 'Again: the mountain orchard visit in spring'),
    ]
    const [id = ''] = (await admit(turns, [claim('spring mountain orchard visit', ['t1'])])).added
    expect(await undo(id)).toBe(true)
    expect((await admit(turns, [claim('orchard visit mountain spring', ['t2'])])).added).toHaveLength(1)
  })
})

describe('case 11: what was true and no longer is', () => {
  const tokyo = turn('t1', 'human', 'I live in Tokyo.', '2025-04-01T09:00:00+08:00')
  const osaka = turn('t2', 'human', 'I moved to Osaka.', '2026-01-10T09:00:00+08:00')
  const back = turn('t3', 'human', 'I live in Tokyo.', '2027-01-01T09:00:00+08:00')
  const inTokyo = claim('Ada lives in Tokyo', ['t1'])

  async function move(): Promise<{ old: string; current: string }> {
    const [old = ''] = (await admit([tokyo], [inTokyo])).added
    const moved = claim('Ada lives in Osaka', ['t2'], {
      quote: 'I moved to Osaka',
      corrects: [{ id: old, how: 'was' }],
    })
    const admission = await admit([osaka], [moved])
    expect(admission.outdated).toEqual([old])
    return { old, current: admission.added[0] ?? '' }
  }

  test('the old fact stays, marked with what took its place and since when', async () => {
    const { old, current } = await move()
    expect(await documents()).toMatchObject([
      {
        id: old,
        superseded_at: '2026-01-10T09:00:00',
        superseded_by: current,
        valid_to: '2026-01-10T09:00:00',
      },
      { id: current, supersedes: [old] },
    ])
    expect((await store.facts.get(store.db, old))?.supersededInstant).toBe(osaka.at.instant)
    expect((await store.facts.get(store.db, current))?.supersededInstant).toBeNull()
  })

  test('reading the old turn again does not make it current', async () => {
    const { old } = await move()
    expect((await admit([tokyo, osaka], [inTokyo])).added).toEqual([])
    const reworded = await admit(
      [tokyo, osaka],
      [claim('Ada is living in Tokyo', ['t1'], { quote: 'I live in Tokyo' })],
    )
    expect(reworded.refused.map((refusal) => refusal.reason)).toEqual(['claim_taken_back'])
    expect((await store.facts.get(store.db, old))?.supersededInstant).not.toBeNull()
  })

  test('said anew later, it is a new fact beside the old period', async () => {
    const { old } = await move()
    const again = await admit([back], [claim('Ada lives in Tokyo', ['t3'])])
    expect(again.added).toHaveLength(1)
    expect(again.added).not.toEqual([old])
    expect((await admit([back], [claim('Ada lives in Tokyo', ['t3'])])).added).toEqual([])
  })

  test('an old log read late corrects nothing newer', async () => {
    const [current = ''] = (
      await admit([osaka], [claim('Ada lives in Osaka', ['t2'], { quote: 'I moved to Osaka' })])
    ).added
    const late = { ...inTokyo, corrects: [{ id: current, how: 'was' as const }] }
    expect((await admit([tokyo], [late])).outdated).toEqual([])
  })

  test('undoing the correction makes the old fact current again, and the turn does not teach it once more', async () => {
    const { old, current } = await move()
    expect(await undo(current)).toBe(true)
    const [restored = {}, ...others] = await documents()
    expect(others).toEqual([])
    expect(Object.keys(restored)).not.toContain('superseded_at')
    expect((await store.facts.get(store.db, old))?.supersededInstant).toBeNull()
    const again = await admit([osaka], [claim('Ada moved to Osaka', ['t2'], { quote: 'moved to Osaka' })])
    expect(again.refused.map((refusal) => refusal.reason)).toEqual(['claim_taken_back'])
  })
})

describe('case 12: what never was true', () => {
  const tokyo = turn('t1', 'human', 'I lived in Tokyo once.', '2026-03-01T09:00:00+08:00')
  const joke = turn(
    't2',
    'human',
    'Actually I never lived in Tokyo, that was a joke.',
    '2026-03-02T09:00:00+08:00',
  )

  test('leaves the list with its sources and index rows, and is kept in the journal', async () => {
    const [id = ''] = (await admit([tokyo], [claim('Ada lived in Tokyo', ['t1'])])).added
    const admission = await admit([joke], [], [{ id, how: 'never', turnId: 't2' }])
    expect(admission.retracted).toEqual([id])
    expect([...admission.changes.removed]).toEqual([id])
    expect(await documents()).toEqual([])
    expect(await store.facts.sources.of(store.db, id)).toEqual([])
    expect(await store.facts.fts.search(store.db, '"Tokyo"', 3)).toEqual([])
    const [, removal] = await store.journal.ofTarget(store.db, id)
    expect(removal).toMatchObject({ what: 'fact.retracted', cause: 't2', after: null })
    expect(parseObject(removal?.before ?? '')).toMatchObject({ text: 'Ada lived in Tokyo' })
    // The turn that taught it is still there to be read.
    const again = await admit(
      [tokyo, joke],
      [claim('Ada once lived in Tokyo', ['t1'], { quote: 'I lived in Tokyo' })],
    )
    expect(again.refused.map((refusal) => refusal.reason)).toEqual(['claim_taken_back'])
  })

  test('undoing the fact that retracted it puts it back as it was', async () => {
    const [id = ''] = (await admit([tokyo], [claim('Ada lived in Tokyo', ['t1'])])).added
    const before = (await store.facts.get(store.db, id))?.doc
    const [joker = ''] = (
      await admit(
        [joke],
        [
          claim('Ada never lived in Tokyo', ['t2'], {
            quote: 'I never lived in Tokyo',
            corrects: [{ id, how: 'never' }],
          }),
        ],
      )
    ).added
    expect(await undo(joker)).toBe(true)
    expect((await store.facts.get(store.db, id))?.doc).toBe(before)
    expect(await store.facts.sources.of(store.db, id)).toHaveLength(1)
  })

  test('the character cannot take back what the user said', async () => {
    const [id = ''] = (await admit([tokyo], [claim('Ada lived in Tokyo', ['t1'])])).added
    const reply = turn('t3', 'ai', 'You never lived in Tokyo!', '2026-03-02T09:01:00+08:00')
    expect((await admit([reply], [], [{ id, how: 'never', turnId: 't3' }])).retracted).toEqual([])
  })
})

test('what an answer corrects of its own is what stood before it there', async () => {
  const turns = [
    turn('t1', 'human', 'I live in Tokyo.'),
    turn('t2', 'human', 'I moved to Osaka.'),
    turn('t3', 'human', 'Just kidding. I live in Tokyo.'),
  ]
  const admission = await admit(
    turns,
    [
      claim('Ada lives in Tokyo', ['t1'], { key: 'first' }),
      claim(' ', ['t1'], { key: 'nothing' }),
      claim('Ada moved to Osaka', ['t2'], { key: 'second', corrects: [{ id: 'first', how: 'was' }] }),
      claim('Ada lives in Tokyo', ['t3'], { corrects: [{ id: 'nothing', how: 'was' }] }),
    ],
    [{ id: 'second', how: 'never', turnId: 't3', after: 3 }],
  )
  const [first = '', second = '', third = ''] = admission.added
  expect(admission).toMatchObject({ outdated: [first], retracted: [second] })
  expect(admission.changes.removed).toEqual(new Set([second]))
  expect(await documents()).toMatchObject([
    { id: first, text: 'Ada lives in Tokyo', superseded_by: second },
    { id: third, text: 'Ada lives in Tokyo' },
  ])
})

test('undoing an unknown fact fails and changes nothing', async () => {
  expect(await undo('fact_20260101000000_00000000')).toBe(false)
})

test('bad claims are skipped and the rest is kept', async () => {
  const said = turn('t1', 'human', 'I like kites')
  const admission = await admit(
    [said],
    [claim('   ', ['t1']), claim('Ada likes kites', ['t1'], { quote: 'I like kites', importance: 99 })],
  )
  expect(admission.added).toHaveLength(1)
  expect((await documents())[0]).toMatchObject({ importance: 10 })
})

test('a change keeps every other field of an imported document as it was spelt', async () => {
  const hash = '788344b86d27bf8f'
  const doc = `{"id":"f1","text":"主人喜欢猫","hash":"${hash}","importance":7.0,"source":"ai_disclosure","x_note":1e2}`
  await store.facts.insert(store.db, {
    ...{ id: 'f1', hash, entity: 'master', source: 'ai_disclosure', importance: 7, absorbed: false },
    ...{ signalProcessed: true, createdInstant: null, eventStartInstant: null, eventEndInstant: null },
    ...{ supersededInstant: null, suppressed: false, confidence: 'normal', doc },
  })
  await admit([turn('t1', 'human', '我喜欢猫')], [claim('主人喜欢猫', ['t1'], { quote: '喜欢猫' })])
  expect((await store.facts.get(store.db, 'f1'))?.doc).toBe(
    `{"id":"f1", "text":"主人喜欢猫", "hash":"${hash}", "importance":7.0, "source": "user_observation", "x_note":1e2, ` +
      `"signal_processed": false, "reinforced": 1, "last_reinforced_at": "2026-03-02T09:00:00"}`,
  )
})
