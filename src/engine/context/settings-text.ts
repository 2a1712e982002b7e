/**
 * Texts of the routes beside `/new_dialog` (context.md §7, §9; routes.md §6.2, §6.3, §7.4): settings of an old
 * installation, the recent history, and the retired search.
 */
import { isObject, type JsonObject } from '../document.ts'
import type { Language } from '../model/memory-model.ts'
import { historyText, type StoredMessage } from '../recent/message.ts'
import { speakerLabels } from '../recent/render.ts'
import { fill, phrasesFor } from './phrases.ts'

/** Legacy settings (`settings.json`) as text: a heading, then each section that holds something. */
export function legacySettingsText(settings: unknown, characterName: string, language: Language): string {
  const words = phrasesFor(language)
  const lines = [fill(words.remembers, { name: characterName })]
  for (const [key, section] of Object.entries(isObject(settings) ? settings : {})) {
    if (!isObject(section)) continue
    const entries = settingLines(section)
    if (entries.length > 0) lines.push(fill(words.about, { key }), ...entries)
  }
  if (lines.length === 1) lines.push(words.noRecords)
  return lines.join('\n')
}

/** `/get_settings` for a name that is not configured. */
export function unknownSettingsText(characterName: string, language: Language): string {
  return `${fill(phrasesFor(language).remembers, { name: characterName })} {}`
}

/** `/get_recent_history`: an intro, then every message; null history means that there is no such character. */
export function recentHistoryText(
  history: readonly StoredMessage[] | null,
  names: { readonly userName: string; readonly characterName: string; readonly language: Language },
): string {
  const words = phrasesFor(names.language)
  if (history === null) return words.noHistory
  const labels = speakerLabels(names.userName, names.characterName)
  const lines = history.map((message) => {
    const text = historyText(message)
    return message.type === 'system' ? `${text}\n` : `${labels[message.type]} | ${text}\n`
  })
  return `${fill(words.historyIntro, { name: names.characterName })}\n${lines.join('')}`
}

/** `/search_for_memory`: the query comes back with the notice that this way is retired. */
export function retiredSearchText(query: string, characterName: string, language: Language): string {
  const words = phrasesFor(language)
  const header = fill(words.searchHeader, { name: characterName })
  const results = fill(words.searchResults, { name: characterName })
  return `${header}${query}\n\n${results}\n${words.searchRetired}`
}

function settingLines(section: JsonObject): string[] {
  return Object.entries(section).flatMap(([key, value]) => {
    const text = settingText(value)
    return text === null ? [] : [`- ${key}：${text}`]
  })
}

/** Null for what is left out: null, empty text, empty list. */
function settingText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(plainText).join('、')
  if (!isObject(value)) return plainText(value)
  return Object.entries(value)
    .map(([key, inner]) => `${key}: ${plainText(inner)}`)
    .join('、')
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
