/**
 * The recall pool of each open memory: read from its snapshot or made from its rows when first asked, then kept in step
 * by the log that the database keeps of its own rows, so that no writer can be missed.
 */
import type { JsonObject } from './document.ts'
import type { Embedder, EmbedderProvider } from './embedding/embedder.ts'
import type { Memory } from './memories.ts'
import { createMutex, type Mutex } from './mutex.ts'
import { loadSnapshot, saveSnapshot } from './recall-snapshot.ts'
import {
  createRecallPool,
  type PackedPool,
  type PoolChange,
  type PoolOptions,
  type RecallPool,
  type RowPlace,
} from './recall/pool.ts'
import { type RecallSource, sourceOf } from './recall/slots.ts'
import { vectorSourceOf } from './recall/vector-source.ts'
import {
  POOL_DROPPED_SHARE,
  POOL_SLICE_ROWS,
  POOL_VECTOR_ROWS,
  POOL_VECTORS_AT_ONCE,
  SNAPSHOT_CHANGES,
  SNAPSHOT_CHANGES_SHARE,
  SNAPSHOT_ROWS,
} from './settings.ts'
import { recallLogTable as log } from './store/recall-log.ts'
import { recallSnapshotTable as snapshots } from './store/recall-snapshot.ts'

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
  /**
   * Keeps the index on disk when enough has changed since it last was, and lets go of what is left of dropped rows.
   * Begins nothing that nobody has asked for yet; gives up when `goOn` says so.
   */
  keep(memory: Memory, goOn: () => boolean): Promise<void>
  /** Resolves when every row that can have a vector of the present embedder has it. */
  embedded(memory: Memory): Promise<void>
}

/** A pool, and the number of the last change that it holds. */
interface Standing {
  readonly pool: RecallPool
  position: number
}

interface Held {
  standing: Standing
  /** The change that the snapshot on disk stands at, and the model of its vectors; null when there is none. */
  kept: { readonly position: number; readonly modelId: string | null } | null
  /** What the pool has vectors by. */
  embedder: Embedder | null
  /** Rows being given vectors. */
  embedding: Promise<void>
  /** One catching up at a time. */
  readonly lock: Mutex
  /** One packing at a time. */
  readonly keeping: Mutex
}

/** `pause` lets other work in between two slices of a build; left out, nothing is waited for. */
export function createRecallPools(
  pause: () => Promise<void> = () => Promise.resolve(),
  embedders: EmbedderProvider | null = null,
): RecallPools {
  // Goes with the memory: a closed one takes its pool along.
  const pools = new WeakMap<Memory, Promise<Held>>()
  /** The same memories, to be told of another embedder. */
  const open = new Set<WeakRef<Memory>>()

  embedders?.onChange(() => {
    for (const reference of open) {
      const memory = reference.deref()
      if (memory === undefined) open.delete(reference)
      else void pools.get(memory)?.then(useEmbedder, nothing)
    }
  })

  const changed = (memory: Memory): void => {
    // What fails here is done by the next question, which tells.
    pools
      .get(memory)
      ?.then((held) => catchUp(memory, held))
      .catch(nothing)
  }

  return {
    async of(memory) {
      const held = await heldOf(memory)
      await catchUp(memory, held)
      return held.standing.pool
    },

    changed,

    async keep(memory, goOn) {
      const made = pools.get(memory)
      if (made === undefined) return
      const held = await made
      await held.keeping.run(async () => {
        await catchUp(memory, held)
        const { dropped, size } = held.standing.pool
        if (await isDue(memory, held)) await save(memory, held, goOn)
        else if (dropped > size * POOL_DROPPED_SHARE) await pack(memory, held)
      })
    },

    embedded: async (memory) => (await heldOf(memory)).embedding,
  }

  function heldOf(memory: Memory): Promise<Held> {
    let made = pools.get(memory)
    if (made === undefined) {
      made = load(memory)
      pools.set(memory, made)
      for (const reference of open) if (reference.deref() === undefined) open.delete(reference)
      open.add(new WeakRef(memory))
      // A failed read must not be remembered; whoever asked hears of it.
      made.catch(() => pools.delete(memory))
    }
    return made
  }

  async function load(memory: Memory): Promise<Held> {
    const snapshot = await loadSnapshot(memory.store.db, pause)
    const built = snapshot === null ? await build(memory) : null
    const held: Held = {
      standing: {
        pool: built?.pool ?? poolOf(memory, snapshot === null ? {} : { from: snapshot.pool }),
        position: built?.position ?? snapshot?.position ?? 0,
      },
      kept:
        snapshot === null
          ? null
          : { position: snapshot.position, modelId: snapshot.pool.vectors?.modelId ?? null },
      embedder: null,
      embedding: Promise.resolve(),
      lock: createMutex(),
      keeping: createMutex(),
    }
    useEmbedder(held)
    return held
  }

  /** In slices: years of facts take seconds to index, and a turn must not wait for that. */
  async function build(memory: Memory): Promise<Standing> {
    const { db } = memory.store
    // Rows that are written while it is built are in the log behind this.
    const position = await log.last(db)
    const embedder = readyEmbedder()
    const pool = poolOf(memory, embedder === null ? {} : { vectors: vectorSourceOf(embedder) })
    for (const source of ['facts', 'reflections'] as const) {
      for (let seq = Number.MIN_SAFE_INTEGER; ;) {
        const rows = await log.rowsAfter(db, source, seq, POOL_SLICE_ROWS)
        pool.apply(rows.map((row) => ({ type: 'put', row })))
        // By words alone all rows can be found in half the time.
        if (pool.size >= POOL_VECTORS_AT_ONCE) pool.useVectors(null)
        const last = rows.at(-1)
        if (last === undefined || rows.length < POOL_SLICE_ROWS) break
        seq = last.seq
        await pause()
      }
    }
    return { pool, position }
  }

  function catchUp(memory: Memory, held: Held): Promise<void> {
    return held.lock.run(() => follow(memory, held.standing))
  }

  async function follow(memory: Memory, standing: Standing): Promise<void> {
    const changes = await log.since(memory.store.db, standing.position)
    for (let start = 0; start < changes.length; start += POOL_SLICE_ROWS) {
      if (start > 0) await pause()
      const slice = changes.slice(start, start + POOL_SLICE_ROWS)
      for (const source of ['facts', 'reflections'] as const) {
        const seqs = new Set(slice.filter((one) => one.source === source).map(({ seq }) => seq))
        standing.pool.apply(await changesAt(memory, source, seqs))
      }
      standing.position = slice.at(-1)?.change ?? standing.position
    }
  }

  // ------------------------------------------------------------------------------------------- on disk

  async function isDue(memory: Memory, held: Held): Promise<boolean> {
    const { kept } = held
    const { pool, position } = held.standing
    if (kept === null || !(await snapshots.isKept(memory.store.db))) return pool.size >= SNAPSHOT_ROWS
    if (pool.vectors !== null && pool.vectors.modelId !== kept.modelId) return true
    return position - kept.position >= Math.max(SNAPSHOT_CHANGES, pool.size * SNAPSHOT_CHANGES_SHARE)
  }

  async function save(memory: Memory, held: Held, goOn: () => boolean): Promise<void> {
    const saved = await saveSnapshot(memory.store.db, () => pack(memory, held), pause, goOn)
    // Packed at the position that was saved; what came since is after it.
    if (saved !== null) held.kept = { position: saved.position, modelId: saved.pool.vectors?.modelId ?? null }
  }

  /** The pool without dropped rows, which takes the place of the one that has them. */
  async function pack(memory: Memory, held: Held): Promise<{ pool: PackedPool; position: number }> {
    await held.embedding
    await catchUp(memory, held)
    const { position, pool } = held.standing
    const work = pool.packed()
    let step = work.next()
    while (step.done !== true) {
      await pause()
      step = work.next()
    }
    const packed = step.value
    await held.lock.run(async () => {
      const next = { pool: poolOf(memory, { from: packed, vectors: pool.vectors }), position }
      await follow(memory, next)
      held.standing = next
    })
    // Another embedder may have come meanwhile.
    beginEmbedding(held)
    return { pool: packed, position }
  }

  // ------------------------------------------------------------------------------------------- vectors

  function readyEmbedder(): Embedder | null {
    const state = embedders?.current()
    return state?.state === 'ready' ? state.embedder : null
  }

  /** Vectors by another model are made in the background; until then rows are found by their words. */
  function useEmbedder(held: Held): void {
    const embedder = readyEmbedder()
    if (embedder === null || embedder === held.embedder) return
    held.embedder = embedder
    held.standing.pool.useVectors(vectorSourceOf(embedder))
    beginEmbedding(held)
  }

  function beginEmbedding(held: Held): void {
    const { standing, embedder } = held
    if (embedder !== null) {
      held.embedding = held.embedding
        .then(() => embed(standing.pool, () => held.embedder === embedder))
        .catch(nothing)
    }
  }

  async function embed(pool: RecallPool, goOn: () => boolean): Promise<void> {
    for (let slot = 0; goOn();) {
      const entries = pool.withoutVector(slot, POOL_VECTOR_ROWS)
      const last = entries.at(-1)
      if (last === undefined) return
      pool.embed(entries, await pool.documents(entries))
      slot = last.slot + 1
      await pause()
    }
  }

  function poolOf(memory: Memory, options: PoolOptions): RecallPool {
    return createRecallPool((rows) => readDocuments(memory, rows), options)
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

function nothing(): void {
  // Whoever needs it asks again and hears what is wrong.
}
