/** Cuts texts into words of the table. */
import { foldHan } from '../../text/fold.ts'
import { scriptRuns } from '../../text/script-runs.ts'
import { englishStopWords } from '../../text/stop-words.ts'
import { lookUpEnglish } from './english-forms.ts'
import { foldShinjitai } from './fold-shinjitai.ts'
import { segment } from './segment.ts'
import type { WordTable } from './word-table.ts'

/** The words of `text` that the table knows, in order, with repeats; English stop words are left out. */
export function wordsOf(table: WordTable, text: string): number[] {
  const words: number[] = []
  const isJapanese = KANA.test(text)
  for (const run of scriptRuns(normalise(text))) {
    if (run.kind === 'grams')
      words.push(...segment(table, run.text).map((word) => (isJapanese ? table.inJapanese(word) : word)))
    else if (run.kind === 'word') pushLatin(table, words, run.text)
  }
  return words
}

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

function normalise(text: string): string {
  return foldShinjitai(foldHan(text.normalize('NFKC').toLowerCase())).replace(/[‘’ʼ]/gu, "'")
}

/** `rock-climbing's` → rock, climbing; letters lose their accents, as the table's keys did. */
function pushLatin(table: WordTable, words: number[], run: string): void {
  const plain = /^[a-z]+$/.test(run)
    ? run
    : run.replace(/'(?:s|re|ve|ll|d|m|t)(?![a-z])/g, '').normalize('NFD')
  for (const word of plain.replace(/\p{M}/gu, '').match(/[a-z]{2,}/g) ?? []) {
    const found = englishStopWords.has(word) ? -1 : lookUpEnglish(table, word)
    if (found >= 0) words.push(found)
  }
}
