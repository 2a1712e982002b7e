/** Recent memory as a page shows it: each line with the turn that it is, where that is known. */
import type { ConversationLine } from '../api.ts'
import { readHistory } from '../recent/history.ts'
import { historyText } from '../recent/message.ts'
import type { CharacterStore } from '../store/character-store.ts'

/**
 * Oldest first, without what cannot be read. A memo is no turn, and a line that was edited is none any more; lines
 * from elsewhere have no time.
 */
export async function conversationLines(store: CharacterStore): Promise<ConversationLine[]> {
  const { items } = await readHistory(store, store.db)
  const known = items.flatMap(({ row }) => row.turnId ?? [])
  const rows = await store.timeIndex.byTurnIds(store.db, known)
  const instants = new Map(rows.map(({ turnId, instant }) => [turnId, instant]))
  return items.map(({ row, message }) => ({
    turnId: row.turnId,
    role: message.type,
    text: historyText(message),
    at: instants.get(row.turnId) ?? null,
  }))
}
