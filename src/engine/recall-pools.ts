/**
 * The recall pool of each open memory: made from its rows when first asked, then kept in step by the log that the
 * database keeps of its own rows, so that no writer can be missed.
 */
import type { JsonObject } from './document.ts'
import type { Memory } from './memories.ts'
import { createMutex, type Mutex } from './mutex.ts'
import { createRecallPool, type PoolChange, type RecallPool, type RowPlace } from './recall/pool.ts'
import { type RecallSource, sourceOf } from './recall/slots.ts'
import { POOL_SLICE_ROWS } from './settings.ts'
import { recallLogTable as log } from './store/recall-log.ts'

/** Changed documents and removed rows by id. */
export interface RowChanges {
  readonly upserted: ReadonlyMap<string, JsonObject>
  readonly removed: ReadonlySet<string>
}

export interface RecallPools {
  /** The pool with all that is committed by now. */
  of(memory: Memory): Promise<RecallPool>
  /** Rows were written: takes them over soon, so that the next question need not. To be called from `onCommit`. */
  changed(memory: Memory): void
  /** The same, by the names of what was written. */
  factsChanged(memory: Memory, changes: RowChanges): void
  reflectionsChanged(memory: Memory, changes: RowChanges): void
  invalidate(memory: Memory): void
}

interface Held {
  readonly pool: RecallPool
  /** The number of the last change that it holds. */
  position: number
  /** One catching up at a time. */
  readonly lock: Mutex
}

/** `pause` lets other work in between two slices of a build; left out, nothing is waited for. */
export function createRecallPools(pause: () => Promise<void> = () => Promise.resolve()): RecallPools {
  // Goes with the memory: a closed one takes its pool along.
  const pools = new WeakMap<Memory, Promise<Held>>()

  const changed = (memory: Memory): void => {
    const made = pools.get(memory)
    if (made === undefined) return
    // What fails here is done by the next question, which tells.
    made.then((held) => catchUp(memory, held)).catch(() => undefined)
  }

  return {
    async of(memory) {
      let made = pools.get(memory)
      if (made === undefined) {
        made = build(memory)
        pools.set(memory, made)
        // A failed read must not be remembered; whoever asked hears of it.
        made.catch(() => pools.delete(memory))
      }
      const held = await made
      await catchUp(memory, held)
      return held.pool
    },

    changed,
    factsChanged: changed,
    reflectionsChanged: changed,
    invalidate: changed,
  }

  /** In slices: years of facts take seconds to index, and a turn must not wait for that. */
  async function build(memory: Memory): Promise<Held> {
    const { db } = memory.store
    // Rows that are written while it is built are in the log behind this.
    const position = await log.last(db)
    const pool = createRecallPool((rows) => readDocuments(memory, rows))
    for (const source of ['facts', 'reflections'] as const) {
      for (let seq = Number.MIN_SAFE_INTEGER; ;) {
        const rows = await log.rowsAfter(db, source, seq, POOL_SLICE_ROWS)
        pool.apply(rows.map((row) => ({ type: 'put', row })))
        const last = rows.at(-1)
        if (last === undefined || rows.length < POOL_SLICE_ROWS) break
        seq = last.seq
        await pause()
      }
    }
    return { pool, position, lock: createMutex() }
  }

  function catchUp(memory: Memory, held: Held): Promise<void> {
    return held.lock.run(async () => {
      const changes = await log.since(memory.store.db, held.position)
      for (let start = 0; start < changes.length; start += POOL_SLICE_ROWS) {
        if (start > 0) await pause()
        const slice = changes.slice(start, start + POOL_SLICE_ROWS)
        for (const source of ['facts', 'reflections'] as const) {
          const seqs = new Set(slice.filter((one) => one.source === source).map(({ seq }) => seq))
          held.pool.apply(await changesAt(memory, source, seqs))
        }
        held.position = slice.at(-1)?.change ?? held.position
      }
    })
  }
}

/** What is at these places now. */
async function changesAt(
  { store }: Memory,
  source: RecallSource,
  seqs: ReadonlySet<number>,
): Promise<PoolChange[]> {
  const rows = await log.rowsAt(store.db, source, [...seqs])
  const there = new Set(rows.map(({ seq }) => seq))
  const gone = [...seqs].filter((seq) => !there.has(seq))
  return [
    ...gone.map((seq) => ({ type: 'remove' as const, source, seq })),
    ...rows.map((row) => ({ type: 'put' as const, row })),
  ]
}

async function readDocuments({ store }: Memory, places: readonly RowPlace[]): Promise<unknown[]> {
  const found = { facts: new Map<number, unknown>(), reflections: new Map<number, unknown>() }
  for (const source of ['facts', 'reflections'] as const) {
    const seqs = places.filter(({ tier }) => sourceOf(tier) === source).map(({ seq }) => seq)
    for (const row of await log.rowsAt(store.db, source, seqs)) found[source].set(row.seq, row.doc)
  }
  return places.map(({ tier, seq }) => found[sourceOf(tier)].get(seq))
}
