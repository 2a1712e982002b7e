/** What is kept between two conversations never shows in them: a warm engine renders what its rows say. */
import { expect, test } from 'vitest'
import { testEngine, type TestEngine } from '../../../tests/fixtures/engine.ts'
import { memoryDatabases } from '../../../tests/fixtures/memory-databases.ts'
import fc from '../../../tests/fixtures/properties.ts'
import { isObject, parseJson, parseObject } from '../document.ts'
import { compose, renderPersona } from '../persona/render.ts'
import type { Database } from '../ports.ts'
import { activeConfirmed } from '../reflection/active.ts'
import { openCharacterStore, type CharacterStore } from '../store/character-store.ts'
import { personaEntryHot, reflectionHot } from '../store/hot.ts'
import { renderView } from '../store/views.ts'
import { heuristicCounter } from '../text/tokens.ts'

/** Any writer, of which the cached reads know nothing. */
type Edit =
  | { readonly do: 'add' | 'rewrite'; readonly of: 'persona' | 'reflection'; readonly entry: Entry }
  | { readonly do: 'remove'; readonly of: 'persona' | 'reflection'; readonly place: number }
  | { readonly do: 'say'; readonly text: string }
  | { readonly do: 'wait'; readonly minutes: number }

interface Entry {
  readonly place: number
  readonly text: string
  readonly reinforcement: number
  readonly disputation: number
  readonly importance: number
  readonly status: string
  readonly suppress: boolean
}

const texts = [
  '喜欢喝咖啡',
  '讨厌喝咖啡',
  'Ada likes tea',
  'tea at noon',
  'plays chess',
  ' ',
  '住在北京的大学',
]
/** Rows added so far: a count of the rows that are there would name a second one like one that was removed. */
let added = 0

const place = fc.nat(12)
const of = fc.constantFrom('persona' as const, 'reflection' as const)
const entry: fc.Arbitrary<Entry> = fc.record({
  place,
  text: fc.constantFrom(...texts),
  reinforcement: fc.constantFrom(0, 0.5, 1, 2),
  disputation: fc.constantFrom(0, 0, 0.5, 3),
  importance: fc.constantFrom(0, 5, 9),
  status: fc.constantFrom('pending', 'confirmed', 'confirmed', 'denied'),
  suppress: fc.boolean(),
})
const edits: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ do: fc.constantFrom('add' as const, 'rewrite' as const), of, entry }),
  fc.record({ do: fc.constant('remove' as const), of, place }),
  fc.record({ do: fc.constant('say' as const), text: fc.constantFrom(...texts) }),
  fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 200, 400, 60_000) }),
)

test('after any changes the start of a conversation is that of the rows as they stand', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 12 }), async (changes) => {
      const { engine, store } = await warmEngine()
      try {
        for (const change of changes) {
          await apply(engine, store, change)
          const shown = await engine.text('GET', '/new_dialog/Mika')
          expect(shown).toContain(`\n${await expected(engine, store)}\n\n`)
        }
      } finally {
        await engine.stop()
      }
    }),
    { numRuns: 12 },
  )
})

async function warmEngine(): Promise<{ engine: TestEngine; store: CharacterStore }> {
  const databases = await memoryDatabases()
  const opened: Database[] = []
  const engine = await testEngine({
    now: '2026-06-01T12:00:00Z',
    zone: 'UTC',
    databases: {
      ...databases,
      async open(id) {
        const database = await databases.open(id)
        opened.push(database)
        return database
      },
    },
  })
  await engine.api.createCharacter({ name: 'Mika', nickname: '', card: { mood: 'calm' } })
  await engine.text('GET', '/new_dialog/Mika')
  const [database] = opened
  if (database === undefined) throw new Error('no database was opened')
  return { engine, store: await openCharacterStore(database) }
}

async function apply(engine: TestEngine, store: CharacterStore, change: Edit): Promise<void> {
  if (change.do === 'wait') {
    engine.clock.jumpTo(engine.clock.now() + change.minutes * 60_000)
    return
  }
  if (change.do === 'say') {
    await engine.say('/cache/Mika', [
      { role: 'user', content: [{ type: 'text', text: 'so?' }] },
      { role: 'assistant', content: [{ type: 'text', text: change.text }] },
    ])
    return engine.settled()
  }
  await store.db.transaction(async (tx) => {
    const persona = await store.persona.entries.list(tx)
    const reflections = await store.reflections.list(tx)
    const rows: readonly { readonly seq: number }[] = change.of === 'persona' ? persona : reflections
    const at = (index: number): number => rows[index % Math.max(rows.length, 1)]?.seq ?? -1
    if (change.do === 'remove') {
      if (change.of === 'persona') await store.persona.entries.remove(tx, [at(change.place)])
      else await store.reflections.remove(tx, [at(change.place)])
      return
    }
    const { place: index, ...fields } = change.entry
    const seq = at(index)
    const document = {
      id: change.do === 'add' ? `new${String((added += 1))}` : `old${String(seq)}`,
      ...fields,
      suppressed_at: fields.suppress ? '2026-06-01T11:00:00' : null,
      rein_last_signal_at: '2026-05-20T08:00:00',
      disp_last_signal_at: '2026-05-20T08:00:00',
    }
    const doc = JSON.stringify(document)
    if (change.of === 'persona') {
      const hot = personaEntryHot(document)
      if (change.do === 'add') await store.persona.entries.insert(tx, 'master', [{ doc, ...hot }])
      else await store.persona.entries.update(tx, seq, doc, hot)
    } else {
      const hot = reflectionHot(document, () => null)
      if (change.do === 'add') await store.reflections.insert(tx, [{ doc, ...hot }])
      else await store.reflections.update(tx, seq, doc, hot)
    }
  })
}

/** From the documents as they are exported, by ways that keep nothing. */
async function expected(engine: TestEngine, store: CharacterStore): Promise<string> {
  const persona = parseObject((await renderView(store.db, 'persona.json')) ?? '{}') ?? {}
  const parsed = parseJson((await renderView(store.db, 'reflections.json')) ?? '[]')
  const reflections = (Array.isArray(parsed) ? (parsed as readonly unknown[]) : []).filter(isObject)
  const now = { instant: engine.clock.now(), zone: engine.clock.zone() }
  const blocks = compose({
    persona: Object.entries(persona).flatMap(([name, section]) =>
      isObject(section) && Array.isArray(section['facts'])
        ? [{ name, entries: section['facts'] as readonly unknown[] }]
        : [],
    ),
    pending: reflections.filter((reflection) => reflection['status'] === 'pending'),
    confirmed: activeConfirmed(reflections, now),
    now,
    tokens: heuristicCounter,
  })
  return renderPersona(blocks, { language: 'en', userName: 'User', characterName: 'Mika' }, now)
}
