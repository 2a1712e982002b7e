/** Items in a character's memory, and the route that recalls them: the real store and engine, in Node. */
import { createCharacterRegistry } from '../../src/engine/characters.ts'
import { encodeVector } from '../../src/engine/embedding/codec.ts'
import type { Embedder } from '../../src/engine/embedding/embedder.ts'
import { factColumns } from '../../src/engine/facts/hot.ts'
import { factDocument, factHash, factId } from '../../src/engine/facts/record.ts'
import type { FactItem } from '../../src/engine/facts/validate.ts'
import { IMPORTANCE_DEFAULT } from '../../src/engine/settings.ts'
import { openCharacterStore } from '../../src/engine/store/character-store.ts'
import { parseStamp } from '../../src/engine/time/stamp.ts'
import { sha256Hex } from '../../src/engine/text/hash.ts'
import { createTestIds } from '../fixtures/clock.ts'
import { testProvider } from '../fixtures/embedder.ts'
import { testEngine } from '../fixtures/engine.ts'
import { createMemorySettings, memoryDatabases } from '../fixtures/memory-databases.ts'
import type { RecallItem } from './recall-set.ts'

export interface RecallBench {
  /** Ids of the items that `/query_memory` gives for `query`, best first. */
  ask(query: string): Promise<string[]>
  close(): Promise<void>
}

const CHARACTER = 'Mika'
const ZONE = 'UTC'
const SECOND_MS = 1000

/** Stores each item as a fact, without looking for duplicates, and opens the engine over them; null: by words alone. */
export async function openRecallBench(
  items: readonly RecallItem[],
  embedder: Embedder | null = null,
): Promise<RecallBench> {
  const databases = await memoryDatabases()
  const settings = createMemorySettings()
  const memory = await createCharacterRegistry(settings, createTestIds('bench')).ensureMemoryId(CHARACTER)
  const itemOf = new Map<string, string>()
  const db = await databases.open(memory)
  const store = await openCharacterStore(db)
  const stored = embedder !== null && embedder.embedNow === undefined
  const vectors = stored
    ? await vectorFields(
        embedder,
        items.map(({ text }) => text),
      )
    : []
  await db.transaction(async (tx) => {
    for (const [at, item] of items.entries()) {
      const document = { ...documentOf(item, itemOf), ...vectors[at] }
      await store.facts.insert(tx, { ...factColumns(document, ZONE), doc: JSON.stringify(document) })
    }
  })
  await db.close()
  const deps = embedder === null ? {} : { embedders: testProvider(embedder) }
  const engine = await testEngine({ databases, settings, zone: ZONE, deps })

  return {
    async ask(query) {
      const answer = await engine.json('POST', `/query_memory/${CHARACTER}`, { query })
      return resultIds(answer).map((id) => itemOf.get(id) ?? '')
    },
    close: () => engine.stop(),
  }
}

/** The fact that `item` is stored as; its id is noted in `itemOf`. */
function documentOf(item: RecallItem, itemOf: Map<string, string>): ReturnType<typeof factDocument> {
  const fact: FactItem = {
    text: item.text,
    importance: IMPORTANCE_DEFAULT,
    entity: 'master',
    source: 'user_observation',
    eventWhen: null,
    imported: null,
  }
  const created = { instant: (item.time === null ? null : parseStamp(item.time, ZONE)) ?? 0, zone: ZONE }
  const hash = factHash(item.text, null)
  // As the product does: the next free second for a text that is learned twice within one.
  let named = created
  while (itemOf.has(factId(named, hash))) named = { ...named, instant: named.instant + SECOND_MS }
  const id = factId(named, hash)
  itemOf.set(id, item.id)
  return factDocument(fact, id, hash, { created, said: created, event: null }, 'normal')
}

function resultIds(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null || !('results' in answer) || 'error_code' in answer) {
    throw new Error(`recall failed: ${JSON.stringify(answer)}`)
  }
  const { results } = answer
  return Array.isArray(results) ? results.map((row: { id: string }) => row.id) : []
}

/** What a row carries of its vector (embeddings.md §5), for each text. */
async function vectorFields(
  embedder: Embedder,
  texts: readonly string[],
): Promise<readonly Readonly<Record<string, string>>[]> {
  const fields: Readonly<Record<string, string>>[] = []
  for (const text of texts) {
    const [vector] = await embedder.embed([text])
    fields.push(
      vector === undefined || vector === null
        ? {}
        : {
            embedding: encodeVector(vector),
            embedding_text_sha256: sha256Hex(text),
            embedding_model_id: embedder.modelId,
          },
    )
  }
  return fields
}
