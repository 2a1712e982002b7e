/**
 * Changes in any order: undoing all of them gives the documents of the beginning, and what is forgotten among them leaves
 * no fragment in any table nor in the bytes of the database, whatever was edited, corrected or undone before.
 */
import { expect, test } from 'vitest'
import type { ChangeResult, EntryAt, EntryKey } from '../../src/engine/browser-api.ts'
import { revisionOf } from '../../src/engine/changes/marks.ts'
import { fragmentsOf, Fragments } from '../../src/engine/forgetting/fragments.ts'
import { searchEverywhere } from '../../src/engine/forgetting/proof.ts'
import { findEntry } from '../../src/engine/look/find-entry.ts'
import { openCharacterStore, type CharacterStore } from '../../src/engine/store/character-store.ts'
import { importView, listViews, renderView } from '../../src/engine/store/views.ts'
import { testEngine, user, type TestEngine } from '../fixtures/engine.ts'
import { memoryDatabases } from '../fixtures/memory-databases.ts'
import fc from '../fixtures/properties.ts'

const RUNS = 25
const MOST = 8

/** Texts that share no fragment with each other, as random letters do. */
function textOf(n: number): string {
  let state = n * 2_654_435_761 + 12_345
  let text = ''
  while (text.length < LETTERS) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    text += String.fromCharCode(97 + (Math.floor(state / 65_536) % 26))
  }
  return text
}
const LETTERS = 20

const things: readonly EntryKey[] = [
  { kind: 'fact', id: 'fact_one' },
  { kind: 'fact', id: 'fact_two' },
  { kind: 'reflection', id: 'ref_one' },
  { kind: 'persona', id: 'per_one' },
]

type Step =
  | { readonly do: 'edit' | 'correct' | 'quiet' | 'review'; readonly thing: number; readonly text: number }
  | { readonly do: 'undo'; readonly back: number }
  | { readonly do: 'sweep' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('edit' as const, 'correct' as const, 'quiet' as const, 'review' as const),
      thing: fc.nat(things.length - 1),
      text: fc.integer({ min: 10, max: 60 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), back: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.constant({ do: 'sweep' as const }) },
)

class World {
  readonly changes: string[] = []
  readonly texts = new Set<string>()
  private operations = 0

  private constructor(
    readonly engine: TestEngine,
    readonly store: CharacterStore,
    readonly bytes: () => Buffer,
  ) {}

  static async begin(): Promise<World> {
    const databases = await memoryDatabases()
    const engine = await testEngine({ databases })
    await engine.say('/cache/Mika', [user('hello', 't0')])
    await engine.settled()
    const [id = ''] = await databases.list()
    const store = await openCharacterStore(await databases.open(id))
    const world = new World(engine, store, () => Buffer.from(databases.bytes(id) ?? []))
    const fact = { entity: 'master', importance: 6, absorbed: true, created_at: '2026-01-01T00:00:00' }
    await world.put('facts.json', [
      { id: 'fact_one', text: textOf(1), ...fact },
      { id: 'fact_two', text: textOf(2), ...fact },
    ])
    const reflection = {
      entity: 'master',
      status: 'confirmed',
      reinforcement: 0,
      disputation: 9,
      sub_zero_days: 14,
    }
    await world.put('reflections.json', [
      { id: 'ref_one', text: textOf(3), ...reflection, source_fact_ids: ['fact_one'] },
    ])
    await world.put('persona.json', {
      master: { facts: [{ id: 'per_one', text: textOf(4), source: 'reflection', source_id: 'ref_one' }] },
    })
    // The first texts of the persona are prepared before anything is compared.
    await engine.text('GET', '/new_dialog/Mika')
    return world
  }

  async take(next: Step): Promise<void> {
    const { api } = this.engine
    if (next.do === 'undo') {
      const change = this.changes.at(-1 - next.back)
      if (change !== undefined) this.keep(await api.undo('Mika', this.operation(), change))
      return
    }
    if (next.do === 'sweep') {
      const before = await this.store.changes.current(this.store.db)
      await this.engine.runLoop('archive sweep')
      await this.engine.settled()
      const after = await this.store.changes.current(this.store.db)
      for (let change = before; change < after; change += 1) this.changes.push(String(change))
      return
    }
    const key = things[next.thing] ?? { kind: 'fact', id: '' }
    const entry = await this.at(key)
    if (entry === null) return
    const text = textOf(next.text)
    switch (next.do) {
      case 'edit':
        this.texts.add(text)
        this.keep(await api.editEntries('Mika', this.operation(), [{ ...entry, patch: { text } }]))
        return
      case 'correct':
        this.texts.add(text)
        this.keep(await api.correctEntry('Mika', this.operation(), entry, { text, validFrom: null }))
        return
      case 'quiet':
        this.keep(
          await api.bringUp('Mika', this.operation(), [entry], { bringUp: next.text % 2 === 0, until: null }),
        )
        return
      case 'review':
        this.keep(await api.reviewed('Mika', this.operation(), [entry]))
    }
  }

  async at(key: EntryKey): Promise<EntryAt | null> {
    const stored = await findEntry(this.store.db, key)
    return stored === null ? null : { key, revision: revisionOf(stored.doc, stored.archived) }
  }

  async documents(): Promise<Record<string, string | null>> {
    const all: Record<string, string | null> = {}
    for (const name of await listViews(this.store.db)) all[name] = await renderView(this.store.db, name)
    // The sentinel says when it was last moved.
    delete all['events_applied.json']
    return all
  }

  operation(): string {
    this.operations += 1
    return `op-${String(this.operations)}`
  }

  private keep(result: ChangeResult): void {
    if (result.ok) this.changes.push(result.changeId)
  }

  private async put(name: string, value: unknown): Promise<void> {
    await this.store.db.transaction((tx) => importView(tx, name, JSON.stringify(value)))
  }
}

test('undoing everything, newest first, gives what there was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: MOST }), async (steps) => {
      const world = await World.begin()
      try {
        const before = await world.documents()
        for (const next of steps) await world.take(next)
        for (const change of [...world.changes].reverse()) {
          const undone = await world.engine.api.undo('Mika', world.operation(), change)
          // What was undone already is as it was.
          if (!undone.ok) expect(undone.error).toMatchObject({ code: 'undo_conflict' })
        }
        expect(await world.documents()).toEqual(before)
      } finally {
        await world.engine.stop()
      }
    }),
    { numRuns: RUNS },
  )
})

test('forgetting leaves nothing of any text that an entry ever had', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: MOST }),
      fc.nat(things.length - 1),
      async (steps, thing) => {
        const world = await World.begin()
        try {
          for (const next of steps) await world.take(next)
          const key = things[thing] ?? { kind: 'fact', id: '' }
          const stored = await findEntry(world.store.db, key)
          const entry = await world.at(key)
          if (stored === null || entry === null) return
          const { text } = JSON.parse(stored.doc) as { text: string }
          const request = { entries: [entry], rawTurns: true, removeDerived: true }
          const done = await world.engine.api.forget('Mika', world.operation(), request)
          expect(done).toMatchObject({ ok: true, proof: { found: 0, overwritten: true } })
          const other = await othersSay(world, text)
          if (other) return
          const { found } = await searchEverywhere(world.store.db, new Fragments([text]), { turnsToo: true })
          expect(found).toBe(0)
          const bytes = world.bytes().toString('latin1').toLowerCase()
          expect([...fragmentsOf(text)].filter((fragment) => bytes.includes(fragment))).toEqual([])
        } finally {
          await world.engine.stop()
        }
      },
    ),
    { numRuns: RUNS },
  )
})

/** Two entries may have been given one text. */
async function othersSay(world: World, text: string): Promise<boolean> {
  const names = ['facts.json', 'reflections.json', 'persona.json']
  const all = await Promise.all(names.map((name) => renderView(world.store.db, name)))
  return all.some((document) => document?.includes(text) === true)
}
