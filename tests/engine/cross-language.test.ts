/** Recall across languages with the table that ships, through the route (docs/recall.md has the same by kind). */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openRecallBench } from '../bench/recall-pool.ts'
import { readRecallSet, type RecallItem } from '../bench/recall-set.ts'
import { shippedEmbedder } from '../fixtures/word-table.ts'

/** Several hundred facts are stored and some hundred questions asked, on a machine that may be busy. */
const LONG_MS = 120_000

interface Question {
  readonly id: string
  readonly question: string
  readonly gold: readonly string[]
  readonly kind: string
}

function questionsOf(name: string): Question[] {
  const { questions } = JSON.parse(read(name)) as { questions: Question[] }
  return questions
}

function read(name: string): string {
  return readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), 'utf8')
}

function itemsOf(name: string): readonly RecallItem[] {
  const [pool] = readRecallSet(read(name))
  return pool?.items ?? []
}

const items = itemsOf('cross-language')
const thirdItems = itemsOf('cross-language-third')
const fifthItems = itemsOf('cross-language-fifth')
const sixthItems = itemsOf('cross-language-sixth')
const seventhItems = itemsOf('cross-language-seventh')
const eighthItems = itemsOf('cross-language-eighth')

/** Ids of the questions with a right row among those that came back. */
async function answered(
  questions: readonly Question[],
  items: readonly RecallItem[],
  embedder = true,
): Promise<string[]> {
  const bench = await openRecallBench(items, embedder ? shippedEmbedder() : null)
  const found: string[] = []
  for (const { id, question, gold } of questions) {
    const ids = await bench.ask(question)
    expect(ids.length).toBeLessThanOrEqual(8)
    if (gold.some((wanted) => ids.includes(wanted))) found.push(id)
  }
  await bench.close()
  return found
}

test('the sets are as large as they say, and their questions ask about different items', () => {
  expect(new Set(items.map(({ text }) => text)).size).toBeGreaterThanOrEqual(500)
  const [asked, blind] = [questionsOf('cross-language'), questionsOf('cross-language-blind')]
  expect([asked.length, blind.length]).toEqual([60, 40])
  const known = new Set(items.map(({ id }) => id))
  const goldOf = (questions: readonly Question[]) => questions.flatMap(({ gold }) => gold)
  expect(goldOf([...asked, ...blind]).filter((id) => !known.has(id))).toEqual([])
  const third = questionsOf('cross-language-third')
  expect([thirdItems.length, third.length]).toEqual([506, 60])
  const thirdKnown = new Set(thirdItems.map(({ id }) => id))
  expect(goldOf(third).filter((id) => !thirdKnown.has(id))).toEqual([])
  const fourth = questionsOf('cross-language-fourth')
  expect(fourth).toHaveLength(30)
  expect(goldOf(fourth).filter((id) => !thirdKnown.has(id))).toEqual([])
  const ofThird = new Set(goldOf(third))
  expect(goldOf(fourth).filter((id) => ofThird.has(id))).toEqual([])
  for (const [name, items, size] of [
    ['cross-language-fifth', fifthItems, 500],
    ['cross-language-sixth', sixthItems, 528],
    ['cross-language-seventh', seventhItems, 500],
    ['cross-language-eighth', eighthItems, 500],
  ] as const) {
    const ids = new Set(items.map(({ id }) => id))
    expect([ids.size, questionsOf(name).length], name).toEqual([size, 60])
    expect(
      goldOf(questionsOf(name)).filter((id) => !ids.has(id)),
      name,
    ).toEqual([])
  }
  const first = new Set(goldOf(asked))
  expect(goldOf(blind).filter((id) => first.has(id))).toEqual([])
})

test(
  'at least three in four questions in another language find a right row among eight',
  async () => {
    const questions = questionsOf('cross-language')
    expect((await answered(questions, items)).length / questions.length).toBeGreaterThanOrEqual(0.75)
    const blind = questionsOf('cross-language-blind')
    expect((await answered(blind, items)).length / blind.length).toBeGreaterThanOrEqual(0.75)
  },
  LONG_MS,
)

test(
  'so do three in four where rows of the language of the question compete',
  async () => {
    const third = await answered(questionsOf('cross-language-third'), thirdItems)
    expect(third.length / 60).toBeGreaterThanOrEqual(0.75)
    const fourth = await answered(questionsOf('cross-language-fourth'), thirdItems)
    expect(fourth.length / 30).toBeGreaterThanOrEqual(0.75)
    const fifth = await answered(questionsOf('cross-language-fifth'), fifthItems)
    expect(fifth.length / 60).toBeGreaterThanOrEqual(0.75)
    const seventh = await answered(questionsOf('cross-language-seventh'), seventhItems)
    expect(seventh.length / 60).toBeGreaterThanOrEqual(0.75)
  },
  LONG_MS,
)

test(
  "two sets that judged the ranking before the dictionary's own translations were added keep what these gave",
  async () => {
    const sixth = await answered(questionsOf('cross-language-sixth'), sixthItems)
    expect(sixth.length / 60).toBeGreaterThanOrEqual(0.75)
    const eighth = await answered(questionsOf('cross-language-eighth'), eighthItems)
    expect(eighth.length / 60).toBeGreaterThanOrEqual(2 / 3)
  },
  LONG_MS,
)

test(
  'by words alone none does: the questions share no word with their answers',
  async () => {
    expect(await answered(questionsOf('cross-language'), items, false)).toEqual([])
  },
  LONG_MS,
)
