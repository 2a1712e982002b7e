/**
 * What both extraction tasks share: numbered lines, the schema of an answer, and the reading of answers as models
 * give them. Items that say something are kept in whatever form they come; the rest is passed over.
 */
import { fail, ok, type Result } from '../../result.ts'
import type { JsonValue } from '../../text/tolerant-json.ts'
import { normaliseEventWhen } from '../../time/event.ts'
import { aiStamp } from '../../time/stamp.ts'
import { stripInjected } from '../injected.ts'
import type {
  ConversationTurn,
  Entity,
  Extraction,
  FactClaim,
  FactSource,
  ModelContext,
} from '../memory-model.ts'
import type { JsonSchema } from '../transport.ts'
import {
  choiceSchema,
  eventWhenSchema,
  isArray,
  isObject,
  type JsonObject,
  listIn,
  listSchema,
  objectSchema,
  readJson,
  textSchema,
} from './answer.ts'
import { oneLine } from './prompts/fill.ts'

// ------------------------------------------------------------------------------------------------- request

/** `[n] stamp speaker | text`, one turn after another; only a turn's first line begins with a bracket. */
export function numberedLines(turns: readonly ConversationTurn[], context: ModelContext): string {
  return turns
    .map((turn, index) => {
      const speaker = oneLine(turn.role === 'human' ? context.userName : context.characterName)
      const stamp = aiStamp(turn.at).trim().replace(/[[\]]/g, '')
      // Continuation lines are indented, so that no text can pretend to be a numbered line of somebody.
      const text = stripInjected(turn.text).replace(/\r\n?|\n|\u2028|\u2029/g, '\n    ')
      return `[${String(index + 1)}] ${stamp} ${speaker} | ${text}`
    })
    .join('\n')
}

/** Turns that still say something after what we put beside them is taken out. */
export function spokenTurns(
  turns: readonly ConversationTurn[],
  role?: ConversationTurn['role'],
): ConversationTurn[] {
  return turns.filter(
    (turn) => (role === undefined || turn.role === role) && stripInjected(turn.text).trim() !== '',
  )
}

/** An object around the list, because strict servers take no list at the top. */
export function claimsSchema(withSource: boolean): JsonSchema {
  return objectSchema({
    facts: listSchema(
      objectSchema({
        text: textSchema,
        importance: { type: 'integer' },
        entity: choiceSchema(['master', 'neko', 'relationship']),
        event_when: eventWhenSchema,
        ...(withSource ? { source: choiceSchema(['user_observation', 'ai_disclosure']) } : {}),
        turn: { type: 'integer' },
        quote: textSchema,
      }),
    ),
  })
}

// -------------------------------------------------------------------------------------------------- answer

export interface ClaimRules {
  /** The turns as they were numbered. */
  readonly turns: readonly ConversationTurn[]
  /** The source of an item that names none; with `fixedSource` of every item. */
  readonly source: FactSource
  readonly fixedSource: boolean
  /** Whether JSON that holds no list means "nothing" (path A) or is a failure (path B). */
  readonly emptyWithoutList: boolean
}

export const noExtraction: Extraction = { claims: [], retracts: [] }

/** The claims of an answer. */
export function readClaims(answer: string, rules: ClaimRules, context: ModelContext): Result<Extraction> {
  const parsed = readJson(answer, 'leading')
  if (!parsed.ok) return parsed
  const items = listIn(parsed.value, LIST_KEYS, (item) => textOf(item) !== '')
  if (items === null && !rules.emptyWithoutList)
    return fail('model_bad_answer', 'the answer holds no list of facts')
  return ok({ claims: (items ?? []).flatMap((item) => readClaim(item, rules, context)), retracts: [] })
}

const LIST_KEYS = ['facts', 'items', 'claims', 'memories', 'results', 'result', 'data', 'output']
const TEXT_KEYS = [
  'text',
  'fact',
  'entity_text',
  'fact_text',
  'content',
  'statement',
  'memory',
  'claim',
  'description',
]

function readClaim(item: JsonValue, rules: ClaimRules, context: ModelContext): FactClaim[] {
  const fields: JsonObject = isObject(item) ? item : typeof item === 'string' ? { text: item } : {}
  const text = textOf(fields)
  if (text === '') return []
  const quote = quoteOf(fields['quote'], context)
  return [
    {
      text,
      importance: importanceOf(fields['importance']),
      entity: entityOf(fields['entity'], context),
      source: rules.fixedSource ? rules.source : sourceOf(fields['source'], rules.source),
      eventWhen: normaliseEventWhen(fields['event_when']),
      turnIds: citedTurns(fields['turn'] ?? fields['turns'] ?? fields['line'], quote, rules.turns),
      quote,
      confidence: 'normal',
    },
  ]
}

function textOf(fields: JsonObject): string {
  for (const key of TEXT_KEYS) {
    const value = fields[key]
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return ''
}

const DEFAULT_IMPORTANCE = 5
const MAX_IMPORTANCE = 10

/** facts.md §4.3: whole numbers, also as text; anything else is the middle. */
export function importanceOf(value: JsonValue | undefined): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return DEFAULT_IMPORTANCE
  return Math.min(MAX_IMPORTANCE, Math.max(1, Math.trunc(number)))
}

/** The whitelist, and the names a model may use in its place; anything else is about the user. */
function entityOf(value: JsonValue | undefined, context: ModelContext): Entity {
  if (typeof value !== 'string') return 'master'
  const name = value.trim().toLowerCase()
  if (name === 'neko' || name === 'relationship') return name
  const character = [context.characterName.toLowerCase(), 'character', 'ai', 'assistant']
  return character.includes(name) ? 'neko' : 'master'
}

function sourceOf(value: JsonValue | undefined, fallback: FactSource): FactSource {
  return value === 'user_observation' || value === 'ai_disclosure' ? value : fallback
}

/** The quoted words, without a line's number, stamp and speaker if the model copied those too. */
function quoteOf(value: JsonValue | undefined, context: ModelContext): string | null {
  if (typeof value !== 'string') return null
  let quote = value
    .trim()
    .replace(/^\[\d+\]\s*/, '')
    .replace(/^\d{8} \w{3} \d\d:\d\d\s*/, '')
  for (const speaker of [context.userName, context.characterName]) {
    const label = `${oneLine(speaker)} | `
    if (quote.startsWith(label)) quote = quote.slice(label.length)
  }
  return quote.trim() === '' ? null : quote.trim()
}

/**
 * The turns an item cites: those it numbers, unless its quote stands in another one only. Without either, the
 * only turn there was; otherwise none, and admission decides.
 */
function citedTurns(
  value: JsonValue | undefined,
  quote: string | null,
  turns: readonly ConversationTurn[],
): string[] {
  const numbered = (isArray(value) ? value : [value])
    .map((item) => turns[lineNumber(item) - 1])
    .filter((turn) => turn !== undefined)
  const wanted = quote === null ? null : squeeze(quote)
  const holds = (turn: ConversationTurn): boolean => wanted !== null && squeeze(turn.text).includes(wanted)
  if (numbered.length > 0 && (wanted === null || numbered.some(holds)))
    return numbered.map(({ turnId }) => turnId)
  const quoted = turns.filter(holds)
  if (quoted.length > 0) return quoted.slice(-1).map(({ turnId }) => turnId)
  if (numbered.length > 0) return numbered.map(({ turnId }) => turnId)
  return turns.length === 1 ? turns.map(({ turnId }) => turnId) : []
}

function lineNumber(value: JsonValue | undefined): number {
  if (typeof value === 'number') return Math.trunc(value)
  const digits = typeof value === 'string' ? /\d+/.exec(value) : null
  return digits === null ? 0 : Number(digits[0])
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').toLowerCase()
}
