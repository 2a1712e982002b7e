/** A durable turn, `POST /cache` with two messages, beside the smallest durable transaction there is. */
import { keepTurn, openBenchStorage, startBenchEngine } from './bench-engine.ts'
import { createCorpus } from './corpus.ts'
import { byTurns, lineOf } from './measure.ts'
import type { BenchLine } from './protocol.ts'

const WARM_UP = 20
const SEED = 1
const P95_MAX_MS = 2
const RATIO_MAX = 3

export async function benchTurn(name: string, rounds: number): Promise<BenchLine> {
  const storage = await openBenchStorage(name)
  const bare = await storage.databases.open('bare')
  await bare.exec('CREATE TABLE turns (seq INTEGER PRIMARY KEY, text TEXT NOT NULL)')
  const engine = await startBenchEngine(storage)
  const corpus = createCorpus(SEED)
  try {
    const pair = await byTurns({
      rounds,
      warmUp: WARM_UP,
      baseline: () => bare.run('INSERT INTO turns (text) VALUES (?)', [corpus.sentence()]),
      measured: () => keepTurn(engine, storage, '/cache/Mika', [corpus.sentence(), corpus.sentence()]),
      // Extraction and the like come after the answer; they are not part of it and must not run into the next one.
      afterRound: () => engine.settled(),
    })
    return lineOf(
      { bench: 'durable turn', baseline: 'durable transaction of one row' },
      pair,
      {},
      {
        text: `p95 at most ${P95_MAX_MS} ms and at most ${RATIO_MAX} times the baseline`,
        met: ({ ms, ratio_p95 }) => ms.p95 <= P95_MAX_MS && ratio_p95 <= RATIO_MAX,
      },
    )
  } finally {
    await engine.stop()
    await storage.close()
  }
}
