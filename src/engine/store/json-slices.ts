/**
 * The source text of the parts of a JSON document. Elements are stored as they were written (design.md §4):
 * `JSON.parse` and `JSON.stringify` would respell 1.0 and 0.1e1, and drop duplicate keys.
 */
import { fail, ok, type Result } from '../result.ts'

export interface Element {
  /** As written, without surrounding white space. */
  readonly source: string
  readonly value: unknown
}

export interface Member extends Element {
  readonly key: string
  /** The key as written, in quotes. */
  readonly keySource: string
}

export type Slices =
  | { readonly kind: 'array'; readonly elements: readonly Element[] }
  | { readonly kind: 'object'; readonly members: readonly Member[] }
  | { readonly kind: 'scalar'; readonly value: unknown }

/** Cuts a document at its top level; members stay in order, duplicate keys too. `bad_request` when malformed. */
export function sliceJson(text: string): Result<Slices> {
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch (thrown) {
    // Not the engine's message, which quotes the text around the error: memory text does not belong there.
    return fail('bad_request', 'The document is not JSON.', thrown)
  }
  // The text is known to be valid from here on, so cutting needs to see strings and brackets only.
  if (Array.isArray(value)) {
    const cuts = cut(source)
    return ok({
      kind: 'array',
      elements: value.map((element: unknown, index) => ({ source: cuts[index] ?? '', value: element })),
    })
  }
  if (typeof value === 'object' && value !== null) {
    return ok({ kind: 'object', members: cut(source).map(toMember) })
  }
  return ok({ kind: 'scalar', value })
}

/** `{…}` with the value of the last member called `key` written as `source`; the document when it has none. */
export function replaceMember(doc: string, key: string, source: string): string {
  const slices = sliceJson(doc)
  if (!slices.ok || slices.value.kind !== 'object') return doc
  const { members } = slices.value
  const index = members.map((member) => member.key).lastIndexOf(key)
  if (index < 0) return doc
  return `{${members
    .map((member, at) =>
      memberText({ keySource: member.keySource, source: at === index ? source : member.source }),
    )
    .join(', ')}}`
}

export function memberText(member: { readonly keySource: string; readonly source: string }): string {
  return `${member.keySource}: ${member.source}`
}

/** The pieces between the top-level commas of a valid array or object. */
function cut(source: string): string[] {
  const pieces: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < source.length; at++) {
    const char = source[at]
    if (char === '"') {
      at = endOfString(source, at)
    } else if (char === '[' || char === '{') {
      depth += 1
      if (depth === 1) from = at + 1
    } else if (char === ']' || char === '}') {
      depth -= 1
      if (depth === 0) pieces.push(source.slice(from, at))
    } else if (char === ',' && depth === 1) {
      pieces.push(source.slice(from, at))
      from = at + 1
    }
  }
  const trimmed = pieces.map(trimJsonSpace)
  return trimmed.length === 1 && trimmed[0] === '' ? [] : trimmed
}

/** Position of the closing quote of the string that opens at `from`. */
function endOfString(source: string, from: number): number {
  let at = from + 1
  while (at < source.length && source[at] !== '"') at += source[at] === '\\' ? 2 : 1
  return at
}

function toMember(piece: string): Member {
  const keyEnd = endOfString(piece, 0) + 1
  const keySource = piece.slice(0, keyEnd)
  const source = trimJsonSpace(piece.slice(piece.indexOf(':', keyEnd) + 1))
  // A key is a JSON string.
  return { key: JSON.parse(keySource) as string, keySource, source, value: JSON.parse(source) as unknown }
}

/** JSON knows four white-space characters; `trim` would take more away from inside a bare value's neighbours. */
function trimJsonSpace(text: string): string {
  return text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
}
