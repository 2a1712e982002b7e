/**
 * Messages of recent memory: the stored form, how a request's `input_history` becomes messages
 * (routes.md §2.1, recent.md §2), and the text that each consumer reads from them (routes.md §2.2).
 */
import { isZone } from '../time/zone.ts'
import type { Instant } from '../ports.ts'
import { fail, messageOf, ok, type Result } from '../result.ts'
import { MESSAGE_ID_MAX } from '../settings.ts'
import type { JsonValue } from '../text/tolerant-json.ts'
import { isBlank, trimSpace } from '../text/whitespace.ts'
import { isStampable, parseStamp } from '../time/stamp.ts'

export type MessageType = 'human' | 'ai' | 'system'

/** A string or an array of parts, kept exactly as received; other JSON is possible in old files. */
export type MessageContent = JsonValue

export interface StoredMessage {
  readonly type: MessageType
  readonly data: { readonly content: MessageContent }
}

/** What a caller says about a message beside its text; null where it said nothing usable. */
export interface MessageMetadata {
  /** Stable identity: the same id a second time is the same message. */
  readonly id: string | null
  readonly at: Instant | null
  readonly zone: string | null
}

export interface IncomingMessage {
  readonly message: StoredMessage
  readonly metadata: MessageMetadata
}

export function message(type: MessageType, content: MessageContent): StoredMessage {
  return { type, data: { content } }
}

/**
 * Messages of the JSON text of a request's `input_history`. JSON that is no array means no messages. Fails
 * with `bad_request` where the reference's route fails: text that is not JSON, an element that is a number, a
 * boolean or null, and a string (or array) that holds both names of a pair of keys.
 *
 * `zone` is where a `metadata.at` without an offset is read when the message names no zone of its own.
 */
export function decodeHistory(json: string, zone = 'UTC'): Result<IncomingMessage[]> {
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch (error) {
    return fail('bad_request', `input_history is not JSON: ${messageOf(error)}`, error)
  }
  if (!Array.isArray(parsed)) return ok([])
  const messages: IncomingMessage[] = []
  for (const [index, element] of (parsed as readonly JsonValue[]).entries()) {
    const decoded = decodeMessage(element)
    if (decoded === null)
      return fail('bad_request', `message ${String(index)} of input_history cannot be read`)
    messages.push({ message: decoded, metadata: readMetadata(element, zone) })
  }
  return ok(messages)
}

/** One element of a history by the first rule that fits (routes.md §2.1); null where none does. */
export function decodeMessage(element: JsonValue): StoredMessage | null {
  if (typeof element === 'string') {
    return holdsPair((key) => element.includes(key)) ? null : message('human', element)
  }
  if (isArray(element)) {
    return holdsPair((key) => element.includes(key)) ? null : spelt(element)
  }
  if (!isObject(element)) return null
  if (has(element, 'type') && has(element, 'data')) {
    const data = element['data'] ?? null
    return message(
      typeFrom(element['type'], typeOfStoredName),
      isObject(data) ? (has(data, 'content') ? (data['content'] ?? null) : '') : data,
    )
  }
  if (has(element, 'role') && has(element, 'content')) {
    return message(typeFrom(element['role'], typeOfRoleName), element['content'] ?? null)
  }
  return spelt(element)
}

/** An element of no known form as what the user typed; null when it is nested too deeply to be spelt. */
function spelt(element: JsonValue): StoredMessage | null {
  try {
    return message('human', JSON.stringify(element))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The document of a message as the recent view and the time index hold it. */
export function documentOf(stored: StoredMessage): string {
  return JSON.stringify({ type: stored.type, data: { content: stored.data.content } })
}

// ------------------------------------------------------------------------------- text, by consumer (§2.2)

/** The texts of text parts (a part without `type` counts); a bare string in an array is a text too. */
export function textParts(content: MessageContent): string[] {
  if (typeof content === 'string') return [content]
  if (!isArray(content)) return []
  return content.flatMap((part) => {
    if (typeof part === 'string') return [part]
    if (!isObject(part)) return []
    const type = part['type']
    const text = part['text']
    return (type === 'text' || type === undefined) && typeof text === 'string' ? [text] : []
  })
}

/** Human texts for post-turn signals: a string untrimmed, each text part trimmed and on its own; no blanks. */
export function humanSignalTexts(messages: readonly StoredMessage[]): string[] {
  return humanTexts(messages, trimSpace)
}

/** Human texts from stored rows: as above, but text parts stay untrimmed. */
export function humanRowTexts(messages: readonly StoredMessage[]): string[] {
  return humanTexts(messages, (text) => text)
}

/** Text of the last AI message with string or array content, parts joined without a separator; null if none. */
export function lastAiText(messages: readonly StoredMessage[]): string | null {
  const last = messages.findLast(
    ({ type, data }) => type === 'ai' && (typeof data.content === 'string' || Array.isArray(data.content)),
  )
  return last === undefined ? null : joinedText(last)
}

/** Text of a row for extraction with both speakers: parts joined without a separator; null when blank. */
export function roleTaggedText(stored: StoredMessage): string | null {
  const text = joinedText(stored)
  return isBlank(text) ? null : text
}

/** Text for `/get_recent_history`: parts joined by a line feed, brackets kept. */
export function historyText(stored: StoredMessage): string {
  return textParts(stored.data.content).join('\n')
}

/** Text for `/new_dialog`: each part without bracketed spans and trimmed, joined by a line feed (context.md §4). */
export function dialogText(stored: StoredMessage): string {
  return textParts(stored.data.content).map(stripBrackets).join('\n')
}

const closerOf: ReadonlyMap<string, string> = new Map([
  ['[', ']'],
  ['(', ')'],
  ['（', '）'],
  ['【', '】'],
  ['{', '}'],
  ['<', '>'],
])

/** Removes each shortest bracketed span on one line, left to right in one pass, and trims (context.md §4). */
export function stripBrackets(text: string): string {
  return trimSpace(text.split('\n').map(stripLine).join('\n'))
}

/** One line in linear time: where a closer was not found once, it is not looked for again. */
function stripLine(line: string): string {
  const next = new Map<string, number>()
  let kept = ''
  let from = 0
  for (let index = 0; index < line.length; index += 1) {
    const closer = closerOf.get(line[index] ?? '')
    if (closer === undefined) continue
    let end = next.get(closer)
    if (end === undefined || end < index) {
      const found = line.indexOf(closer, index + 1)
      end = found < 0 ? Infinity : found
      next.set(closer, end)
    }
    if (end === Infinity) continue
    kept += line.slice(from, index)
    from = end + 1
    index = end
  }
  return kept + line.slice(from)
}

// ------------------------------------------------------------------------------------------------- helpers

type JsonObject = { readonly [key: string]: JsonValue }

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !isArray(value)
}

function has(object: JsonObject, key: string): boolean {
  return Object.hasOwn(object, key)
}

/** The reference asks `key in element` of anything, so text and arrays that hold both keys break it. */
function holdsPair(holds: (key: string) => boolean): boolean {
  return (holds('type') && holds('data')) || (holds('role') && holds('content'))
}

function typeFrom(name: JsonValue | undefined, types: Readonly<Record<string, MessageType>>): MessageType {
  return typeof name === 'string' && Object.hasOwn(types, name) ? (types[name] ?? 'human') : 'human'
}

const typeOfStoredName: Readonly<Record<string, MessageType>> = { human: 'human', ai: 'ai', system: 'system' }
const typeOfRoleName: Readonly<Record<string, MessageType>> = {
  user: 'human',
  assistant: 'ai',
  system: 'system',
}

function readMetadata(element: JsonValue, fallbackZone: string): MessageMetadata {
  const metadata = isObject(element) ? (element['metadata'] ?? null) : null
  if (!isObject(metadata)) return { id: null, at: null, zone: null }
  const id = metadata['id']
  const zone = metadata['zone']
  const usableZone = typeof zone === 'string' && isZone(zone) ? zone : null
  return {
    id: typeof id === 'string' && isUsableId(id) ? id : null,
    at: readInstant(metadata['at'], usableZone ?? fallbackZone),
    zone: usableZone,
  }
}

/** Half a character would be stored as another one, and the message then be taken for one without that id. */
function isUsableId(id: string): boolean {
  return id.trim() !== '' && id.length <= MESSAGE_ID_MAX && !/\p{Surrogate}/u.test(id)
}

/** Epoch milliseconds, or an ISO stamp with or without offset. */
function readInstant(at: JsonValue | undefined, zone: string): Instant | null {
  const instant = typeof at === 'string' ? parseStamp(at, zone) : at
  return typeof instant === 'number' && isStampable(instant) ? instant : null
}

function humanTexts(messages: readonly StoredMessage[], ofPart: (text: string) => string): string[] {
  return messages
    .filter(({ type }) => type === 'human')
    .flatMap(({ data }) =>
      typeof data.content === 'string' ? [data.content] : textParts(data.content).map(ofPart),
    )
    .filter((text) => !isBlank(text))
}

function joinedText(stored: StoredMessage): string {
  return textParts(stored.data.content).join('')
}
