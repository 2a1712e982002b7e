/** What the memory browser asks of the whole engine: entries, activity, health, documents. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { testEngine, type TestEngine, user } from '../../../tests/fixtures/engine.ts'
import type { DocumentInfo, EntryDetail, SaveDocumentResult } from '../browser-api.ts'
import type { Result } from '../result.ts'

let engine: TestEngine

beforeEach(async () => {
  engine = await testEngine()
  await engine.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
  await engine.say('/cache/Mika', [user('I like kites. I live in Kyoto.', 't1')])
  await engine.settled()
})

afterEach(async () => {
  await engine.stop()
})

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

async function documentOf(name: string): Promise<DocumentInfo & { text: string }> {
  const info = valueOf(await engine.api.documents('Mika')).find((one) => one.name === name)
  if (info === undefined) throw new Error(`there is no ${name}`)
  return { ...info, text: valueOf(await engine.api.view('Mika', name)) }
}

async function save(
  name: string,
  text: string,
  revision?: string,
  operation = `save ${name}`,
): Promise<SaveDocumentResult> {
  const base = revision ?? (await documentOf(name)).revision
  return engine.api.saveDocument('Mika', operation, name, base, text)
}

async function facts(): Promise<{ id: string; text: string }[]> {
  return JSON.parse(valueOf(await engine.api.view('Mika', 'facts.json'))) as { id: string; text: string }[]
}

describe('entries', () => {
  test('are counted, listed and looked at with their sources', async () => {
    const page = valueOf(await engine.api.entries('Mika', { list: 'facts', offset: 0, limit: 10 }))
    const counts = valueOf(await engine.api.counts('Mika'))
    expect(counts.lists).toMatchObject({ facts: page.total, timeline: 1, reflections: 0, archive: 0 })
    const [row] = page.rows
    const detail = valueOf(await engine.api.entry('Mika', row?.key ?? { kind: 'fact', id: '' }))
    expect(detail).toMatchObject({
      row,
      sources: [{ turnId: 't1', turn: { role: 'human', text: 'I like kites. I live in Kyoto.' } }],
      supersededBy: null,
      rendered: { yes: false, why: 'not_rendered' },
      recallable: { yes: true, why: 'in_pool' },
    } satisfies Partial<Record<keyof EntryDetail, unknown>>)
    expect(detail.editable).toContain('text')
    expect(JSON.parse(detail.raw)).toMatchObject({ id: row?.key.id })
    expect(await engine.api.evidence('Mika', detail.row.key)).toEqual({ ok: true, value: null })
  })

  test('that are not there are said not to be', async () => {
    const key = { kind: 'fact', id: 'none' } as const
    expect(await engine.api.entry('Mika', key)).toMatchObject({ error: { code: 'unknown_entry' } })
    expect(await engine.api.evidence('Mika', key)).toMatchObject({ error: { code: 'unknown_entry' } })
    expect(await engine.api.entry('Nobody', key)).toMatchObject({ error: { code: 'unknown_character' } })
    expect(valueOf(await engine.api.counts('Nobody')).lists.facts).toBe(0)
    expect(valueOf(await engine.api.entries('Nobody', { list: 'facts', offset: 0, limit: 5 })).total).toBe(0)
  })

  test('say why they are told or not', async () => {
    await save(
      'reflections.json',
      JSON.stringify([
        { id: 'r1', text: 'Likes wind', status: 'confirmed', entity: 'master', reinforcement: 2 },
        { id: 'r2', text: 'Hates wind', status: 'denied', entity: 'master' },
        { id: 'r3', text: 'Fears wind', status: 'confirmed', entity: 'master', disputation: 2 },
      ]),
    )
    const look = async (id: string) => valueOf(await engine.api.entry('Mika', { kind: 'reflection', id }))
    expect(await look('r1')).toMatchObject({
      rendered: { yes: true, why: 'within_budget' },
      recallable: { yes: true },
    })
    expect(await look('r2')).toMatchObject({
      rendered: { yes: false, why: 'denied' },
      recallable: { yes: false, why: 'denied' },
    })
    expect(await look('r3')).toMatchObject({
      rendered: { yes: false, why: 'low_score' },
      recallable: { yes: false, why: 'negative_score' },
    })
  })
})

test('the recall lab answers as recall does, and shows both rankings', async () => {
  const lab = valueOf(await engine.api.recallLab('Mika', { query: 'kites', time: '' }))
  const [fact] = await facts()
  expect(lab).toMatchObject({
    keyword: [{ key: { kind: 'fact', id: fact?.id }, keywordRank: 1 }],
    vector: [],
    fused: [{ key: { kind: 'fact', id: fact?.id }, tier: 'fact' }],
    window: null,
    understood: true,
    embedder: null,
    fusion: null,
  })
  expect(lab.toolText).toContain(fact?.text)
  const dated = valueOf(
    await engine.api.recallLab('Mika', { query: 'kites', time: 'the day before the flood' }),
  )
  expect(dated.understood).toBe(false)
  expect(await engine.api.recallLab('Nobody', { query: 'kites', time: '' })).toMatchObject({
    error: { code: 'unknown_character' },
  })
})

describe('activity', () => {
  test('tells loops, the outbox and events', async () => {
    const before = valueOf(await engine.api.activity('Mika', 50))
    expect(before.loops.map(({ name }) => name)).toContain('synthesis')
    const loop = before.loops.find(({ name }) => name === 'call rates')
    expect(loop).toMatchObject({ running: false, lastOutcome: null, nextAt: engine.clock.now() + 60_000 })
    expect(before.outbox[0]).toMatchObject({ type: 'extract_facts', status: 'done', attempts: 0 })
    expect(await engine.api.runLoop('call rates')).toEqual({ ok: true, value: null })
    await engine.settled()
    const after = valueOf(await engine.api.activity('Mika', 50)).loops.find(
      ({ name }) => name === 'call rates',
    )
    expect(after).toMatchObject({ lastOutcome: 'done', lastEndedAt: engine.clock.now() })
    expect(engine.events.filter(({ type }) => type === 'loops')).toHaveLength(2)
    expect(await engine.api.runLoop('nothing')).toMatchObject({ error: { code: 'bad_request' } })
    await engine.clock.advance(60_000)
    await engine.settled()
    const due = valueOf(await engine.api.activity('Mika', 50)).loops.find(
      ({ name }) => name === 'idle maintenance',
    )
    expect(due?.lastOutcome).toBe('done')
  })

  test('runs again what was given up, and nothing that is done', async () => {
    const done = valueOf(await engine.api.activity('Mika', 5)).outbox[0]?.opId ?? ''
    expect(await engine.api.retryOutbox('Mika', done)).toMatchObject({ error: { code: 'bad_request' } })
    const id = await engine.settings.get('characters')
    expect(id).not.toBeUndefined()
    const db = await engine.databases.open((await engine.databases.list())[0] ?? '')
    const line = (status: string, fields = {}) =>
      db.run('INSERT INTO outbox (line, op_id, status) VALUES (?, ?, ?)', [
        JSON.stringify({ op_id: 'x', status, ...fields }),
        'x',
        status,
      ])
    await line('pending', { type: 'extract_facts', payload: {} })
    for (let n = 0; n < 5; n += 1) await line('attempt')
    await line('done')
    const status = async () =>
      valueOf(await engine.api.activity('Mika', 5)).outbox.find(({ opId }) => opId === 'x')?.status
    expect(await status()).toBe('given_up')
    expect(await engine.api.retryOutbox('Mika', 'x')).toEqual({ ok: true, value: null })
    await engine.settled()
    expect(await status()).not.toBe('given_up')
  })
})

describe('health', () => {
  test('sizes layers, and finds the indexes in order', async () => {
    const health = valueOf(await engine.api.health('Mika'))
    const layer = (name: string) => health.layers.find((one) => one.name === name)
    expect(layer('timeline')?.rows).toBe(1)
    expect(layer('facts')?.rows).toBe((await facts()).length)
    expect(layer('facts')?.bytes).toBeGreaterThan(100)
    expect(health).toMatchObject({ unreadable: [], index: { ready: true }, vectors: { state: 'off' } })
    expect(health.index.rows).toBe((await facts()).length)
    expect(valueOf(await engine.api.checkIntegrity('Mika'))).toMatchObject({ ok: true, findings: [] })
  })

  test('tells what differs from its document, and builds the full-text index anew', async () => {
    const db = await engine.databases.open((await engine.databases.list())[0] ?? '')
    const [fact] = await facts()
    await db.run('UPDATE facts SET importance = 99 WHERE id = ?', [fact?.id ?? ''])
    await db.run('DELETE FROM facts_fts_rows WHERE fact_id = ?', [fact?.id ?? ''])
    const { ok, findings } = valueOf(await engine.api.checkIntegrity('Mika'))
    expect(ok).toBe(false)
    expect(findings).toEqual(['facts_fts: 1 facts are not indexed.', 'facts 1: importance'])
    expect(findings.join()).not.toContain('kites')
    expect(await engine.api.rebuildIndex('Mika')).toEqual({ ok: true, value: null })
    expect(valueOf(await engine.api.checkIntegrity('Mika')).findings).toEqual(['facts 1: importance'])
    const found = await engine.json('POST', '/query_memory/Mika', { query: 'kites' })
    expect(found).toMatchObject({ results: [{ id: fact?.id }] })
  })
})

test('a check and a rebuilding can be stopped, and leave everything in order', async () => {
  let paused: (() => void) | null = null
  const slow = await testEngine({
    deps: {
      letRepliesOut: () =>
        new Promise((resolve) => {
          if (paused === null) resolve()
          else paused()
          setImmediate(resolve)
        }),
    },
  })
  await slow.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
  await slow.say('/cache/Mika', [user('I like kites. I live in Kyoto.', 't1')])
  await slow.settled()
  paused = () => void slow.api.stopWork('Mika')
  expect(await slow.api.rebuildIndex('Mika')).toMatchObject({ error: { code: 'cancelled' } })
  paused = null
  expect(valueOf(await slow.api.checkIntegrity('Mika'))).toMatchObject({ ok: true })
  expect(await slow.api.stopWork('Mika')).toEqual({ ok: true, value: null })
  await slow.stop()
})

describe('documents', () => {
  test('are saved as one change that can be undone', async () => {
    const before = await documentOf('facts.json')
    expect(before).toMatchObject({ editable: true, bytes: new TextEncoder().encode(before.text).length })
    const edited = before.text.replace('kites', 'balloons')
    const saved = await save('facts.json', edited)
    expect(saved).toMatchObject({ ok: true })
    expect((await documentOf('facts.json')).text).toBe(edited)
    expect(await engine.json('POST', '/query_memory/Mika', { query: 'balloons' })).toMatchObject({
      results: [{ id: (await facts())[0]?.id }],
    })
    expect(valueOf(await engine.api.checkIntegrity('Mika')).findings).toEqual([])
    // Asked again by a page whose first answer was lost.
    expect(await save('facts.json', edited, before.revision)).toEqual(saved)
    const undone = await engine.api.undo('Mika', 'undo 1', saved.ok ? saved.changeId : '')
    expect(undone).toMatchObject({ ok: true })
    expect((await documentOf('facts.json')).text).toBe(before.text)
    expect(await engine.json('POST', '/query_memory/Mika', { query: 'kites' })).toMatchObject({
      results: [{ id: (await facts())[0]?.id }],
    })
  })

  test('that were changed meanwhile are not overwritten', async () => {
    const { revision, text } = await documentOf('facts.json')
    await engine.say('/cache/Mika', [user('I have a dog named Pochi.', 't2')])
    await engine.settled()
    const now = await documentOf('facts.json')
    expect(await save('facts.json', text.replace('kites', 'x'), revision)).toMatchObject({
      ok: false,
      error: { code: 'stale_revision' },
    })
    expect((await documentOf('facts.json')).text).toBe(now.text)
  })

  test('that break their schema are told where', async () => {
    const [fact] = await facts()
    const broken: readonly (readonly [text: unknown, finding: object])[] = [
      ['{', { path: '$', message: 'not_json' }],
      [{}, { path: '$', message: 'not_list' }],
      [[5], { path: '$[0]', message: 'not_object' }],
      [[{ ...fact, text: '' }], { path: '$[0].text', message: 'empty' }],
      [[{ ...fact, importance: 11 }], { path: '$[0].importance', message: 'out_of_range' }],
      [[{ ...fact, created_at: 'then' }], { path: '$[0].created_at', message: 'not_date' }],
      [[fact, { ...fact, text: 'twice' }], { path: '$[1].id', message: 'duplicate_id' }],
      [[{ ...fact, entity: 'someone' }], { path: '$[0].entity', message: 'unknown_value' }],
    ]
    const before = await documentOf('facts.json')
    for (const [document, finding] of broken) {
      const text = typeof document === 'string' ? document : JSON.stringify(document)
      const saved = await save('facts.json', text, before.revision)
      expect(saved).toMatchObject({ ok: false, error: { code: 'bad_document' }, findings: [finding] })
    }
    expect((await documentOf('facts.json')).text).toBe(before.text)
    expect(await save('persona.json', '{"master": {"facts": [{"text": 4}]}}')).toMatchObject({
      findings: [{ path: '$.master.facts[0].text', message: 'not_text' }],
    })
  })

  test('keep what was odd before somebody edited something else', async () => {
    const odd = { id: 'o1', text: 'kept as it came', importance: 99, entity: 'master' }
    const db = await engine.databases.open((await engine.databases.list())[0] ?? '')
    await db.run(
      `INSERT INTO facts (id, doc, entity, source, importance, absorbed, signal_processed, suppressed, confidence)
       VALUES ('o1', ?, 'master', 'user_observation', 99, 0, 1, 0, 'normal')`,
      [JSON.stringify(odd)],
    )
    const { text } = await documentOf('facts.json')
    expect(await save('facts.json', text.replace('kites', 'balloons'))).toMatchObject({ ok: true })
    expect((await documentOf('facts.json')).text).toContain('"importance":99')
  })

  test('that are very large are measured, and not put together', async () => {
    const db = await engine.databases.open((await engine.databases.list())[0] ?? '')
    const doc = JSON.stringify({ id: 'big', text: 'x'.repeat(5 * 1024 * 1024), entity: 'master' })
    await db.run(
      `INSERT INTO facts (id, doc, entity, source, importance, absorbed, signal_processed, suppressed, confidence)
       VALUES ('big', ?, 'master', 'user_observation', 5, 0, 1, 0, 'normal')`,
      [doc],
    )
    const info = await documentOf('facts.json')
    expect(info.editable).toBe(false)
    expect(info.bytes).toBeGreaterThan(doc.length)
    expect(await save('facts.json', '[]')).toMatchObject({ error: { code: 'not_editable' } })
  })

  test('of the engine alone are not edited, and recent memory is told to its page', async () => {
    expect(await documentOf('outbox.ndjson')).toMatchObject({ editable: false })
    expect(await save('outbox.ndjson', '')).toMatchObject({ error: { code: 'not_editable' } })
    expect(await engine.api.saveDocument('Mika', 'x', 'no.json', '', '[]')).toMatchObject({
      error: { code: 'bad_request' },
    })
    const recent = await documentOf('recent.json')
    expect(await save('recent.json', recent.text.replace('kites', 'balloons'))).toMatchObject({ ok: true })
    expect(engine.events.at(-1)).toMatchObject({ type: 'recent', character: 'Mika' })
    expect(valueOf(await engine.api.conversation('Mika'))[0]?.text).toContain('balloons')
  })
})
