/** Finding and changing entries of a persona: sections in, sections out. */
import { isObject, isTruthy, type JsonObject } from '../document.ts'
import type { Moment } from '../ports.ts'
import { SECOND_MS } from '../settings.ts'
import { addedEntryId, type Persona } from './entry.ts'

/** What a card says. Only the card may change it. */
export function isCardEntry(entry: unknown): boolean {
  return isObject(entry) && (entry['source'] === 'character_card' || isTruthy(entry['protected']))
}

export function entriesOf(persona: Persona, section: string): readonly unknown[] {
  return persona.find((candidate) => candidate.name === section)?.entries ?? []
}

/** The persona with other entries in a section, which is made at the end when it is not there. */
export function withEntries(persona: Persona, section: string, entries: readonly unknown[]): Persona {
  if (!persona.some((candidate) => candidate.name === section)) {
    return [...persona, { name: section, entries }]
  }
  return persona.map((candidate) => (candidate.name === section ? { ...candidate, entries } : candidate))
}

/** An id that no entry has yet: that of the contract, at the next free second where it is taken. */
export function freeEntryId(
  persona: Persona,
  added: { readonly text: string; readonly source: string; readonly sourceId: string | null },
  now: Moment,
): string {
  const taken = new Set(persona.flatMap((section) => section.entries.map(idOf)))
  const first = addedEntryId(added.text, added.source, added.sourceId, now)
  if (!taken.has(first)) return first
  for (let second = 0; ; second += 1) {
    const at = { ...now, instant: now.instant + second * SECOND_MS }
    const id = addedEntryId(added.text, 'manual', null, at)
    if (!taken.has(id)) return id
  }
}

/** The entry of that id in `section`, or in any section; the first where several have it. */
export function findEntry(
  persona: Persona,
  id: string,
  section: string | null,
): { readonly section: string; readonly entry: JsonObject } | null {
  for (const { name, entries } of persona) {
    if (section !== null && name !== section) continue
    const entry = entries.find((candidate) => isObject(candidate) && candidate['id'] === id)
    if (isObject(entry)) return { section: name, entry }
  }
  return null
}

/** The section with one entry replaced, or taken out where `next` is null. */
export function replaceEntry(
  persona: Persona,
  section: string,
  entry: unknown,
  next: JsonObject | null,
): Persona {
  const entries = entriesOf(persona, section).flatMap((candidate) => {
    if (candidate !== entry) return [candidate]
    return next === null ? [] : [next]
  })
  return withEntries(persona, section, entries)
}

function idOf(entry: unknown): unknown {
  return isObject(entry) ? entry['id'] : undefined
}
