/**
 * The analyzer of recall and search (design.md §7): what a text is compared by. One for index and query.
 *
 * NFKC, lower case, traditional → simplified; then by script. Scripts without blanks between words give each
 * character and each run of two and three; other scripts give words: English ones without stop words and
 * by their stem, Latin ones without accents.
 */
import { foldHan } from './fold.ts'
import { scriptRuns } from './script-runs.ts'
import { stemEnglish } from './stem-english.ts'
import { stripNames } from './stop-names.ts'
import { englishStopWords } from './stop-words.ts'

export interface Analyzer {
  /** The terms of a text in order of appearance, with repeats; empty for a text that holds no words. */
  terms(text: string): string[]
}

/** Kept beside an index on disk. Another number for each change of what terms a text gives: an older index is made anew. */
export const ANALYZER_IDENTITY = 'omoide-terms-2'

export interface AnalyzerOptions {
  /** Names to take out of every text first (recall.md §A5). */
  readonly stopNames?: readonly string[]
}

const LONGEST_GRAM = 3
/** Longer "words" are noise (keys, encoded data); their start is enough to find them by. */
const LONGEST_WORD = 64

export function createAnalyzer(options: AnalyzerOptions = {}): Analyzer {
  const names = options.stopNames ?? []
  return {
    terms(text) {
      const terms: string[] = []
      for (const run of scriptRuns(normalise(stripNames(text, names)))) {
        if (run.kind === 'grams') pushGrams(terms, run.text)
        else if (run.kind === 'word') pushWords(terms, run.text)
        else terms.push(run.text)
      }
      return terms
    },
  }
}

function normalise(text: string): string {
  const plain = isAscii(text)
    ? text.toLowerCase()
    : foldHan(text.normalize('NFKC').toLowerCase()).replace(/[‘’ʼ]/gu, "'")
  return plain.includes(',') ? plain.replace(/(?<=\d),(?=\d{3}(?!\d))/g, '') : plain
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false
  return true
}

function pushGrams(terms: string[], run: string): void {
  const characters = [...run]
  for (let size = 1; size <= LONGEST_GRAM; size += 1) {
    for (let start = 0; start + size <= characters.length; start += 1) {
      let gram = characters[start] ?? ''
      for (let next = 1; next < size; next += 1) gram += characters[start + next] ?? ''
      terms.push(gram)
    }
  }
}

/** `wi-fi` is found as `wifi` and by its parts, `iphone15` as `iphone` and `15` too. */
function pushWords(terms: string[], word: string): void {
  if (/^[a-z]+$/.test(word)) {
    pushPlain(terms, word)
    return
  }
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
  for (const part of splitContraction(word)) pushPlain(terms, plainLetters(part))
}

function pushPlain(terms: string[], word: string): void {
  if (englishStopWords.has(word)) return
  terms.push(word.length > LONGEST_WORD ? word.slice(0, LONGEST_WORD) : stemOf(word))
}

/** Stems by word: people use a few thousand words over and over. */
const stems = new Map<string, string>()
const STEMS_KEPT = 20_000

function stemOf(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  if (stems.size >= STEMS_KEPT) stems.clear()
  const stem = stemEnglish(word)
  stems.set(word, stem)
  return stem
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
