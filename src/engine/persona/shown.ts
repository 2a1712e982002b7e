/**
 * What of the stored lists a conversation may show (persona.md §8.1), kept with the list: lists are never changed in
 * place, and thousands of entries are the same in the next conversation. Pure.
 */
import { isObject, isTruthy, type JsonObject } from '../document.ts'
import { isBlank } from '../text/whitespace.ts'
import { entryText } from './entry.ts'
import { rankedLines, type RankedLines } from './rank.ts'

/** One shown memory. `entry` is what is stored: an object, or a bare text of an old file. */
export interface ShownLine {
  readonly text: string
  readonly entry: unknown
}

export interface ReflectionLine extends ShownLine {
  readonly entry: JsonObject
}

/** The entries of a section that have a text, each kind in the order of the file. */
export interface SectionLines {
  readonly suppressed: readonly ShownLine[]
  /** Protected ones, which no budget applies to. */
  readonly always: readonly ShownLine[]
  readonly scored: RankedLines<ShownLine>
}

export const sectionLines = once((entries): SectionLines => {
  const [suppressed, always, scored]: [ShownLine[], ShownLine[], ShownLine[]] = [[], [], []]
  for (const entry of entries) {
    const text = entryText(entry)
    if (isBlank(text)) continue
    const fields = isObject(entry) ? entry : {}
    const list = isTruthy(fields['suppress']) ? suppressed : isTruthy(fields['protected']) ? always : scored
    list.push({ text, entry })
  }
  return { suppressed, always, scored: rankedLines(scored) }
})

/** Reflections that have a text. */
export const reflectionLines = once((reflections) => rankedLines(linesOf(reflections.filter(isObject))))

/** Of all stored reflections those of status `pending`, and those that are confirmed and not put aside, of any score. */
export const shownReflections = once((reflections) => {
  const objects = reflections.filter(isObject)
  const settled = objects.filter((entry) => entry['status'] === 'confirmed' && !isTruthy(entry['suppress']))
  return {
    pending: rankedLines(linesOf(objects.filter((entry) => (entry['status'] ?? 'pending') === 'pending'))),
    confirmed: rankedLines(linesOf(settled)),
  }
})

function linesOf(reflections: readonly JsonObject[]): ReflectionLine[] {
  return reflections.flatMap((entry) => {
    const text = entryText(entry)
    return isBlank(text) ? [] : [{ text, entry }]
  })
}

/** `make`, run once for each list. */
function once<T>(make: (entries: readonly unknown[]) => T): (entries: readonly unknown[]) => T {
  const made = new WeakMap<readonly unknown[], { readonly value: T }>()
  return (entries) => {
    let known = made.get(entries)
    if (known === undefined) made.set(entries, (known = { value: make(entries) }))
    return known.value
  }
}
