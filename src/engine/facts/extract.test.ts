import { beforeEach, describe, expect, test } from 'vitest'
import {
  at,
  claim,
  learned,
  modelContext,
  say,
  scriptedModel,
  terms,
  turn,
} from '../../../tests/fixtures/facts.ts'
import { memoryDatabases, memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import { parseJson, parseObject } from '../document.ts'
import type { ConversationTurn, MemoryModel } from '../model/memory-model.ts'
import { fail, ok } from '../result.ts'
import { EXTRACT_RETRY_MAX_MS, EXTRACT_WINDOW_TOKENS, SECOND_MS } from '../settings.ts'
import { openCharacterStore, type CharacterStore } from '../store/character-store.ts'
import { heuristicCounter } from '../text/tokens.ts'
import {
  EXTRACT_STATE,
  noteTurns,
  runExtraction,
  runPathA,
  runTurn,
  skipExtraction,
  type ExtractDeps,
} from './extract.ts'
import { readState, type ExtractState } from './window.ts'

let store: CharacterStore

beforeEach(async () => {
  store = await memoryStore()
})

function deps(model: MemoryModel, now = '2026-03-02T09:10:00+08:00', over = store): ExtractDeps {
  return {
    store: over,
    model,
    context: modelContext(now),
    names: ['Mika', 'Ada'],
    terms,
    tokens: heuristicCounter,
  }
}

async function keep(...turns: ConversationTurn[]): Promise<void> {
  await say(store, ...turns)
  await store.db.transaction((tx) =>
    noteTurns(
      tx,
      store,
      turns.map((each) => each.turnId),
    ),
  )
}

async function state(): Promise<ExtractState> {
  return readState(parseJson((await store.documents.get(store.db, EXTRACT_STATE)) ?? 'null'))
}

async function texts(): Promise<unknown[]> {
  return (await store.facts.list(store.db)).map((row) => parseObject(row.doc)?.['text'])
}

/** Learns each thing that is said as "I like …". */
const likes = (input: { readonly turns: readonly ConversationTurn[] }) =>
  learned(
    ...input.turns.flatMap((each) => {
      const liked = /I like (\w+)/.exec(each.text)
      return liked === null ? [] : [claim(`Ada likes ${liked[1] ?? ''}`, [each.turnId], { quote: liked[0] })]
    }),
  )

describe('path A', () => {
  test('is due after ten turns, after five minutes, or first when idle', async () => {
    const model = scriptedModel(likes)
    await keep(turn('t1', 'human', 'I like kites'))
    expect((await runExtraction(deps(model), { idle: false })).status).toBe('not_due')
    expect((await runExtraction(deps(model), { idle: true })).status).toBe('done')
    await keep(turn('t2', 'human', 'I like tea'))
    expect((await runExtraction(deps(model, '2026-03-02T09:14:59+08:00'), { idle: true })).status).toBe(
      'not_due',
    )
    expect((await runExtraction(deps(model, '2026-03-02T09:15:00+08:00'), { idle: false })).status).toBe(
      'done',
    )
    for (let index = 0; index < 10; index += 1) await keep(turn(`m${index}`, 'human', `hello ${index}`))
    expect((await runExtraction(deps(model, '2026-03-02T09:15:01+08:00'), { idle: false })).status).toBe(
      'done',
    )
    expect(await texts()).toEqual(['Ada likes kites', 'Ada likes tea'])
  })

  test('waits for twenty turns while a conversation goes on, but for the first pass', async () => {
    const model = scriptedModel(likes)
    await keep(turn('t1', 'human', 'I like kites'))
    expect((await runExtraction(deps(model), { idle: true, talking: true })).status).toBe('done')
    const later = deps(model, '2026-03-02T09:30:00+08:00')
    for (let index = 0; index < 19; index += 1) await keep(turn(`m${index}`, 'human', `hello ${index}`))
    expect((await runExtraction(later, { idle: true, talking: true })).status).toBe('not_due')
    await keep(turn('t2', 'human', 'I like tea'))
    expect((await runExtraction(later, { idle: false, talking: true })).status).toBe('done')
    await keep(turn('t3', 'human', 'I like chess'))
    const rest = deps(model, '2026-03-02T09:36:00+08:00')
    expect((await runExtraction(rest, { idle: true, talking: true })).status).toBe('not_due')
    expect((await runExtraction(rest, { idle: true, talking: false })).status).toBe('done')
    expect(await texts()).toEqual(['Ada likes kites', 'Ada likes tea', 'Ada likes chess'])
  })

  test('reads each turn once, shows what came just before, and both speakers', async () => {
    const model = scriptedModel(likes)
    await keep(turn('t1', 'human', 'hello'), turn('t2', 'ai', 'What do you like?'))
    await runPathA(deps(model))
    await keep(turn('t3', 'human', 'I like kites'), turn('t4', 'ai', 'Nice!'))
    await runPathA(deps(model))
    const [first, second] = model.asked
    expect(first?.input.turns.map((each) => each.turnId)).toEqual(['t1', 't2'])
    expect(second?.input.turns.map((each) => each.turnId)).toEqual(['t3', 't4'])
    expect(second?.input.context.map((each) => each.turnId)).toEqual(['t1', 't2'])
    await runPathA(deps(model))
    expect(model.asked).toHaveLength(2)
  })

  test('what the character alone said is passed over without a call', async () => {
    const model = scriptedModel(likes)
    await keep(turn('t1', 'ai', 'I like kites'))
    expect(await runPathA(deps(model))).toMatchObject({ status: 'done', admissions: [] })
    expect(model.asked).toEqual([])
    expect((await state()).a.row).toBe(1)
  })

  test('a restart between turn and pass loses nothing and reads nothing twice', async () => {
    const databases = await memoryDatabases()
    store = await openCharacterStore(await databases.open('mika'))
    await keep(turn('t1', 'human', 'I like kites'))
    await store.db.close()
    store = await openCharacterStore(await databases.open('mika'))
    const model = scriptedModel(likes)
    // Long after the ten minutes that the reference looks back.
    await runPathA(deps(model, '2026-03-09T09:00:00+08:00'))
    await store.db.close()
    store = await openCharacterStore(await databases.open('mika'))
    await runPathA(deps(model, '2026-03-09T09:20:00+08:00'))
    expect(model.asked).toHaveLength(1)
    expect(await texts()).toEqual(['Ada likes kites'])
  })

  test('turns that arrive while the model thinks are counted for the next pass', async () => {
    await keep(turn('t1', 'human', 'I like kites'))
    let arrived = false
    const model = scriptedModel(likes)
    const slow: MemoryModel = {
      ...model,
      async extractFacts(input, context) {
        if (!arrived) await keep(turn('t2', 'human', 'hello again'))
        arrived = true
        return model.extractFacts(input, context)
      },
    }
    await runPathA(deps(slow))
    expect(await state()).toMatchObject({ turnsSince: 1, a: { row: 2 } })
  })
})

describe('a model that fails', () => {
  const down = scriptedModel(() => fail('model_unreachable', 'refused'))

  test('case 34: 200 turns while it is away are kept, and read in bounded windows once it is back', async () => {
    let now = Date.parse('2026-03-02T09:00:00+08:00')
    const long = 'word '.repeat(60)
    for (let index = 0; index < 200; index += 1) {
      now += 60 * SECOND_MS
      await keep({
        ...turn(`t${index}`, 'human', `I like thing${index} ${long}`),
        at: { instant: now, zone: 'UTC' },
      })
      await runExtraction(deps(down, new Date(now).toISOString()), { idle: true })
    }
    // Not one call a turn: the pauses grow.
    expect(down.asked.length).toBeLessThan(40)
    expect((await state()).a).toEqual({ row: 0, failures: 0 })

    const model = scriptedModel(likes)
    const later = new Date(now + EXTRACT_RETRY_MAX_MS).toISOString()
    expect((await runExtraction(deps(model, later), { idle: true })).status).toBe('done')
    for (const { input } of model.asked) {
      const spent = input.turns.reduce((sum, each) => sum + heuristicCounter.count(each.text), 0)
      expect(spent).toBeLessThanOrEqual(EXTRACT_WINDOW_TOKENS)
    }
    expect(model.asked.flatMap(({ input }) => input.turns)).toHaveLength(200)
    expect(await texts()).toHaveLength(200)
    expect(await store.refusals.list(store.db)).toEqual([])
  }, 60_000)

  test('an answer that stays unusable costs a small window, which is written down; the rest is read', async () => {
    const turns = Array.from({ length: 60 }, (_, index) => turn(`t${index}`, 'human', `I like thing${index}`))
    await keep(...turns)
    // One turn makes every answer that sees it unusable.
    const model = scriptedModel((input) =>
      input.turns.some((each) => each.turnId === 't0') ? fail('model_bad_answer', 'prose') : likes(input),
    )
    for (let pass = 0; pass < 5; pass += 1) await runPathA(deps(model))
    expect(model.asked.slice(0, 5).map(({ input }) => input.turns.length)).toEqual([60, 50, 13, 4, 1])
    expect(await store.refusals.list(store.db)).toMatchObject([
      { reason: 'extraction_given_up', turnIds: ['t0'] },
    ])
    expect(await texts()).toHaveLength(59)
  })

  test('a model that throws is a failed call; the turns are kept', async () => {
    await keep(turn('t1', 'human', 'I like kites'))
    const broken: MemoryModel = { ...down, extractFacts: () => Promise.reject(new Error('boom')) }
    expect(await runPathA(deps(broken))).toMatchObject({ status: 'waiting', error: 'model_bad_answer' })
    expect((await state()).a).toEqual({ row: 0, failures: 1 })
  })

  test('a turn that was pasted in at any length is cut for the prompt', async () => {
    await keep(turn('t1', 'human', `I like kites ${'很长'.repeat(100_000)}`))
    const model = scriptedModel(likes)
    await runPathA(deps(model))
    expect(heuristicCounter.count(model.asked[0]?.input.turns[0]?.text ?? '')).toBeLessThanOrEqual(3_000)
    expect(await texts()).toEqual(['Ada likes kites'])
  })
})

describe('path B', () => {
  test('follows every third pass of A, over what A has read, between the user’s first and last turn', async () => {
    const model = scriptedModel((input, path) =>
      path === 'a'
        ? likes(input)
        : learned(
            claim('Mika is afraid of thunder', ['a1'], {
              entity: 'neko',
              source: 'ai_disclosure',
              quote: 'thunder scares me',
            }),
          ),
    )
    for (let pass = 1; pass <= 3; pass += 1) {
      await keep(
        turn(`h${pass}`, 'human', `I like thing${pass}`),
        turn(`a${pass}`, 'ai', 'Oh, thunder scares me.'),
      )
      await runExtraction(deps(model, `2026-03-02T0${pass}:00:00+08:00`), { idle: true })
    }
    const asked = model.asked.filter(({ path }) => path === 'b')
    expect(asked).toHaveLength(1)
    expect(asked[0]?.input.turns.map((each) => each.turnId)).toEqual(['h1', 'a1', 'h2', 'a2', 'h3'])
    expect(await texts()).toContain('Mika is afraid of thunder')
    expect(await state()).toMatchObject({ bTicks: 0, b: { row: 6, failures: 0 } })
  })

  test('a failure of B never holds up A', async () => {
    const model = scriptedModel((input, path) =>
      path === 'a' ? likes(input) : fail('model_bad_answer', 'prose'),
    )
    for (let pass = 1; pass <= 3; pass += 1) {
      await keep(turn(`h${pass}`, 'human', `I like thing${pass}`))
      await runExtraction(deps(model, `2026-03-02T0${pass}:00:00+08:00`), { idle: true })
    }
    expect(await state()).toMatchObject({ a: { row: 3, failures: 0 }, b: { row: 0, failures: 1 } })
    expect(await texts()).toHaveLength(3)
  })
})

describe('powerful memory off', () => {
  test('a turn is read at once, and nothing of that time later', async () => {
    const model = scriptedModel(likes)
    await keep(turn('t1', 'human', 'I like kites'))
    await runTurn(deps(model), ['t1'])
    // The operation is replayed after a crash: the fact is not reinforced by its own turn.
    await runTurn(deps(model), ['t1'])
    await store.db.transaction((tx) => skipExtraction(tx, store, at('2026-03-02T09:20:00+08:00').instant))
    expect((await runExtraction(deps(model, '2026-03-03T09:00:00+08:00'), { idle: true })).status).toBe(
      'not_due',
    )
    await runPathA(deps(model, '2026-03-03T09:00:00+08:00'))
    expect(model.asked).toHaveLength(2)
    const [row] = await store.facts.list(store.db)
    expect(parseObject(row?.doc ?? '')).not.toHaveProperty('reinforced')
    expect(row?.signalProcessed).toBe(false)
  })
})

describe('rules', () => {
  test('run right after each turn, and know the stored facts', async () => {
    const model = scriptedModel(likes, 'rules')
    await keep(turn('t1', 'human', 'I like kites'))
    expect((await runExtraction(deps(model), { idle: false })).status).toBe('done')
    await keep(turn('t2', 'human', 'I like tea'))
    await runExtraction(deps(model), { idle: false })
    expect(model.asked.at(-1)?.input.known).toMatchObject([{ text: 'Ada likes kites', turnIds: ['t1'] }])
  })
})

test('what was there before the first turn (an import) is not read', async () => {
  await say(store, turn('old1', 'human', 'I like wine'), turn('old2', 'human', 'I like beer'))
  const model = scriptedModel(likes)
  expect((await runExtraction(deps(model), { idle: true })).status).toBe('not_due')
  await keep(turn('t1', 'human', 'I like kites'))
  await runPathA(deps(model))
  expect(await texts()).toEqual(['Ada likes kites'])
  expect(model.asked[0]?.input.context.map((each) => each.turnId)).toEqual(['old1', 'old2'])
})

test('rows that cannot be read are passed over', async () => {
  await keep(turn('t1', 'human', 'I like kites'))
  await store.db.run(`UPDATE time_indexed_original SET message = '{"type":' WHERE turn_id = 't1'`)
  await keep(turn('t2', 'human', 'I like tea'))
  await runPathA(deps(scriptedModel(likes)))
  expect(await texts()).toEqual(['Ada likes tea'])
})

test('an answer without claims moves on', async () => {
  await keep(turn('t1', 'human', 'hm'))
  const report = await runPathA(deps(scriptedModel(() => ok({ claims: [], retracts: [] }))))
  expect(report).toMatchObject({ status: 'done', error: null })
  expect((await state()).turnsSince).toBe(0)
})

test('absorbed facts go to the archive a week after they were learned, at most once a day', async () => {
  const model = scriptedModel(likes)
  await keep(turn('t1', 'human', 'I like kites'))
  await runPathA(deps(model))
  await store.db.run(`UPDATE facts SET absorbed = 1`)
  await keep(turn('t2', 'human', 'I like tea'))
  await runPathA(deps(model, '2026-03-10T09:00:00+08:00'))
  expect(await texts()).toEqual(['Ada likes tea'])
  expect((await store.facts.listArchived(store.db)).map((row) => parseObject(row.doc)?.['text'])).toEqual([
    'Ada likes kites',
  ])
  expect(await store.documents.get(store.db, 'facts_archive.last_attempt')).toBe('2026-03-10T09:00:00')
  // An archived fact blocks nothing: said again, it is active again (facts.md §6.1).
  await keep(turn('t3', 'human', 'I like kites'))
  await runPathA(deps(model, '2026-03-10T10:00:00+08:00'))
  expect(await texts()).toEqual(['Ada likes tea', 'Ada likes kites'])
})
