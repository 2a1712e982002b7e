import type { FactView } from '../../engine/api.ts'
import type { ConversationItem, LearnedFact } from './conversation-items.ts'
import { pastLines } from './recent-history.ts'

/**
 * Stored recent memory as items of the conversation, with what was learned under the lines that taught it. A stored
 * line does not say which turn it is, so a fact stands under the latest line that holds the words it cites.
 */
export function pastItems(json: string, facts: readonly FactView[]): ConversationItem[] {
  const items = pastLines(json).map((line, index): ConversationItem => {
    // Their ids only tell them apart on the page.
    const id = `past-${String(index)}`
    if (line.kind === 'memo') return { id, ...line }
    if (line.kind === 'user') return { ...line, id, at: null, keeping: 'kept', learned: [] }
    return { ...line, id, at: null, status: 'done', memories: [], error: null, keeping: 'kept' }
  })
  const learned = new Map<string, LearnedFact[]>()
  for (const { id, text, sources, archived, superseded } of facts) {
    if (archived || superseded) continue
    const teacher = items.findLast(
      (item) =>
        item.kind === 'user' && sources.some(({ quote }) => quote !== '' && item.text.includes(quote)),
    )
    if (teacher === undefined) continue
    learned.set(teacher.id, [...(learned.get(teacher.id) ?? []), { id, text, sources, undone: false }])
  }
  return items.map((item) => (item.kind === 'user' ? { ...item, learned: learned.get(item.id) ?? [] } : item))
}
