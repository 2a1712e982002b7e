import type { ConversationItem } from './chat.ts'
import { pastLines } from './recent-history.ts'

/** Stored recent memory as items of the conversation. Their ids only tell them apart on the page. */
export function pastItems(json: string): ConversationItem[] {
  return pastLines(json).map((line, index): ConversationItem => {
    const id = `past-${String(index)}`
    if (line.kind === 'memo') return { id, ...line }
    if (line.kind === 'user') return { ...line, id, at: null, keeping: 'kept', learned: [] }
    return { ...line, id, at: null, status: 'done', memories: [], error: null, keeping: 'kept' }
  })
}
