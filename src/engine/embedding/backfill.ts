/**
 * Gives the rows of one memory the vectors that they lack (embeddings.md §6), a batch at a time: the texts are read and
 * put before the model outside any transaction, and a vector is kept only by a row that still says what it was made
 * from. Where it stops it goes on, since rows themselves tell what they lack.
 */
import { parseObject, patchObject, type JsonObject } from '../document.ts'
import { queuePairs } from '../facts/dedup.ts'
import type { Memory } from '../memories.ts'
import type { Moment } from '../ports.ts'
import type { RecallPools } from '../recall-pools.ts'
import { BACKFILL_BATCH, BACKFILL_CHECKED_ROWS } from '../settings.ts'
import { isBlank } from '../text/whitespace.ts'
import type { VectorRow, VectorTable } from '../store/vector-rows.ts'
import type { Embedder } from './embedder.ts'
import { nearFacts } from './near-facts.ts'
import { noVector, storedVector, vectorFields } from './stored.ts'
import { marksOf, vectorTables, type TableMarks } from './backfill-marks.ts'

export interface BackfillDeps {
  readonly embedder: Embedder
  readonly pools: Pick<RecallPools, 'of' | 'changed'>
  readonly now: () => Moment
  /** Looked at before each batch: false while somebody talks, or when the model is another. */
  readonly goOn: () => boolean
  /** Lets replies out between batches. */
  readonly pause: () => Promise<void>
  readonly signal: AbortSignal
}

export interface BackfillReport {
  /** Rows that were given a vector. */
  readonly done: number
  /** False when it stopped before it had looked at every row. */
  readonly complete: boolean
}

/** At most `limit` rows, persona before reflections before facts. Rejects when the model or the storage fails. */
export async function embedRows(deps: BackfillDeps, memory: Memory, limit: number): Promise<BackfillReport> {
  const marks = marksOf(memory.store, deps.embedder.modelId)
  let done = 0
  let left = limit
  let complete = true
  for (const table of vectorTables) {
    if (!(await checked(deps, memory, table, marks[table]))) return { done, complete: false }
    // Behind a place where an earlier call has stopped, rows may have changed since.
    if (marks[table].after > 0) complete = false
    for (;;) {
      if (left === 0 || !deps.goOn()) return { done, complete: false }
      const batch = await nextBatch(deps, memory, table, marks[table], Math.min(left, BACKFILL_BATCH))
      if (batch === null) break
      if (batch.rows.length > 0) {
        done += await embedBatch(deps, memory, table, batch.rows, marks[table])
        left -= batch.rows.length
      }
      marks[table].after = batch.after
      await deps.pause()
    }
    marks[table].startAgain()
  }
  return { done, complete }
}

interface Unembedded extends VectorRow {
  readonly text: string
}

/** The next rows that have a text; null when there are none left. */
async function nextBatch(
  { embedder }: BackfillDeps,
  { store }: Memory,
  table: VectorTable,
  marks: TableMarks,
  limit: number,
): Promise<{ readonly rows: readonly Unembedded[]; readonly after: number } | null> {
  // Whatever comes of these, they are by another model no more.
  const others = await store.vectorRows.byOthers(store.db, table, embedder.modelId, limit)
  const rows =
    others.length > 0 ? others : await store.vectorRows.without(store.db, table, marks.after, limit)
  const last = rows.at(-1)
  if (last === undefined) return null
  const batch: Unembedded[] = []
  for (const row of rows) {
    const document = parseObject(row.doc)
    const text = document?.['text']
    if (typeof text === 'string' && !isBlank(text)) batch.push({ ...row, text })
    else if (others.length === 0) marks.unusable(row.seq)
    else await clear(store, table, [row])
  }
  return { rows: batch, after: others.length > 0 ? marks.after : last.seq }
}

/** How many of them have a vector now. */
async function embedBatch(
  deps: BackfillDeps,
  memory: Memory,
  table: VectorTable,
  batch: readonly Unembedded[],
  marks: TableMarks,
): Promise<number> {
  const { embedder } = deps
  const { store } = memory
  const vectors = await embedder.embed(
    batch.map(({ text }) => text),
    deps.signal,
  )
  const made = batch.map((row, index) => ({ ...row, vector: vectors[index] ?? null }))
  for (const { seq, vector } of made) if (vector === null) marks.unusable(seq)
  const near = table === 'facts' ? await nearFacts(deps, memory, made) : null
  return store.db.transaction(async (tx) => {
    const now = await store.vectorRows.at(
      tx,
      table,
      made.map(({ seq }) => seq),
    )
    const written: { seq: number; document: JsonObject }[] = []
    let done = 0
    for (const { seq, text, vector } of made) {
      const doc = now.get(seq)
      const document = doc === undefined ? null : parseObject(doc)
      // Rewritten or gone meanwhile: its new text has its turn later.
      if (doc === undefined || document?.['text'] !== text) continue
      if (vector === null && document['embedding'] === null && document['embedding_model_id'] === null)
        continue
      const changes = vector === null ? noVector : vectorFields(vector, text, embedder.modelId)
      await store.vectorRows.rewrite(tx, table, { seq, doc: patchObject(doc, changes) })
      written.push({ seq, document: { ...document, ...changes } })
      if (vector !== null) done += 1
    }
    const pairs = (await near?.(tx, new Set(written.map(({ seq }) => seq)))) ?? []
    if (pairs.length > 0) await queuePairs(tx, store, pairs, deps.now())
    // Recall takes over the new vectors; of the persona it has none.
    if (written.length > 0) tx.onCommit(() => deps.pools.changed(memory))
    return done
  })
}

/**
 * Clears vectors that were not made from the text beside them, which writers of ours never leave but files that are
 * imported may: once for each opening of a memory, in slices. False when it has to go on later.
 */
async function checked(
  { embedder, goOn, pause }: BackfillDeps,
  { store }: Memory,
  table: VectorTable,
  marks: TableMarks,
): Promise<boolean> {
  while (marks.checkedTo !== null) {
    if (!goOn()) return false
    const { modelId } = embedder
    const rows = await store.vectorRows.by(store.db, table, modelId, marks.checkedTo, BACKFILL_CHECKED_ROWS)
    await clear(
      store,
      table,
      rows.filter(({ doc }) => storedVector(parseObject(doc), embedder) === null),
    )
    marks.checkedTo = rows.length < BACKFILL_CHECKED_ROWS ? null : (rows.at(-1)?.seq ?? null)
    await pause()
  }
  return true
}

async function clear(store: Memory['store'], table: VectorTable, rows: readonly VectorRow[]): Promise<void> {
  if (rows.length === 0) return
  await store.db.transaction(async (tx) => {
    const now = await store.vectorRows.at(
      tx,
      table,
      rows.map(({ seq }) => seq),
    )
    for (const { seq, doc } of rows) {
      if (now.get(seq) !== doc) continue
      await store.vectorRows.rewrite(tx, table, { seq, doc: patchObject(doc, noVector) })
    }
  })
}
