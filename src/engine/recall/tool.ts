/**
 * The `recall_memory` tool of the chat model: its schema, and what the model reads back (routes.md §11,
 * recall.md §A13). Seven languages; others get English.
 */
import type { Moment } from '../ports.ts'
import { isTruthy } from '../document.ts'
import { trimSpace } from '../text/whitespace.ts'
import { daysSince, sinceLabel } from '../time/relative.ts'
import { toLocalDay } from '../time/stamp.ts'
import { englishPhrases, toolPhrases, type ToolPhrases } from './tool-phrases.ts'

export const RECALL_TOOL_NAME = 'recall_memory'

/** A tool as chat-completion servers take it under `function`. */
export interface RecallToolDefinition {
  readonly name: typeof RECALL_TOOL_NAME
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>
}

export function recallToolDefinition(language: string): RecallToolDefinition {
  const phrases = phrasesOf(language)
  return {
    name: RECALL_TOOL_NAME,
    description: phrases.tool,
    parameters: {
      type: 'object',
      properties: {
        query: { type: 'string', description: phrases.query },
        time: { type: 'string', description: phrases.time },
      },
      required: [],
    },
  }
}

/** What a model asked for; anything but a text counts as empty. */
export function readRecallArguments(args: unknown): { query: string; time: string } {
  const fields: Readonly<Record<string, unknown>> =
    typeof args === 'object' && args !== null && !Array.isArray(args) ? { ...args } : {}
  const text = (value: unknown) => (typeof value === 'string' ? trimSpace(value) : '')
  return { query: text(fields['query']), time: text(fields['time']) }
}

/** The fields of a recalled row that are shown; of any type, as an answer may be anything. */
export interface ShownRow {
  readonly text?: unknown
  readonly tier?: unknown
  readonly entity?: unknown
  readonly created_at?: unknown
  readonly event_start_at?: unknown
  readonly event_end_at?: unknown
}

export interface RecallAsked {
  readonly query: string
  readonly time: string
  /** False when the lookup failed: the model then reads the same as for no rows. */
  readonly requestOk: boolean
  /** False when the answer said that it could not read `time`. */
  readonly timeUnderstood?: boolean
}

/**
 * The tool's result: a header with the count and a line a row, or one of two notices; a `time` that was not
 * understood is said first, so that the model does not take what follows for that period.
 */
export function renderRecall(
  rows: readonly ShownRow[],
  asked: RecallAsked,
  now: Moment,
  language: string,
): string {
  const phrases = phrasesOf(language)
  const shown = rows.length === 0 ? emptyText(asked, phrases) : rowsText(rows, phrases, now, language)
  return asked.timeUnderstood === false && asked.time !== ''
    ? `${phrases.unread(asked.time)}\n${shown}`
    : shown
}

function emptyText(asked: RecallAsked, phrases: ToolPhrases): string {
  const filtered =
    asked.requestOk && asked.query !== '' && asked.time !== '' && asked.timeUnderstood !== false
  return filtered ? phrases.loosen(asked.query) : phrases.nothing
}

function rowsText(rows: readonly ShownRow[], phrases: ToolPhrases, now: Moment, language: string): string {
  const lines = rows.map((row, index) => {
    const tier = isTruthy(row.tier) ? String(row.tier) : '?'
    const entity = isTruthy(row.entity) ? String(row.entity) : '-'
    return `${index + 1}. [${tier}/${entity}] ${textOf(row.text)}${dateSuffix(row, now, language)}`
  })
  return [phrases.header(rows.length), ...lines].join('\n')
}

/** `  (2026-05-01, 3d ago)` by the first stamp that can be read. */
function dateSuffix(row: ShownRow, now: Moment, language: string): string {
  for (const stamp of [row.event_end_at, row.event_start_at, row.created_at]) {
    const days = daysSince(stamp, now)
    const day = toLocalDay(stamp, now.zone)
    if (days !== null && day !== null) return `  (${day}, ${sinceLabel(days, labelLanguage(language))})`
  }
  return ''
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return trimSpace(value)
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

function phrasesOf(language: string): ToolPhrases {
  return toolPhrases.get(shortForm(language)) ?? englishPhrases
}

function labelLanguage(language: string): string {
  const short = shortForm(language)
  return toolPhrases.has(short) ? short : 'en'
}

/** `zh-TW` → `zh` */
function shortForm(language: string): string {
  return language.toLowerCase().split(/[-_]/)[0] ?? ''
}
