import { beforeEach, describe, expect, it } from 'vitest'
import { memoryStore } from '../../../tests/fixtures/memory-databases.ts'
import fc from '../../../tests/fixtures/properties.ts'
import type { CharacterStore } from './character-store.ts'
import { importView, listViews, renderIdleState, renderView, splitIdleState, wipeViews } from './views.ts'

let store: CharacterStore

beforeEach(async () => {
  store = await memoryStore()
})

async function load(name: string, text: string) {
  return store.db.transaction((tx) =>
    importView(tx, name, text, { instantOf: (stamp) => Date.parse(`${stamp}Z`), now: 42 }),
  )
}

describe('rendering', () => {
  it('gives empty lists for a new character and nothing for documents it does not have', async () => {
    expect(await renderView(store.db, 'recent.json')).toBe('[]')
    expect(await renderView(store.db, 'persona.json')).toBe('{}')
    expect(await renderView(store.db, 'outbox.ndjson')).toBe('')
    expect(await renderView(store.db, 'user_directives.json')).toBe('{"version": 1, "directives": []}')
    expect(await renderView(store.db, 'recent_meta.json')).toBeNull()
    expect(await renderView(store.db, 'facts; DROP TABLE facts')).toBeNull()
  })

  it('concatenates documents in order and in their own spelling', async () => {
    await store.recent.append(store.db, [
      { doc: '{"type": "human", "n": 0.30000000000000004}', turnId: 'a' },
      { doc: '{"type":"ai","n":1.0,"n":2e0}', turnId: 'b' },
    ])
    expect(await renderView(store.db, 'recent.json')).toBe(
      '[\n{"type": "human", "n": 0.30000000000000004},\n{"type":"ai","n":1.0,"n":2e0}\n]',
    )
  })
})

describe('importing', () => {
  it('restores facts with their hot columns and keeps number spelling, unknown and duplicate keys', async () => {
    const source =
      '{"id":"fact_1","hash":"h","text":"喜欢猫","importance":7,"entity":"neko","absorbed":true,"x":1.0,"x":0.1e1,' +
      '"created_at":"2026-03-01T09:00:00","score":0.30000000000000004}'
    expect(await load('facts.json', `\uFEFF [ ${source} ,\n {} ] `)).toEqual({
      ok: true,
      value: { rows: 2, setAside: 0 },
    })
    expect(await store.facts.get(store.db, 'fact_1')).toMatchObject({
      doc: source,
      hash: 'h',
      entity: 'neko',
      importance: 7,
      absorbed: true,
      signalProcessed: true,
      createdInstant: Date.UTC(2026, 2, 1, 9),
      eventStartInstant: null,
    })
    expect(await renderView(store.db, 'facts.json')).toBe(`[\n${source},\n{}\n]`)
  })

  it('renames old entities in the document, touching nothing else', async () => {
    await load('facts.json', '[{"n":1.0,"entity":"user","z":2.50}]')
    expect(await renderView(store.db, 'facts.json')).toBe('[\n{"n": 1.0, "entity": "master", "z": 2.50}\n]')
    expect((await store.facts.list(store.db))[0]?.entity).toBe('master')
  })

  it.each([
    ['facts.json', '[{"id":"new"}'],
    ['facts.json', '{"id":"new"}'],
    ['facts.json', ''],
    ['facts.json', '[NaN]'],
    ['recent.json', '"text"'],
    ['persona.json', '[]'],
    ['user_directives.json', '{"directives": {}}'],
    ['cursors.json', '[1]'],
    ['outbox.ndjson', 'not json\nat all'],
    ['reflection_archive/2026-03-01_0a1b2c3d.json', '{}'],
    ['nothing.json', '[]'],
  ])('changes nothing when %s is malformed: %s', async (name, text) => {
    await load('facts.json', '[{"id":"old"}]')
    await load('recent.json', '[{"type":"human"}]')
    await load('persona.json', '{"master":{"facts":[{"id":"p"}]}}')
    const result = await load(name, text)
    expect(result).toMatchObject({ ok: false, error: { code: 'bad_request' } })
    expect(await renderView(store.db, 'facts.json')).toBe('[\n{"id":"old"}\n]')
    expect(await renderView(store.db, 'recent.json')).toBe('[\n{"type":"human"}\n]')
    expect(await renderView(store.db, 'persona.json')).toBe('{\n"master": {"facts": [\n{"id":"p"}\n]}\n}')
  })

  it('does not repeat the text of a document that breaks', async () => {
    const result = await load('facts.json', '[hidden]')
    expect(result).toMatchObject({ error: { message: 'The document is not JSON.' } })
  })

  it('sets elements aside that are no objects, and tells', async () => {
    expect(await load('recent.json', '[{"type":"human"}, 5, "text"]')).toEqual({
      ok: true,
      value: { rows: 1, setAside: 2 },
    })
    expect(await store.quarantine.list(store.db)).toMatchObject([
      { table: 'recent', doc: '5', instant: 42 },
      { table: 'recent', doc: '"text"', instant: 42 },
    ])
  })

  it('keeps a second fact of the same id, which then cannot be addressed', async () => {
    await load('facts.json', '[{"id":"a","n":1},{"id":"a","n":2}]')
    expect((await store.facts.list(store.db)).map((row) => row.id)).toEqual(['a', null])
    expect(await renderView(store.db, 'facts.json')).toBe('[\n{"id":"a","n":1},\n{"id":"a","n":2}\n]')
  })

  it('reads legacy persona: old section names, `dynamics`, bare strings, members around the list', async () => {
    await load(
      'persona.json',
      '{"user":{"a":1.0,"dynamics":["likes cats",{"id":"p1"},7],"b":2},"ai":{},"odd":[1.0]}',
    )
    expect((await store.persona.entries.list(store.db)).map((row) => [row.section, row.doc, row.id])).toEqual(
      [
        ['master', '"likes cats"', null],
        ['master', '{"id":"p1"}', 'p1'],
      ],
    )
    expect(await renderView(store.db, 'persona.json')).toBe(
      '{\n"master": {"a": 1.0, "facts": [\n"likes cats",\n{"id":"p1"}\n], "b": 2},\n"neko": {"facts": []},\n"odd": [1.0]\n}',
    )
    await store.persona.entries.insert(store.db, 'neko', [
      { id: 'n', doc: '{"id":"n"}', source: null, protected: false, suppressed: false },
    ])
    expect(await renderView(store.db, 'persona.json')).toContain('"neko": {"facts": [\n{"id":"n"}\n]}')
  })

  it('keeps a shadowed duplicate section as it is and addresses the last one', async () => {
    const text = '{\n"master": {"facts":[{"id":"old"}]},\n"master": {"facts": [\n{"id":"new"}\n]}\n}'
    await load('persona.json', text)
    expect((await store.persona.entries.list(store.db)).map((row) => row.id)).toEqual(['new'])
    expect(await renderView(store.db, 'persona.json')).toBe(text)
  })

  it('keeps log lines that cannot be read, in place', async () => {
    const text = '{"op_id":"a","status":"pending"}\n{"op_id":"b","sta\n'
    expect(await load('outbox.ndjson', text)).toEqual({ ok: true, value: { rows: 1, setAside: 1 } })
    expect((await store.outbox.lines(store.db)).map((row) => row.opId)).toEqual(['a', null])
    expect(await renderView(store.db, 'outbox.ndjson')).toBe(text)
  })

  it('drops the sources of facts that an import removed', async () => {
    await load('facts.json', '[{"id":"a"},{"id":"b"}]')
    for (const factId of ['a', 'b']) {
      await store.facts.sources.add(store.db, { factId, turnId: 't', quote: 'q', instant: 1 })
    }
    await load('facts.json', '[{"id":"b"}]')
    expect((await store.facts.sources.list(store.db)).map((source) => source.factId)).toEqual(['b'])
  })

  it('takes facts that are gone or changed out of the full-text index', async () => {
    await load('facts.json', '[{"id":"a","text":"tea"},{"id":"b","text":"tea"},{"id":"c","text":"tea"}]')
    for (const id of ['a', 'b', 'c']) await store.facts.fts.index(store.db, id, 'tea')
    await load('facts.json', '[{"id":"b","text":"tea"},{"id":"c","text":"coffee"}]')
    const hits = await store.facts.fts.search(store.db, '"tea"', 9)
    expect(hits.map((hit) => hit.factId)).toEqual(['b'])
  })

  it('lists what exists, with archive shards', async () => {
    await load('reflection_archive/2026-03-01_0a1b2c3d.json', '[]')
    await load('persona_archive/2026-03-02_ffffffff.json', '[{"id":"x"}]')
    const names = await listViews(store.db)
    expect(names).toContain('reflection_archive/2026-03-01_0a1b2c3d.json')
    expect(names).toContain('persona_archive/2026-03-02_ffffffff.json')
    expect(names).not.toContain('synth_backoff.json')
    expect(await renderView(store.db, 'reflection_archive/2026-03-01_0a1b2c3d.json')).toBe('[]')
    expect(await renderView(store.db, 'reflection_archive/../facts.json')).toBeNull()
  })
})

it('splits and joins the global maintenance state without respelling', () => {
  const text = '{"Mika": {"n":1.0}, "小天": {}}'
  const parts = splitIdleState(text)
  expect(parts.ok && renderIdleState(parts.value)).toBe(text)
})

describe('round trip', () => {
  /** JSON text with spellings that a parser would lose. */
  const scalar = fc.oneof(
    fc.constantFrom(
      '0.30000000000000004',
      '1.0',
      '-0',
      '1E5',
      '12345678901234567890',
      'null',
      'true',
      '[]',
      '{}',
    ),
    fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text)),
    fc.string({ unit: 'binary' }).map((text) => JSON.stringify(text)),
  )
  const spaces = fc.constantFrom('', ' ', '\n  ', '\t')
  const value = fc.letrec<{ value: string; list: string; object: string }>((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, scalar, tie('list'), tie('object')),
    list: fc
      .tuple(fc.array(tie('value'), { maxLength: 3 }), spaces)
      .map(([items, space]) => `[${space}${items.join(`,${space}`)}${space}]`),
    object: fc
      .tuple(fc.array(fc.tuple(fc.string(), tie('value')), { maxLength: 3 }), spaces)
      .map(([members, space]) => {
        const written = members.map(([key, item]) => `${JSON.stringify(key)}${space}:${space}${item}`)
        return `{${space}${written.join(`${space},`)}${space}}`
      }),
  }))
  const list = fc.array(value.object, { maxLength: 4 }).map((items) => `[${items.join(' , ')}]`)
  const persona = fc
    .array(
      fc.tuple(fc.constantFrom('neko', 'master', 'relationship', '__meta__', 'x"y'), value.object, list),
      {
        maxLength: 4,
      },
    )
    .map(
      (sections) =>
        `{${sections
          .map(
            ([name, member, entries]) =>
              `${JSON.stringify(name)}:{"more":${member},"facts":${entries},"z":1.50}`,
          )
          .join(',')}}`,
    )
  const documents = fc.record({
    'recent.json': list,
    'facts.json': list,
    'facts_archive.json': list,
    'reflections.json': list,
    'surfaced.json': list,
    'persona.json': persona,
    'persona_corrections.json': list,
    'user_directives.json': list.map((items) => `{"version":1.0,"directives":${items},"later":[1.0]}`),
    'synth_backoff.json': value.object,
    'cursors.json': fc
      .uniqueArray(fc.tuple(fc.string(), scalar), { selector: ([key]) => key, maxLength: 3 })
      .map((pairs) => `{${pairs.map(([key, item]) => `${JSON.stringify(key)}:${item}`).join(',')}}`),
    'events.ndjson': fc
      .array(fc.string({ unit: 'grapheme' }), { maxLength: 3 })
      .map((ids) => ids.map((id) => `{"event_id":${JSON.stringify(id)},"n":1.0}\n`).join('')),
    'reflection_archive/2026-03-01_0a1b2c3d.json': list,
  })

  it('export, wipe and import give the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(documents, async (texts) => {
        const first = new Map<string, string>()
        await store.db.transaction(async (tx) => {
          for (const [name, text] of Object.entries(texts)) {
            expect(await importView(tx, name, text)).toMatchObject({ ok: true, value: { setAside: 0 } })
          }
          for (const name of await listViews(tx)) first.set(name, (await renderView(tx, name)) ?? '')
          await wipeViews(tx)
          for (const [name, text] of first) {
            expect(await importView(tx, name, text)).toMatchObject({ ok: true })
          }
          const second = new Map<string, string>()
          for (const name of await listViews(tx)) second.set(name, (await renderView(tx, name)) ?? '')
          expect(second).toEqual(first)
          // …and say the same as what came in.
          for (const [name, text] of Object.entries(texts)) {
            if (name.endsWith('.ndjson')) expect(first.get(name)).toBe(text)
            else expect(JSON.parse(first.get(name) ?? '')).toEqual(JSON.parse(text))
          }
          await wipeViews(tx)
        })
      }),
      { numRuns: 60 },
    )
  })
})
