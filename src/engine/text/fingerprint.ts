/**
 * The fingerprint of a message list (recent.md §7.2): its last three messages, each as type and the first
 * fifty code points of its flattened content. It finds the place of a snapshot in a list that has grown.
 */
import { FINGERPRINT_CODE_POINTS, FINGERPRINT_MESSAGES } from '../settings.ts'

export interface FingerprintMark {
  readonly type: string
  readonly content: string
}

export type Fingerprint = readonly FingerprintMark[]

/** What of a message takes part: its type, and its content as stored. */
export interface Marked {
  readonly type: string
  readonly data: { readonly content: unknown }
}

/** The last three messages as marks; fewer when the list is shorter, none when it is empty. */
export function fingerprintOf(messages: readonly Marked[]): Fingerprint {
  return messages.slice(-FINGERPRINT_MESSAGES).map(markOf)
}

export function markOf(message: Marked): FingerprintMark {
  return { type: message.type, content: firstCodePoints(flatten(message.data.content)) }
}

export function sameMark(left: FingerprintMark, right: FingerprintMark): boolean {
  return left.type === right.type && left.content === right.content
}

/** True when both hold the same marks in the same order; two empty ones are equal. */
export function sameFingerprint(left: Fingerprint, right: Fingerprint): boolean {
  return (
    left.length === right.length &&
    left.every((mark, index) => {
      const other = right[index]
      return other !== undefined && sameMark(mark, other)
    })
  )
}

/** Reads a fingerprint from a state document; null for anything else. */
export function readFingerprint(value: unknown): Fingerprint | null {
  if (!Array.isArray(value)) return null
  const marks: FingerprintMark[] = []
  for (const item of value as readonly unknown[]) {
    if (typeof item !== 'object' || item === null) return null
    const { type, content } = item as { readonly type?: unknown; readonly content?: unknown }
    if (typeof type !== 'string' || typeof content !== 'string') return null
    marks.push({ type, content })
  }
  return marks
}

/** Content as one text: a string as it is, blocks by their text (or as JSON) joined by a blank. */
function flatten(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return content === null || content === undefined ? '' : JSON.stringify(content)
  return (content as readonly unknown[]).map(blockText).join(' ')
}

function blockText(block: unknown): string {
  if (typeof block === 'string') return block
  if (typeof block === 'object' && block !== null && 'text' in block && typeof block.text === 'string') {
    return block.text
  }
  return JSON.stringify(block)
}

function firstCodePoints(text: string): string {
  // 2 UTF-16 units a code point at most, so a longer prefix is never needed.
  return Array.from(text.slice(0, FINGERPRINT_CODE_POINTS * 2))
    .slice(0, FINGERPRINT_CODE_POINTS)
    .join('')
}
