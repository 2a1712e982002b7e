/** Finds the word that an English form belongs to when the table lacks the form itself. */
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

function* bases(word: string): Iterable<string> {
  const irregular = irregularEnglish.get(word)
  if (irregular !== undefined) yield irregular
  for (const [ending, replacements] of endings) {
    if (!ending.test(word)) continue
    for (const replacement of replacements) yield word.replace(ending, replacement)
  }
}
