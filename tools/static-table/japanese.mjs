// Japanese words that Chinese entries don't serve: our own list of what they mean in English.
import { readFileSync } from 'node:fs'
import { vectorOfGlosses } from './chinese.mjs'
import { foldHan } from './fold.mjs'
import { foldShinjitai } from './shinjitai.mjs'

/** Unit vectors by folded word, in the order of the list. */
export function readJapanese(english) {
  const words = new Map()
  const unknown = []
  for (const line of readFileSync(new URL('japanese.txt', import.meta.url), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    for (const entry of line.split(' | ')) {
      const [written, meaning] = entry.split(' = ')
      const vector = meaning === undefined ? null : vectorOfGlosses([meaning], english)
      if (vector === null) unknown.push(entry)
      else words.set(keyOf(written), vector)
    }
  }
  if (unknown.length > 0) throw new Error(`japanese.txt: no known English word in ${unknown.join(', ')}`)
  return words
}

export function keyOf(word) {
  return foldShinjitai(foldHan(word.normalize('NFKC')))
}
