import { describe, expect, it } from 'vitest'
import type { ConversationTurn, Extraction, KnownFact, ModelContext } from '../../model/memory-model.ts'
import { extractByRules } from './index.ts'

const start = Date.parse('2026-03-02T09:00:00Z')
const context: ModelContext = {
  character: 'mika',
  language: 'en',
  userName: 'Sol',
  characterName: 'Mika',
  now: { instant: start, zone: 'Europe/London' },
}

/** Turns from lines that start with `U:` or `C:`, a minute apart. */
function turnsOf(...lines: string[]): ConversationTurn[] {
  return lines.map((line, index) => ({
    turnId: `t${String(index)}`,
    role: line.startsWith('C:') ? 'ai' : 'human',
    text: line.slice(2).trim(),
    at: { instant: start + index * 60_000, zone: 'Europe/London' },
  }))
}

function extract(lines: string[], known: KnownFact[] = [], withAi = true): Extraction {
  return extractByRules({ turns: turnsOf(...lines), context: [], known }, context, { withAi })
}

const texts = (lines: string[], withAi = true) => extract(lines, [], withAi).claims.map(({ text }) => text)

function stored(text: string, turnId = 'old'): KnownFact {
  return { id: `id of ${text}`, text, entity: 'master', importance: 8, turnIds: [turnId] }
}

describe('facts without a model', () => {
  it('learns names and likings from plain statements, at low confidence', () => {
    const english = extract(['U: My name is Ada and I like kites'])
    expect(english.claims.map(({ text }) => text)).toEqual(["The user's name is Ada", 'The user likes kites'])
    expect(english.claims.every(({ confidence }) => confidence === 'low')).toBe(true)
    expect(texts(['U: 我叫小林，喜欢风筝'])).toEqual(['主人的名字叫小林', '主人喜欢风筝'])
  })

  it('keeps the language and script of the turn', () => {
    expect(texts(['U: 我住在嘉義，養了一隻貓。'])).toEqual(['主人住在嘉義', '主人養了一隻貓'])
    expect(texts(['U: 猫を二匹飼ってます。'])).toEqual(['マスターは猫を二匹飼ってます'])
  })

  it('quotes the turn verbatim', () => {
    const turns = turnsOf('U: 对了，我對花粉過敏，每年春天都很慘。')
    const { claims } = extractByRules({ turns, context: [], known: [] }, context, { withAi: true })
    expect(claims.length).toBeGreaterThan(0)
    for (const claim of claims) expect(turns[0]?.text).toContain(claim.quote)
  })

  it('resolves an event by the time of its turn', () => {
    const [claim] = extract(['U: Yesterday I bought a kite.']).claims
    expect(claim?.event).toEqual({
      start: Date.parse('2026-03-01T00:00:00Z'),
      end: Date.parse('2026-03-01T23:59:59Z'),
    })
  })

  it('does not credit the user with the character’s words, and reads those only when asked to', () => {
    const reply = ['C: Here is a thought.\n\nAnother one.\n\nI prefer mornings, when the street is wet.']
    expect(extract(reply, [], false).claims).toEqual([])
    expect(extract(reply).claims.map(({ entity, source }) => [entity, source])).toEqual([
      ['neko', 'ai_disclosure'],
    ])
  })

  it('learns nothing from quotations, questions, code, stories, suppositions and orders', () => {
    for (const line of [
      'U: > I have no siblings\nfunny!',
      'U: "I have no siblings" – you said that last week',
      "U: In our story I'm a dragon hunter.",
      'U: What does Jonas like?',
      'U: ```\nconst name = "I am Bob and I live in Rome"\n```',
      "U: If I had a boat I'd live on it.",
      'U: Tell me a joke about cats.',
      'U: 如果我有一艘船就住在海上。',
      'U: 我适合当老师吗？',
      'U: 帮我翻译：I live in Paris and I hate cheese, and my mother is a dentist',
      'U: もし猫を飼ったら幸せかな。',
      'U: Me llamo Ana y vivo en Lima.',
      'U: 안녕하세요, 저는 서울에 살아요.',
    ]) {
      expect(texts([line]), line).toEqual([])
    }
  })

  it('names whose fact it is', () => {
    expect(texts(['U: My sister is allergic to wool.'])).toEqual(["The user's sister is allergic to wool"])
    expect(texts(['U: 我舅舅是开火车的，天天在外面跑。'])).toEqual(['主人的舅舅是开火车的，天天在外面跑'])
    expect(texts(['U: My boss took up fencing. His son plays the harp.'])).toEqual([
      "The user's boss took up fencing",
      "The user's boss's son plays the harp",
    ])
  })

  it('marks what was once so', () => {
    const claims = extract(['U: I moved from Tulsa to Reno last week.']).claims
    expect(claims.map(({ text, superseded }) => [text, superseded === true])).toEqual([
      ['The user used to live in Tulsa', true],
      ['The user moved from Tulsa to Reno last week', false],
    ])
  })
})

describe('what later turns do to stored facts', () => {
  it('ends the old home when the user moved', () => {
    const { claims } = extract(
      ['U: I moved to Osaka.'],
      [stored('The user lives in Tokyo'), stored('The user likes tea')],
    )
    expect(claims.map(({ text, corrects }) => [text, corrects])).toEqual([
      ['The user moved to Osaka', [{ id: 'id of The user lives in Tokyo', how: 'was' }]],
    ])
  })

  it('takes back what the user says was never so', () => {
    const { claims, retracts } = extract(
      ['U: Actually I never lived in Tokyo, that was a joke.'],
      [stored('The user lives in Tokyo'), stored('The user likes tea')],
    )
    expect(claims).toEqual([])
    expect(retracts).toMatchObject([{ id: 'id of The user lives in Tokyo', how: 'never', turnId: 't0' }])
  })

  it('takes back a joke of the turn before', () => {
    const turns = turnsOf('U: I live on a submarine.', 'C: Under the sea!', 'U: Just kidding.')
    const known = [stored('The user lives on a submarine', 't0')]
    const { retracts } = extractByRules(
      { turns: turns.slice(2), context: turns.slice(0, 2), known },
      context,
      { withAi: true },
    )
    expect(retracts.map(({ id, how }) => [id, how])).toEqual([
      ['id of The user lives on a submarine', 'never'],
    ])
  })

  it('puts the right word into a statement of the turn before', () => {
    const turns = turnsOf(
      'U: My aunt lives in Gdansk.',
      'C: Lovely!',
      'U: Sorry, I meant Gdynia, not Gdansk.',
    )
    const before = extractByRules({ turns: turns.slice(0, 1), context: [], known: [] }, context, {
      withAi: true,
    }).claims
    const known = before.map(({ text }) => stored(text, 't0'))
    const { claims } = extractByRules({ turns: turns.slice(2), context: turns.slice(0, 2), known }, context, {
      withAi: true,
    })
    expect(claims.map(({ text, corrects }) => [text, corrects?.[0]?.how])).toEqual([
      ["The user's aunt lives in Gdynia", 'never'],
    ])
  })

  it('says nothing new when it reads context again', () => {
    const turns = turnsOf('U: I love olives.', 'C: Green ones?', 'U: See you later!')
    expect(
      extractByRules({ turns: turns.slice(2), context: turns.slice(0, 2), known: [] }, context, {
        withAi: true,
      }),
    ).toEqual({ claims: [], retracts: [] })
  })
})

describe('hostile input', () => {
  it('is read in bounded time', () => {
    for (const text of [
      'a'.repeat(20_000),
      '我'.repeat(20_000),
      'I am '.repeat(5_000),
      '“'.repeat(5_000),
      'I live in '.repeat(3_000),
      '(((('.repeat(3_000),
    ]) {
      const before = performance.now()
      extract([`U: ${text}`])
      expect(performance.now() - before, text.slice(0, 12)).toBeLessThan(5_000)
    }
  })
})
