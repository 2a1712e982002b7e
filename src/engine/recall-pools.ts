/** The recall pool of each open memory: built from its rows when first asked, then kept in step by each commit. */
import { parseJson, type JsonObject } from './document.ts'
import type { FactChanges } from './facts/admit.ts'
import type { Memory } from './memories.ts'
import {
  createRecallPool,
  type PoolChange,
  type RecallPool,
  type RecallRow,
  type RecallTier,
} from './recall/pool.ts'
import { POOL_SLICE_ROWS } from './settings.ts'
import type { CharacterStore } from './store/character-store.ts'

/** Changed documents and removed rows by id. */
export interface RowChanges {
  readonly upserted: ReadonlyMap<string, JsonObject>
  readonly removed: ReadonlySet<string>
}

export interface RecallPools {
  of(memory: Memory): Promise<RecallPool>
  /** Takes over changed facts. To be called from `onCommit`, so that the pool never holds what was rolled back. */
  factsChanged(memory: Memory, changes: FactChanges): void
  /** The same for reflections. */
  reflectionsChanged(memory: Memory, changes: RowChanges): void
  /** Builds anew when next asked, after a change too wide to list (an import, an edit of a whole document). */
  invalidate(memory: Memory): void
}

/** `pause` lets other work in between two slices of a build; left out, nothing is waited for. */
export function createRecallPools(pause: () => Promise<void> = () => Promise.resolve()): RecallPools {
  // Goes with the memory: a closed one takes its pool along.
  const pools = new WeakMap<Memory, Promise<RecallPool>>()

  return {
    of(memory) {
      let pool = pools.get(memory)
      if (pool === undefined) {
        pool = readRows(memory.store).then(build)
        pools.set(memory, pool)
        // A failed read must not be remembered; whoever asked hears of it.
        pool.catch(() => pools.delete(memory))
      }
      return pool
    },

    factsChanged: (memory, changes) => takeOver(memory, 'fact', changes),
    reflectionsChanged: (memory, changes) => takeOver(memory, 'reflection', changes),

    invalidate: (memory) => void pools.delete(memory),
  }

  /** In slices: years of facts take a second to index, and a turn must not wait for that. */
  async function build(rows: readonly RecallRow[]): Promise<RecallPool> {
    const pool = createRecallPool([])
    for (let start = 0; start < rows.length; start += POOL_SLICE_ROWS) {
      const slice = rows.slice(start, start + POOL_SLICE_ROWS)
      pool.apply(slice.map((row) => ({ type: 'put' as const, row })))
      if (start + POOL_SLICE_ROWS < rows.length) await pause()
    }
    return pool
  }

  function takeOver(memory: Memory, tier: RecallTier, { upserted, removed }: RowChanges): void {
    const changes: PoolChange[] = [
      ...[...upserted].map(([key, doc]) => ({ type: 'put' as const, row: { key, tier, doc } })),
      ...[...removed].map((key) => ({ type: 'remove' as const, tier, key })),
    ]
    // While it is being built the rows may or may not hold the change: putting it in again is the same.
    void pools.get(memory)?.then(
      (pool) => pool.apply(changes),
      () => undefined,
    )
  }
}

async function readRows(store: CharacterStore): Promise<RecallRow[]> {
  const facts = await store.facts.list(store.db)
  const reflections = await store.reflections.list(store.db)
  const archived = await store.facts.listArchived(store.db)
  return [
    ...facts.map((row) => recallRow('fact', row)),
    ...reflections.map((row) => recallRow('reflection', row)),
    ...archived.map((row) => recallRow('fact_archive', row)),
  ]
}

/** An unreadable document is no object and is never found; it stays in the store. */
function recallRow(tier: RecallTier, row: { id: string | null; seq: number; doc: string }): RecallRow {
  return { key: row.id ?? `#${String(row.seq)}`, tier, doc: parseJson(row.doc) }
}
