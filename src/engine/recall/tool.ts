/**
 * The `recall_memory` tool of the chat model: its schema, and what the model reads back (routes.md §11,
 * recall.md §A13). Eight languages; others get English.
 */
import type { Moment } from '../ports.ts'
import { isTruthy } from '../document.ts'
import { trimSpace } from '../text/whitespace.ts'
import { civilDaysSince } from '../time/relative.ts'
import { toLocalDay } from '../time/stamp.ts'
import type { RecallReason } from './reason-codes.ts'
import { type AgePhrases, englishPhrases, toolPhrases, type ToolPhrases } from './tool-phrases.ts'

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
  readonly superseded?: unknown
  readonly valid_to?: unknown
}

export interface RecallAsked {
  readonly query: string
  readonly time: string
  /** False when the lookup failed: the model then reads the same as for no rows. */
  readonly requestOk: boolean
  /** False when the answer said that it could not read `time`. */
  readonly timeUnderstood?: boolean
  /** The answer's own word on how good it is. */
  readonly reason?: RecallReason | null
}

/**
 * The tool's result: a header with the count and a line a row, or one of two notices. What limits its worth is said
 * first, so that the model does not take it for more than it is: a `time` that was not understood, weak matches, rows
 * from outside of the period.
 */
export function renderRecall(
  rows: readonly ShownRow[],
  asked: RecallAsked,
  now: Moment,
  language: string,
): string {
  const phrases = phrasesOf(language)
  const notices: string[] = []
  if (asked.timeUnderstood === false && asked.time !== '') notices.push(phrases.unread(asked.time))
  if (rows.length === 0) return [...notices, emptyText(asked, phrases)].join('\n')
  if (asked.reason === 'only_weak_matches') notices.push(phrases.weak)
  if (asked.reason === 'nothing_in_window') notices.push(phrases.nearest)
  return [...notices, rowsText(rows, phrases, now)].join('\n')
}

function emptyText(asked: RecallAsked, phrases: ToolPhrases): string {
  const filtered =
    asked.requestOk && asked.query !== '' && asked.time !== '' && asked.timeUnderstood !== false
  return filtered ? phrases.loosen(asked.query) : phrases.nothing
}

function rowsText(rows: readonly ShownRow[], phrases: ToolPhrases, now: Moment): string {
  const lines = rows.map((row, index) => {
    const tier = isTruthy(row.tier) ? String(row.tier) : '?'
    const entity = isTruthy(row.entity) ? String(row.entity) : '-'
    const text = textOf(row.text) + validitySuffix(row, phrases, now)
    return `${index + 1}. [${tier}/${entity}] ${text}${dateSuffix(row, phrases, now)}`
  })
  return [phrases.header(rows.length), ...lines].join('\n')
}

/** ` (until 2026-03-01)` after what no longer holds. */
function validitySuffix(row: ShownRow, phrases: ToolPhrases, now: Moment): string {
  if (row.superseded !== true) return ''
  const day = toLocalDay(row.valid_to, now.zone)
  return ` ${day === null ? phrases.ended : phrases.until(day)}`
}

/** `  (2026-05-01, 3 days ago)` by the first stamp that can be read. */
function dateSuffix(row: ShownRow, phrases: ToolPhrases, now: Moment): string {
  for (const stamp of [row.event_end_at, row.event_start_at, row.created_at]) {
    const days = civilDaysSince(stamp, now)
    const day = toLocalDay(stamp, now.zone)
    if (days !== null && day !== null) return `  (${day}, ${ageText(days, phrases.age)})`
  }
  return ''
}

const DAYS_PER_MONTH = 30

/** Days are told exactly up to a month: "2 weeks ago" is wrong for what was 19 days ago. */
function ageText(days: number, age: AgePhrases): string {
  if (days <= 0) return age.today
  return days < DAYS_PER_MONTH ? age.days(days) : age.months(Math.floor(days / DAYS_PER_MONTH))
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return trimSpace(value)
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

/** By the whole tag (`zh-TW`), by its language (`zh-CN` → `zh`), or English. */
function phrasesOf(language: string): ToolPhrases {
  const tag = language.toLowerCase().replace('_', '-')
  const traditional = /^zh-(?:hant|hk|mo)\b/.test(tag) ? toolPhrases.get('zh-tw') : undefined
  return traditional ?? toolPhrases.get(tag) ?? toolPhrases.get(tag.split('-')[0] ?? '') ?? englishPhrases
}
