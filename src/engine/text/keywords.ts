/**
 * The reference's tokeniser (recall.md §A4, persona.md §6.1), as the checks "was it mentioned" and "may it
 * contradict" use it: exact on case and script, single characters are nothing. Recall has its own (analyzer.ts).
 */
import { stripNames } from './stop-names.ts'
import { SPACE_CLASS } from './whitespace.ts'

/** Overlap of two keyword sets, as a share of the smaller, from which one text may contradict the other. */
const CONTRADICTION_OVERLAP = 0.4

const separators = new RegExp(
  `[，。、！？；：“”‘’（）()\\[\\]{}<>《》【】,.!?;:\\-\\u2014\\u2026\\u00b7${SPACE_CLASS}]+`,
  'u',
)

/** The tokens of `text` in order, with repeats. */
export function keywordList(text: string, names: readonly string[]): string[] {
  const tokens: string[] = []
  for (const segment of stripNames(text, names).split(separators)) {
    const characters = [...segment]
    if (characters.length < 2) continue
    if (characters.filter(isCjk).length > Math.floor(characters.length / 2)) {
      pushGrams(tokens, characters, 2)
      pushGrams(tokens, characters, 3)
    } else {
      tokens.push(segment)
    }
  }
  return tokens
}

/** The distinct tokens of `text`. */
export function keywords(text: string, names: readonly string[]): Set<string> {
  return new Set(keywordList(text, names))
}

/** True when any keyword of `text` stands in `reply`; one shared pair of CJK characters is enough. */
export function isMentioned(text: string, reply: string, names: readonly string[]): boolean {
  return mentionedIn(reply, names)(text)
}

/** The same of many texts in one reply. */
export function mentionedIn(reply: string, names: readonly string[]): (text: string) => boolean {
  const said = stripNames(reply, names)
  return (text) => keywordList(text, names).some((keyword) => said.includes(keyword))
}

/** True when two texts share enough keywords to be about the same thing (persona.md §5.2). */
export function mayContradict(first: string, second: string, names: readonly string[]): boolean {
  const a = keywords(first, names)
  const b = keywords(second, names)
  if (a.size === 0 || b.size === 0) return false
  let shared = 0
  for (const keyword of a) if (b.has(keyword)) shared += 1
  return shared / Math.min(a.size, b.size) >= CONTRADICTION_OVERLAP
}

function isCjk(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return (
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0x3040 && code <= 0x30ff) ||
    (code >= 0xac00 && code <= 0xd7af)
  )
}

function pushGrams(tokens: string[], characters: readonly string[], size: number): void {
  for (let index = 0; index + size <= characters.length; index += 1) {
    tokens.push(characters.slice(index, index + size).join(''))
  }
}
