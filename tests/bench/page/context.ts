/** The start of a conversation, `GET /new_dialog`, over many persona entries and reflections. */
import { createCharacterRegistry } from '../../../src/engine/characters.ts'
import { newEntry } from '../../../src/engine/persona/entry.ts'
import { reflectionDocument } from '../../../src/engine/reflection/record.ts'
import { SECOND_MS } from '../../../src/engine/settings.ts'
import { openCharacterStore } from '../../../src/engine/store/character-store.ts'
import { importView } from '../../../src/engine/store/views.ts'
import { toNaive } from '../../../src/engine/time/stamp.ts'
import { answer, type BenchStorage, keepTurn, openBenchStorage, startBenchEngine } from './bench-engine.ts'
import { type Corpus, createCorpus } from './corpus.ts'
import { byTurns, lineOf, rounded, spreadOf, timed } from './measure.ts'
import type { BenchLine } from './protocol.ts'

const FULL = 'Mika'
const EMPTY = 'Rin'
const SEED = 11
const WARM_UP = 3
/** Persona entries and reflections, half of them each. */
const ROWS = 5_000
const P95_MAX_MS = 10
/** Reflections are a second apart, the last of them some hours old. */
const FIRST = { instant: Date.UTC(2026, 0, 1), zone: 'UTC' }

export async function benchContext(name: string, rounds: number): Promise<BenchLine> {
  const storage = await openBenchStorage(name)
  try {
    const corpus = createCorpus(SEED)
    await fill(storage, corpus)
    const engine = await startBenchEngine(storage)
    try {
      for (const character of [FULL, EMPTY]) {
        await engine.api.createCharacter({ name: character, nickname: '', card: { temper: 'quiet' } })
      }
      const begin = (character: string): Promise<string> => answer(engine, `/new_dialog/${character}`, null)
      // The first one after a start makes what is missing of a persona.
      const firstMs = await timed(() => begin(FULL))
      const again: number[] = []
      const pair = await byTurns({
        rounds,
        warmUp: WARM_UP,
        baseline: () => begin(EMPTY),
        measured: async () => {
          const text = await begin(FULL)
          if (text.length < 1_000) throw new Error('the start of the conversation shows no memories')
        },
        async afterRound() {
          again.push(await timed(() => begin(FULL)))
          // A turn between two conversations: what the reply mentions changes rows.
          for (const character of [FULL, EMPTY]) {
            await keepTurn(engine, storage, `/cache/${character}`, [corpus.sentence(), corpus.sentence()])
          }
          await engine.settled()
        },
      })
      const { p50, p95 } = spreadOf(again.slice(WARM_UP))
      return lineOf(
        {
          bench: `/new_dialog over ${ROWS} persona entries and reflections`,
          baseline: '/new_dialog over none',
        },
        pair,
        { first_ms: rounded(firstMs), unchanged_p50_ms: p50, unchanged_p95_ms: p95 },
        { text: `p95 at most ${P95_MAX_MS} ms`, met: ({ ms }) => ms.p95 <= P95_MAX_MS },
      )
    } finally {
      await engine.stop()
    }
  } finally {
    await storage.close()
  }
}

async function fill({ databases, settings, device }: BenchStorage, corpus: Corpus): Promise<void> {
  const registry = createCharacterRegistry(settings, device.ids)
  const db = await databases.open(await registry.ensureMemoryId(FULL))
  await openCharacterStore(db)
  const half = ROWS / 2
  const signalled = toNaive(FIRST)
  const entries = Array.from({ length: half }, (_, index) =>
    newEntry({
      id: `prom_${String(index)}`,
      text: corpus.sentence(),
      source: 'reflection',
      reinforcement: 1 + (index % 7) / 4,
      rein_last_signal_at: signalled,
    }),
  )
  const reflections = Array.from({ length: half }, (_, index) => ({
    ...reflectionDocument({
      id: `ref_${String(index)}`,
      text: corpus.sentence(),
      entity: 'master',
      relationType: 'preference',
      temporalScope: 'pattern',
      subject: null,
      sourceFactIds: [],
      seed: 0.4,
      eventWhen: null,
      created: { ...FIRST, instant: FIRST.instant + index * SECOND_MS },
    }),
    ...(index % 2 === 0 ? { status: 'confirmed', reinforcement: 1.5, confirmed_at: signalled } : {}),
  }))
  await db.transaction(async (tx) => {
    for (const [view, document] of [
      ['persona.json', { master: { facts: entries } }],
      ['reflections.json', reflections],
    ] as const) {
      const imported = await importView(tx, view, JSON.stringify(document))
      if (!imported.ok) throw new Error(imported.error.message)
    }
  })
  await db.close()
}
