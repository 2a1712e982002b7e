/** Cuts a text into runs by what its scripts need: grams where words are not set apart, words elsewhere. */

export interface Run {
  /**
   * `grams`: characters of a script that sets no blanks between words. `word`: letters and digits of other
   * scripts, with inner apostrophes and hyphens. `pictograph`: one of them.
   */
  readonly kind: 'grams' | 'word' | 'pictograph'
  readonly text: string
}

const OTHER = 1
const GRAM = 2
const WORD = 3
const PICTOGRAPH = 4

const gramScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u
const wordCharacters = /[\p{L}\p{M}\p{N}]/u
const pictographs = /\p{Extended_Pictographic}/u

/** Kinds by code point, filled as characters turn up: asking the regular expressions costs far more. */
const kinds = new Uint8Array(0x110000)

/** The runs of a lower-case text, in order; what is between them is no word. */
export function scriptRuns(text: string): Run[] {
  const runs: Run[] = []
  let at = 0
  while (at < text.length) {
    const kind = kindAt(text, at)
    const start = at
    if (kind === GRAM) {
      at = endOf(text, at, GRAM)
      runs.push({ kind: 'grams', text: text.slice(start, at) })
    } else if (kind === WORD) {
      at = wordEnd(text, at)
      runs.push({ kind: 'word', text: text.slice(start, at) })
    } else {
      at += widthAt(text, at)
      if (kind === PICTOGRAPH) runs.push({ kind: 'pictograph', text: text.slice(start, at) })
    }
  }
  return runs
}

/** The end of the word that starts at `start`; `c++` and `c#` are words too. */
function wordEnd(text: string, start: number): number {
  let at = endOf(text, start, WORD)
  if (at === start + 1 && /[a-z]/.test(text.charAt(start))) {
    if (text[at] === '#') return at + 1
    if (text[at] === '+' && text[at + 1] === '+') return at + 2
  }
  while ((text[at] === "'" || text[at] === '-') && at + 1 < text.length && kindAt(text, at + 1) === WORD) {
    at = endOf(text, at + 1, WORD)
  }
  return at
}

function endOf(text: string, start: number, kind: number): number {
  let at = start
  while (at < text.length && kindAt(text, at) === kind) at += widthAt(text, at)
  return at
}

function kindAt(text: string, at: number): number {
  const code = text.codePointAt(at) ?? 0
  const known = kinds[code] ?? OTHER
  if (known !== 0) return known
  const character = String.fromCodePoint(code)
  let kind = OTHER
  if (gramScripts.test(character)) kind = GRAM
  else if (wordCharacters.test(character)) kind = WORD
  else if (pictographs.test(character)) kind = PICTOGRAPH
  kinds[code] = kind
  return kind
}

function widthAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}
