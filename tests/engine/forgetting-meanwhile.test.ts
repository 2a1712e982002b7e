/** What is written while a forgetting searches the memory, before it takes anything out, and while it proves itself. */
import { afterEach, describe, expect, test } from 'vitest'
import type { ForgetProof } from '../../src/engine/browser-api.ts'
import { revisionOf } from '../../src/engine/changes/marks.ts'
import { turnText } from '../../src/engine/forgetting/entry-texts.ts'
import { Fragments } from '../../src/engine/forgetting/fragments.ts'
import { searchEverywhere } from '../../src/engine/forgetting/proof.ts'
import { documentOf, textOf } from '../../src/engine/look/entry-row.ts'
import { findEntry, readTable } from '../../src/engine/look/find-entry.ts'
import type { ExtractInput } from '../../src/engine/model/memory-model.ts'
import { ok } from '../../src/engine/result.ts'
import { FORGET_SEARCHES_MAX, FORGET_STRETCH_MS } from '../../src/engine/settings.ts'
import { openCharacterStore, type CharacterStore } from '../../src/engine/store/character-store.ts'
import { createTestClock } from '../fixtures/clock.ts'
import { testEngine, user, type TestEngine } from '../fixtures/engine.ts'
import { claim } from '../fixtures/facts.ts'
import { lifeModel } from '../fixtures/life-model.ts'
import { memoryDatabases } from '../fixtures/memory-databases.ts'
import fc from '../fixtures/properties.ts'

const secret = 'My locker combination is forty-two walrus nineteen'
const gardens = 'I read about gardens'
const shared = 'The gate has forty-two walrus nineteen too'

/** Called at every pause of a forgetting, with how many were before. */
type Meanwhile = (world: World, pause: number) => Promise<void>

let world: World | null = null
afterEach(async () => world?.engine.stop())

class World {
  meanwhile: Meanwhile | null = null
  /** How many pauses the forgetting made. */
  pauses = 0
  private steps = 0
  private busy = false

  private constructor(
    readonly engine: TestEngine,
    readonly store: CharacterStore,
  ) {}

  /** `pausing`: at every slice, not only before and after the transaction. */
  static async begin(pausing = false): Promise<World> {
    const databases = await memoryDatabases()
    const clock = createTestClock('2026-03-02T09:00:00+08:00')
    let begun: World | null = null
    let ahead = 0
    const now = (): number => clock.now() + (pausing ? (ahead += FORGET_STRETCH_MS) : 0)
    const engine = await testEngine({
      databases,
      clock,
      model: learner,
      deps: { clock: { ...clock, now }, letRepliesOut: () => begun?.pause() ?? Promise.resolve() },
    })
    await engine.api.createCharacter({ name: 'Mika', nickname: '', card: {} })
    for (const [id, text] of [
      ['t1', secret],
      ['t2', gardens],
      ['t3', 'Rain is coming tomorrow'],
    ] as const) {
      await engine.say('/cache/Mika', [user(text, id)])
      await engine.settled()
    }
    const [id = ''] = await databases.list()
    begun = new World(engine, await openCharacterStore(await databases.open(id)))
    world = begun
    return begun
  }

  async request(text = secret) {
    return { entries: [await this.at(text)], rawTurns: true, removeDerived: true }
  }

  async forget(text = secret): Promise<ForgetProof> {
    const request = await this.request(text)
    const done = await this.engine.api.forget('Mika', this.operation(), request)
    this.meanwhile = null
    if (!done.ok) throw new Error(`${done.error.code}: ${done.error.message}`)
    return done.proof
  }

  say(text: string, id: string): Promise<unknown> {
    return this.engine.say('/cache/Mika', [user(text, id)])
  }

  /** Resolves to the id of the change. */
  async edit(from: string, to: string): Promise<string> {
    const entry = await this.at(from)
    const edited = await this.engine.api.editEntries('Mika', this.operation(), [
      { ...entry, patch: { text: to } },
    ])
    if (!edited.ok) throw new Error(edited.error.message)
    return edited.changeId
  }

  /** Whether it could be undone. */
  async undo(changeId: string): Promise<boolean> {
    return (await this.engine.api.undo('Mika', this.operation(), changeId)).ok
  }

  async facts(): Promise<string[]> {
    const read = await this.engine.api.facts('Mika')
    return read.ok ? read.value.map(({ text }) => text) : []
  }

  async turn(id: string): Promise<string> {
    const found = await findEntry(this.store.db, { kind: 'turn', id })
    return found === null ? '' : turnText(found)
  }

  /** Values that hold a fragment of the text. */
  async left(fragments = new Fragments([secret])): Promise<number> {
    return (await searchEverywhere(this.store.db, fragments, { turnsToo: true })).found
  }

  private async at(text: string) {
    const read = await this.engine.api.facts('Mika')
    const id = (read.ok ? read.value : []).find((fact) => fact.text === text)?.id ?? ''
    const stored = await findEntry(this.store.db, { kind: 'fact', id })
    if (stored === null) throw new Error(`no fact says ${text}`)
    return { key: { kind: 'fact' as const, id }, revision: revisionOf(stored.doc, stored.archived) }
  }

  private operation(): string {
    this.steps += 1
    return `step-${String(this.steps)}`
  }

  private async pause(): Promise<void> {
    if (this.meanwhile === null || this.busy) return
    this.busy = true
    try {
      await this.meanwhile(this, this.pauses)
      this.pauses += 1
    } finally {
      this.busy = false
    }
  }
}

/** Holds for a fact what the user says first, and nothing later. */
const learner = lifeModel(
  {
    extractFacts: ({ turns }: ExtractInput) =>
      Promise.resolve(
        ok({
          claims: turns
            .filter(({ turnId }) => turnId === 't1' || turnId === 't2')
            .map(({ text, turnId }) => claim(text, [turnId], { quote: text })),
          retracts: [],
        }),
      ),
  },
  'rules',
)

const beforeIt = 0

describe('between the search and the removal', () => {
  test('a turn that repeats the words goes too', async () => {
    const here = await World.begin()
    here.meanwhile = async (_, pause) => {
      if (pause === beforeIt) await here.say(`As I said: ${secret}`, 't7')
    }
    expect(await here.forget()).toMatchObject({ turns: 2, found: 0 })
    expect(await here.turn('t7')).toBe('')
    expect(await here.turn('t3')).toBe('Rain is coming tomorrow')
    expect(await here.left()).toBe(0)
  })

  test('rows that come to hold the words are cleaned, in whatever table', async () => {
    const here = await World.begin()
    const { db } = here.store
    const text = JSON.stringify({ text: secret })
    await db.run(`INSERT INTO ledger (instant, purpose, outcome, text) VALUES (1, 'p', 'ok', 'harmless')`)
    here.meanwhile = async (_, pause) => {
      if (pause !== beforeIt) return
      await db.run(`UPDATE ledger SET text = ?`, [secret])
      await db.run(`INSERT INTO refusals (instant, claim, reason, turn_ids) VALUES (1, ?, 'r', '[]')`, [
        secret,
      ])
      await db.run('INSERT INTO surfaced (doc) VALUES (?)', [text])
      await db.run('INSERT INTO corrections (doc) VALUES (?)', [text])
      await db.run('INSERT INTO directives (doc) VALUES (?)', [text])
      await db.run('INSERT INTO dedup_queue (doc) VALUES (?)', [text])
      await db.run('INSERT INTO recent (doc) VALUES (?)', [`{"type":"human","data":{"content":"${secret}"}}`])
      await db.run(`INSERT INTO documents (name, doc) VALUES ('other', ?)`, [text])
      await db.run(`INSERT INTO envelopes (name, before, after) VALUES ('other', ?, '')`, [secret])
      await db.run(`INSERT INTO quarantine (table_name, doc, reason) VALUES ('t', ?, 'r')`, [text])
      await db.run(
        `INSERT INTO idempotency (key, status, headers, body, instant) VALUES ('k', 200, '{}', ?, 1)`,
        [text],
      )
      await db.run(`INSERT INTO outbox (line, op_id, status) VALUES (?, 'o', 'pending')`, [
        JSON.stringify({ op_id: 'o', payload: { messages: [secret, 'other'], turn_ids: [] } }),
      ])
      await db.run(`INSERT INTO events (line, event_id, type, ts) VALUES (?, 'e', 'fact.added', '')`, [text])
      await db.run(`INSERT INTO journal (instant, who, what, after) VALUES (1, 'w', 'x', ?)`, [text])
      await db.run(`INSERT INTO time_indexed_compressed (message) VALUES (?)`, [
        JSON.stringify({ type: 'system', data: { content: `They met. ${secret}. They parted.` } }),
      ])
      // Its row is written, and what it was before is noted.
      await db.run(`UPDATE facts SET doc = json_set(doc, '$.note', ?) WHERE doc LIKE '%gardens%'`, [secret])
    }
    expect(await here.forget()).toMatchObject({ found: 0 })
    expect(here.pauses).toBe(2)
    expect(await here.left()).toBe(0)
    expect(await here.facts()).toEqual([gardens])
    expect(await db.first('SELECT count(*) AS n FROM outbox WHERE op_id = ?', ['o'])).toEqual({ n: 1 })
    expect(JSON.stringify(await db.all('SELECT message FROM time_indexed_compressed'))).toContain(
      'They parted.',
    )
  })

  test('a memory that comes to say it too keeps its words', async () => {
    const here = await World.begin()
    here.meanwhile = async (_, pause) => {
      if (pause === beforeIt) await here.edit(gardens, shared)
    }
    expect(await here.forget()).toMatchObject({ found: 0 })
    expect(await here.facts()).toEqual([shared])
    expect(await here.left(new Fragments(['My locker combination']))).toBe(0)
  })

  test('words that a memory said too, and no longer says, go everywhere', async () => {
    const here = await World.begin()
    await here.edit(gardens, shared)
    here.meanwhile = async (_, pause) => {
      if (pause === beforeIt) await here.edit(shared, gardens)
    }
    expect(await here.forget()).toMatchObject({ found: 0 })
    expect(await here.facts()).toEqual([gardens])
    expect(await here.left()).toBe(0)
  })

  test('what is built on it goes too, with what is built on that', async () => {
    const here = await World.begin()
    const { db } = here.store
    const fact = await db.first<{ id: string }>(`SELECT id FROM facts WHERE doc LIKE '%walrus%'`)
    const persona = { id: 'per_new', text: 'A keeper of lockers', source: 'reflection', source_id: 'ref_new' }
    await db.run(`INSERT INTO persona_sections (seq, name, key_doc) VALUES (90, 'lockers', '"lockers"')`)
    await db.run(
      `INSERT INTO persona_entries (section, id, doc, source, protected, suppressed) VALUES (90, 'per_new', ?, 'reflection', 0, 0)`,
      [JSON.stringify(persona)],
    )
    here.meanwhile = async (_, pause) => {
      if (pause !== beforeIt) return
      await db.run(
        `INSERT INTO reflections (id, doc, status, entity, suppressed) VALUES ('ref_new', ?, 'confirmed', 'master', 0)`,
        [JSON.stringify({ id: 'ref_new', text: 'Keeps things locked away', source_fact_ids: [fact?.id] })],
      )
    }
    expect(await here.forget()).toMatchObject({ derived: 2, found: 0 })
    expect(await db.first('SELECT count(*) AS n FROM reflections')).toEqual({ n: 0 })
    expect(await db.first(`SELECT 1 FROM persona_entries WHERE id = 'per_new'`)).toBeUndefined()
  })

  test('an edit of the entry itself refuses it, and nothing is taken out', async () => {
    const here = await World.begin()
    here.meanwhile = async (_, pause) => {
      if (pause === beforeIt) await here.edit(secret, `${secret}!`)
    }
    await expect(here.forget()).rejects.toThrow('stale_revision')
    expect((await here.facts()).sort()).toEqual([gardens, `${secret}!`])
    expect(await here.turn('t1')).toBe(secret)
  })

  test('when there is always something new, it is done in one piece in the end', async () => {
    const here = await World.begin()
    here.meanwhile = async (_, pause) => {
      if (pause <= FORGET_SEARCHES_MAX) await here.say(`Again: ${secret}`, `again-${String(pause)}`)
    }
    expect(await here.forget()).toMatchObject({ turns: FORGET_SEARCHES_MAX + 2, found: 0 })
    expect(await here.left()).toBe(0)
  })
})

test('words that are said anew while it proves itself are no trace of what was forgotten', async () => {
  const here = await World.begin()
  here.meanwhile = async (_, pause) => {
    if (pause > beforeIt) await here.say(`Anew: ${secret}`, 't9')
  }
  expect(await here.forget()).toMatchObject({ turns: 1, found: 0 })
  expect(await here.turn('t9')).toBe(`Anew: ${secret}`)
})

test('one that is asked for twice at once is one', async () => {
  const here = await World.begin()
  const request = await here.request()
  const ask = () => here.engine.api.forget('Mika', 'once', request)
  const [one, other] = await Promise.all([ask(), ask()])
  expect(one).toMatchObject({ ok: true, proof: { entries: 1, turns: 1, found: 0 } })
  expect(other).toEqual(one)
  expect(await here.engine.api.forget('Mika', 'again', request)).toMatchObject({
    ok: false,
    error: { code: 'stale_revision' },
  })
})

test('two at once take their turns', async () => {
  const here = await World.begin()
  const [one, other] = await Promise.all([here.forget(), here.forget(gardens)])
  expect([one.found, other.found]).toEqual([0, 0])
  expect(await here.facts()).toEqual([])
  expect(await here.left(new Fragments([secret, gardens]))).toBe(0)
})

/** At the pause `at`, counted from the first one. */
type Step = { readonly at: number } & (
  | { readonly do: 'say'; readonly text: string }
  | { readonly do: 'edit'; readonly to: string }
  | { readonly do: 'note'; readonly text: string }
  | { readonly do: 'undo' }
)

const texts = fc.constantFrom(
  secret,
  shared,
  gardens,
  'forty-two walrus ninety',
  'Nothing much',
  'My locker is blue',
)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ at: fc.nat(40), do: fc.constant('say' as const), text: texts }),
  fc.record({ at: fc.nat(40), do: fc.constant('edit' as const), to: texts }),
  fc.record({ at: fc.nat(40), do: fc.constant('note' as const), text: texts }),
  fc.record({ at: fc.nat(40), do: fc.constant('undo' as const) }),
)

test('whatever is written at whatever pause, no word is left that nothing says which stays', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      const here = await World.begin(true)
      try {
        let other = gardens
        /** What the other fact said at the removal: its history stays with it, also when that is undone later. */
        const kept: string[] = []
        const edits: { readonly from: string; readonly changeId: string }[] = []
        here.meanwhile = async (_, pause) => {
          for (const [index, next] of steps.entries()) {
            // What is edited or noted after the removal is not what was forgotten.
            const removed = (await here.store.proofs.list(here.store.db)).length > 0
            if (removed && kept.length === 0) kept.push(other)
            if (next.at !== pause || (removed && next.do !== 'say' && next.do !== 'undo')) continue
            if (next.do === 'say') await here.say(next.text, `said-${String(index)}`)
            else if (next.do === 'edit') {
              edits.push({ from: other, changeId: await here.edit(other, next.to) })
              other = next.to
            } else if (next.do === 'undo') {
              const last = edits.pop()
              if (last !== undefined && (await here.undo(last.changeId))) other = last.from
            } else {
              const row = `INSERT INTO ledger (instant, purpose, outcome, text) VALUES (1, 'p', 'ok', ?)`
              await here.store.db.run(row, [next.text])
            }
          }
        }
        const { found } = await here.forget()
        expect(found).toBe(0)
        await here.engine.settled()
        const fragments = new Fragments([secret])
        for (const text of kept) fragments.dismiss(text)
        for (const table of ['facts', 'turns'] as const) {
          for (const entry of await readTable(here.store.db, table)) {
            const document = documentOf(entry) ?? {}
            fragments.dismiss(entry.kind === 'turn' ? turnText(entry) : textOf(entry.kind, document))
          }
        }
        expect(await here.left(fragments)).toBe(0)
      } finally {
        await here.engine.stop()
      }
    }),
    { numRuns: 40 },
  )
}, 120_000)
