/** Recent memory as the conversation shows it after a reload. */
import type { ConversationLine, FactView } from '../../engine/api.ts'
import { splitMemo, stripMemoPrefix } from '../../engine/recent/memo.ts'
import type { ConversationItem, LearnedFact } from './conversation-items.ts'

/** Stored lines as items of the conversation, with what was learned under the lines that taught it. */
export function pastItems(
  lines: readonly ConversationLine[],
  facts: readonly FactView[],
): ConversationItem[] {
  return lines.flatMap((line, index): ConversationItem[] => {
    // Without a turn an id only tells the line apart on the page.
    const id = line.turnId ?? `past-${String(index)}`
    if (line.role === 'system') return [{ kind: 'memo', id, ...splitMemo(stripMemoPrefix(line.text)) }]
    if (line.role === 'human') {
      if (line.text.trim() === '') return []
      const { text, at } = line
      return [{ kind: 'user', id, text, at, keeping: 'kept', learned: learnedFrom(line.turnId, facts) }]
    }
    const reply = splitStamp(line.text)
    if (reply.text === '') return []
    const { at } = line
    const told = { memories: [], raised: [], error: null } as const
    return [{ kind: 'reply', id, ...reply, ...told, at, status: 'done', keeping: 'kept' }]
  })
}

/** Splits the stamp `[YYYYMMDD Ddd HH:MM]` (or whatever the brackets hold) from what was said (ui.md §3.3). */
export function splitStamp(text: string): { stamp: string; text: string } {
  const match = /^\[([^\]\n]*)\]\s*/.exec(text)
  return match === null
    ? { stamp: '', text }
    : { stamp: match[1] ?? '', text: text.slice(match[0].length).trim() }
}

function learnedFrom(turnId: string | null, facts: readonly FactView[]): LearnedFact[] {
  return facts
    .filter(({ archived, superseded }) => !archived && !superseded)
    .filter(({ sources }) => sources.some((source) => source.turnId === turnId))
    .map(({ id, text, sources }) => ({ id, text, sources, undone: false }))
}
