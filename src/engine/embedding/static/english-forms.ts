/** Finds the words that English forms belong to. */
import { irregularEnglish } from '../../text/irregular-english.ts'
import type { WordTable } from './word-table.ts'

/** The entry of a lower-case word of a–z, or of what it is a form of; -1 for neither. */
export function lookUpEnglish(table: WordTable, word: string): number {
  const found = table.find(word, 0, word.length)
  if (found >= 0) return found
  for (const base of bases(word)) {
    const known = base.length >= SHORTEST_BASE ? table.find(base, 0, base.length) : -1
    if (known >= 0) return known
  }
  return -1
}

/**
 * What `word` may be a form of by plain inflection (-s, -ed, -ing and irregular), as far as the table has it: "keys" →
 * key, "slept" → sleep. More than one where the spelling leaves it open ("shoes": shoe, and sho were it a word).
 */
export function inflectionBases(table: WordTable, word: number): number[] {
  const text = table.text(word)
  if (!MAY_BE_INFLECTED.test(text) && !irregularEnglish.has(text)) return []
  const irregular = irregularEnglish.get(text)
  const regular = inflections.flatMap(([ending, replacements]) =>
    ending.test(text) ? replacements.map((replacement) => text.replace(ending, replacement)) : [],
  )
  return (irregular === undefined ? regular : [irregular])
    .filter((base) => base.length >= SHORTEST_BASE)
    .map((base) => table.find(base, 0, base.length))
    .filter((found) => found >= 0)
}

/** Most words are told by this to be no forms, which is asked of every word that a question is compared with. */
const MAY_BE_INFLECTED = /(?:s|ed|ing)$/

/** Shorter ones are chance. */
const SHORTEST_BASE = 3

/** What stands for an ending, most likely first. */
const endings: readonly (readonly [RegExp, readonly string[]])[] = [
  [/ies$/, ['y', 'ie']],
  [/es$/, ['', 'e']],
  [/s$/, ['']],
  [/([b-df-hj-np-tv-z])\1(?:ed|ing|er)$/, ['$1', '$1$1']],
  [/(?:ed|ing|er|est|able)$/, ['', 'e']],
  [/ily$/, ['y']],
  [/(?:ly|ness|ful|less|ish)$/, ['']],
  [/i(?:er|est|ness)$/, ['y']],
]

/** Endings that change nothing of what a word says; a short stem doubles its consonant ("hatted") or had an e ("hated"). */
const inflections: readonly (readonly [RegExp, readonly string[]])[] = [
  [/(?<=..)ies$/, ['y', 'ie']],
  [/(?<=s|x|z|ch|sh|o)es$/, ['']],
  [/(?<![sui])s$/, ['']],
  [/([b-df-hj-np-tv-z])\1(?:ed|ing)$/, ['$1', '$1$1']],
  [/(?<=^[^aeiou]*[aeiou][^aeiouwxy])(?:ed|ing)$/, ['e']],
  [/(?<!^[^aeiou]*[aeiou][^aeiouwxy])(?:ed|ing)$/, ['', 'e']],
  [/(?<=..)ied$/, ['y', 'ie']],
]

function* bases(word: string): Iterable<string> {
  const irregular = irregularEnglish.get(word)
  if (irregular !== undefined) yield irregular
  for (const [ending, replacements] of endings) {
    if (!ending.test(word)) continue
    for (const replacement of replacements) yield word.replace(ending, replacement)
  }
}
