/** What people reported of recalls of comparable products (cases of that name), and what recall says of itself. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { EntryAt } from '../../src/engine/browser-api.ts'
import type { ExtractInput } from '../../src/engine/model/memory-model.ts'
import type { RecallEnvelope } from '../../src/engine/recall/hybrid.ts'
import { renderRecall } from '../../src/engine/recall/tool.ts'
import { ok } from '../../src/engine/result.ts'
import { openCharacterStore } from '../../src/engine/store/character-store.ts'
import { importView } from '../../src/engine/store/views.ts'
import { testProvider } from '../fixtures/embedder.ts'
import { assistant, type TestEngine, testEngine, user } from '../fixtures/engine.ts'
import { claim } from '../fixtures/facts.ts'
import { lifeModel } from '../fixtures/life-model.ts'
import { shippedEmbedder } from '../fixtures/word-table.ts'

const DAY_MS = 86_400_000
let engine: TestEngine

async function begin(options: Parameters<typeof testEngine>[0] = {}): Promise<void> {
  await engine.stop()
  engine = await testEngine(options)
  await engine.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
}

beforeEach(async () => {
  engine = await testEngine()
  await engine.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
})
afterEach(() => engine.stop())

async function hear(...messages: readonly unknown[]): Promise<void> {
  await engine.say('/cache/Mika', messages)
  await engine.settled()
}

async function query(body: object, name = 'Mika'): Promise<RecallEnvelope> {
  return (await engine.json('POST', `/query_memory/${name}`, body)) as RecallEnvelope
}

async function texts(body: object): Promise<string[]> {
  return (await query(body)).results.map(({ text }) => text)
}

/** What the chat model reads. */
function told(envelope: RecallEnvelope, asked: string, language = 'en'): string {
  const { reason } = envelope
  const request = { query: asked, time: '', requestOk: true, ...(reason === undefined ? {} : { reason }) }
  return renderRecall(
    envelope.results,
    request,
    { instant: engine.clock.now(), zone: engine.clock.zone() },
    language,
  )
}

/** Facts as an import leaves them. */
async function remember(...rows: readonly Record<string, unknown>[]): Promise<void> {
  await hear(user('Hello!', 'hello'))
  await engine.stop()
  const [id = ''] = await engine.databases.list()
  const store = await openCharacterStore(await engine.databases.open(id))
  const facts = rows.map((row, n) => ({
    id: `fact_20260101000000_${n.toString(16).padStart(8, '0')}`,
    importance: 5,
    entity: 'master',
    created_at: '2026-01-01T00:00:00',
    ...row,
  }))
  await store.db.transaction((tx) => importView(tx, 'facts.json', JSON.stringify(facts)))
  await store.db.close()
  engine = await engine.restart()
}

/** A model that holds every line of the user for a fact, word for word. */
const verbatim = lifeModel(
  {
    extractFacts: ({ turns }: ExtractInput) =>
      Promise.resolve(
        ok({
          claims: turns
            .filter(({ role }) => role === 'human')
            .map(({ text, turnId }) => claim(text, [turnId], { quote: text })),
          retracts: [],
        }),
      ),
  },
  'rules',
)

/** One that learns nothing. */
const deaf = lifeModel({ extractFacts: () => Promise.resolve(ok({ claims: [], retracts: [] })) }, 'rules')

describe('case 2: one liking said twice', () => {
  it.each([
    ['I like tea', 'I really love tea!', 'tea'],
    ['我喜欢喝茶', '我超爱喝茶', '喝茶'],
  ])('%s, %s: one line in an answer', async (one, other, asked) => {
    await begin({ model: verbatim })
    await hear(user(one, 't1'))
    await hear(user(other, 't2'))
    const found = await texts({ query: asked })
    expect(found).toHaveLength(1)
    expect([one, other]).toContain(found[0])
  })

  it('and one that was taken back stays apart', async () => {
    await remember(
      { text: 'The user likes tea' },
      { text: 'The user does not like tea' },
      { text: 'The user likes tea!' },
    )
    expect((await texts({ query: 'tea' })).toSorted()).toEqual([
      'The user does not like tea',
      'The user likes tea!',
    ])
  })
})

describe('case 9 and 10: when it was', () => {
  it('yesterday is told in days of the calendar, however late it was', async () => {
    await hear(user('Yesterday I bought a kite.', 'y1'))
    engine.clock.jumpTo(Date.parse('2026-03-20T23:30:00+08:00'))
    expect(told(await query({ query: 'kite' }), 'kite')).toMatch(/\(2026-03-01, 19 days ago\)/u)
    expect(told(await query({ query: 'kite' }), 'kite', 'zh')).toMatch(/2026-03-01, 19 天前/u)
  })

  it('the day is the user’s where their clocks are behind, and "today" finds it', async () => {
    const zone = 'America/Sao_Paulo'
    await begin({ now: '2026-03-02T22:30:00-03:00', zone })
    await hear({
      role: 'user',
      content: 'I have a meeting today',
      metadata: { id: 'd1', at: '2026-03-02T22:30:00', zone },
    })
    const today = await query({ query: 'meeting', time: 'today' })
    expect(today.time_window).toEqual({ start: '2026-03-02T00:00:00', end: '2026-03-03T00:00:00' })
    expect(today.results).toHaveLength(1)
    expect((await query({ query: 'meeting', time: 'yesterday' })).results).toEqual([])
  })
})

describe('case 11: after a move', () => {
  beforeEach(async () => {
    await hear(user('I live in Tokyo', 'h1', '2025-03-02T09:00:00+08:00'))
    await hear(user('I moved to Osaka', 'h2'))
  })

  it('the new home is current, and the old one no answer', async () => {
    const { results } = await query({ query: 'where does the user live' })
    expect(results.map(({ text }) => text).join()).toMatch(/Osaka/u)
    expect(results.map(({ text }) => text).join()).not.toMatch(/Tokyo/u)
  })

  it.each(['where did I live before?', 'Where did the user use to live, before Osaka?'])(
    '%s finds the old one, with the time it ended, behind the new one',
    async (asked) => {
      const answer = await query({ query: asked })
      const old = answer.results.filter(({ text }) => /Tokyo/u.test(text))
      expect(old).toMatchObject([{ superseded: true, valid_to: '2026-03-02T09:00:00' }])
      const places = answer.results.map(({ text }) =>
        /Osaka/u.test(text) ? 'new' : /Tokyo/u.test(text) ? 'old' : '',
      )
      expect(places.filter((place) => place !== '')).toEqual(
        places.includes('new') ? ['new', 'old'] : ['old'],
      )
      expect(told(answer, asked)).toMatch(/Tokyo.* \(until 2026-03-02\)/u)
      expect(told(answer, asked, 'zh')).toMatch(/Tokyo.*（截至 2026-03-02）/u)
    },
  )

  it('a period before the move finds the old one, marked', async () => {
    const { results } = await query({ query: 'live', time: '2025' })
    expect(results).toMatchObject([{ superseded: true }])
  })

  it('no new conversation is told the old one as what is', async () => {
    const context = await engine.text('GET', '/new_dialog/Mika')
    expect(context.split('inner thoughts')[0]).not.toMatch(/Tokyo/u)
  })
})

it.each([
  [['I live in Tokyo', 'I moved to Osaka'], 'where do I live?', 'Osaka'],
  [['我住在东京', '我搬到大阪了', '我喜欢喝茶'], '我住在哪里？', '大阪'],
  [['東京に住んでいます', '大阪に引っ越しました', 'お茶が好きです'], 'どこに住んでいますか？', '大阪'],
])('case 11: after %j, %s finds the new home first', async (said, asked, home) => {
  for (const [at, text] of said.entries()) await hear(user(text, `h${String(at)}`))
  const [first] = await texts({ query: asked })
  expect(first).toContain(home)
})

it('以前住哪 finds the home before the move', async () => {
  await hear(user('我住在东京', 'h1', '2025-03-02T09:00:00+08:00'))
  await hear(user('我搬到大阪了', 'h2'))
  expect((await texts({ query: '我住在哪里' })).join()).not.toMatch(/东京/u)
  const { results } = await query({ query: '我以前住在哪里' })
  expect(results.filter(({ text }) => text.includes('东京'))).toMatchObject([{ superseded: true }])
})

describe('case 12: what was a joke', () => {
  it('is never found, neither by name nor as what was', async () => {
    await hear(user('I live in Tokyo', 'h1'))
    await hear(user('Actually I never lived in Tokyo, that was a joke', 'h2'))
    for (const body of [
      { query: 'Tokyo' },
      { query: 'where did I live before?' },
      { query: 'Tokyo', time: 'today' },
      { query: 'live in Tokyo', time: '2026-03' },
    ]) {
      expect(await texts(body)).toEqual([])
    }
  })
})

describe('cases 13 to 16: by words alone', () => {
  it.each([
    ['13', '今天讨论了部署方案', '部署'],
    ['14', '重跑gen-itgc后清零', 'itgc'],
    ['16', '我每天早上六点起床跑步', '跑步'],
  ])('case %s: %s is found by %s, in its own words, and is no weak match', async (_case, said, asked) => {
    await begin({ model: verbatim })
    await hear(user('我喜欢喝茶', 'x1'), user(said, 'x2'))
    const { results, reason } = await query({ query: asked })
    expect(results.map(({ text }) => text)).toEqual([said])
    expect(reason).toBeUndefined()
  })

  it('case 15: another language is said not to be found', async () => {
    const others = Array.from({ length: 20 }, (_, n) => ({
      text: `The user met friend number ${String(n)} in town`,
    }))
    await remember({ text: '每年春天去攀岩' }, { text: 'The user was at a rock concert' }, ...others)
    const answer = await query({
      query: 'how often does the user go rock climbing in the mountains each spring',
    })
    expect(answer.reason).toBe('only_weak_matches')
    expect(told(answer, 'rock climbing')).toMatch(/^Only weak matches/u)
    const nothing = await query({ query: 'climbing' })
    expect(nothing).toMatchObject({ results: [], reason: 'nothing_found' })
    expect(told(nothing, 'climbing')).toBe('Nothing was found in memory.')
  })
})

it('case 21: a secret told to Mika is not found by asking Ren, and nobody is no one', async () => {
  await engine.api.createCharacter({ name: 'Ren', nickname: '', card: {} })
  await begin({ model: deaf })
  await engine.api.createCharacter({ name: 'Ren', nickname: '', card: {} })
  await hear(user('My secret word is zanzibar', 's1'))
  await engine.say('/cache/Ren', [user('Hello Ren', 'r1')])
  await engine.settled()
  expect(await texts({ query: 'secret word' })).toEqual(['My secret word is zanzibar'])
  for (const body of [
    { query: 'secret word zanzibar' },
    { time: 'today' },
    { query: 'zanzibar', time: '2026' },
  ]) {
    expect((await query(body, 'Ren')).results).toEqual([])
  }
  expect((await engine.send('POST', '/query_memory/%20', { query: 'zanzibar' })).status).toBe(400)
})

describe('what was said and not learned', () => {
  beforeEach(() => begin({ model: deaf }))

  it('is found in the user’s own words, below memories, with its time', async () => {
    await hear(user('My locker number is 4417', 'w1'), assistant('I will keep that in mind.', 'w2'))
    engine.clock.jumpTo(engine.clock.now() + DAY_MS)
    const answer = await query({ query: 'locker number' })
    expect(answer.results).toMatchObject([
      { id: 'w1', text: 'My locker number is 4417', tier: 'turn', entity: 'master', event_start_at: null },
    ])
    expect(answer).not.toHaveProperty('reason')
    expect(told(answer, 'locker number')).toBe(
      'Found in memory: 1\n1. [turn/master] My locker number is 4417  (2026-03-02, 1 day ago)',
    )
    expect((await query({ query: 'locker', time: 'yesterday' })).results).toHaveLength(1)
    expect(await query({ query: 'locker', time: 'last week' })).toMatchObject({
      results: [],
      reason: 'nothing_in_window',
    })
  })

  it('is not looked at when a memory answers, nor when the user does not want it', async () => {
    await hear(user('My locker number is 4417', 'w1'))
    await engine.api.updateSettings({ recallRawTurns: false })
    expect(await query({ query: 'locker number' })).toMatchObject({ results: [], reason: 'nothing_found' })
    await engine.api.updateSettings({ recallRawTurns: true })
    expect(await texts({ query: 'locker number' })).toHaveLength(1)
    await remember({ text: 'The locker number of the user is 4417' })
    expect((await query({ query: 'locker number' })).results).toMatchObject([{ tier: 'fact' }])
  })

  it('is no echo: the question itself, one like it, and what she said are left out', async () => {
    await hear(
      user('What is my locker number?', 'q1'),
      assistant('Your locker number may be 4417.', 'q2'),
      user('locker number', 'q3'),
    )
    expect(await query({ query: 'what is my locker number' })).toMatchObject({ results: [] })
  })

  it('goes on with what is said later', async () => {
    await hear(user('My locker number is 4417', 'w1'))
    expect(await texts({ query: 'locker number' })).toEqual(['My locker number is 4417'])
    await hear(user('The locker number changed to 5021 today', 'w2'))
    expect((await texts({ query: 'locker number' })).toSorted()).toEqual([
      'My locker number is 4417',
      'The locker number changed to 5021 today',
    ])
    engine = await engine.restart()
    expect(await texts({ query: 'locker number 5021' })).toContain('The locker number changed to 5021 today')
  })
})

describe('what a memory was made of', () => {
  const locker = 'My locker number is 4417'

  /** The memory as a page holds it. */
  async function learnt(): Promise<EntryAt> {
    const page = await engine.api.entries('Mika', { list: 'facts', offset: 0, limit: 10 })
    const row = page.ok ? page.value.rows.find(({ text }) => text === locker) : undefined
    if (row === undefined) throw new Error('nothing was learned')
    return { key: row.key, revision: row.revision }
  }

  beforeEach(async () => {
    await begin({ model: verbatim })
    await hear(user(locker, 'w1'))
    expect((await query({ query: 'locker number' })).results).toMatchObject([{ tier: 'fact' }])
  })

  it('answers for its turn, and does when nobody is to raise it', async () => {
    const one = [{ tier: 'fact', text: locker }]
    expect((await query({ query: 'what was my locker number about' })).results).toMatchObject(one)
    const rule = { bringUp: false, until: null }
    expect(await engine.api.bringUp('Mika', 'op-rest', [await learnt()], rule)).toMatchObject({ ok: true })
    expect((await query({ query: 'locker number' })).results).toMatchObject(one)
  })

  it('does not come back by its turn when it was taken back', async () => {
    const [fact] = await engine.api.facts('Mika').then((read) => (read.ok ? read.value : []))
    expect(await engine.api.undoFact('Mika', fact?.id ?? '')).toMatchObject({ ok: true })
    expect(await query({ query: 'locker number' })).toMatchObject({ results: [], reason: 'nothing_found' })
  })

  it.each([true, false])('nor when it was forgotten, with its turns: %s', async (rawTurns) => {
    // The turn is in the index before it is forgotten.
    await engine.api.updateSettings({ recallRawTurns: true })
    expect(await texts({ query: 'locker key' })).toHaveLength(1)
    const entries = [await learnt()]
    const forgotten = await engine.api.forget('Mika', 'op-forget', { entries, rawTurns, removeDerived: true })
    expect(forgotten).toMatchObject({ ok: true })
    for (const asked of ['locker number', 'my locker', '4417']) {
      expect(await texts({ query: asked })).toEqual([])
    }
    engine = await engine.restart()
    expect(await texts({ query: 'locker number' })).toEqual([])
  })
})

describe('case 15 with the word table', () => {
  it('a question in another language finds it among the first three, and is no weak answer', async () => {
    await begin({ deps: { embedders: testProvider(shippedEmbedder()) } })
    const others = [
      '今天和同事吃了火锅',
      '家里的猫叫年糕',
      '下个月要交房租',
      '喜欢在雨天听爵士乐',
      '妹妹在学小提琴',
    ]
    await remember({ text: '每年春天去攀岩' }, ...others.map((text) => ({ text })))
    const answer = await query({ query: 'rock climbing' })
    expect(answer.results.slice(0, 3).map(({ text }) => text)).toContain('每年春天去攀岩')
    expect(answer.reason).toBeUndefined()
  })
})

it('each row is explained when asked', async () => {
  await remember(
    { text: 'The user likes tea' },
    { text: 'The user really likes tea' },
    { text: 'The user has a boat' },
  )
  const answer = await query({ query: 'does the user like tea', explain: true })
  expect(answer.results[0]).toMatchObject({
    text: 'The user really likes tea',
    explain: {
      terms: ['user', 'like', 'tea'],
      keyword_rank: 1,
      vector_rank: null,
      cosine: null,
      kept_by: 'keyword',
      repeats: ['fact_20260101000000_00000000'],
    },
  })
  expect(JSON.stringify(await query({ query: 'tea' }))).not.toContain('explain')
})
