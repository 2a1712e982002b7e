/** Turns, read by the rules, admitted into a real store: what a fresh install without any model learns. */
import { beforeEach, expect, test } from 'vitest'
import { modelContext, say, terms, turn } from '../../../tests/fixtures/facts.ts'
import { memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import { parseObject, type JsonObject } from '../document.ts'
import { createRulesModel } from '../model/rules.ts'
import type { ConversationTurn } from '../model/memory-model.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { heuristicCounter } from '../text/tokens.ts'
import { noteTurns, runExtraction } from './extract.ts'
import { extractByRules } from './rules/index.ts'

let store: CharacterStore

beforeEach(async () => {
  store = await memoryStore()
})

async function hear(...turns: ConversationTurn[]): Promise<JsonObject[]> {
  for (const said of turns) {
    await say(store, said)
    await store.db.transaction((tx) => noteTurns(tx, store, [said.turnId]))
    await runExtraction(
      {
        store,
        model: createRulesModel({ extract: extractByRules }),
        context: modelContext(new Date(said.at.instant).toISOString()),
        names: ['Mika'],
        terms,
        tokens: heuristicCounter,
      },
      { idle: true },
    )
  }
  return (await store.facts.list(store.db)).map((row) => parseObject(row.doc) ?? {})
}

const textOf = (document: JsonObject): string => String(document['text'])

test('case 33: a name and a liking, in English and in Chinese, of low confidence', async () => {
  const documents = await hear(
    turn('t1', 'human', 'My name is Ada and I like kites'),
    turn('t2', 'human', '我叫小林，喜欢风筝'),
  )
  const all = documents.map(textOf).join('\n')
  for (const word of ['Ada', 'kites', '小林', '风筝']) expect(all).toContain(word)
  for (const document of documents) expect(document).toMatchObject({ entity: 'master', confidence: 'low' })
  for (const document of documents) {
    const [source] = await store.facts.sources.of(store.db, String(document['id']))
    const said = source?.turnId === 't1' ? 'My name is Ada and I like kites' : '我叫小林，喜欢风筝'
    expect(said).toContain(source?.quote)
  }
})

test('cases 3, 4, 6: nothing from the character, a quotation or a question', async () => {
  const documents = await hear(
    turn('t1', 'ai', 'Good evening.\n\nRain again.\n\nI prefer mornings.'),
    turn('t2', 'ai', 'I have no siblings.'),
    turn('t3', 'human', '> I have no siblings\nfunny!'),
    turn('t4', 'human', 'What does Jonas like?'),
  )
  expect(documents.filter((document) => document['entity'] === 'master').map(textOf)).toEqual([])
})

test('a role-play that began ten turns ago still teaches nothing', async () => {
  const story = ['I grip the rail.', 'The fog lifts.', 'I light the lamp.', 'A bell rings.']
  const documents = await hear(
    turn('t0', 'human', "Let's play: I'm the keeper of a lighthouse."),
    turn('t1', 'ai', 'Waves crash below. Go on.'),
    ...[...story, ...story].map((line, index) => turn(`s${index}`, index % 2 === 0 ? 'human' : 'ai', line)),
    turn('t9', 'human', 'I live in the tower and I keep two ravens.'),
  )
  expect(documents.map(textOf)).toEqual([])
})

test('case 1: said again a day later, it is one fact with two sources', async () => {
  const documents = await hear(
    turn('t1', 'human', "I'm allergic to peanuts.", '2026-03-01T09:00:00+08:00'),
    turn('t2', 'human', "I'm allergic to peanuts.", '2026-03-02T09:00:00+08:00'),
  )
  expect(documents).toHaveLength(1)
  expect(documents[0]).toMatchObject({ reinforced: 1 })
})

test('case 11: after a move the old home is no longer current, and reading on does not bring it back', async () => {
  const documents = await hear(
    turn('t1', 'human', 'I live in Tokyo.', '2025-04-01T09:00:00+09:00'),
    turn('t2', 'human', 'I moved to Osaka.', '2026-01-10T09:00:00+09:00'),
    turn('t3', 'human', 'I like tea.', '2026-01-11T09:00:00+09:00'),
    turn('t4', 'human', 'I like kites.', '2026-01-12T09:00:00+09:00'),
  )
  const current = documents.filter((document) => !('superseded_at' in document)).map(textOf)
  const outdated = documents.filter((document) => 'superseded_at' in document).map(textOf)
  expect(outdated.join()).toContain('Tokyo')
  expect(current.join()).toContain('Osaka')
  expect(current.join()).not.toContain('Tokyo')
  expect(await store.refusals.list(store.db)).toEqual([])
})

test('case 12: a joke that is taken back leaves nothing', async () => {
  const documents = await hear(
    turn('t1', 'human', 'I lived in Tokyo for two years.', '2026-03-01T09:00:00+08:00'),
    turn('t2', 'human', 'Actually I never lived in Tokyo, that was a joke.', '2026-03-02T09:00:00+08:00'),
  )
  const claimed = documents.map(textOf).filter((text) => text.includes('Tokyo') && !/never|not/.test(text))
  expect(claimed).toEqual([])
})

test('cases 9, 10: yesterday and today are days of the user, counted from the turn', async () => {
  const documents = await hear(turn('t1', 'human', 'Yesterday I bought a kite.', '2026-03-02T09:00:00+08:00'))
  expect(documents).toHaveLength(1)
  expect(String(documents[0]?.['event_start_at'])).toMatch(/^2026-03-01T/)
})
