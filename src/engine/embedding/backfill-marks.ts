/** Where the backfill of a memory stands, and how much of it has vectors. Kept while the memory is open. */
import type { CharacterStore } from '../store/character-store.ts'
import type { VectorTable } from '../store/vector-rows.ts'

/** In the order in which they are given vectors. */
export const vectorTables: readonly VectorTable[] = ['persona', 'reflections', 'facts']

export interface TableMarks {
  /** The place up to which rows without a vector were looked at in this round. */
  after: number
  /** The place up to which vectors were compared with their texts; null when all were. */
  checkedTo: number | null
  /** This row has no text, or none that the model has a vector for. */
  unusable(seq: number): void
  /** Rows like that, as far as is known. */
  readonly unusableRows: ReadonlySet<number>
  /** A round over all rows is over; the next one looks again at those that got none. */
  startAgain(): void
}

export type Marks = Readonly<Record<VectorTable, TableMarks>>

export function marksOf(store: CharacterStore, modelId: string): Marks {
  const known = kept.get(store)
  if (known?.modelId === modelId) return known.marks
  // What has no text has none for any model.
  const marksFor = (table: VectorTable): TableMarks => tableMarks(known?.marks[table].unusableRows ?? [])
  const marks = {
    persona: marksFor('persona'),
    reflections: marksFor('reflections'),
    facts: marksFor('facts'),
  }
  kept.set(store, { modelId, marks })
  return marks
}

/** Rows that have a vector by `modelId`, and all that can have one. */
export async function vectorProgress(
  store: CharacterStore,
  modelId: string,
): Promise<{ readonly done: number; readonly total: number }> {
  const known = kept.get(store)
  let done = 0
  let total = 0
  for (const table of vectorTables) {
    const count = await store.vectorRows.count(store.db, table, modelId)
    const unusable = known?.modelId === modelId ? known.marks[table].unusableRows.size : 0
    done += count.done
    total += count.done + Math.max(0, count.left - unusable)
  }
  return { done, total }
}

const kept = new WeakMap<CharacterStore, { readonly modelId: string; readonly marks: Marks }>()

function tableMarks(unusable: Iterable<number>): TableMarks {
  let last = new Set(unusable)
  let current = new Set<number>()
  return {
    after: 0,
    checkedTo: 0,
    unusable: (seq) => void current.add(seq),
    get unusableRows() {
      return new Set([...last, ...current])
    },
    startAgain() {
      this.after = 0
      last = current
      current = new Set()
    },
  }
}
