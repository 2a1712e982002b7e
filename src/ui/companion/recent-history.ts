/** Recent memory as the conversation shows it after a reload. */
import { splitMemo, stripMemoPrefix } from '../../engine/recent/memo.ts'
import { decodeMessage, historyText } from '../../engine/recent/message.ts'
import type { JsonValue } from '../../engine/text/tolerant-json.ts'

export type PastLine =
  | { readonly kind: 'memo'; readonly body: string; readonly earlier: string }
  | { readonly kind: 'user'; readonly text: string }
  | { readonly kind: 'reply'; readonly text: string; readonly stamp: string }

/** The lines of a stored `recent.json`; what cannot be read is left out here (the memory browser shows it). */
export function pastLines(json: string): PastLine[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
  // JSON.parse gives JSON values; the decoder takes any of them.
  return Array.isArray(parsed) ? (parsed as readonly JsonValue[]).flatMap(lineOf) : []
}

/** Splits the stamp `[YYYYMMDD Ddd HH:MM]` (or whatever the brackets hold) from what was said (ui.md §3.3). */
export function splitStamp(text: string): { stamp: string; text: string } {
  const match = /^\[([^\]\n]*)\]\s*/.exec(text)
  return match === null
    ? { stamp: '', text }
    : { stamp: match[1] ?? '', text: text.slice(match[0].length).trim() }
}

function lineOf(element: JsonValue): PastLine[] {
  const stored = decodeMessage(element)
  if (stored === null) return []
  const text = historyText(stored)
  if (stored.type === 'system') return [{ kind: 'memo', ...splitMemo(stripMemoPrefix(text)) }]
  if (stored.type === 'human') return text.trim() === '' ? [] : [{ kind: 'user', text }]
  const reply = splitStamp(text)
  return reply.text === '' ? [] : [{ kind: 'reply', ...reply }]
}
