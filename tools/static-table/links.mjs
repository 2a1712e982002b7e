// Which English words a Chinese or Japanese word is explained with by themselves: its translations.
import { FUNCTION_WORDS } from './chinese.mjs'
import { LINK_GLOSSES } from './settings.mjs'

/** `explained`: pairs of key and glosses, keys with repeats; `english`: keys of the words that may be linked to. */
export function readLinks(explained, english) {
  const links = new Map()
  for (const [key, glosses] of explained) {
    const words = glosses.slice(0, LINK_GLOSSES).map(onlyWord)
    const known = words.filter((word) => word !== null && english.has(word))
    if (known.length > 0) links.set(key, [...new Set([...(links.get(key) ?? []), ...known])])
  }
  return links
}

/** `to sleep` → sleep; null for a gloss of more words that say something, or none. */
function onlyWord(gloss) {
  const plain = gloss.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  const words = plain.match(/[a-z]+/g)?.filter((word) => word.length > 1 && !FUNCTION_WORDS.has(word)) ?? []
  return words.length === 1 ? words[0] : null
}
