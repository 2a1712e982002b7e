/** When a synthesis that keeps failing is asked for again: synth_backoff.json (reflections.md §1, §3.1). */
import { integerOr, isObject, parseObject } from '../document.ts'
import type { Moment, Sql, Transaction } from '../ports.ts'
import { SECOND_MS, SYNTHESIS_BACKOFF_KEYS, SYNTHESIS_MAX_FAILURES, SYNTHESIS_PAUSE_MS } from '../settings.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { isCooledDown } from '../time/cooldown.ts'
import { toNaive } from '../time/stamp.ts'

export interface Failures {
  readonly n: number
  /** Naive stamp of the last one; null where none was kept. */
  readonly at: string | null
}

export type Backoff = ReadonlyMap<string, Failures>

const DOCUMENT = 'synth_backoff'

/** The counters of the document; entries that cannot be read count as none, and bare numbers are old entries. */
export function readBackoff(doc: string | null): Backoff {
  const entries = Object.entries((doc === null ? null : parseObject(doc)) ?? {})
  return new Map(
    entries.flatMap(([key, value]): [string, Failures][] => {
      const n = integerOr(isObject(value) ? value['n'] : value, 0)
      const at = isObject(value) ? value['at'] : null
      return n > 0 ? [[key, { n, at: typeof at === 'string' ? at : null }]] : []
    }),
  )
}

/** True while `key` has failed too often and too lately. Without a readable time one attempt is due. */
export function isBackingOff(backoff: Backoff, key: string, now: Moment): boolean {
  const failures = backoff.get(key)
  if (failures === undefined || failures.n < SYNTHESIS_MAX_FAILURES) return false
  return !isCooledDown(failures.at, SYNTHESIS_PAUSE_MS / SECOND_MS, now)
}

/** One more failure of `key`. When there are too many keys, those that failed most stay, and `key` always. */
export function bumped(backoff: Backoff, key: string, now: Moment): Backoff {
  const entry: [string, Failures] = [key, { n: (backoff.get(key)?.n ?? 0) + 1, at: toNaive(now) }]
  const others = [...backoff].filter(([other]) => other !== key)
  others.sort(([, a], [, b]) => b.n - a.n)
  return new Map([entry, ...others.slice(0, SYNTHESIS_BACKOFF_KEYS - 1)])
}

export async function loadBackoff(sql: Sql, store: CharacterStore): Promise<Backoff> {
  return readBackoff(await store.documents.get(sql, DOCUMENT))
}

export async function saveBackoff(tx: Transaction, store: CharacterStore, backoff: Backoff): Promise<void> {
  await store.documents.put(tx, DOCUMENT, JSON.stringify(Object.fromEntries(backoff)))
}

/** Forgets the failures of `key`. */
export async function clearBackoff(tx: Transaction, store: CharacterStore, key: string): Promise<void> {
  const backoff = await loadBackoff(tx, store)
  if (!backoff.has(key)) return
  await saveBackoff(tx, store, new Map([...backoff].filter(([other]) => other !== key)))
}
