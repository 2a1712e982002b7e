/** Japanese forms of characters → the simplified Chinese ones that the word table is keyed by (気 → 气). */
import { shinjitaiPairs } from './shinjitai.ts'

let table: Map<string, string> | undefined

/** `text` with each such form replaced; characters that Chinese texts use as well stay. */
export function foldShinjitai(text: string): string {
  if (!/\p{Script=Han}/u.test(text)) return text
  table ??= readTable()
  let folded = ''
  for (const character of text) folded += table.get(character) ?? character
  return folded
}

function readTable(): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const [pair] of shinjitaiPairs.replaceAll('\n', '').matchAll(/../gu)) {
    const [from = '', to = ''] = pair
    pairs.set(from, to)
  }
  return pairs
}
