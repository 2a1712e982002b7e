/** What entries say, and what they once said. Pure. */
import { isObject, parseJson, textField, type JsonObject } from '../document.ts'
import { documentOf, textOf, type StoredEntry } from '../look/entry-row.ts'
import { decodeMessage, historyText } from '../recent/message.ts'
import type { JsonValue } from '../text/tolerant-json.ts'

/** What identifies the row of an entry. */
export function placeOf({ table, seq }: Pick<StoredEntry, 'table' | 'seq'>): string {
  return `${table} ${String(seq)}`
}

/** All that an entry says or once said. */
export function textsOf(entry: StoredEntry): string[] {
  if (entry.kind === 'turn') return [turnText(entry)]
  const document = documentOf(entry)
  if (document === null) return []
  if (entry.kind === 'correction') {
    return ['old_text', 'new_text'].flatMap((key) => textField(document, key) ?? [])
  }
  const versions = listIn(document['version_history']).flatMap((version) => textField(version, 'text') ?? [])
  const edits = listIn(document['modification_history']).flatMap((edit) => textField(edit, 'old_text') ?? [])
  return [textOf(entry.kind, document), ...versions, ...edits]
}

export function turnText({ doc }: Pick<StoredEntry, 'doc'>): string {
  const value = parseJson(doc)
  const message = value === undefined ? null : decodeMessage(value as JsonValue) // what JSON.parse gives is JSON
  return message === null ? '' : historyText(message)
}

function listIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? (value as readonly unknown[]).filter(isObject) : []
}
