/**
 * Traditional → simplified folding for comparison (recall.md §A4): one character to one character, without
 * context, so the number of code points never changes; folding twice changes nothing. Stored text is never folded.
 */
import { foldPairs } from './fold-table.ts'

let table: Map<string, string> | undefined

/** `text` with every Han character that has a one-character simplified form replaced by it. */
export function foldHan(text: string): string {
  // Latin, kana and Hangul have nothing to fold; this spares most texts the walk.
  if (!/\p{Script=Han}/u.test(text)) return text
  table ??= readTable()
  let folded = ''
  for (const character of text) folded += table.get(character) ?? character
  return folded
}

function readTable(): Map<string, string> {
  const pairs = new Map<string, string>()
  let from: string | undefined
  for (const character of foldPairs) {
    if (character === '\n') continue
    if (from === undefined) {
      from = character
    } else {
      pairs.set(from, character)
      from = undefined
    }
  }
  return pairs
}
