/**
 * Parsing of JSON as language models write it (prompts.md §1.4): strict first, then a fixed row of repairs
 * applied on top of each other, with a try after each. JSON inside prose is not looked for.
 */
import { fail, ok, type Result } from '../result.ts'
import { JSON_REPAIR_MAX_CHARS } from '../settings.ts'

export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** The value of `text`, repaired where needed; `model_bad_answer` when no repair makes it JSON. */
export function parseTolerant(text: string): Result<JsonValue> {
  const strict = tryParse(text)
  if (strict.ok) return strict
  if (text.length > JSON_REPAIR_MAX_CHARS) return strict
  const repaired = parseRepaired(text, repairs)
  // Doubled braces are also how two objects end, so undoubling can break what only lacked something else.
  return repaired.ok ? repaired : parseRepaired(text, repairs.slice(1), strict)
}

type Repair = (text: string) => string

const repairs: readonly Repair[] = [
  outsideStrings((part) => part.replaceAll('{{', '{').replaceAll('}}', '}')),
  outsideStrings((part) =>
    part
      .replace(/(?<![\p{L}\p{N}_])True(?![\p{L}\p{N}_])/gu, 'true')
      .replace(/(?<![\p{L}\p{N}_])False(?![\p{L}\p{N}_])/gu, 'false')
      .replace(/(?<![\p{L}\p{N}_])None(?![\p{L}\p{N}_])/gu, 'null'),
  ),
  outsideStrings((part) => part.replace(/,(?=\s*[}\]])/g, '')),
  outsideStrings((part) =>
    part.replace(/(?=[\p{L}_$])(?<=[{,]\s*)([\p{L}_$][\p{L}\p{N}_$-]*)(?=\s*:)/gu, '"$1"'),
  ),
  singleToDoubleQuotes,
  dropStraySymbols,
  escapeInnerQuotes,
  outsideStrings((part) => part.replace(/([}\]])(?=\s*[{[])/g, '$1,')),
  escapeControlCharacters,
]

function parseRepaired(
  text: string,
  steps: readonly Repair[],
  failure?: Result<JsonValue>,
): Result<JsonValue> {
  let current = text
  let last = failure
  for (const repair of steps) {
    const next = repair(current)
    if (next === current) continue
    current = next
    const parsed = tryParse(current)
    if (parsed.ok) return parsed
    last ??= parsed
  }
  return last ?? tryParse(text)
}

function tryParse(text: string): Result<JsonValue> {
  try {
    const value: unknown = JSON.parse(text, (_key, inner: unknown) =>
      typeof inner === 'string' ? unescapeDivider(inner) : inner,
    )
    // JSON.parse gives nothing but JSON values.
    return ok(value as JsonValue)
  } catch (error) {
    // A RangeError is nesting deeper than the stack.
    if (error instanceof SyntaxError || error instanceof RangeError) {
      return fail('model_bad_answer', `not JSON: ${error.message.slice(0, 120)}`)
    }
    throw error
  }
}

/** The memo's divider, where a model escaped its line breaks twice; no other literal escape is touched. */
function unescapeDivider(value: string): string {
  return value.includes('---')
    ? value.replace(/(?:\\n|\\r)+[ \t]*-{3,}[ \t]*(?:\\n|\\r)+/g, '\n\n---\n\n')
    : value
}

/** Applies `change` to what lies outside quoted strings; both quote kinds count. */
function outsideStrings(change: Repair): Repair {
  return (text) => {
    let result = ''
    let start = 0
    for (let index = 0; index < text.length; index += 1) {
      const quote = text[index]
      if (quote !== '"' && quote !== "'") continue
      const end = stringEnd(text, index, quote)
      result += change(text.slice(start, index)) + text.slice(index, end)
      start = end
      index = end - 1
    }
    return result + change(text.slice(start))
  }
}

/** Index after the closing quote of the string that opens at `open`; the text's end when it is never closed. */
function stringEnd(text: string, open: number, quote: string): number {
  for (let index = open + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1
    else if (text[index] === quote && (quote === '"' || closesSingle(text, index))) return index + 1
  }
  return text.length
}

/** An apostrophe inside a word is no closing quote. */
function closesSingle(text: string, index: number): boolean {
  const next = nextSolid(text, index + 1)
  return next === undefined || ':,}]'.includes(next)
}

function nextSolid(text: string, from: number): string | undefined {
  const offset = text.slice(from).search(/\S/)
  return offset < 0 ? undefined : text[from + offset]
}

function singleToDoubleQuotes(text: string): string {
  let result = ''
  for (let index = 0; index < text.length; index += 1) {
    const quote = text[index] ?? ''
    if (quote !== '"' && quote !== "'") {
      result += quote
      continue
    }
    const end = stringEnd(text, index, quote)
    const raw = text.slice(index, end)
    result += quote === '"' || !raw.endsWith("'") || raw.length < 2 ? raw : `"${requote(raw.slice(1, -1))}"`
    index = end - 1
  }
  return result
}

function requote(body: string): string {
  return body.replace(/\\[\s\S]|"/g, (match) => (match === "\\'" ? "'" : match === '"' ? '\\"' : match))
}

const STRAY_CLUSTER =
  '(?:[\\u{1f1e6}-\\u{1f1ff}]{2}|(?:(?![\\x00-\\x7f])[\\p{Lo}\\p{So}])[\\p{M}\\u{1f3fb}-\\u{1f3ff}]*(?:\\u200d\\p{So}[\\p{M}\\u{1f3fb}-\\u{1f3ff}]*)*)'
const STRAY = new RegExp(`([,[]\\s*)${STRAY_CLUSTER}{1,2}\\s*(?=["{[\\-0-9tfn])`, 'uy')

/** One or two lost letters or emoji before a value: `[ 的{"a":1}]`. */
function dropStraySymbols(text: string): string {
  let result = ''
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? ''
    if (character === '"') {
      const end = stringEnd(text, index, '"')
      result += text.slice(index, end)
      index = end - 1
      continue
    }
    STRAY.lastIndex = index
    const match = character === ',' || character === '[' ? STRAY.exec(text) : null
    if (match === null) {
      result += character
      continue
    }
    result += match[1] ?? ''
    index += match[0].length - 1
  }
  return result
}

/** Double quotes inside a string: one closes only where what follows can follow a string. */
function escapeInnerQuotes(text: string): string {
  let result = ''
  let inside = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? ''
    if (inside && character === '\\') {
      result += character + (text[index + 1] ?? '')
      index += 1
    } else if (character !== '"') {
      result += character
    } else if (!inside) {
      inside = true
      result += character
    } else if (closesDouble(text, index)) {
      inside = false
      result += character
    } else {
      result += '\\"'
    }
  }
  return result
}

const AFTER_STRING = /\s*(?:$|[:}\]]|,\s*["{[\-0-9tfn])/y

function closesDouble(text: string, index: number): boolean {
  AFTER_STRING.lastIndex = index + 1
  return AFTER_STRING.test(text)
}

/** Raw line breaks and tabs inside strings, which strict JSON forbids and models write. */
function escapeControlCharacters(text: string): string {
  let result = ''
  let start = 0
  for (let index = 0; index < text.length; index += 1) {
    if (text[index] !== '"') continue
    const end = stringEnd(text, index, '"')
    result += text.slice(start, index) + text.slice(index, end).replace(CONTROL, escapeOne)
    start = end
    index = end - 1
  }
  return result + text.slice(start)
}

// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const CONTROL = /[\u0000-\u001f]/g

function escapeOne(character: string): string {
  return JSON.stringify(character).slice(1, -1)
}
