/**
 * What a forgetting is still to be searched for, kept by the transaction that takes it out: a kill may come before the
 * search is over, and then the next start makes the proof (design.md §8a).
 */
import * as v from 'valibot'
import type { Core } from '../core.ts'
import { parseJson } from '../document.ts'
import type { Memory } from '../memories.ts'
import type { Sql } from '../ports.ts'
import { UNPROVED_FRAGMENTS_MAX, UNPROVED_HASH_DIGITS } from '../settings.ts'
import { numberedTables, rowKeys, type KeyedTable, type RowKey } from '../store/scrub.ts'
import { proofsTable, tombstonesTable } from '../store/tombstones.ts'
import { hmacSha256Hex } from '../text/hash.ts'
import { Fragments } from './fragments.ts'
import { searchEverywhere } from './proof.ts'
import { stretches } from './stretches.ts'
import { endWatch, keepWatching, writtenRows, type Written } from './watch.ts'

/** Part of the transaction that forgets, and its last step: every row behind these is said anew. */
export async function keepUnproved(
  sql: Sql,
  proofId: string,
  fragments: Fragments,
  turnsToo: boolean,
): Promise<void> {
  const hashed = fragments.hashed(await hashWith(sql), UNPROVED_FRAGMENTS_MAX)
  const last: [KeyedTable, number][] = []
  for (const table of numberedTables) {
    const row = await sql.first<{ last: number | null }>(
      `SELECT max(${rowKeys[table]}) AS last FROM ${table}`,
    )
    last.push([table, Math.max(0, row?.last ?? 0)])
  }
  await proofsTable.addUnproved(sql, proofId, JSON.stringify({ ...hashed, turnsToo, last }))
}

/**
 * Has the proofs made that a kill prevented, where there are any, once others have been let in. Called when a memory is
 * opened, before anything is written: what is written from then on is said anew.
 */
export async function prepareProofs(core: Core, { name, store: { db } }: Memory): Promise<void> {
  if ((await proofsTable.unproved(db)).length === 0) return
  await keepWatching(db)
  const prove = (memory: Memory): Promise<void> =>
    memory.forgettingLock.run(() => proveLeft(core, memory, unlessStopping(core)))
  core.background.start('forgetting.prove', () => core.memories.read(name, prove, () => undefined))
}

/** Makes the proofs that are missing. One at a time, and no forgetting beside it. */
export async function proveLeft(
  core: Core,
  { store: { db } }: Memory,
  pause: () => Promise<void>,
): Promise<void> {
  const unproved = await proofsTable.unproved(db)
  if (unproved.length === 0) return
  await keepWatching(db)
  try {
    for (const { id, search } of unproved) {
      const kept = keptSearchOf(search)
      if (kept === null) {
        core.deps.log.write('warn', 'forgetting.proof_unreadable', { proof: id })
        await proofsTable.searched(db, id, { searched: 0, found: 0 })
        continue
      }
      const { last, turnsToo, ...hashed } = kept
      const result = await searchEverywhere(db, Fragments.ofHashed(hashed, await hashWith(db)), {
        turnsToo,
        pause,
        written: async () => joined(await writtenRows(db), await rowsBehind(db, last)),
      })
      await proofsTable.searched(db, id, result)
    }
  } catch (thrown) {
    // The next start finds it again.
    if (!(thrown instanceof Stopping)) throw thrown
  } finally {
    await endWatch(db)
  }
}

class Stopping extends Error {}

function unlessStopping(core: Core): () => Promise<void> {
  const pause = stretches(core)
  return async () => {
    if (core.stopping.aborted) throw new Stopping('the memory is being closed')
    await pause()
  }
}

/** What `keepUnproved` kept; null where it cannot be read. */
export function keptSearchOf(json: string): v.InferOutput<typeof keptSearch> | null {
  const kept = v.safeParse(keptSearch, parseJson(json))
  return kept.success ? kept.output : null
}

async function hashWith(sql: Sql): Promise<(fragment: string) => string> {
  // Whoever forgets has made a tombstone, and the key with it.
  const key = (await tombstonesTable.key(sql)) ?? ''
  return (fragment) => hmacSha256Hex(key, `fragment ${fragment}`).slice(0, UNPROVED_HASH_DIGITS)
}

async function rowsBehind(sql: Sql, last: readonly (readonly [string, number])[]): Promise<Written> {
  const behind = new Map<KeyedTable, ReadonlySet<RowKey>>()
  const places = new Map(last)
  for (const table of numberedTables) {
    const key = rowKeys[table]
    const rows = await sql.all<{ key: number }>(`SELECT ${key} AS key FROM ${table} WHERE ${key} > ?`, [
      places.get(table) ?? 0,
    ])
    behind.set(table, new Set(rows.map((row) => row.key)))
  }
  return behind
}

function joined(one: Written, other: Written): Written {
  const all = new Map(one)
  for (const [table, keys] of other) all.set(table, new Set([...(all.get(table) ?? []), ...keys]))
  return all
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const keptSearch = v.object({
  marked: count,
  fragments: v.array(v.tuple([count, count, v.string()])),
  turnsToo: v.boolean(),
  last: v.array(v.tuple([v.string(), count])),
})
