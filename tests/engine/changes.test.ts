/** Changes by the user, as the memory browser makes them: edits, corrections, what is kept quiet, and undo. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ChangeResult, EntryAt, EntryKey, EntryPatch, Lineage } from '../../src/engine/browser-api.ts'
import { revisionOf } from '../../src/engine/changes/marks.ts'
import { findEntry } from '../../src/engine/look/find-entry.ts'
import { openCharacterStore, type CharacterStore } from '../../src/engine/store/character-store.ts'
import { importView, listViews, renderView, wipeViews } from '../../src/engine/store/views.ts'
import { testEngine, user, type TestEngine } from '../fixtures/engine.ts'

let engine: TestEngine
let operations = 0

beforeEach(async () => {
  engine = await testEngine()
  await engine.api.createCharacter({ name: 'Mika', nickname: '', card: { mood: 'calm' } })
  operations = 0
})
afterEach(() => engine.stop())

function operation(): string {
  operations += 1
  return `op-${String(operations)}`
}

async function hear(...messages: readonly unknown[]): Promise<void> {
  await engine.say('/cache/Mika', messages)
  await engine.settled()
}

async function store(): Promise<CharacterStore> {
  const [id = ''] = await engine.databases.list()
  return openCharacterStore(await engine.databases.open(id))
}

async function put(name: string, value: unknown): Promise<void> {
  const { db } = await store()
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const put = await db.transaction((tx) => importView(tx, name, text))
  if (!put.ok) throw new Error(put.error.message)
}

async function at(kind: EntryKey['kind'], id: string): Promise<EntryAt> {
  const { db } = await store()
  const stored = await findEntry(db, { kind, id })
  if (stored === null) throw new Error(`there is no ${kind} ${id}`)
  return { key: { kind, id }, revision: revisionOf(stored.doc, stored.archived) }
}

async function docOf(kind: EntryKey['kind'], id: string): Promise<Record<string, unknown> | null> {
  const { db } = await store()
  const stored = await findEntry(db, { kind, id })
  return stored === null ? null : (JSON.parse(stored.doc) as Record<string, unknown>)
}

async function edit(kind: EntryKey['kind'], id: string, patch: EntryPatch): Promise<ChangeResult> {
  return engine.api.editEntries('Mika', operation(), [{ ...(await at(kind, id)), patch }])
}

function changeId(result: ChangeResult): string {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`)
  return result.changeId
}

/** Every document of the character. */
async function everything(): Promise<Record<string, string | null>> {
  const { db } = await store()
  const all: Record<string, string | null> = {}
  for (const name of await listViews(db)) all[name] = await renderView(db, name)
  return all
}

async function firstFact(): Promise<string> {
  const facts = await engine.api.facts('Mika')
  return facts.ok ? (facts.value[0]?.id ?? '') : ''
}

async function recalled(query: string): Promise<string[]> {
  const reply = (await engine.json('POST', '/query_memory/Mika', { query })) as {
    results: { text: string }[]
  }
  return reply.results.map(({ text }) => text)
}

const r1 = {
  ...{ id: 'r1', text: 'Ada loves the sky', entity: 'master', status: 'confirmed', reinforcement: 2 },
  ...{ created_at: '2026-01-01T00:00:00', source_fact_ids: ['f1', 'f2'] },
}
const f1 = {
  ...{ id: 'f1', text: 'User flies kites', entity: 'master', importance: 6, absorbed: true },
  ...{ created_at: '2026-01-01T00:00:00', source: 'user_observation', embedding: 'x', custom: 1.0 },
}
const f2 = { ...f1, id: 'f2', text: 'User watches clouds' }
const p1 = {
  ...{ id: 'p1', text: 'Ada is drawn to the sky', source: 'reflection', source_id: 'r1' },
  ...{ reinforcement: 1, token_count: 5 },
}

async function lives(): Promise<void> {
  await hear(user('hello', 't0'))
  await put('facts.json', [f1, f2])
  await put('reflections.json', [r1])
  await put('persona.json', { neko: { facts: [] }, master: { facts: [p1, 'a bare line'] } })
  await engine.text('GET', '/new_dialog/Mika')
}

describe('an edit', () => {
  test('changes what it names, marks the entry as the user’s, and is found by its new words', async () => {
    await hear(user('My name is Ada and I like kites.', 't1'))
    const id = await firstFact()
    const result = await edit('fact', id, {
      text: '  User likes paper boats ',
      importance: 9,
      tags: ['toys'],
    })
    expect(result).toMatchObject({
      ok: true,
      rows: [
        {
          text: 'User likes paper boats',
          importance: 9,
          tags: ['toys'],
          maker: 'user',
          confidence: 'normal',
        },
      ],
    })
    expect(await recalled('paper boats')).toEqual(['User likes paper boats'])
    expect(await recalled('kites')).toEqual([])
    const { db, facts } = await store()
    expect(await facts.fts.search(db, '"boats"', 5)).toMatchObject([{ factId: id }])
    expect(await facts.fts.search(db, '"kites"', 5)).toEqual([])
  })

  test('clears what was made from the text, keeps what it does not know, and flags what was built on it', async () => {
    await lives()
    changeId(await edit('fact', 'f1', { text: 'User flies drones' }))
    expect(await docOf('fact', 'f1')).toMatchObject({ text: 'User flies drones', embedding: null, custom: 1 })
    expect(await docOf('reflection', 'r1')).toMatchObject({ omoide_needs_review: ['f1'] })
    expect(await docOf('persona', 'p1')).toMatchObject({ omoide_needs_review: ['f1'] })
    const looked = await engine.api.reviewed('Mika', operation(), [await at('reflection', 'r1')])
    expect(looked).toMatchObject({ ok: true, rows: [{ needsReview: false }] })
  })

  test('keeps the former text of a line of the persona in its history', async () => {
    await lives()
    changeId(await edit('persona', 'p1', { text: 'Ada likes heights', entity: 'relationship' }))
    const doc = await docOf('persona', 'p1')
    expect(doc).toMatchObject({ text: 'Ada likes heights', token_count: null, omoide_maker: 'user' })
    expect(doc?.['version_history']).toMatchObject([{ text: 'Ada is drawn to the sky', reason: 'user_edit' }])
    const persona = JSON.parse((await everything())['persona.json'] ?? '') as Record<
      string,
      { facts: unknown[] }
    >
    expect(persona['relationship']?.facts).toHaveLength(1)
  })

  test.each<[string, EntryKey['kind'], string, EntryPatch, string]>([
    ['an empty text', 'fact', 'f1', { text: '  \n' }, 'bad_text'],
    ['a text that is too long', 'fact', 'f1', { text: '长'.repeat(20_001) }, 'bad_text'],
    ['an importance out of range', 'fact', 'f1', { importance: 11 }, 'bad_request'],
    ['a date that cannot be read', 'fact', 'f1', { eventStartAt: 'last spring' }, 'bad_date'],
    [
      'an end before its start',
      'fact',
      'f1',
      { eventStartAt: '2026-02-01', eventEndAt: '2026-01-01' },
      'bad_date',
    ],
    ['somebody unknown', 'fact', 'f1', { entity: 'Jonas' }, 'bad_request'],
    ['a status that is not legal', 'reflection', 'r1', { status: 'promoted' }, 'not_editable'],
    ['the importance of a reflection', 'reflection', 'r1', { importance: 3 }, 'not_editable'],
    ['a field that there is not', 'fact', 'f1', { colour: 'red' } as EntryPatch, 'bad_request'],
    ['no field', 'fact', 'f1', {}, 'bad_request'],
    ['what was said', 'turn', 't0', { text: 'goodbye' }, 'not_editable'],
  ])('is refused for %s, and changes nothing', async (_, kind, id, patch, code) => {
    await lives()
    const before = await everything()
    expect(await edit(kind, id, patch)).toMatchObject({ ok: false, error: { code } })
    expect(await everything()).toEqual(before)
  })

  test('of a card’s line is refused', async () => {
    await lives()
    const { db, persona } = await store()
    const card = (await persona.entries.list(db)).find(({ source }) => source === 'character_card')
    expect(await edit('persona', card?.id ?? '', { text: 'mood: wild' })).toMatchObject({
      ok: false,
      error: { code: 'card_entry' },
    })
  })

  test('over something newer is told what changed, for all of a batch (case 19)', async () => {
    await lives()
    const [seen, other] = [await at('fact', 'f1'), await at('fact', 'f2')]
    changeId(await edit('fact', 'f1', { text: 'User flies drones', importance: 8 }))
    const before = await everything()
    const late = await engine.api.editEntries('Mika', operation(), [
      { ...other, patch: { text: 'User watches stars' } },
      { ...seen, patch: { text: 'User flies gliders' } },
    ])
    expect(late).toMatchObject({
      ok: false,
      error: { code: 'stale_revision' },
      stale: [
        {
          key: { kind: 'fact', id: 'f1' },
          now: { text: 'User flies drones' },
          changed: expect.arrayContaining(['text', 'importance']) as unknown,
        },
      ],
    })
    expect(await everything()).toEqual(before)
    const gone = await engine.api.editEntries('Mika', operation(), [
      { key: { kind: 'fact', id: 'no' }, revision: '', patch: { importance: 3 } },
    ])
    expect(gone).toMatchObject({ ok: false, stale: [{ now: null }] })
  })

  test('that is asked again is answered again, and made once (case 24)', async () => {
    await lives()
    const seen = await at('fact', 'f1')
    const ask = () =>
      engine.api.editEntries('Mika', 'same', [{ ...seen, patch: { text: 'User flies drones' } }])
    const first = await ask()
    expect(await ask()).toEqual(first)
    const history = await engine.api.history('Mika', seen.key, { before: null, limit: 10 })
    expect(history.ok && history.value.filter(({ what }) => what === 'fact.edited')).toHaveLength(1)
  })
})

describe('a correction', () => {
  test('takes the place of a fact, which stays as history (case 11)', async () => {
    await hear(user('I live in Tokyo.', 't1', '2025-05-01T09:00:00+08:00'))
    const id = await firstFact()
    const result = await engine.api.correctEntry('Mika', operation(), await at('fact', id), {
      text: 'User lives in Osaka',
      validFrom: '2026-01-10',
    })
    changeId(result)
    const by = result.ok ? (result.rows[0]?.key.id ?? '') : ''
    expect(await docOf('fact', id)).toMatchObject({ superseded_by: by, valid_to: '2026-01-10' })
    expect(await docOf('fact', by)).toMatchObject({ supersedes: [id], valid_from: '2026-01-10' })
    const facts = await engine.api.facts('Mika')
    expect(facts.ok && facts.value.find((fact) => fact.id === by)?.sources).toMatchObject([{ turnId: 't1' }])
    expect(result.ok && result.rows[1]).toMatchObject({ superseded: true, validTo: '2026-01-10' })

    changeId(await engine.api.undo('Mika', operation(), changeId(result)))
    expect(await docOf('fact', by)).toBeNull()
    expect((await docOf('fact', id))?.['superseded_at']).toBeUndefined()
  })

  test('rewrites a line of the persona; a judgement is edited instead', async () => {
    await lives()
    const sky = { text: 'Ada is drawn to the sea', validFrom: null }
    changeId(await engine.api.correctEntry('Mika', operation(), await at('persona', 'p1'), sky))
    expect(await docOf('persona', 'p1')).toMatchObject({
      text: sky.text,
      version_history: [{ text: p1.text, reason: 'user_correction' }],
    })
    const judged = await engine.api.correctEntry('Mika', operation(), await at('reflection', 'r1'), sky)
    expect(judged).toMatchObject({ ok: false, error: { code: 'not_editable' } })
  })
})

describe('undo', () => {
  test('takes an edit back to the byte, and itself', async () => {
    await lives()
    const before = await everything()
    const edited = changeId(await edit('fact', 'f1', { text: 'User flies drones', tags: ['a'] }))
    const after = await everything()
    const undone = await engine.api.undo('Mika', operation(), edited)
    expect(undone).toMatchObject({ ok: true })
    expect(await everything()).toEqual(before)
    expect(await recalled('kites')).toEqual(['User flies kites'])
    changeId(await engine.api.undo('Mika', operation(), changeId(undone)))
    expect(await everything()).toEqual(after)
    changeId(await engine.api.undo('Mika', operation(), edited))
    expect(await everything()).toEqual(before)
  })

  test('is refused when what it touched was changed since, and says what', async () => {
    await lives()
    const edited = changeId(await edit('fact', 'f1', { text: 'User flies drones' }))
    changeId(await edit('fact', 'f1', { text: 'User flies gliders' }))
    const before = await everything()
    expect(await engine.api.undo('Mika', operation(), edited)).toMatchObject({
      ok: false,
      error: { code: 'undo_conflict' },
      stale: [{ key: { id: 'f1' }, now: { text: 'User flies gliders' }, changed: ['text'] }],
    })
    expect(await everything()).toEqual(before)
  })

  test('leaves alone what others changed of the entry', async () => {
    await lives()
    const edited = changeId(await edit('fact', 'f1', { text: 'User flies drones' }))
    changeId(await edit('fact', 'f1', { importance: 10 }))
    changeId(await engine.api.undo('Mika', operation(), edited))
    expect(await docOf('fact', 'f1')).toMatchObject({ text: 'User flies kites', importance: 10 })
  })

  test('takes back what was learnt, and the turn does not teach it again', async () => {
    await hear(user('I like kites.', 't1'))
    const id = await firstFact()
    const history = await engine.api.history('Mika', { kind: 'fact', id }, { before: null, limit: 10 })
    const learnt = history.ok ? history.value.at(-1) : undefined
    expect(learnt).toMatchObject({ what: 'fact.added', undoable: true, before: null })
    changeId(await engine.api.undo('Mika', operation(), learnt?.changeId ?? ''))
    expect(await firstFact()).toBe('')
    const { db, documents } = await store()
    await documents.remove(db, 'extract_state')
    await hear(user('How are you?', 't2'))
    expect(await firstFact()).toBe('')
  })

  test('takes an edit of the conversation back, and keeps what was said since', async () => {
    await hear(user('One fine day.', 't1'))
    await hear(user('Two fine days.', 't2'))
    const lines = async () => {
      const read = await engine.api.conversation('Mika')
      return read.ok ? read.value.map(({ text, turnId }) => [turnId, text]) : []
    }
    const before = await lines()
    const chat = [{ role: 'human', text: 'Something else.' }]
    await engine.json('POST', '/api/memory/recent_file/save', { filename: 'recent_Mika.json', chat })
    await hear(user('Three fine days.', 't3'))
    const history = await engine.api.history('Mika', null, { before: null, limit: 20 })
    const saved = history.ok ? history.value.find(({ what }) => what === 'recent.saved') : undefined
    expect(saved).toMatchObject({ undoable: true, who: 'user' })
    const undone = changeId(await engine.api.undo('Mika', operation(), saved?.changeId ?? ''))
    expect(await lines()).toEqual([...before, ['t3', 'Three fine days.']])
    changeId(await engine.api.undo('Mika', operation(), undone))
    expect(await lines()).toEqual([
      [null, 'Something else.'],
      ['t3', 'Three fine days.'],
    ])
  })

  test('puts an archived reflection back in its place, with the events as before', async () => {
    await lives()
    await put('reflections.json', [
      { ...r1, id: 'r0' },
      { ...r1, sub_zero_days: 14, disputation: 9, reinforcement: 0 },
      { ...r1, id: 'r2' },
    ])
    const before = await everything()
    await engine.runLoop('archive sweep')
    await engine.settled()
    expect(JSON.parse((await everything())['reflections.json'] ?? '')).toHaveLength(2)
    const page = await engine.api.history(
      'Mika',
      { kind: 'reflection', id: 'r1' },
      { before: null, limit: 20 },
    )
    const archived = page.ok ? page.value.find(({ what }) => what.startsWith('reflection.')) : undefined
    expect(archived).toMatchObject({ undoable: true })
    changeId(await engine.api.undo('Mika', operation(), archived?.changeId ?? ''))
    const after = await everything()
    expect(after['reflections.json']).toBe(before['reflections.json'])
    expect(after['events.ndjson']).toBe(before['events.ndjson'])
  })
})

describe('what is not to be brought up', () => {
  test('is raised by nobody, and still answers a question', async () => {
    await lives()
    await put('reflections.json', [{ ...r1, status: 'pending' }])
    const topics = async () =>
      (await engine.json('GET', '/followup_topics/Mika')) as { topics: { id: string }[] }
    expect((await topics()).topics).toHaveLength(1)
    expect(await engine.text('GET', '/new_dialog/Mika')).toContain('Ada loves the sky')
    const entries = [await at('reflection', 'r1'), await at('fact', 'f1')]
    const quiet = await engine.api.bringUp('Mika', operation(), entries, { bringUp: false, until: null })
    expect(quiet).toMatchObject({ ok: true, rows: [{ suppressed: true }, { suppressed: true }] })
    expect((await topics()).topics).toEqual([])
    expect(await engine.text('GET', '/new_dialog/Mika')).not.toContain('Ada loves the sky')
    expect(await recalled('kites')).toEqual(['User flies kites'])
    const again = [await at('reflection', 'r1')]
    changeId(await engine.api.bringUp('Mika', operation(), again, { bringUp: true, until: null }))
    expect((await topics()).topics).toHaveLength(1)
  })

  test('until a date is brought up again from then on', async () => {
    await lives()
    const until = engine.clock.now() + 86_400_000
    const entries = [await at('persona', 'p1')]
    changeId(await engine.api.bringUp('Mika', operation(), entries, { bringUp: false, until }))
    engine.clock.jumpTo(until)
    const { db } = await store()
    expect(await findEntry(db, { kind: 'persona', id: 'p1' })).not.toBeNull()
    const over = await engine.api.bringUp('Mika', operation(), [await at('persona', 'p1')], {
      bringUp: false,
      until: until - 1,
    })
    expect(over).toMatchObject({ ok: false, error: { code: 'bad_date' } })
  })
})

describe('a lineage', () => {
  const names = (lineage: Lineage) =>
    lineage.edges.map(({ from, to, kind }) => `${from.id} ${kind} ${to.id}`).sort()

  async function lineage(kind: EntryKey['kind'], id: string): Promise<Lineage> {
    const read = await engine.api.lineage('Mika', { kind, id })
    if (!read.ok) throw new Error(read.error.message)
    return read.value
  }

  test('leads from the words of a turn to a line of the persona, and back', async () => {
    await hear(user('I like kites.', 't1'))
    const fact = await firstFact()
    await put('reflections.json', [{ ...r1, source_fact_ids: [fact] }])
    await put('persona.json', {
      master: { facts: [p1, { ...p1, id: 'p2', source_id: null, merged_from_ids: ['r1'] }] },
    })
    const all = [`t1 extracted ${fact}`, `${fact} synthesised r1`, 'r1 promoted p1', 'r1 merged p2'].sort()
    const up = await lineage('persona', 'p1')
    expect(names(up)).toEqual(all.filter((name) => !name.endsWith('p2')))
    expect(up.edges.find(({ kind }) => kind === 'extracted')?.quote).toContain('kites')
    expect(names(await lineage('turn', 't1'))).toEqual(all)
    expect(names(await lineage('reflection', 'r1'))).toEqual(all)
    expect((await lineage('fact', fact)).nodes.map(({ row }) => row?.text)).toContain(p1.text)
  })

  test('survives the archive, and export, wipe and import', async () => {
    await hear(user('I like kites.', 't1'))
    const fact = await firstFact()
    await put('reflections.json', [{ ...r1, source_fact_ids: [fact], sub_zero_days: 14, disputation: 9 }])
    await put('persona.json', { master: { facts: [p1] } })
    const before = names(await lineage('persona', 'p1'))
    expect(before).toHaveLength(3)
    await engine.runLoop('archive sweep')
    await engine.settled()
    expect(names(await lineage('persona', 'p1'))).toEqual(before)
    const exported = await everything()
    const { db } = await store()
    await db.transaction((tx) => wipeViews(tx))
    for (const [name, text] of Object.entries(exported)) {
      if (text !== null && name !== 'lineage.ndjson') await put(name, text)
    }
    await put('lineage.ndjson', exported['lineage.ndjson'] ?? '')
    expect(names(await lineage('persona', 'p1'))).toEqual(before)
    expect(await everything()).toEqual(exported)
  })

  test('shows what took whose place, and names what is gone', async () => {
    await lives()
    const result = await engine.api.correctEntry('Mika', operation(), await at('fact', 'f1'), {
      text: 'User flies drones',
      validFrom: null,
    })
    const by = result.ok ? (result.rows[0]?.key.id ?? '') : ''
    expect(names(await lineage('fact', by))).toEqual([`f1 superseded ${by}`])
    await put('reflections.json', [{ ...r1, source_fact_ids: ['f2', 'gone'] }])
    const { nodes } = await lineage('reflection', 'r1')
    expect(nodes.find(({ key }) => key.id === 'gone')).toEqual({
      key: { kind: 'fact', id: 'gone' },
      row: null,
    })
    expect(await engine.api.lineage('Mika', { kind: 'fact', id: 'no' })).toMatchObject({
      ok: false,
      error: { code: 'unknown_entry' },
    })
  })
})

test('a joke that is taken back is nowhere asserted any more, what was built on it neither (case 12)', async () => {
  await hear(user('I live in Tokyo.', 't1'))
  const id = await firstFact()
  await put('reflections.json', [{ ...r1, text: 'Ada is at home in Tokyo', source_fact_ids: [id] }])
  await put('persona.json', { master: { facts: [{ ...p1, text: 'Loves the lights of her city' }] } })
  await hear(user('Actually I never lived in Tokyo, that was a joke.', 't2'))
  const facts = await engine.api.facts('Mika')
  expect(facts.ok && facts.value.filter(({ text }) => text.includes('live'))).toEqual([])
  expect(await docOf('reflection', 'r1')).toMatchObject({ status: 'denied' })
  expect(await docOf('persona', 'p1')).toMatchObject({ omoide_needs_review: [id] })
  expect(await engine.text('GET', '/new_dialog/Mika')).not.toContain('at home in Tokyo')
})
