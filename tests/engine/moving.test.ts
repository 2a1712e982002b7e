/** A move of the user's outdates where she lived, by rules, and nobody else's home or work. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TestEngine, testEngine, user } from '../fixtures/engine.ts'

const MINUTE_MS = 60_000
let engine: TestEngine

beforeEach(async () => {
  engine = await testEngine()
  await engine.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
})
afterEach(() => engine.stop())

const MOVES: readonly (readonly [string, readonly string[], string, string])[] = [
  ['Chinese', ['我妹妹住在厦门。', '我住在大阪。', '我搬到奈良了。'], '厦门', '大阪'],
  [
    'English',
    ['My sister lives in Porto.', 'I live in Osaka.', 'I moved to Nara last week.'],
    'Porto',
    'Osaka',
  ],
  [
    'English, without a time',
    ['My sister lives in Porto.', 'I live in Osaka.', 'I moved to Nara.'],
    'Porto',
    'Osaka',
  ],
  [
    'English, by where it is now',
    ['My sister lives in Porto.', 'I live in Osaka.', 'I live in Nara now.'],
    'Porto',
    'Osaka',
  ],
  ['Chinese, by where it is now', ['我妹妹住在厦门。', '我住在大阪。', '我现在住在奈良。'], '厦门', '大阪'],
  [
    'Japanese',
    ['妹は福岡に住んでいます。', '私は大阪に住んでいます。', '奈良に引っ越しました。'],
    '福岡',
    '大阪',
  ],
]

it.each(MOVES)('in %s', async (_, lines, hers, before) => {
  for (const [n, line] of lines.entries()) {
    engine.clock.jumpTo(engine.clock.now() + MINUTE_MS)
    await engine.say('/cache/Mika', [user(line, `turn-${String(n)}`)])
    await engine.settled()
  }
  await expectMoved(hers, before)
})

it.each(MOVES)('said in one request, in %s', async (_, lines, hers, before) => {
  await engine.say(
    '/cache/Mika',
    lines.map((line, n) => user(line, `turn-${String(n)}`)),
  )
  await engine.settled()
  await expectMoved(hers, before)
})

async function expectMoved(hers: string, before: string): Promise<void> {
  const answer = await engine.api.facts('Mika')
  const facts = answer.ok ? answer.value : []
  const superseded = (place: string) => facts.find(({ text }) => text.includes(place))?.superseded
  expect(superseded(hers)).toBe(false)
  expect(superseded(before)).toBe(true)
}
