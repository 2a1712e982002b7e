/** Rows of the time index as turns that can be learned from and cited. */
import { parseJson } from '../document.ts'
import type { ConversationTurn } from '../model/memory-model.ts'
import type { TokenCounter } from '../ports.ts'
import { decodeMessage, roleTaggedText } from '../recent/message.ts'
import { EXTRACT_TURN_TOKENS } from '../settings.ts'
import type { TimeRow } from '../store/time-index.ts'
import type { JsonValue } from '../text/tolerant-json.ts'
import { parseStamp } from '../time/stamp.ts'
import type { WindowRow } from './window.ts'

export interface SpokenRow extends WindowRow {
  readonly turn: ConversationTurn
}

/**
 * A stored row with its turn, cut to what fits a prompt; one that cannot be read has no text. Rows of an import may
 * lack identity and zone: `zone` is where their stamps are read.
 */
export function spokenRow(row: TimeRow, zone: string, tokens: TokenCounter): SpokenRow {
  const { role, text: whole } = spoken(row)
  const text = tokens.truncate(whole, EXTRACT_TURN_TOKENS)
  const here = row.zone ?? zone
  const at = { instant: row.instant ?? parseStamp(row.timestamp, here) ?? 0, zone: here }
  const turnId = row.turnId ?? sourceOfRow(row.id)
  return { id: row.id, role, text, turn: { turnId, role: role === 'ai' ? 'ai' : 'human', text, at } }
}

/** What a turn without an id is cited as. */
export function sourceOfRow(rowId: number): string {
  return `row:${rowId}`
}

/** True when the user said something in it. */
export function isUserTurn(row: TimeRow): boolean {
  const { role, text } = spoken(row)
  return role === 'human' && text !== ''
}

/** What was said, without rows that say nothing. */
export function turnsOf(rows: readonly SpokenRow[]): ConversationTurn[] {
  return rows.filter((row) => row.role !== 'other' && row.text !== '').map((row) => row.turn)
}

/** Who said a row and what; empty for a row that says nothing. */
export function spoken(row: TimeRow): { role: WindowRow['role']; text: string } {
  const parsed = parseJson(row.message)
  // What JSON.parse gives is a JsonValue; undefined stands for no JSON.
  const message = parsed === undefined ? null : decodeMessage(parsed as JsonValue)
  if (message === null || message.type === 'system') return { role: 'other', text: '' }
  return { role: message.type, text: roleTaggedText(message) ?? '' }
}
