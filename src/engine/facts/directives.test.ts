/** Ban-topic directives of facts.md §12.2, and their way back. */
import { beforeEach, describe, expect, it } from 'vitest'

import { memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import { put } from '../../../tests/fixtures/persona.ts'
import { contextLanguages } from '../context/phrases.ts'
import { markInjected } from '../model/injected.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { renderView } from '../store/views.ts'
import { heuristicCounter } from '../text/tokens.ts'
import { activeDirectives, recordDirectives, renderDirectives } from './directives.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const start = Date.parse('2026-03-02T09:00:00+08:00')

let store: CharacterStore
beforeEach(async () => {
  store = await memoryStore()
})

function hear(said: number, ...messages: string[]) {
  const heard = { messages, said, tokens: heuristicCounter }
  return store.db.transaction((tx) => recordDirectives(tx, store, heard))
}

async function active(now: number): Promise<string[]> {
  return (await activeDirectives(store.db, store, now)).map(({ term }) => term)
}

async function stored(): Promise<Record<string, unknown>[]> {
  const file = JSON.parse((await renderView(store.db, 'user_directives.json')) ?? '') as {
    directives: Record<string, unknown>[]
  }
  return file.directives
}

describe('a ban', () => {
  it('is kept as the reference keeps it, for three days', async () => {
    expect(await hear(start, '求你别再提加班了')).toEqual({ banned: ['加班'], lifted: [] })
    expect(await stored()).toEqual([
      {
        term: '加班',
        kind: 'ban_topic',
        locale: 'zh',
        created_at: start / 1000,
        last_seen_at: start / 1000,
        expire_at: start / 1000 + 259_200,
        hit_count: 1,
        source: 'regex',
      },
    ])
    expect(await active(start + 3 * DAY - 1)).toEqual(['加班'])
    expect(await active(start + 3 * DAY)).toEqual([])
  })

  it('is refreshed when it is said again, whatever the case; once for one message', async () => {
    await hear(start, "Please don't bring up the merger again.")
    await hear(start + DAY, 'Stop talking about THE MERGER!')
    await hear(start + DAY, 'Stop talking about THE MERGER!')
    const [row] = await stored()
    expect(row).toMatchObject({ term: 'the merger', hit_count: 2, expire_at: start / 1000 + 345_600 })
    expect(await active(start + 3.5 * DAY)).toEqual(['the merger'])
  })

  it('is heard in any language, but not in what we put beside the words', async () => {
    const messages = [
      '회사 얘기는 하지 마',
      'Не говори про мою работу.',
      markInjected("don't talk about cats"),
    ]
    await hear(start, ...messages)
    expect(await active(start)).toEqual(['회사', 'мою работу'])
  })

  it('is shown with the latest first, twenty at most', async () => {
    for (let n = 0; n < 25; n += 1) await hear(start + n, `Don't talk about topic${String(n)}`)
    const terms = await active(start + HOUR)
    expect(terms).toHaveLength(20)
    expect(terms.slice(0, 2)).toEqual(['topic24', 'topic23'])
  })
})

describe('leave', () => {
  it('lifts a ban, and a later ban holds again', async () => {
    await hear(start, '别再提前女友了')
    expect(await hear(start + HOUR, '现在可以再提前女友了')).toEqual({ banned: [], lifted: ['前女友'] })
    expect(await active(start + HOUR)).toEqual([])
    // A message that is heard again after a restart.
    await hear(start, '别再提前女友了')
    expect(await active(start + HOUR)).toEqual([])
    await hear(start + 2 * HOUR, '还是别再提前女友了')
    expect(await active(start + 2 * HOUR)).toEqual(['前女友'])
    const journal = await store.journal.ofTarget(store.db, 'user_directives')
    expect(journal.map(({ what }) => what)).toEqual([
      'directive.banned',
      'directive.lifted',
      'directive.banned',
    ])
  })

  it('is no ban, although it holds the words of one', async () => {
    await hear(start, "Don't talk about politics")
    expect(await hear(start + 1, "You don't have to stop talking about politics")).toMatchObject({
      lifted: ['politics'],
      banned: [],
    })
    expect(await active(start + 1)).toEqual([])
  })

  it('does not undo what was said after it', async () => {
    await hear(start + HOUR, "Don't talk about politics")
    await hear(start, 'You can talk about politics')
    expect(await active(start + HOUR)).toEqual(['politics'])
  })
})

it('fills in what an imported row lacks, and leaves others alone', async () => {
  await put(store, 'user_directives.json', {
    version: 1,
    directives: [
      { term: 'rain', created_at: start / 1000 },
      { term: 'snow', kind: 'tone', expire_at: start },
      { term: ' ', kind: 'ban_topic', expire_at: start },
      { kind: 'ban_topic' },
      'odd',
    ],
  })
  expect(await active(start + DAY)).toEqual(['rain'])
  expect(await active(start + 3 * DAY)).toEqual([])
})

describe('the block of a conversation', () => {
  const names = { userName: 'Ada {name}', characterName: 'Mika' }
  const of = (...terms: string[]) => terms.map((term) => ({ term, lastSeenAt: 0, expireAt: 0 }))

  it('is empty without a ban', () => {
    expect(renderDirectives([], 'en', names)).toBe('')
    expect(renderDirectives(of(' \n'), 'en', names)).toBe('')
  })

  it('has one short line a term, in each language', () => {
    const [begin, note, first, second, end, ...rest] = renderDirectives(
      of('the\n======merger', 'x'.repeat(99)),
      'en',
      names,
    ).split('\n')
    expect(begin).toBe('======Topics that Ada {name} does not want raised======')
    expect(note).toContain('Mika does not mention them')
    expect([first, second]).toEqual(['- the ======merger', `- ${'x'.repeat(40)}`])
    expect(end).toBe('======End of these topics======')
    expect(rest).toEqual([''])
    for (const language of contextLanguages) {
      const text = renderDirectives(of('tea'), language, { userName: 'Ada', characterName: 'Mika' })
      expect(text).toContain('- tea')
      expect(text).toContain('Ada')
      expect(text).toContain('Mika')
      expect(text).not.toMatch(/[{}]/)
    }
  })
})
