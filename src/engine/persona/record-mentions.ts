/** Counting what the character's reply mentioned, in the store (persona.md §6.2, reflections.md §4). */
import { stopNamesOf, nowOf, type Core } from '../core.ts'
import { parseObject, type JsonObject } from '../document.ts'
import type { Memory } from '../memories.ts'
import type { Moment, Transaction } from '../ports.ts'
import { cachedRead } from '../store/cached-read.ts'
import { reflectionHot } from '../store/hot.ts'
import type { ReflectionRow } from '../store/reflections.ts'
import { parseStamp } from '../time/stamp.ts'
import { loadPersonaIn, personaConfig, writePersona } from './load.ts'
import { recordPersonaMentions, recordReflectionMentions } from './mentions.ts'

/** Counts the mentions of the last reply of a finished batch, in the persona and in confirmed reflections. */
export async function recordMentions(core: Core, memory: Memory, reply: string): Promise<void> {
  const { store } = memory
  const config = await personaConfig(core, memory.name)
  const names = await stopNamesOf(core, memory.name)
  const now = nowOf(core)
  await store.db.transaction(async (tx) => {
    const loaded = await loadPersonaIn(tx, store, config)
    const counted = recordPersonaMentions(loaded.persona, reply, now, names)
    if (counted.changed) await writePersona(tx, store, loaded, counted.persona)
    await updateReflections(core, memory, tx, now, (documents) =>
      recordReflectionMentions(documents, reply, now, names),
    )
  })
}

/** Runs `change` over all reflections and writes back the rows that it changed; resolves to the documents. */
export async function updateReflections(
  core: Core,
  memory: Memory,
  tx: Transaction,
  now: Moment,
  change: (documents: readonly unknown[]) => { readonly reflections: readonly unknown[] },
): Promise<readonly unknown[]> {
  const { store } = memory
  const { rows, documents: before } = await readReflections(tx, store)
  const { reflections } = change(before)
  const upserted = new Map<string, JsonObject>()
  for (const [index, row] of rows.entries()) {
    const document = reflections[index]
    if (document === before[index]) continue
    const doc = JSON.stringify(document)
    const changed = parseObject(doc) ?? {}
    const hot = reflectionHot(changed, (stamp) => parseStamp(stamp, now.zone))
    await store.reflections.update(tx, row.seq, doc, hot)
    if (row.id !== null) upserted.set(row.id, changed)
  }
  // What is put aside is not recalled either, and comes back with its time.
  if (upserted.size > 0) {
    tx.onCommit(() => core.pools.reflectionsChanged(memory, { upserted, removed: new Set() }))
  }
  return reflections
}

/** Kept while no row changes: every conversation and every reply begins with it. */
const readReflections = cachedRead(
  ['reflections'],
  async (tx, store) => {
    const rows: readonly ReflectionRow[] = await store.reflections.list(tx)
    return { rows, documents: rows.map((row) => parseObject(row.doc)) }
  },
  {
    table: 'reflections',
    async patch(tx, store, { rows, documents }, seqs) {
      const fresh = new Map((await store.reflections.bySeqs(tx, seqs)).map((row) => [row.seq, row]))
      return {
        rows: rows.map((row) => fresh.get(row.seq) ?? row),
        documents: documents.map((document, index) => {
          const row = fresh.get(rows[index]?.seq ?? NaN)
          return row === undefined ? document : parseObject(row.doc)
        }),
      }
    },
  },
)
