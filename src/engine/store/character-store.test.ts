import { beforeEach, describe, expect, it } from 'vitest'
import { memoryDatabases, memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import type { CharacterStore } from './character-store.ts'
import { openCharacterStore } from './character-store.ts'
import type { NewFact } from './facts.ts'
import { StorageError } from './storage-error.ts'
import { renderView } from './views.ts'

let store: CharacterStore

beforeEach(async () => {
  store = await memoryStore()
})

function fact(id: string, extra: Partial<NewFact> = {}): NewFact {
  return {
    id,
    doc: `{"id":"${id}","score":0.30000000000000004}`,
    hash: `hash-${id}`,
    entity: 'master',
    source: 'user_observation',
    importance: 5,
    absorbed: false,
    signalProcessed: false,
    createdInstant: 1_772_326_800_000,
    eventStartInstant: null,
    eventEndInstant: null,
    supersededInstant: null,
    suppressed: false,
    confidence: 'normal',
    ...extra,
  }
}

describe('time index', () => {
  const row = (turnId: string, instant: number) => ({
    sessionId: 's1',
    message: `{"type":"human","data":{"content":"你好 ${turnId}"}}`,
    timestamp: '2026-03-01 09:00:00',
    instant,
    zone: 'Asia/Shanghai',
    turnId,
    role: 'human',
  })

  it('adds nothing twice, across calls and inside one', async () => {
    expect(await store.timeIndex.insert(store.db, [row('a', 1), row('b', 2)])).toEqual(['a', 'b'])
    expect(await store.timeIndex.insert(store.db, [row('b', 2), row('c', 3), row('c', 3)])).toEqual(['c'])
    expect(await store.timeIndex.count(store.db)).toBe(3)
  })

  it('reads ranges with both ends included, oldest first, ties in order of insertion', async () => {
    await store.timeIndex.insert(store.db, [row('late', 30), row('x', 10), row('y', 10), row('early', 5)])
    const rows = await store.timeIndex.range(store.db, 10, 30)
    expect(rows.map((each) => each.turnId)).toEqual(['x', 'y', 'late'])
    expect((await store.timeIndex.range(store.db, 5, 30, 1)).map((each) => each.turnId)).toEqual(['early'])
    expect(await store.timeIndex.lastSaid(store.db, 100)).toBe(30)
    expect((await store.timeIndex.afterRow(store.db, 3)).map((each) => each.turnId)).toEqual(['early'])
    expect((await store.timeIndex.byTurnIds(store.db, ['y', 'none'])).map((each) => each.message)).toEqual([
      '{"type":"human","data":{"content":"你好 y"}}',
    ])
  })

  it('takes thousands of rows in one call', async () => {
    const many = Array.from({ length: 3_001 }, (_, index) => row(`t${index}`, index))
    expect(await store.timeIndex.insert(store.db, many)).toHaveLength(3_001)
    expect(await store.timeIndex.count(store.db)).toBe(3_001)
  })
})

describe('recent', () => {
  it('replaces a range by fewer and by more rows and keeps the order', async () => {
    const docs = ['"a"', '"b"', '"c"', '"d"']
    await store.recent.append(
      store.db,
      docs.map((doc) => ({ doc, turnId: `t${doc}` })),
    )
    await store.recent.replaceRange(store.db, 1, 3, [{ doc: '"memo"', turnId: null }])
    expect((await store.recent.list(store.db)).map((row) => row.doc)).toEqual(['"memo"', '"d"'])
    const [memo] = await store.recent.list(store.db)
    await store.recent.replaceRange(store.db, memo?.seq ?? 0, memo?.seq ?? 0, [
      { doc: '1', turnId: null },
      { doc: '2', turnId: null },
      { doc: '3', turnId: null },
      { doc: '4', turnId: null },
      { doc: '5', turnId: null },
    ])
    expect((await store.recent.list(store.db)).map((row) => row.doc)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
      '"d"',
    ])
  })

  it('keeps the turn ids of documents that stay when all is replaced', async () => {
    await store.recent.append(store.db, [
      { doc: '"a"', turnId: 'one' },
      { doc: '"a"', turnId: 'two' },
      { doc: '"b"', turnId: 'three' },
    ])
    await store.recent.replaceAll(store.db, ['"b"', '"a"', '"new"', '"a"'])
    expect((await store.recent.list(store.db)).map((row) => row.turnId)).toEqual([
      'three',
      'one',
      null,
      'two',
    ])
  })
})

describe('facts', () => {
  it('gives documents and hot columns back as they were', async () => {
    const stored = fact('f1', { absorbed: true, eventStartInstant: 5, confidence: 'low' })
    await store.facts.insert(store.db, stored)
    expect(await store.facts.get(store.db, 'f1')).toEqual({ seq: 1, archived: false, ...stored })
  })

  it('archives to the end of the archive and looks up hashes among active facts only', async () => {
    await store.facts.insert(store.db, fact('f1'), fact('f2'), fact('f3'))
    await store.facts.archive(store.db, ['f2', 'f1'], 99)
    expect((await store.facts.list(store.db)).map((row) => row.id)).toEqual(['f3'])
    expect((await store.facts.listArchived(store.db)).map((row) => row.id)).toEqual(['f2', 'f1'])
    expect(await store.facts.byHash(store.db, 'hash-f1')).toBeUndefined()
    expect((await store.facts.byHash(store.db, 'hash-f3'))?.id).toBe('f3')
  })

  it('refuses a second active fact of the same id', async () => {
    await store.facts.insert(store.db, fact('f1'))
    await expect(store.facts.insert(store.db, fact('f1'))).rejects.toBeInstanceOf(StorageError)
  })

  it('finds sources both ways and drops them with the fact', async () => {
    await store.facts.insert(store.db, fact('f1'))
    const source = { factId: 'f1', turnId: 't1', quote: '喜欢猫', instant: 7 }
    await store.facts.sources.add(store.db, source, { ...source, turnId: 't2', quote: null })
    await store.facts.sources.add(store.db, source)
    expect(await store.facts.sources.of(store.db, 'f1')).toEqual([
      source,
      { factId: 'f1', turnId: 't2', quote: null, instant: 7 },
    ])
    expect(await store.facts.sources.byTurn(store.db, 't2')).toHaveLength(1)
    await store.facts.remove(store.db, 'f1')
    expect(await store.facts.sources.list(store.db)).toEqual([])
  })

  it('searches the full-text index, indexes an id once and deletes its terms', async () => {
    await store.facts.fts.index(store.db, 'f1', 'Alex likes black cats')
    await store.facts.fts.index(store.db, 'f1', 'something else')
    await store.facts.fts.index(store.db, 'f2', '主人 喜欢猫')
    const hits = await store.facts.fts.search(store.db, '"cats"', 3)
    expect(hits.map((hit) => hit.factId)).toEqual(['f1'])
    expect(hits[0]?.bm25).toBeLessThan(0)
    await store.facts.fts.delete(store.db, 'f1')
    expect(await store.facts.fts.search(store.db, '"cats"', 3)).toEqual([])
    expect((await store.facts.fts.search(store.db, '"喜欢猫"', 3)).map((hit) => hit.factId)).toEqual(['f2'])
    await expect(store.facts.fts.search(store.db, 'AND secret', 3)).rejects.toThrow(
      /fts5: the expression is refused/,
    )
  })
})

describe('logs and queues', () => {
  it('reads events behind the sentinel, and all when the sentinel is unknown', async () => {
    const event = (eventId: string) => ({
      eventId,
      type: 'correction.queued' as const,
      ts: 't',
      line: `"${eventId}"`,
    })
    await store.events.append(store.db, event('a'), event('b'), event('c'))
    await store.events.sentinel.set(store.db, 'b', '2026-03-01T09:00:00')
    expect((await store.events.afterSentinel(store.db)).map((row) => row.eventId)).toEqual(['c'])
    await store.events.sentinel.set(store.db, 'gone', '2026-03-01T09:00:00')
    expect(await store.events.afterSentinel(store.db)).toHaveLength(3)
  })

  it('keeps the first answer under an idempotency key', async () => {
    const answer = { key: 'k', status: 200, headers: '{}', body: 'first', instant: 1 }
    await store.idempotency.put(store.db, answer)
    await store.idempotency.put(store.db, { ...answer, body: 'second' })
    expect(await store.idempotency.get(store.db, 'k')).toEqual(answer)
    expect(await store.idempotency.prune(store.db, 2)).toBe(1)
  })

  it('lists the newest journal, ledger and refusal rows oldest first', async () => {
    const entry = { at: 1, who: 'user', what: 'edit', target: 'f1', before: null, after: '{}', cause: null }
    await store.journal.append(store.db, entry, { ...entry, at: 2 }, { ...entry, at: 3 })
    expect((await store.journal.list(store.db, 2)).map((row) => row.at)).toEqual([2, 3])
    await store.refusals.append(store.db, {
      instant: 4,
      claim: 'x',
      reason: 'claim_without_source',
      turnIds: ['t'],
    })
    expect(await store.refusals.list(store.db)).toEqual([
      { seq: 1, instant: 4, claim: 'x', reason: 'claim_without_source', turnIds: ['t'] },
    ])
    const call = {
      instant: 5,
      purpose: 'summarise',
      tier: 'summary',
      origin: 'http://localhost:1',
      model: 'm',
      tokensIn: 1,
      tokensOut: null,
      ms: 1.5,
      outcome: 'ok',
      text: 'sent',
    }
    await store.ledger.append(store.db, call)
    expect(await store.ledger.list(store.db)).toEqual([{ seq: 1, ...call }])
  })

  it('keeps persona sections in key order and entries in list order', async () => {
    const entry = (id: string) => ({
      id,
      doc: `{"id":"${id}"}`,
      source: null,
      protected: false,
      suppressed: false,
    })
    await store.persona.entries.insert(store.db, 'neko', [entry('n1')])
    await store.persona.entries.insert(store.db, 'master', [entry('m1')])
    await store.persona.entries.insert(store.db, 'neko', [entry('n2')])
    expect((await store.persona.entries.list(store.db)).map((row) => `${row.section}/${row.id}`)).toEqual([
      'neko/n1',
      'neko/n2',
      'master/m1',
    ])
    await store.persona.sections.remove(store.db, 'neko')
    expect((await store.persona.entries.list(store.db)).map((row) => row.id)).toEqual(['m1'])
  })

  it('stores cursors as text and ignores bad values', async () => {
    await store.cursors.set(store.db, 'rebuttal_checked_until', '2026-03-01T09:00:00')
    await store.cursors.set(store.db, 'rebuttal_checked_until', '2026-03-01T10:00:00')
    expect(await store.cursors.get(store.db, 'rebuttal_checked_until')).toBe('2026-03-01T10:00:00')
    await store.db.run(`INSERT INTO cursors (key, key_doc, doc) VALUES ('bad', '"bad"', '5')`)
    expect(await store.cursors.get(store.db, 'bad')).toBeNull()
  })
})

it('sets rows aside that cannot be read, verbatim, and the views can be read again', async () => {
  const databases = await memoryDatabases()
  const before = await openCharacterStore(await databases.open('mika'))
  await before.facts.insert(before.db, fact('f1'), fact('f2'), fact('f3'))
  await before.persona.entries.insert(before.db, 'master', [
    { id: null, doc: '"likes tea"', source: null, protected: false, suppressed: false },
    { id: 'p', doc: '7', source: null, protected: false, suppressed: false },
  ])
  await before.db.run(`UPDATE facts SET doc = '{"id":"f1",' WHERE id = 'f1'`)
  await before.db.run(`UPDATE facts SET doc = '[1]' WHERE id = 'f3'`)
  await before.db.close()

  const after = await openCharacterStore(await databases.open('mika'))
  expect(after.setAside).toBe(3)
  expect((await after.facts.list(after.db)).map((row) => row.id)).toEqual(['f2'])
  expect((await after.quarantine.list(after.db)).map((row) => [row.table, row.rowSeq, row.doc])).toEqual([
    ['facts', 1, '{"id":"f1",'],
    ['facts', 3, '[1]'],
    ['persona_entries', 2, '7'],
  ])
  expect(JSON.parse((await renderView(after.db, 'persona.json')) ?? '')).toEqual({
    master: { facts: ['likes tea'] },
  })
  await after.db.close()
  expect((await openCharacterStore(await databases.open('mika'))).setAside).toBe(0)
})

it('finds everything again after a restart', async () => {
  const databases = await memoryDatabases()
  const before = await openCharacterStore(await databases.open('mika'))
  await before.facts.insert(before.db, fact('f1'))
  await before.db.close()
  await expect(before.facts.list(before.db)).rejects.toMatchObject({ code: 'storage_not_ready' })
  const after = await openCharacterStore(await databases.open('mika'))
  expect((await after.facts.list(after.db)).map((row) => row.id)).toEqual(['f1'])
  expect(await databases.list()).toEqual(['mika'])
})
