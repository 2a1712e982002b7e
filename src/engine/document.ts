/**
 * Reading stored documents whose fields may be missing or of another type: what the reference's readers accept
 * (evidence.md §0), without throwing on anything.
 */
import { trimSpace } from './text/whitespace.ts'

/** A stored JSON object. Fields that are not known here are kept as they are. */
export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object that `doc` spells, or null when it is unreadable or something else. */
export function parseObject(doc: string): JsonObject | null {
  const value = parseJson(doc)
  return isObject(value) ? value : null
}

/** The value that `json` spells, or undefined when it is no JSON. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json) as unknown
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

export function textField(document: JsonObject, key: string): string | null {
  const value = document[key]
  return typeof value === 'string' ? value : null
}

/** Whether a stored flag counts as set: empty strings, lists and objects, zero and null do not. */
export function isTruthy(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (isObject(value)) return Object.keys(value).length > 0
  return Boolean(value)
}

/** "Number or 0": numbers, booleans and numeric text; anything else reads as 0 (evidence.md §0). */
export function numberOrZero(value: unknown): number {
  if (typeof value === 'number') return Number.isNaN(value) ? 0 : value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value !== 'string') return 0
  const text = trimSpace(value)
  return decimal.test(text) ? Number(text) : 0
}

/**
 * The whole number that a model or an import meant: numbers are cut towards zero, whole numbers as text are
 * read, booleans are 0 and 1; anything else is null (facts.md §3, §4.3).
 */
export function integerOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? cut(value) : null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value !== 'string') return null
  const text = trimSpace(value)
  return integer.test(text) ? cut(Number(text.replaceAll('_', ''))) : null
}

/** An integer field, where missing, empty, zero and unusable values read as `fallback`. */
export function integerOr(value: unknown, fallback: number): number {
  return isTruthy(value) ? (integerOf(value) ?? fallback) : fallback
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i
const integer = /^[+-]?\d+(_\d+)*$/

/** Without the -0 that `Math.trunc` makes of small negatives. */
function cut(value: number): number {
  return Math.trunc(value) + 0
}

/**
 * `doc` with some top-level members set (or taken out, when undefined) and everything else as it was spelt:
 * 1.0 stays 1.0, unknown fields and their order stay. Members that are new go to the end. `doc` must spell an
 * object.
 */
export function patchObject(doc: string, changes: Readonly<Record<string, unknown>>): string {
  const members = membersOf(doc)
  const left = new Map(Object.entries(changes))
  const kept = members.flatMap(({ key, raw }) => {
    if (!left.has(key)) return [raw]
    const value = left.get(key)
    left.delete(key)
    return value === undefined ? [] : [spell(key, value)]
  })
  const added = [...left].flatMap(([key, value]) => (value === undefined ? [] : [spell(key, value)]))
  return `{${[...kept, ...added].join(', ')}}`
}

/**
 * `doc`, which spells `before`, with what differs in `after` and everything else as it was spelt. Members are compared
 * by identity: one that was kept is the same value.
 */
export function respellObject(doc: string, before: JsonObject, after: JsonObject): string {
  const gone = Object.keys(before).flatMap((key) => (key in after ? [] : [[key, undefined] as const]))
  const changed = Object.entries(after).filter(([key, value]) => before[key] !== value)
  return patchObject(doc, Object.fromEntries([...gone, ...changed]))
}

function spell(key: string, value: unknown): string {
  return `${JSON.stringify(key)}: ${JSON.stringify(value)}`
}

/** The members of the object that `doc` spells, each with its text. Of a repeated key the last one counts. */
function membersOf(doc: string): { key: string; raw: string }[] {
  const members = new Map<string, string>()
  let depth = 0
  let start = doc.indexOf('{') + 1
  let key: string | null = null
  for (let index = start; index < doc.length; index += 1) {
    const character = doc[index]
    if (character === '"') {
      const from = index
      index = stringEnd(doc, index)
      if (depth === 0 && key === null) key = JSON.parse(doc.slice(from, index + 1)) as string
    } else if (character === '[' || character === '{') {
      depth += 1
    } else if (depth > 0 && (character === ']' || character === '}')) {
      depth -= 1
    } else if (depth === 0 && (character === ',' || character === '}')) {
      if (key !== null) {
        members.delete(key)
        members.set(key, doc.slice(start, index).trim())
      }
      if (character === '}') break
      key = null
      start = index + 1
    }
  }
  return [...members].map(([name, raw]) => ({ key: name, raw }))
}

/** Index of the quote that closes the string opened at `open`. */
function stringEnd(doc: string, open: number): number {
  let index = open + 1
  while (index < doc.length && doc[index] !== '"') index += doc[index] === '\\' ? 2 : 1
  return index
}
