/** What a memory that `recall.ts` has filled and kept takes later: starts over it, and questions by words and meaning. */
import { HOUR_MS } from '../../../src/engine/settings.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import { answer, type BenchStorage, openBenchStorage, startBenchEngine } from './bench-engine.ts'
import { createCorpus } from './corpus.ts'
import { byTurns, lineOf, rounded, timed } from './measure.ts'
import type { BenchLine } from './protocol.ts'
import { tableProvider } from './table.ts'

export const CHARACTER = 'Mika'
const QUESTION_SEED = 9
const WARM_UP = 10
const TARGET_ITEMS = 100_000
const P95_MAX_MS = 16

/** From the opening of the storage in a new worker until `/query_memory` has answered: once, beside nothing. */
export async function bootRecall(name: string): Promise<BenchLine> {
  const started = performance.now()
  const storage = await openBenchStorage(name)
  const opened = performance.now()
  const engine = await startBenchEngine(storage)
  const ready = performance.now()
  try {
    await ask(engine, 'Who gave me the violin?')
    const answered = performance.now()
    return lineOf(
      { bench: 'start', baseline: 'opening of the storage' },
      { measured: [answered - started], baseline: [opened - started] },
      {
        storage_ms: rounded(opened - started),
        engine_ms: rounded(ready - opened),
        first_question_ms: rounded(answered - ready),
      },
    )
  } finally {
    await engine.stop()
    await storage.close()
  }
}

/** Leaves engine and storage open: what they hold is measured next. */
export async function benchHybrid(name: string, items: number, rounds: number): Promise<BenchLine> {
  const embedders = await tableProvider()
  const storage = await openBenchStorage(name)
  const bare = await storage.databases.open('bare')
  await bare.exec('CREATE TABLE IF NOT EXISTS notes (seq INTEGER PRIMARY KEY, text TEXT NOT NULL)')
  const engine = await startBenchEngine(storage, { embedders })
  const questions = createCorpus(QUESTION_SEED)
  const asked = Array.from({ length: WARM_UP + rounds }, () => questions.question())
  const pair = await byTurns({
    rounds,
    warmUp: WARM_UP,
    baseline: () => bare.all('SELECT text FROM notes WHERE seq < 9'),
    measured: (round) => ask(engine, asked[round] ?? ''),
  })
  const names = {
    bench: `recall by words and meaning over ${items} facts`,
    baseline: 'smallest question to the storage',
  }
  if (items !== TARGET_ITEMS) return lineOf(names, pair)
  return lineOf(
    names,
    pair,
    {},
    { text: `p95 at most ${P95_MAX_MS} ms`, met: ({ ms }) => ms.p95 <= P95_MAX_MS },
  )
}

/** Has index and vectors made and kept, as the idle maintenance does; milliseconds of each. */
export async function keepIndex(storage: BenchStorage): Promise<Readonly<Record<string, number>>> {
  const embedders = await tableProvider()
  const { device } = storage
  let ahead = 0
  const clock = { ...device.clock, now: () => device.clock.now() + ahead }
  const engine = await startBenchEngine(storage, { embedders, clock })
  try {
    await engine.api.createCharacter({ name: CHARACTER, nickname: '', card: { temper: 'quiet' } })
    const indexMs = await timed(() => ask(engine, 'Who gave me the violin?'))
    ahead += HOUR_MS
    const keepMs = await timed(() => engine.runLoop('idle maintenance'))
    return { index_ms: rounded(indexMs), vectors_and_keeping_ms: rounded(keepMs) }
  } finally {
    await engine.stop()
  }
}

function ask(engine: Engine, query: string): Promise<string> {
  return answer(engine, `/query_memory/${CHARACTER}`, { query })
}
