/** Reading the JSON of an answer: fences by call (prompts.md §1.3), lists in the forms models give them. */
import { fail, type Result } from '../../result.ts'
import { deleteFences, stripLeadingFence, stripTaggedFence } from '../../text/fences.ts'
import { parseTolerant, type JsonValue } from '../../text/tolerant-json.ts'
import { stripThoughts } from '../thoughts.ts'
import type { JsonSchema } from '../transport.ts'

export type JsonObject = { readonly [key: string]: JsonValue }

/** How the fences of a call are taken off. */
export type Fences = 'leading' | 'marks' | 'tagged'

const unfence: Readonly<Record<Fences, (text: string) => string>> = {
  leading: stripLeadingFence,
  marks: deleteFences,
  tagged: stripTaggedFence,
}

/** The JSON of an answer, repaired where needed (prompts.md §1.4). */
export function readJson(answer: string, fences: Fences): Result<JsonValue> {
  return parseTolerant(unfence[fences](stripThoughts(answer)))
}

/** The object that an answer is; anything else is a failure. */
export function readObject(answer: string, fences: Fences): Result<JsonObject> {
  const parsed = readJson(answer, fences)
  if (!parsed.ok) return parsed
  const { value } = parsed
  return isObject(value) ? { ok: true, value } : fail('model_bad_answer', 'the answer is no JSON object')
}

/** A list at the top, under a usual key, or under the only key; one item alone is a list of one. */
export function listIn(
  value: JsonValue,
  keys: readonly string[],
  isItem: (item: JsonObject) => boolean,
): readonly JsonValue[] | null {
  if (isArray(value)) return value
  if (!isObject(value)) return null
  for (const key of keys) {
    const inner = value[key]
    if (isArray(inner)) return inner
  }
  if (isItem(value)) return [value]
  const values = Object.values(value)
  const only = values.length === 1 ? values[0] : undefined
  return isArray(only) ? only : null
}

/** A trimmed text; empty for anything that is none. */
export function textIn(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** An id as it stands in our lines, without the brackets if those were copied too. */
export function idIn(value: JsonValue | undefined): string {
  const id = textIn(value)
  return id.startsWith('[') && id.endsWith(']') ? id.slice(1, -1).trim() : id
}

/** The number of a line; null for anything that is no whole number. */
export function indexIn(value: JsonValue | undefined): number | null {
  if (typeof value === 'number') return Number.isInteger(value) ? value : null
  const digits = /^\[?(\d{1,9})\]?$/.exec(textIn(value))?.[1]
  return digits === undefined ? null : Number(digits)
}

/** A choice among `words`, whatever its case. */
export function wordIn<Word extends string>(
  value: JsonValue | undefined,
  words: readonly Word[],
): Word | null {
  const said = textIn(value).toLowerCase()
  return words.find((word) => word === said) ?? null
}

export function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// ------------------------------------------------------------------------------------------------- schemas

export const textSchema: JsonSchema = { type: 'string' }

/** One of `words`. */
export function choiceSchema(words: readonly string[]): JsonSchema {
  return { type: 'string', enum: words }
}

export function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] }
}

export function listSchema(items: JsonSchema): JsonSchema {
  return { type: 'array', items }
}

/** An object with just these properties, all of them there, as strict servers want it. */
export function objectSchema(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

const offsetSchema = objectSchema({
  offset: { type: 'integer' },
  unit: choiceSchema(['minute', 'hour', 'day', 'week', 'month', 'year']),
})

/** `event_when` (facts.md §3). */
export const eventWhenSchema = orNull(
  objectSchema({ start: orNull(offsetSchema), end: orNull(offsetSchema) }),
)
