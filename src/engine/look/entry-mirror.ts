/**
 * The rows of the smaller tables, parsed once and searched by words: reflections, persona, contradictions, archived
 * entries. Each look reads the documents again and takes over those that changed, whoever wrote them.
 */
import type { JsonObject } from '../document.ts'
import type { Sql } from '../ports.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { createAnalyzer } from '../text/analyzer.ts'
import { documentOf, textOf, type EntryTable, type StoredEntry } from './entry-row.ts'
import { readTable } from './find-entry.ts'
import { createTextSearch, type TextSearch } from './text-search.ts'

export interface MirroredEntry {
  readonly stored: StoredEntry
  readonly document: JsonObject
}

export interface Mirror {
  /** In the order of the table. */
  readonly entries: readonly MirroredEntry[]
  readonly unreadable: number
  /** BM25 of the rows that share words with `query`, by place in the table. */
  search(query: string): ReadonlyMap<number, number>
}

export type MirroredTable = Exclude<EntryTable, 'turns'>

interface Held {
  readonly entries: Map<number, MirroredEntry>
  search: TextSearch | null
}

/** Goes with the store: a closed one takes what is kept of it along. */
export function createMirrors(): (store: CharacterStore, sql: Sql, table: MirroredTable) => Promise<Mirror> {
  const kept = new WeakMap<CharacterStore, Map<MirroredTable, Held>>()

  return async (store, sql, table) => {
    const tables = kept.get(store) ?? new Map<MirroredTable, Held>()
    kept.set(store, tables)
    const held = tables.get(table) ?? { entries: new Map<number, MirroredEntry>(), search: null }
    tables.set(table, held)
    const rows = await readTable(sql, table)
    const entries: MirroredEntry[] = []
    const changed: MirroredEntry[] = []
    const seqs = new Set<number>()
    for (const stored of rows) {
      const known = held.entries.get(stored.seq)
      const entry = known !== undefined && isSame(known.stored, stored) ? known : parsed(stored)
      if (entry === null) continue
      seqs.add(stored.seq)
      entries.push(entry)
      if (entry === known) continue
      held.entries.set(stored.seq, entry)
      changed.push(entry)
    }
    held.search?.put(changed.map(searched))
    for (const seq of held.entries.keys()) {
      if (seqs.has(seq)) continue
      held.entries.delete(seq)
      held.search?.remove(seq)
    }
    return {
      entries,
      unreadable: rows.length - entries.length,
      search(query) {
        held.search ??= indexed(held.entries)
        return held.search.search(query)
      },
    }
  }
}

function indexed(entries: ReadonlyMap<number, MirroredEntry>): TextSearch {
  const search = createTextSearch(createAnalyzer())
  search.put([...entries.values()].map(searched))
  return search
}

function searched({ stored, document }: MirroredEntry): { seq: number; text: string } {
  return { seq: stored.seq, text: textOf(stored.kind, document) }
}

function parsed(stored: StoredEntry): MirroredEntry | null {
  const document = documentOf(stored)
  return document === null ? null : { stored, document }
}

function isSame(a: StoredEntry, b: StoredEntry): boolean {
  return a.doc === b.doc && a.section === b.section && a.kind === b.kind
}
