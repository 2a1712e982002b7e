/**
 * Search over the rows of one table by the analyzer that recall uses (design.md §7), for tables that recall holds no
 * index of. The last word of a query also finds longer words, because one searches while typing.
 */
import { createLexicalIndex, type LexicalIndex } from '../recall/lexical-index.ts'
import { SEARCH_PREFIX_LEAST, SEARCH_PREFIX_WORDS } from '../settings.ts'
import type { Analyzer } from '../text/analyzer.ts'

export interface TextSearch {
  /** Puts the texts of rows in, or others in their place. */
  put(rows: readonly { readonly seq: number; readonly text: string }[]): void
  remove(seq: number): void
  /** BM25 of each row that shares a word with `query`, by place. */
  search(query: string): ReadonlyMap<number, number>
}

export function createTextSearch(analyzer: Analyzer): TextSearch {
  const index: LexicalIndex = createLexicalIndex(analyzer)
  const held = new Map<number, { readonly text: string; readonly slot: number }>()
  /** Place of the row of each slot; a slot is given out once. */
  const seqs: number[] = []
  const words = new Set<string>()

  return {
    put(rows) {
      const changed = rows.filter(({ seq, text }) => held.get(seq)?.text !== text)
      index.add(
        changed.map(({ seq, text }) => {
          const before = held.get(seq)
          if (before !== undefined) index.remove(before.slot)
          const slot = seqs.push(seq) - 1
          held.set(seq, { text, slot })
          for (const term of analyzer.terms(text)) words.add(term)
          return { slot, text }
        }),
      )
    },
    remove(seq) {
      const before = held.get(seq)
      if (before === undefined) return
      index.remove(before.slot)
      held.delete(seq)
    },
    search(query) {
      const terms = analyzer.terms(query)
      const { slots, scores } = index.search([...terms, ...longerWords(query, terms, words)])
      return new Map(Array.from(slots, (slot, at) => [seqs[slot] ?? -1, scores[at] ?? 0]))
    },
  }
}

/** Words that the query's last one may become. */
function longerWords(query: string, terms: readonly string[], words: Iterable<string>): string[] {
  const typed = typedWord(query)
  if (typed === null) return []
  const known = new Set(terms)
  const longer: string[] = []
  for (const word of words) {
    if (!word.startsWith(typed) || known.has(word)) continue
    longer.push(word)
    if (longer.length === SEARCH_PREFIX_WORDS) break
  }
  return longer
}

/**
 * The word at the end that is still being typed; null behind a blank, where it is complete, and in scripts whose
 * single characters are found anyway.
 */
export function typedWord(query: string): string | null {
  const typed = /[\p{L}\p{N}]+$/u.exec(query.normalize('NFKC').toLowerCase())?.[0] ?? ''
  const isWord = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{N}]+$/u.test(typed)
  return isWord && typed.length >= SEARCH_PREFIX_LEAST ? typed : null
}
