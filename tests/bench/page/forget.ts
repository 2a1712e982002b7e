/** Other requests while one memory of many is forgotten, beside the same requests while nothing is. */
import { createCharacterRegistry } from '../../../src/engine/characters.ts'
import type { EntryAt } from '../../../src/engine/browser-api.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import { lifeModel } from '../../fixtures/life-model.ts'
import { answer, type BenchStorage, keepTurn, openBenchStorage, startBenchEngine } from './bench-engine.ts'
import { createCorpus } from './corpus.ts'
import { lineOf, type Pair, rounded, timed } from './measure.ts'
import type { BenchLine } from './protocol.ts'
import { CHARACTER, keepIndex } from './recall-later.ts'
import { tableProvider } from './table.ts'
import { fillTalk } from './talk.ts'

const SEED = 11
const QUESTION_SEED = 12
/** Requests of the baseline before each forgetting. */
const AT_REST = 200
/** How much longer the longest request may take. */
const LONGER_MAX_MS = 50

export async function benchForget(name: string, items: number, rounds: number): Promise<BenchLine> {
  const storage = await openBenchStorage(name)
  const registry = createCharacterRegistry(storage.settings, storage.device.ids)
  await fillTalk(storage.databases, await registry.ensureMemoryId(CHARACTER), textsOf(items, rounds))
  await keepIndex(storage)
  // Nothing is learned of the turns that are said meanwhile: what is measured is what a forgetting adds.
  const models = { current: () => Promise.resolve(lifeModel({}, 'rules')) }
  const engine = await startBenchEngine(storage, { models, embedders: await tableProvider() })
  const ask = requests(engine, storage)
  try {
    const pair: Pair = { measured: [], baseline: [] }
    const forgetting: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const entry = await findFact(engine, secretOf(round))
      await ask(AT_REST / 4)
      await engine.settled()
      pair.baseline.push(...(await ask(AT_REST)))
      let over = false
      const forgotten = timed(() => forget(engine, entry, round)).finally(() => (over = true))
      pair.measured.push(...(await ask(Infinity, () => over)))
      forgetting.push(await forgotten)
      await engine.settled()
    }
    const [longest, atRest] = [Math.max(...pair.measured), Math.max(...pair.baseline)]
    return lineOf(
      { bench: `requests while one of ${items} facts is forgotten`, baseline: 'requests while none is' },
      pair,
      {
        longest_ms: rounded(longest),
        longest_at_rest_ms: rounded(atRest),
        forgetting_ms: rounded(Math.max(...forgetting)),
      },
      {
        text: `the longest at most ${LONGER_MAX_MS} ms longer`,
        met: () => longest - atRest <= LONGER_MAX_MS,
      },
    )
  } finally {
    await engine.stop()
    await storage.close()
  }
}

/** Questions and durable turns by turns, one after the other; the time of each from the answer before it. */
function requests(engine: Engine, storage: BenchStorage) {
  const corpus = createCorpus(QUESTION_SEED)
  let count = 0
  return async (most: number, over: () => boolean = () => false): Promise<number[]> => {
    const times: number[] = []
    while (times.length < most && !over()) {
      const started = performance.now()
      await arrival()
      if ((count += 1) % 2 === 0) {
        await answer(engine, `/query_memory/${CHARACTER}`, { query: corpus.question() })
      } else {
        await keepTurn(engine, storage, `/cache/${CHARACTER}`, [corpus.sentence(), corpus.sentence()])
      }
      times.push(performance.now() - started)
    }
    return times
  }
}

/** Waits as a message from a page does, for what the worker is at; a timer would wait longer. */
function arrival(): Promise<unknown> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = resolve
    port2.postMessage(null)
  }).finally(() => port1.close())
}

async function findFact(engine: Engine, text: string): Promise<EntryAt> {
  const found = await engine.api.entries(CHARACTER, { list: 'facts', search: text, offset: 0, limit: 1 })
  const row = found.ok ? found.value.rows[0] : undefined
  if (row?.text !== text) throw new Error(`there is no fact that says ${text}`)
  return { key: row.key, revision: row.revision }
}

async function forget(engine: Engine, entry: EntryAt, round: number): Promise<void> {
  const request = { entries: [entry], rawTurns: true, removeDerived: true }
  const done = await engine.api.forget(CHARACTER, `forget-${round}`, request)
  if (!done.ok || done.proof.found > 0) throw new Error(`it is not forgotten: ${JSON.stringify(done)}`)
}

/** One for each round among all others. */
function textsOf(count: number, rounds: number): string[] {
  const corpus = createCorpus(SEED)
  const texts = new Set<string>()
  for (let round = 0; texts.size < count;) {
    if (round < rounds && texts.size >= ((round + 1) * count) / (rounds + 1)) texts.add(secretOf(round++))
    else texts.add(corpus.sentence())
  }
  return [...texts]
}

function secretOf(round: number): string {
  return `My locker at the pool has the combination ${String(271_828 * (round + 3))}`
}
