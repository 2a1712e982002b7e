/** Counting what the character's reply mentioned, in the store (persona.md §6.2, reflections.md §4). */
import { nowOf, type Core } from '../core.ts'
import { isObject, parseObject, respellObject, type JsonObject } from '../document.ts'
import type { Memory } from '../memories.ts'
import type { Transaction } from '../ports.ts'
import { cachedRead } from '../store/cached-read.ts'
import { reflectionHot } from '../store/hot.ts'
import type { ReflectionRow } from '../store/reflections.ts'
import { loadPersonaIn, personaConfig, writePersona } from './load.ts'
import { recordPersonaMentions, recordReflectionMentions } from './mentions.ts'

/** Counts the mentions of the last reply of a finished batch, in the persona and in confirmed reflections. */
export async function recordMentions(core: Core, memory: Memory, reply: string): Promise<void> {
  const { store } = memory
  const config = await personaConfig(core, memory.name)
  const names = config.stopNames
  const now = nowOf(core)
  await store.db.transaction(async (tx) => {
    const loaded = await loadPersonaIn(tx, store, config)
    const counted = recordPersonaMentions(loaded.persona, reply, now, names)
    if (counted.changed) await writePersona(tx, store, loaded, counted.persona)
    await updateReflections(core, memory, tx, (documents) =>
      recordReflectionMentions(documents, reply, now, names),
    )
  })
}

/** Runs `change` over all reflections and writes back the rows that it changed; resolves to the documents. */
export async function updateReflections(
  core: Core,
  memory: Memory,
  tx: Transaction,
  change: (documents: readonly unknown[]) => { readonly reflections: readonly unknown[] },
): Promise<readonly unknown[]> {
  const { store } = memory
  const { rows, documents: before } = await readReflections(tx, store)
  const { reflections } = change(before)
  if (reflections === before) return reflections
  const rewritten = new Map<number, Rewritten>()
  for (const [index, row] of rows.entries()) {
    const [earlier, document] = [before[index], reflections[index]]
    if (document === earlier) continue
    const doc =
      isObject(earlier) && isObject(document)
        ? respellObject(row.doc, earlier, document)
        : JSON.stringify(document)
    const changed = parseObject(doc) ?? {}
    const { createdInstant, nextEligibleInstant } = row
    // The instants were read in the zone of their writing, which may be another than today's.
    const hot = { ...reflectionHot(changed, () => null), createdInstant, nextEligibleInstant }
    await store.reflections.update(tx, row.seq, doc, hot)
    rewritten.set(row.seq, { row: { seq: row.seq, doc, ...hot }, document: changed })
  }
  await readReflections.wrote(tx, store, rewritten.size, (read) =>
    read.documents === before ? withRewritten(read, rewritten) : null,
  )
  // What is put aside is not recalled either, and comes back with its time.
  if (rewritten.size > 0) tx.onCommit(() => core.pools.changed(memory))
  return reflections
}

interface ReflectionRows {
  readonly rows: readonly ReflectionRow[]
  /** What each row holds, in the same places; null for what is no object. */
  readonly documents: readonly (JsonObject | null)[]
}

interface Rewritten {
  readonly row: ReflectionRow
  readonly document: JsonObject | null
}

/** Kept while no row changes: every conversation and every reply begins with it. */
const readReflections = cachedRead<ReflectionRows>(
  ['reflections'],
  async (tx, store) => {
    const rows = await store.reflections.list(tx)
    return { rows, documents: rows.map((row) => parseObject(row.doc)) }
  },
  {
    table: 'reflections',
    async patch(tx, store, read, seqs) {
      const fresh = await store.reflections.bySeqs(tx, seqs)
      return withRewritten(
        read,
        new Map(fresh.map((row) => [row.seq, { row, document: parseObject(row.doc) }])),
      )
    },
  },
)

function withRewritten(
  { rows, documents }: ReflectionRows,
  fresh: ReadonlyMap<number, Rewritten>,
): ReflectionRows {
  const found = rows.map((row) => fresh.get(row.seq))
  return {
    rows: rows.map((row, index) => found[index]?.row ?? row),
    documents: documents.map((document, index) => {
      const rewritten = found[index]
      return rewritten === undefined ? document : rewritten.document
    }),
  }
}
