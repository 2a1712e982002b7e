/** Compacting the event log: a helper without a schedule, because nothing retains less today (maintenance.md §4.6). */
import { parseObject } from '../document.ts'
import type { Ids, Moment, Transaction } from '../ports.ts'
import { EVENTS_COMPACT_AGE_MS, EVENTS_COMPACT_LINES } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { parseStamp, toNaive } from '../time/stamp.ts'
import { eventLine, type NewEvent } from './record.ts'

export interface CompactionLimits {
  readonly lines?: number
}

/** Whether a log is long or old enough: by its lines, or by the time of its first one. */
export function shouldCompact(
  log: { readonly lines: number; readonly first: string | undefined },
  now: Moment,
  { lines = EVENTS_COMPACT_LINES }: CompactionLimits = {},
): boolean {
  if (log.lines >= lines) return true
  const first = log.first === undefined ? null : parseObject(log.first)
  const written = parseStamp(first?.['ts'], now.zone)
  return written !== null && now.instant - written >= EVENTS_COMPACT_AGE_MS
}

/**
 * Replaces the log by `seeds` when it is due and takes the sentinel back to none; resolves to how many lines that
 * saved. Throws for a seed of an unknown type, before anything is written.
 */
export async function compactEvents(
  tx: Transaction,
  store: CharacterStore,
  seeds: readonly NewEvent[],
  now: Moment,
  ids: Ids,
  limits: CompactionLimits = {},
): Promise<number> {
  const rows = await store.events.list(tx)
  if (!shouldCompact({ lines: rows.length, first: rows[0]?.line }, now, limits)) return 0
  const lines = seeds.map((seed) => eventLine(seed, now, ids))
  await store.events.clear(tx)
  await store.events.append(tx, ...lines)
  await store.events.sentinel.set(tx, null, toNaive(now))
  return rows.length - lines.length
}
