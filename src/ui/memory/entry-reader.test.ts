import { describe, expect, it } from 'vitest'
import type { EntryPage, EntryQuery } from '../../engine/browser-api.ts'
import { fail, type Result } from '../../engine/result.ts'
import { createFakeMemory } from '../dev/fake-memory.ts'
import { createEntryReader, indexOf, rowAt } from './entry-reader.ts'

/** A reader over made-up facts, whose answers can be held back. */
function readerOver(facts: number) {
  const memory = createFakeMemory(facts, () => undefined)
  const asked: EntryQuery[] = []
  const waiting: (() => void)[] = []
  let broken = false
  const test = { held: false }
  const reader = createEntryReader({
    async entries(character, query): Promise<Result<EntryPage>> {
      asked.push(query)
      if (test.held) await new Promise<void>((resolve) => waiting.push(resolve))
      return broken ? fail('storage_failed', 'no') : memory.entries(character, query)
    },
    character: 'Mika',
    list: 'facts',
    onChange: () => undefined,
  })
  return {
    reader,
    memory,
    asked,
    hold: () => void (test.held = true),
    async release() {
      test.held = false
      for (const go of waiting.splice(0)) go()
      await settled()
    },
    fail: (now: boolean) => void (broken = now),
  }
}

/** Lets all that is only waiting for promises finish. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

describe('reading a list', () => {
  it('holds the first page, and others once they are shown', async () => {
    const { reader } = readerOver(1_000)
    expect(reader.held.busy).toBe(true)
    await reader.ask({})
    expect(reader.held.busy).toBe(false)
    expect(reader.held.total).toBe(1_006)
    expect(rowAt(reader.held, 0)?.text).toBe('三月起住在京都')
    expect(rowAt(reader.held, 450)).toBeUndefined()
    reader.show(450, 460)
    await settled()
    expect(rowAt(reader.held, 450)?.key).toEqual({ kind: 'fact', id: 'fact_444' })
  })

  it('asks for the last of several searches only, and drops what was scrolled past', async () => {
    const { reader, asked, hold, release } = readerOver(3_000)
    await reader.ask({})
    hold()
    void reader.ask({ search: 'k' })
    void reader.ask({ search: 'ki' })
    const last = reader.ask({ search: 'kites' })
    await release()
    await last
    expect(asked.map(({ search }) => search)).toEqual([undefined, 'k', 'kites'])
    await reader.ask({})
    hold()
    asked.length = 0
    reader.show(500, 520)
    reader.show(900, 920)
    reader.show(2_500, 2_520)
    await release()
    expect(asked.map(({ offset }) => offset)).toEqual([500, 900, 2_500])
  })

  it('does not put an answer of an earlier search into the list', async () => {
    const { reader, hold, release } = readerOver(1_000)
    await reader.ask({})
    hold()
    reader.show(300, 310)
    const search = reader.ask({ search: 'kyoto-nothing' })
    await release()
    await search
    expect(reader.held.total).toBe(0)
    expect(reader.held.pages.get(3)).toBeUndefined()
  })

  it('keeps the rows that it has when reading fails, and says so', async () => {
    const { reader, fail: breakIt } = readerOver(1_000)
    await reader.ask({})
    breakIt(true)
    reader.show(300, 310)
    await settled()
    expect(reader.held.error?.code).toBe('storage_failed')
    expect(rowAt(reader.held, 3)).toBeDefined()
    breakIt(false)
    reader.show(300, 310)
    await settled()
    expect(rowAt(reader.held, 300)).toBeDefined()
  })

  it('forgets pages far from the view', async () => {
    const { reader } = readerOver(6_000)
    await reader.ask({})
    for (let row = 0; row < 6_000; row += 100) {
      reader.show(row, row + 20)
      await settled()
    }
    expect(reader.held.pages.size).toBe(40)
    expect(rowAt(reader.held, 0)).toBeUndefined()
    expect(rowAt(reader.held, 5_990)).toBeDefined()
  })
})

describe('reading a list again', () => {
  it('tells how far the row moved that is being looked at', async () => {
    const { reader, memory } = readerOver(1_000)
    await reader.ask({})
    reader.show(195, 205)
    await settled()
    const anchor = rowAt(reader.held, 195)
    const kyoto = rowAt(reader.held, 0)
    if (anchor === undefined || kyoto === undefined) throw new Error('not read')
    await memory.correctEntry('Mika', 'operation', kyoto, { text: '五月起住在奈良', validFrom: null })
    const moved = await reader.refresh({ first: 195, end: 205, anchor: { key: anchor.key, index: 195 } })
    expect(moved).toBe(1)
    expect(rowAt(reader.held, 196)?.key).toEqual(anchor.key)
    expect(indexOf(reader.held, anchor.key)).toBe(196)
    expect(reader.held.total).toBe(1_007)
  })

  it('reads the rows where the anchor went, however far that is', async () => {
    const { reader } = readerOver(1_000)
    await reader.ask({})
    const moved = await reader.refresh({
      first: 10,
      end: 30,
      anchor: { key: { kind: 'fact', id: 'fact_744' }, index: 20 },
    })
    expect(moved).toBe(730)
    expect(rowAt(reader.held, 750)?.key.id).toBe('fact_744')
  })

  it('finds an entry of a link, and a span across pages', async () => {
    const { reader } = readerOver(1_000)
    await reader.ask({})
    expect(await reader.locate({ kind: 'fact', id: 'fact_444' })).toBe(450)
    expect(await reader.locate({ kind: 'fact', id: 'nobody' })).toBeNull()
    const span = await reader.span(50, 750)
    expect(span.ok && span.value.length).toBe(700)
  })
})
