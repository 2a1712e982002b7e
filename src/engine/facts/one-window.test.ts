/** Turns that are read together teach what they teach when each is read by itself. */
import { describe, expect, it, test } from 'vitest'
import { modelContext, say, terms, turn } from '../../../tests/fixtures/facts.ts'
import { memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import fc from '../../../tests/fixtures/properties.ts'
import { parseObject, textField } from '../document.ts'
import type { ConversationTurn } from '../model/memory-model.ts'
import { createRulesModel } from '../model/rules.ts'
import { SECOND_MS } from '../settings.ts'
import { heuristicCounter } from '../text/tokens.ts'
import { noteTurns, runPathA, runPathB } from './extract.ts'
import { extractByRules } from './rules/index.ts'

/** Short form for every run; `OMOIDE_RUNS` makes it a sweep. */
const RUNS = Number(process.env['OMOIDE_RUNS'] ?? 12)

/** What is kept of a fact, but for what depends on when it was read. */
interface Kept {
  readonly text: string
  readonly holds: boolean
  /** Words of the fact that took its place. */
  readonly by: string | null
  readonly turns: readonly string[]
  readonly reinforced: unknown
}

/** What is known after windows of turns, one window after the other; with `again`, both speakers are read once more. */
async function known(windows: readonly (readonly ConversationTurn[])[], again = false): Promise<Kept[]> {
  const store = await memoryStore()
  const deps = {
    store,
    model: createRulesModel({ extract: extractByRules }),
    context: modelContext('2026-03-02T21:00:00+08:00'),
    names: ['Mika'],
    terms,
    tokens: heuristicCounter,
  }
  for (const turns of windows) {
    await say(store, ...turns)
    const ids = turns.map(({ turnId }) => turnId)
    await store.db.transaction((tx) => noteTurns(tx, store, ids))
    expect(await runPathA(deps)).toMatchObject({ status: 'done', error: null })
  }
  if (again) expect(await runPathB(deps)).toMatchObject({ status: 'done', error: null })
  const documents = (await store.facts.list(store.db)).map((row) => parseObject(row.doc) ?? {})
  const textOf = (id: unknown): string | null =>
    textField(documents.find((document) => document['id'] === id) ?? {}, 'text')
  return Promise.all(
    documents.map(async (document) => {
      const sources = await store.facts.sources.of(store.db, textField(document, 'id') ?? '')
      return {
        text: textField(document, 'text') ?? '',
        holds: !('superseded_at' in document),
        by: textOf(document['superseded_by']),
        turns: sources.map(({ turnId }) => turnId),
        reinforced: document['reinforced'] ?? 0,
      }
    }),
  )
}

/** Turns of the user and, behind `C: `, of the character, `apart` milliseconds from one another. */
function spoken(sentences: readonly string[], apart = SECOND_MS): ConversationTurn[] {
  const start = Date.parse('2026-03-02T09:00:00+08:00')
  return sentences.map((text, index) => {
    const [role, words] = text.startsWith('C: ')
      ? (['ai', text.slice(3)] as const)
      : (['human', text] as const)
    return turn(`t${String(index)}`, role, words, new Date(start + index * apart).toISOString())
  })
}

const holding = (facts: readonly Kept[]): string[] =>
  facts.filter(({ holds }) => holds).map(({ text }) => text)

const CASES: readonly { readonly says: readonly string[]; readonly was: string; readonly is: string }[] = [
  { says: ['我住在大阪。', '我搬到奈良了。'], was: '大阪', is: '奈良' },
  { says: ['I live in Osaka.', 'I moved to Nara.'], was: 'Osaka', is: 'Nara' },
  { says: ['私は大阪に住んでいます。', '奈良に引っ越しました。'], was: '大阪', is: '奈良' },
  { says: ['我在丰田上班。', '我跳槽到本田了。'], was: '丰田', is: '本田' },
  { says: ['I work at Toyota.', 'I work at Honda now.'], was: 'Toyota', is: 'Honda' },
  { says: ['トヨタで働いています。', 'ホンダに転職しました。'], was: 'トヨタ', is: 'ホンダ' },
  { says: ['我在京都大学读书。', '我毕业了。'], was: '京都大学', is: '毕业' },
  { says: ['I study biology at Kyoto University.', 'I graduated!'], was: 'biology', is: 'graduated' },
  { says: ['京都大学で勉強しています。', '大学を卒業しました。'], was: '勉強', is: '卒業' },
  { says: ['我有女朋友。', '我们分手了。'], was: '有女朋友', is: '分手' },
  { says: ['I have a girlfriend.', 'We broke up.'], was: 'has a girlfriend', is: 'broke up' },
  { says: ['彼女がいます。', '彼女と別れました。'], was: '彼女がいます', is: '別れ' },
]

test.each(CASES)('read together, $says: the later outdates the earlier', async ({ says, was, is }) => {
  for (const apart of [SECOND_MS, 0]) {
    const facts = await known([spoken(says, apart)])
    const held = facts.find(({ holds }) => holds)
    expect(held?.text).toContain(is)
    expect(facts.filter(({ holds }) => !holds)).toMatchObject([
      { text: expect.stringContaining(was) as unknown, by: held?.text },
    ])
  }
})

describe('read together', () => {
  it('of three homes in a row only the last holds', async () => {
    const facts = await known([spoken(['I live in Osaka.', 'I moved to Nara.', 'I live in Kobe now.'], 0)])
    expect(holding(facts)).toEqual([expect.stringContaining('Kobe')])
    expect(facts).toHaveLength(3)
  })

  it('a home that one comes back to holds again, its earlier time stays', async () => {
    for (const apart of [SECOND_MS, 0]) {
      const says = ['I live in Osaka now.', 'I live in Nara now.', 'I live in Osaka now.']
      const facts = await known([spoken(says, apart)])
      expect(facts.map(({ text, holds }) => [/Osaka|Nara/.exec(text)?.[0], holds])).toEqual([
        ['Osaka', false],
        ['Nara', false],
        ['Osaka', true],
      ])
    }
  })

  it('the same said twice is one fact of two turns', async () => {
    const [fact, ...others] = await known([spoken(['我对花生过敏。', '我对花生过敏。'], 0)])
    expect(others).toEqual([])
    expect(fact).toMatchObject({ holds: true, reinforced: 1, turns: ['t0', 't1'] })
  })

  it('what is taken back and said again holds', async () => {
    for (const apart of [SECOND_MS, 0]) {
      const says = [
        'I have a cat in Tokyo.',
        'Actually I never had a cat in Tokyo, that was a joke.',
        'I have a cat in Tokyo.',
      ]
      expect(await known([spoken(says, apart)], true)).toMatchObject([{ holds: true, turns: ['t2'] }])
    }
  })

  it('what a window says again and takes back is gone, though it was known before', async () => {
    const turns = spoken(['My sister is called Anna.', 'My sister is called Anna.', 'No wait, Hannah.'])
    const facts = await known([turns.slice(0, 1), turns.slice(1)])
    expect(facts.map(({ text }) => text)).toEqual([expect.stringContaining('Hannah')])
  })
})

const PHRASES: readonly (readonly string[])[] = [
  [
    'I live in Osaka now.',
    'I live in Nara now.',
    'I moved to Kobe.',
    'I moved out.',
    'Actually I never lived in Osaka.',
    'I work at Toyota.',
    'I work at Honda now.',
    'I quit my job.',
    "I'm a teacher now.",
    'I study biology at Kyoto University.',
    'I graduated!',
    "I'm single.",
    'I have a girlfriend.',
    'We broke up.',
    'I got married last week!',
    'I like tea.',
    "I don't like tea any more.",
    'My sister is called Anna.',
    'No wait, Hannah.',
    'No, I meant Leeds.',
    'Just kidding!',
    'I took the train to York on Monday.',
    'Nice weather.',
    'C: Where do you live?',
    'Kobe.',
    'C: Do you have any pets?',
    'No.',
    'C: Sounds good!',
  ],
  [
    '我现在住在大阪。',
    '我住在奈良。',
    '我搬到神户了。',
    '我没有住过大阪，开玩笑的。',
    '我在丰田上班。',
    '我跳槽到本田了。',
    '我辞职了。',
    '我在京都大学读书。',
    '我毕业了。',
    '我单身。',
    '我有女朋友了。',
    '我们分手了。',
    '我结婚了。',
    '我喜欢喝茶。',
    '我不再喜欢喝茶了。',
    '我周五去武汉出差。',
    '不对，是去长沙。',
    '说错了，是周六。',
    '开玩笑的。',
    '今天天气不错。',
    'C: 你住在哪里？',
    '神户。',
    'C: 你有女朋友吗？',
    '没有。',
  ],
  [
    '今は大阪に住んでいます。',
    '私は奈良に住んでいます。',
    '神戸に引っ越しました。',
    '大阪に住んだことはないよ、冗談だよ。',
    'トヨタで働いています。',
    'ホンダに転職しました。',
    '仕事を辞めました。',
    '京都大学で勉強しています。',
    '大学を卒業しました。',
    '私は独身です。',
    '彼女ができました。',
    '彼女と別れました。',
    '先月結婚しました。',
    'お茶が好きです。',
    'もうお茶は好きじゃない。',
    '金曜日に名古屋に行く。',
    'いや、岐阜だった。',
    '違う、土曜日。',
    '冗談だよ。',
    'いい天気だね。',
    'C: どこに住んでいるの？',
    '神戸。',
    'C: 彼女はいるの？',
    'いないよ。',
  ],
]

/** Some turns in some windows; what they say is chosen from one language, or now and then from all. */
const talk = fc.constantFrom(...PHRASES, PHRASES.flat()).chain((phrases) =>
  fc.record({
    says: fc.array(fc.constantFrom(...phrases), { minLength: 2, maxLength: 8 }),
    first: fc.nat(2),
    apart: fc.constantFrom(0, SECOND_MS),
  }),
)

it('any sentences teach together what they teach one by one, and nothing new when read again', async () => {
  await fc.assert(
    fc.asyncProperty(talk, async ({ says, first, apart }) => {
      const turns = spoken(says, apart)
      const alone = await known(turns.map((each) => [each]))
      const windows = [turns.slice(0, first), turns.slice(first)].filter(({ length }) => length > 0)
      expect(await known(windows)).toEqual(alone)
      expect(await known(windows, true)).toEqual(alone)
      if (apart === 0) expect(alone).toEqual(await known(spoken(says).map((each) => [each])))
    }),
    { numRuns: RUNS },
  )
})
