/**
 * Terms as pairs of whole numbers, so that a hundred thousand of them need no strings. A term of up to three characters
 * and a plain word of up to eleven letters are spelt out in 64 bits; any other is numbered in a table that keeps its
 * text. Two terms never share a key.
 */

/** The key of the term that was asked for last; read both before asking again. */
export interface TermKeys {
  readonly high: number
  readonly low: number
  /** Sets the key of `term`, numbering it where it must be; false for a term without number when `grow` is false. */
  of(term: string, grow: boolean): boolean
  /** The numbered terms, in order of their numbers. */
  readonly numbered: readonly string[]
}

/** What every numbered term has as its higher half. */
export const NUMBERED = 0xffffffff

const SPELT_CHARACTERS = 3
const HIGH_LETTERS = 5
const LOW_LETTERS = 6
/** Letters and digits, and one more for "ended". */
const PLAIN_BASE = 37
const CYRILLIC_BASE = 33
/** Higher halves of characters stay below `2 ** 31`, of letters below `2 ** 27`. */
const PLAIN_WORD = 0x80000000
const CYRILLIC_WORD = 0xa0000000

/** `numbered` takes up the numbers of an earlier table. */
export function createTermKeys(numbered: Iterable<string> = []): TermKeys {
  const names: string[] = [...numbered]
  const numbers = new Map(names.map((name, number) => [name, number]))
  let high = 0
  let low = 0

  return {
    get high() {
      return high
    },
    get low() {
      return low
    },
    get numbered() {
      return names
    },
    of(term, grow) {
      if (spell(term) || spellWord(term)) return true
      let number = numbers.get(term)
      if (number === undefined) {
        if (!grow) return false
        number = names.length
        names.push(term)
        numbers.set(term, number)
      }
      high = NUMBERED
      low = number
      return true
    },
  }

  /** Three code points of 21 bits; a missing one is 0, which no term holds. */
  function spell(term: string): boolean {
    if (term.length > SPELT_CHARACTERS * 2) return false
    let at = 0
    let first = 0
    let second = 0
    let third = 0
    for (let place = 0; at < term.length; place += 1) {
      const code = term.codePointAt(at) ?? 0
      if (code === 0 || place === SPELT_CHARACTERS) return false
      if (place === 0) first = code
      else if (place === 1) second = code
      else third = code
      at += code > 0xffff ? 2 : 1
    }
    high = ((first << 10) | (second >> 11)) >>> 0
    low = (((second & 0x7ff) << 21) | third) >>> 0
    return true
  }

  function spellWord(word: string): boolean {
    if (word.length > HIGH_LETTERS + LOW_LETTERS) return false
    const isCyrillic = word.charCodeAt(0) > 0x7f
    const letterOf = isCyrillic ? cyrillicLetter : plainLetter
    const base = isCyrillic ? CYRILLIC_BASE : PLAIN_BASE
    let head = 0
    let tail = 0
    for (let at = 0; at < HIGH_LETTERS + LOW_LETTERS; at += 1) {
      const letter = at < word.length ? letterOf(word.charCodeAt(at)) : 0
      if (letter < 0) return false
      if (at < HIGH_LETTERS) head = head * base + letter
      else tail = tail * base + letter
    }
    high = (isCyrillic ? CYRILLIC_WORD : PLAIN_WORD) + head
    low = tail
    return true
  }
}

/** a–z as 1–26, digits as 27–36; -1 for anything else. */
function plainLetter(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return code - 0x60
  return code >= 0x30 && code <= 0x39 ? code - 0x30 + 27 : -1
}

/** а–я as 1–32; -1 for anything else. */
function cyrillicLetter(code: number): number {
  return code >= 0x430 && code <= 0x44f ? code - 0x42f : -1
}
