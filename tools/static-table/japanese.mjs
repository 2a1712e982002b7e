// Japanese word vectors: the vectors of the English words that our own list and EDICT explain them with.
import { readFileSync } from 'node:fs'
import { vectorOfGlosses } from './chinese.mjs'
import { readEdict } from './edict.mjs'
import { foldHan } from './fold.mjs'
import { SHORTEST_KANA_FORM } from './settings.mjs'
import { foldShinjitai } from './shinjitai.mjs'

const KANA = /^[\u3041-\u30ff]+$/u

/** Unit vectors and `glosses` by folded word, in the order of the list. */
export function readJapaneseList(english) {
  const words = new Map()
  const unknown = []
  for (const line of readFileSync(new URL('japanese.txt', import.meta.url), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    for (const entry of line.split(' | ')) {
      const [written, meaning] = entry.split(' = ')
      const vector = meaning === undefined ? null : vectorOfGlosses([meaning], english)
      if (vector === null) unknown.push(entry)
      else words.set(keyOf(written), { vector, glosses: [meaning] })
    }
  }
  if (unknown.length > 0) throw new Error(`japanese.txt: no known English word in ${unknown.join(', ')}`)
  return words
}

/** The same of the dictionary. Verbs and adjectives stand by the part that stays, where that is enough to know them. */
export function readJapaneseDictionary(english) {
  const byStem = new Map()
  for (const entry of readEdict()) {
    const key = keyOf(entry.stem)
    byStem.set(key, [...(byStem.get(key) ?? []), entry])
  }
  const glossesOf = new Map()
  const add = (key, glosses) => glossesOf.set(key, [...(glossesOf.get(key) ?? []), ...glosses])
  for (const [stem, entries] of byStem) {
    const isShared = new Set(entries.map(({ written }) => keyOf(written))).size > 1
    for (const { forms, glosses } of entries) {
      if (!isShared && !isShortKana(stem)) add(stem, glosses)
      else for (const form of forms) if (forms.length === 1 || !isShortKana(form)) add(keyOf(form), glosses)
    }
  }
  const words = new Map()
  for (const [key, glosses] of glossesOf) {
    const vector = KANA.test(key) && key.length === 1 ? null : vectorOfGlosses(glosses, english)
    if (vector !== null) words.set(key, { vector, glosses })
  }
  return words
}

/** So few kana stand in other words, too. */
function isShortKana(form) {
  return KANA.test(form) && form.length < SHORTEST_KANA_FORM
}

function keyOf(word) {
  return foldShinjitai(foldHan(word.normalize('NFKC')))
}
