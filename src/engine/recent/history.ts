/** Recent memory as stored rows: reading them, with what cannot be read set aside (design.md, rule 10). */
import type { Instant, Sql } from '../ports.ts'
import type { CharacterStore } from '../store/character-store.ts'
import type { RecentRow } from '../store/recent.ts'
import type { HistoryEdit } from './align.ts'
import { loadHistory } from './load.ts'
import { documentOf, type StoredMessage } from './message.ts'

/** A stored row and its message. */
export interface HistoryItem {
  readonly row: RecentRow
  readonly message: StoredMessage
}

export interface History {
  /** Oldest first; only what could be read. */
  readonly items: readonly HistoryItem[]
  /** Rows that hold no message in any form. They stay where they are. */
  readonly unreadable: readonly { readonly row: RecentRow; readonly reason: string }[]
}

export async function readHistory(store: CharacterStore, sql: Sql): Promise<History> {
  const items: HistoryItem[] = []
  const unreadable: { row: RecentRow; reason: string }[] = []
  for (const row of await store.recent.list(sql)) {
    const loaded = loadHistory(`[${row.doc}]`)
    const message = loaded.messages[0]
    if (message !== undefined && loaded.unreadable === null) items.push({ row, message })
    else unreadable.push({ row, reason: loaded.unreadable?.message ?? 'no message' })
  }
  return { items, unreadable }
}

/** Reports unreadable rows once, with their text, where the user can see and export them. */
export async function reportUnreadable(
  store: CharacterStore,
  unreadable: History['unreadable'],
  at: Instant,
): Promise<void> {
  if (unreadable.length === 0) return
  await store.db.transaction(async (tx) => {
    const known = new Set((await store.quarantine.list(tx)).map((entry) => `${entry.table} ${entry.doc}`))
    const fresh = unreadable.filter(({ row }) => !known.has(`recent ${row.doc}`))
    await store.quarantine.add(
      tx,
      ...fresh.map(({ row, reason }) => ({
        instant: at,
        table: 'recent',
        rowSeq: row.seq,
        doc: row.doc,
        reason,
      })),
    )
  })
}

/**
 * Applies an edit of the readable items to the rows. Unreadable rows among the removed ones stay, behind what is
 * put in their place. Resolves to the documents that went.
 */
export async function applyToRows(
  store: CharacterStore,
  sql: Sql,
  history: History,
  edit: HistoryEdit,
): Promise<readonly string[]> {
  const removed = history.items.slice(edit.start, edit.start + edit.remove)
  const [first, last] = [removed[0], removed.at(-1)]
  const inserted = edit.insert.map((message) => ({ doc: documentOf(message), turnId: null }))
  if (first === undefined || last === undefined) {
    if (edit.start < history.items.length)
      throw new Error('an insertion before a kept message is not an edit')
    await store.recent.append(sql, inserted)
    return []
  }
  const between = history.unreadable.filter(({ row }) => row.seq > first.row.seq && row.seq < last.row.seq)
  await store.recent.replaceRange(sql, first.row.seq, last.row.seq, [
    ...inserted,
    ...between.map(({ row }) => ({ doc: row.doc, turnId: row.turnId })),
  ])
  return removed.map(({ row }) => row.doc)
}
