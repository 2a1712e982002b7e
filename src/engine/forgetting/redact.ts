/** Taking fragments out of what stays: documents, their lists and histories, memos by the sentence. Pure. */
import { isObject, parseJson, type JsonObject } from '../document.ts'
import type { Fragments } from './fragments.ts'
import type { GoneIds } from './gone-ids.ts'

/** What is forgotten: fragments of texts, and ids of what goes. */
export interface Gone {
  readonly fragments: Fragments
  readonly ids: GoneIds
  /** Whether a sentence says it in other words. */
  readonly says: (sentence: string) => boolean
}

/**
 * The document without what is forgotten; null when nothing of it was. Elements of lists that hold it go, other values
 * become null. `kept` fields stay as they are: what an entry itself says is for the caller.
 */
export function cleanDocument(
  doc: string,
  gone: Gone,
  kept: readonly string[] = ['text', 'id'],
): string | null {
  const value = parseJson(doc)
  if (value === undefined) return gone.fragments.hit(doc) ? '""' : null
  const found = { any: false }
  const cleaned = isObject(value) ? cleanFields(value, kept) : clean(value, null)
  return found.any ? JSON.stringify(cleaned) : null

  function cleanFields(object: JsonObject, spared: readonly string[]): JsonObject {
    return Object.fromEntries(
      Object.entries(object).map(([key, field]) => [key, spared.includes(key) ? field : clean(field, key)]),
    )
  }

  function clean(field: unknown, name: string | null): unknown {
    if (typeof field === 'string') {
      if (!isGone(field, name)) return field
      found.any = true
      return null
    }
    if (Array.isArray(field)) {
      const left = (field as readonly unknown[]).filter((element) => !holds(element, name))
      if (left.length < field.length) found.any = true
      return left
    }
    if (!isObject(field)) return field
    // Keys may be names that somebody chose.
    const entries = Object.entries(field).filter(([key]) => !isGone(key, name))
    if (entries.length < Object.keys(field).length) found.any = true
    return Object.fromEntries(entries.map(([key, inner]) => [key, clean(inner, key)]))
  }

  function holds(element: unknown, name: string | null): boolean {
    if (typeof element === 'string') return isGone(element, name)
    if (Array.isArray(element)) return element.some((inner) => holds(inner, name))
    return (
      isObject(element) &&
      Object.entries(element).some(([key, inner]) => isGone(key, name) || holds(inner, key))
    )
  }

  function isGone(text: string, name: string | null): boolean {
    return gone.ids.isValue(text, name) || gone.fragments.hit(text)
  }
}

/** A memo without the sentences that say it; null when none does. */
export function cleanMemo(memo: string, gone: Gone): string | null {
  const found = { any: false }
  const lines = memo.split('\n').map((line) => {
    const sentences = line.match(sentence) ?? [line]
    const left = sentences.filter((part) => !gone.fragments.hit(part) && !gone.says(part))
    if (left.length < sentences.length) found.any = true
    return left.join('')
  })
  if (!found.any) return null
  const text = lines.join('\n')
  // A fragment may reach over the border of two sentences.
  const spans = gone.fragments.spans(text)
  return spans.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
}

/** A sentence with what ends it and the blanks behind. */
const sentence = /[^.!?。！？；;]+(?:[.!?。！？；;]+\s*|$)/gu
