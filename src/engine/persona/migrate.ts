/** Making a persona that is not there yet, and taking over the settings of an old installation (persona.md §3). */
import { isObject, isTruthy } from '../document.ts'
import { META_SECTION } from '../evidence/migration.ts'
import { legacyEntryId, newEntry, entryText, type Persona } from './entry.ts'

/** Sections of a new persona, in the order of rendering. */
const firstSections = ['neko', 'master', 'relationship']

/**
 * The persona with its three sections; those that are there stay where they are. A section that only marks a
 * migration makes no persona.
 */
export function withSections(persona: Persona): { persona: Persona; changed: boolean } {
  const marks = persona.filter(({ name }) => name === META_SECTION)
  if (persona.length > marks.length) return { persona, changed: false }
  return { persona: [...firstSections.map((name) => ({ name, entries: [] })), ...marks], changed: true }
}

/**
 * Adds `<key>: <value>` for each value of the legacy settings, under whoever its section is named after; only
 * while no section has an entry, so that it happens once.
 */
export function migrateSettings(
  persona: Persona,
  settings: unknown,
  names: { readonly userName: string; readonly characterName: string },
): { persona: Persona; changed: boolean } {
  const filled = persona.some(({ name, entries }) => name !== META_SECTION && entries.length > 0)
  if (!isObject(settings) || filled) {
    return { persona, changed: false }
  }
  const added = new Map<string, Map<string, unknown>>()
  for (const [key, section] of Object.entries(settings)) {
    if (!isObject(section)) continue
    const entity = key === names.userName ? 'master' : key === names.characterName ? 'neko' : 'relationship'
    const entries = added.get(entity) ?? new Map<string, unknown>()
    added.set(entity, entries)
    for (const [field, value] of Object.entries(section)) {
      if (!isTruthy(value)) continue
      const text = `${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`
      if (!entries.has(text))
        entries.set(text, newEntry({ id: legacyEntryId(text), text, source: 'settings' }))
    }
  }
  const sections = persona.map((section) => {
    const entries = [...(added.get(section.name)?.values() ?? [])]
    return entries.length === 0 ? section : { ...section, entries }
  })
  for (const [name, entries] of added) {
    if (entries.size > 0 && !persona.some((section) => section.name === name)) {
      sections.push({ name, entries: [...entries.values()] })
    }
  }
  const changed = sections.some((section) => section.entries.some((entry) => entryText(entry) !== ''))
  return { persona: changed ? sections : persona, changed }
}
