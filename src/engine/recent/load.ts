/**
 * Reading a `recent.json` document (recent.md §2, §4). Where the reference overwrites an unreadable file with
 * an empty list, the document is reported here, to be set aside unchanged (design.md, rule 10).
 */
import { messageOf } from '../result.ts'
import type { JsonValue } from '../text/tolerant-json.ts'
import { decodeMessage, type StoredMessage } from './message.ts'

export interface LoadedHistory {
  readonly messages: readonly StoredMessage[]
  /** Why nothing was read; null when all was. The document must then be kept for quarantine. */
  readonly unreadable: UnreadableHistory | null
}

export interface UnreadableHistory {
  /** `document`: not a JSON array. `element`: one of its elements is not a message in any form. */
  readonly kind: 'document' | 'element'
  readonly message: string
}

/** The messages of a document, or none and the reason. */
export function loadHistory(document: string): LoadedHistory {
  let parsed: unknown
  try {
    parsed = JSON.parse(document)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return unreadable('document', document.trim() === '' ? 'empty document' : messageOf(error))
  }
  if (!Array.isArray(parsed)) return unreadable('document', 'not an array')
  const messages: StoredMessage[] = []
  for (const [index, element] of (parsed as readonly JsonValue[]).entries()) {
    const decoded = decodeMessage(element)
    if (decoded === null) return unreadable('element', `element ${String(index)} is no message`)
    messages.push(decoded)
  }
  return { messages, unreadable: null }
}

function unreadable(kind: UnreadableHistory['kind'], message: string): LoadedHistory {
  return { messages: [], unreadable: { kind, message } }
}
