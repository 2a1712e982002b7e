/** Recall by words, `POST /query_memory` over many facts, beside a scan that analyses all of them again. */
import { createCharacterRegistry } from '../../../src/engine/characters.ts'
import { factColumns } from '../../../src/engine/facts/hot.ts'
import { factDocument, factHash, factId } from '../../../src/engine/facts/record.ts'
import type { FactItem } from '../../../src/engine/facts/validate.ts'
import { IMPORTANCE_DEFAULT, SECOND_MS } from '../../../src/engine/settings.ts'
import { openCharacterStore } from '../../../src/engine/store/character-store.ts'
import type { NewFact } from '../../../src/engine/store/facts.ts'
import { createAnalyzer } from '../../../src/engine/text/analyzer.ts'
import { answer, type BenchStorage, openBenchStorage, startBenchEngine } from './bench-engine.ts'
import { createCorpus } from './corpus.ts'
import { byTurns, lineOf, type Pair, rounded, timed } from './measure.ts'
import type { BenchLine } from './protocol.ts'
import { CHARACTER, keepIndex } from './recall-later.ts'
import { scan } from './scan.ts'

const SEED = 7
const QUESTION_SEED = 8
const WARM_UP = 5
/** Facts of one insertion. */
const BATCH = 500
/** When the first fact was learnt; each further one a second later, so that ids differ. */
const FIRST = { instant: Date.UTC(2026, 0, 1), zone: 'UTC' }
/** The scan leaves a hundred megabytes of terms behind, which is none of the question's business. */
const GARBAGE_MS = 50
/** The number of items that the target is about. */
const TARGET_ITEMS = 50_000
const TARGET_TIMES = 100

export async function benchRecall(name: string, items: number, rounds: number): Promise<BenchLine> {
  const storage = await openBenchStorage(name)
  try {
    const texts = textsOf(items)
    const registry = createCharacterRegistry(storage.settings, storage.device.ids)
    const memory = await registry.ensureMemoryId(CHARACTER)
    const fillMs = await timed(() => fill(storage, memory, texts))
    const filledBytes = (await storage.databases.size(memory)) ?? 0
    const { pair, firstMs } = await measure(storage, texts, rounds)
    const kept = await keepIndex(storage)
    const bytes = (await storage.databases.size(memory)) ?? 0
    return lineFor(items, pair, {
      first_recall_ms: rounded(firstMs),
      fill_ms: rounded(fillMs),
      megabytes: rounded(filledBytes / 2 ** 20),
      megabytes_kept: rounded((bytes - filledBytes) / 2 ** 20),
      ...kept,
    })
  } finally {
    await storage.close()
  }
}

/** Facts with their index in the app's own memory, as it has them after some use. */
export async function fillApp(items: number): Promise<BenchLine> {
  const storage = await openBenchStorage(null)
  try {
    const memory = await createCharacterRegistry(storage.settings, storage.device.ids).ensureMemoryId(
      CHARACTER,
    )
    const fillMs = await timed(() => fill(storage, memory, textsOf(items)))
    const keepMs = await timed(() => keepIndex(storage))
    return lineOf({ bench: 'filling', baseline: 'index' }, { measured: [fillMs], baseline: [keepMs] })
  } finally {
    await storage.close()
  }
}

async function measure(
  storage: BenchStorage,
  texts: readonly string[],
  rounds: number,
): Promise<{ pair: Pair; firstMs: number }> {
  const engine = await startBenchEngine(storage)
  try {
    const ask = (query: string): Promise<string> => answer(engine, `/query_memory/${CHARACTER}`, { query })
    const questions = createCorpus(QUESTION_SEED)
    const asked = Array.from({ length: WARM_UP + rounds }, () => questions.question())
    const analyzer = createAnalyzer()
    // Nothing is indexed before somebody asks.
    const firstMs = await timed(() => ask(asked[0] ?? ''))
    let scanned: ReadonlySet<string> = new Set()
    let recalled = ''
    const pair = await byTurns({
      rounds,
      warmUp: WARM_UP,
      baseline: async (round) => {
        scanned = scan(texts, asked[round] ?? '', analyzer)
      },
      afterBaseline: () => new Promise((resolve) => setTimeout(resolve, GARBAGE_MS)),
      measured: async (round) => {
        recalled = await ask(asked[round] ?? '')
      },
      afterRound: async () => expectAgreement(recalled, scanned),
    })
    return { pair, firstMs }
  } finally {
    await engine.stop()
  }
}

function lineFor(items: number, pair: Pair, also: Readonly<Record<string, number>>): BenchLine {
  const names = { bench: `recall over ${items} facts`, baseline: 'scan that analyses every fact again' }
  const { ms, baseline_ms } = lineOf(names, pair)
  const faster = { times_faster_p50: rounded(baseline_ms.p50 / ms.p50), ...also }
  if (items !== TARGET_ITEMS) return lineOf(names, pair, faster)
  return lineOf(names, pair, faster, {
    text: `at least ${TARGET_TIMES} times faster than the baseline`,
    met: () => faster.times_faster_p50 >= TARGET_TIMES,
  })
}

/** Different texts: a memory joins facts that say the same. */
function textsOf(count: number): string[] {
  const corpus = createCorpus(SEED)
  const texts = new Set<string>()
  while (texts.size < count) texts.add(corpus.sentence())
  return [...texts]
}

async function fill({ databases }: BenchStorage, memory: string, texts: readonly string[]): Promise<void> {
  const db = await databases.open(memory)
  const { facts } = await openCharacterStore(db)
  await db.transaction(async (tx) => {
    for (let from = 0; from < texts.length; from += BATCH) {
      const batch = texts.slice(from, from + BATCH).map((text, at) => factOf(text, from + at))
      await facts.insert(tx, ...batch)
      for (const { id, text } of batch) await facts.fts.index(tx, id, text)
    }
  })
  await db.close()
}

function factOf(text: string, number: number): NewFact & { readonly id: string; readonly text: string } {
  const item: FactItem = {
    text,
    importance: IMPORTANCE_DEFAULT,
    entity: 'master',
    source: 'user_observation',
    eventWhen: null,
    imported: null,
  }
  const learnt = { ...FIRST, instant: FIRST.instant + number * SECOND_MS }
  const hash = factHash(text, null)
  const id = factId(learnt, hash)
  const document = factDocument(item, id, hash, { created: learnt, said: learnt, event: null }, 'normal')
  return { ...factColumns(document, FIRST.zone), doc: JSON.stringify(document), id, text }
}

/** The first row recalled must be one that the scan holds for the best. */
function expectAgreement(reply: string, best: ReadonlySet<string>): void {
  const { results } = JSON.parse(reply) as { results: { text: string }[] }
  const first = results[0]?.text
  if (first === undefined ? best.size > 0 : !best.has(first)) throw new Error('recall and scan disagree')
}
