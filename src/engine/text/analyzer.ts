/**
 * The analyzer of recall and search (design.md §7): what a text is compared by. One for index and query.
 *
 * NFKC, lower case, traditional → simplified; then by script. Scripts without blanks between words give each
 * character and each run of two and three; other scripts give words: English ones without stop words and
 * by their stem, Latin ones without accents.
 */
import { foldHan } from './fold.ts'
import { stemEnglish } from './stem-english.ts'
import { stripNames } from './stop-names.ts'
import { englishStopWords } from './stop-words.ts'

export interface Analyzer {
  /** The terms of a text in order of appearance, with repeats; empty for a text that holds no words. */
  terms(text: string): string[]
}

export interface AnalyzerOptions {
  /** Names to take out of every text first (recall.md §A5). */
  readonly stopNames?: readonly string[]
}

const GRAM_SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo', 'Thai', 'Lao', 'Khmer', 'Myanmar']
/** The long-vowel mark belongs to no single script. */
const GRAM_CLASS = `${GRAM_SCRIPTS.map((script) => `\\p{Script=${script}}`).join('')}ー`
const WORD_CHARACTER = `(?:(?![${GRAM_CLASS}])[\\p{L}\\p{M}\\p{N}])`
/** A run of characters | a word, with inner apostrophes and hyphens | a pictograph. */
const pieces = new RegExp(
  `([${GRAM_CLASS}]+)|([a-z](?:\\+\\+|#)|${WORD_CHARACTER}+(?:['-]${WORD_CHARACTER}+)*)|\\p{Extended_Pictographic}`,
  'gu',
)
const LONGEST_GRAM = 3
/** Longer "words" are noise (keys, encoded data); their start is enough to find them by. */
const LONGEST_WORD = 64

export function createAnalyzer(options: AnalyzerOptions = {}): Analyzer {
  const names = options.stopNames ?? []
  return {
    terms(text) {
      const terms: string[] = []
      for (const [piece, run, word] of normalise(stripNames(text, names)).matchAll(pieces)) {
        if (run !== undefined) pushGrams(terms, [...run])
        else if (word !== undefined) pushWords(terms, word)
        else terms.push(piece)
      }
      return terms
    },
  }
}

function normalise(text: string): string {
  return foldHan(text.normalize('NFKC').toLowerCase())
    .replace(/[‘’ʼ]/gu, "'")
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
}

function pushGrams(terms: string[], characters: readonly string[]): void {
  for (let size = 1; size <= LONGEST_GRAM; size += 1) {
    for (let start = 0; start + size <= characters.length; start += 1) {
      terms.push(characters.slice(start, start + size).join(''))
    }
  }
}

/** `wi-fi` is found as `wifi` and by its parts, `iphone15` as `iphone` and `15` too. */
function pushWords(terms: string[], word: string): void {
  const parts = word.split('-')
  const joined = parts.join('')
  if (parts.length > 1 && /\p{L}/u.test(joined)) pushWord(terms, joined)
  for (const part of parts) {
    pushWord(terms, part)
    const mixed = part.match(/\p{N}+|[^\p{N}']+/gu) ?? []
    if (mixed.length > 1 && /\p{N}/u.test(part)) for (const bit of mixed) pushWord(terms, bit)
  }
}

function pushWord(terms: string[], word: string): void {
  for (const part of splitContraction(word)) {
    const plain = part.length > LONGEST_WORD ? part.slice(0, LONGEST_WORD) : stemEnglish(plainLetters(part))
    if (!englishStopWords.has(part)) terms.push(plain)
  }
}

/** `didn't` → `did`, `mika's` → `mika`; what hangs on is a stop word. */
function splitContraction(word: string): string[] {
  if (!word.includes("'")) return [word]
  const whole = irregularContractions.get(word)
  const host = whole ?? word.replace(/n't$/, '').replace(/'(?:s|re|ve|ll|d|m)$/, '')
  return host.split("'").filter((part) => part !== '')
}

const irregularContractions: ReadonlyMap<string, string> = new Map([
  ["won't", 'will'],
  ["can't", 'can'],
  ["shan't", 'shall'],
])

/** Latin letters without accents, Russian ё as е: people type both. */
function plainLetters(word: string): string {
  if (/^[a-z0-9]*$/.test(word)) return word
  const plain = word.normalize('NFD').replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
  return plain.normalize('NFC').replaceAll('ё', 'е')
}
