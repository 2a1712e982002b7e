/** Rows that are one memory said twice, and which of them stands for the others. */
import type { JsonObject } from '../document.ts'
import { memoryKey } from './memory-key.ts'
import type { PoolEntry } from './pool.ts'
import { type TextDocument, TIERS } from './slots.ts'
import { validityOf } from './validity.ts'

export interface Repeats {
  /** The list with each group once, at the place of its first row; rows without a document are left out. */
  once<Row extends { readonly row: PoolEntry }>(list: readonly Row[]): Row[]
  /** The rows that `entry` stands for, itself not among them. */
  of(entry: PoolEntry): readonly PoolEntry[]
}

/** Groups rows by what they claim. `documents`: of all rows that are asked about, by slot. */
export function findRepeats(
  entries: readonly PoolEntry[],
  documents: ReadonlyMap<number, TextDocument>,
): Repeats {
  const groups = new Map<string, PoolEntry[]>()
  for (const entry of entries) {
    const document = documents.get(entry.slot)
    if (document === undefined) continue
    const key = claimOf(entry, document)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [entry])
    else if (!group.some(({ slot }) => slot === entry.slot)) group.push(entry)
  }
  const standsFor = new Map<number, PoolEntry>()
  const membersOf = new Map<number, readonly PoolEntry[]>()
  for (const group of groups.values()) {
    const best = group.reduce((a, b) => (isBetter(b, a, documents) ? b : a))
    for (const { slot } of group) standsFor.set(slot, best)
    membersOf.set(
      best.slot,
      group.filter(({ slot }) => slot !== best.slot),
    )
  }
  return {
    once(list) {
      const seen = new Set<number>()
      return list.flatMap((ranked) => {
        const best = standsFor.get(ranked.row.slot)
        if (best === undefined || seen.has(best.slot)) return []
        seen.add(best.slot)
        return [{ ...ranked, row: best }]
      })
    },
    of: ({ slot }) => membersOf.get(slot) ?? [],
  }
}

/** Equal for rows about the same one that claim the same; what happened on two days happened twice. */
function claimOf({ slot }: PoolEntry, document: TextDocument): string {
  const key = memoryKey(document.text)
  if (key === '') return `slot ${String(slot)}`
  const { entity, temporal_scope: scope, event_start_at: start } = document
  const day = scope === 'episode' && typeof start === 'string' ? start.slice(0, 10) : ''
  return JSON.stringify([entity ?? null, day, key])
}

/** What holds before what held, active before archived, then the weightier, then the one that is told more fully. */
function isBetter(a: PoolEntry, b: PoolEntry, documents: ReadonlyMap<number, TextDocument>): boolean {
  const worth = (entry: PoolEntry): number[] => {
    const document: JsonObject = documents.get(entry.slot) ?? {}
    const { importance, text } = document
    return [
      validityOf(document) === null ? 1 : 0,
      -TIERS.indexOf(entry.tier),
      typeof importance === 'number' ? importance : 0,
      typeof text === 'string' ? text.length : 0,
    ]
  }
  const [left, right] = [worth(a), worth(b)]
  const at = left.findIndex((value, index) => value !== right[index])
  return at < 0 ? a.rank < b.rank : (left[at] ?? 0) > (right[at] ?? 0)
}
