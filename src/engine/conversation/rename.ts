/**
 * The old name inside recent memory becomes the new one when a character is renamed (routes.md §9.4): in the
 * name-like fields of an item and, in string content only, where the name stands as a speaker.
 */
import { isObject, type JsonObject, parseJson } from '../document.ts'

const NAME_FIELDS = ['speaker', 'author', 'name', 'character']

/** The document with the name replaced, or the same text when nothing in it names the character. */
export function renameInMessage(doc: string, from: string, to: string): string {
  const item = parseJson(doc)
  // An unreadable row is for the quarantine, not for a rename; it stays as it is.
  if (!isObject(item)) return doc
  const renamed: Record<string, unknown> = renameFields(item, from, to)
  const { data } = renamed
  if (isObject(data)) {
    const fields = renameFields(data, from, to)
    const { content } = fields
    renamed['data'] =
      typeof content === 'string' ? { ...fields, content: renameSpeaker(content, from, to) } : fields
  }
  const result = JSON.stringify(renamed)
  return result === JSON.stringify(item) ? doc : result
}

function renameFields(object: JsonObject, from: string, to: string): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [
      key,
      NAME_FIELDS.includes(key) && value === from ? to : value,
    ]),
  )
}

function renameSpeaker(content: string, from: string, to: string): string {
  const forms: readonly (readonly [string, string])[] = [
    [`${from}说：`, `${to}说：`],
    [`${from}说:`, `${to}说:`],
    [`${from}:`, `${to}:`],
    [`${from}->`, `${to}->`],
    [`[${from}]`, `[${to}]`],
    [`${from} | `, `${to} | `],
  ]
  return forms.reduce((text, [old, fresh]) => text.replaceAll(old, () => fresh), content)
}
