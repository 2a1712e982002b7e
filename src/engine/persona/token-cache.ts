/** Token counts kept beside the entries they are of, so that a rendering need not count again (persona.md §8.4). */
import { isObject, isTruthy, type JsonObject } from '../document.ts'
import type { TokenCounter } from '../ports.ts'
import { PERSONA_COUNTS_PER_SAVE } from '../settings.ts'
import { sha256Hex } from '../text/hash.ts'
import { isBlank } from '../text/whitespace.ts'
import { entryText, type Persona } from './entry.ts'

/**
 * The persona with counts on entries that have none of this counter: those that a budget applies to, and not more
 * than `PERSONA_COUNTS_PER_SAVE`, since this runs within a save. What has a count is not looked at again.
 */
export function countTokens(persona: Persona, tokens: TokenCounter): Persona {
  let left = PERSONA_COUNTS_PER_SAVE
  return persona.map((section) => {
    const entries = section.entries.map((entry) => {
      if (left === 0 || !isObject(entry) || !isUncounted(entry, tokens)) return entry
      left -= 1
      return { ...entry, ...countOf(entryText(entry), tokens) }
    })
    return entries.some((entry, index) => entry !== section.entries[index])
      ? { ...section, entries }
      : section
  })
}

/** Tokens of the entry's text, from the count beside it when that is of this text and this counter. */
export function tokensOf(entry: JsonObject, text: string, tokens: TokenCounter): number {
  const cached = entry['token_count']
  const usable =
    isCount(cached) &&
    entry['token_count_tokenizer'] === tokens.identity &&
    entry['token_count_text_sha256'] === sha256Hex(text)
  return usable ? cached : tokens.count(text)
}

/**
 * What `count` gives for this text of `entry`, asked once a document and counter: documents are never changed in
 * place, and a check of the hash beside a count takes about as long as counting.
 */
export function countOnce(
  entry: JsonObject,
  text: string,
  tokens: TokenCounter,
  count: () => number,
): number {
  const known = counted.get(entry)
  if (known?.text === text && known.counter === tokens) return known.count
  const fresh = { text, counter: tokens, count: count() }
  counted.set(entry, fresh)
  return fresh.count
}

const counted = new WeakMap<JsonObject, { text: string; counter: TokenCounter; count: number }>()

function isUncounted(entry: JsonObject, tokens: TokenCounter): boolean {
  if (isTruthy(entry['protected']) || isBlank(entryText(entry))) return false
  return !isCount(entry['token_count']) || entry['token_count_tokenizer'] !== tokens.identity
}

function countOf(text: string, tokens: TokenCounter): JsonObject {
  return {
    token_count: tokens.count(text),
    token_count_text_sha256: sha256Hex(text),
    token_count_tokenizer: tokens.identity,
  }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}
