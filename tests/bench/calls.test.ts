/** The scripted day is the one that docs/bench.md publishes, and its calls are counted as they are made. */
import { expect, test } from 'vitest'
import { benchCalls, type CallsLine } from './calls.ts'
import { scriptedDay, topicOf } from './day/script.ts'

test('the day has 200 turns in six conversations, the same for the same seed', () => {
  const day = scriptedDay()
  const turns = day.flatMap((conversation) => conversation.turns)
  expect(day.map((conversation) => conversation.turns.length)).toEqual([20, 16, 34, 30, 60, 40])
  expect(scriptedDay()).toEqual(day)
  expect(scriptedDay(2)).not.toEqual(day)
  expect(turns.every(({ at }, index) => index === 0 || at > (turns[index - 1]?.at ?? 0))).toBe(true)
  const facts = turns.filter(({ fact }) => fact !== null)
  expect(facts.length).toBeGreaterThan(45)
  expect(facts.every(({ said, fact }) => topicOf(said) === fact?.topic)).toBe(true)
  expect(turns.filter(({ said, fact }) => fact === null && topicOf(said) !== undefined)).toEqual([])
})

test(
  'a conversation costs no more calls than with the reference’s schedule, and none with rules',
  { timeout: 120_000 },
  async () => {
    const lines: CallsLine[] = []
    await benchCalls(1, (line) => lines.push(line))
    const [full, rules] = lines
    expect([full?.turns, rules?.turns]).toEqual([20, 20])
    for (const [task, count] of Object.entries(full?.by_purpose ?? {})) {
      expect(count, task).toBeLessThanOrEqual(full?.baseline_calls.by_purpose[task] ?? 0)
    }
    expect(full?.by_purpose).toMatchObject({ extractFacts: 2, summarise: 1 })
    expect(full?.ratio).toBeLessThan(0.8)
    expect(rules).toMatchObject({ per_turn: 0, by_purpose: {}, met: true })
  },
)
