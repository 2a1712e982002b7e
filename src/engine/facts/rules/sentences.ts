/**
 * Splits a message into sentences and clauses, and blanks what is not the speaker's own statement: code,
 * quoted lines, pasted text, quoted speech. All offsets are into the original message.
 */
import { LANGUAGE_DATA } from './data/index.ts'
import { matchable } from './language.ts'
import type { RuleLanguage } from './language.ts'

export interface Clause {
  readonly from: number
  readonly to: number
  /** Matchable text, trimmed. */
  readonly text: string
}

export interface Sentence extends Clause {
  readonly clauses: readonly Clause[]
  /** The mark that ended it: `?`, `!`, `.` or nothing. */
  readonly mark: string
}

/** Stands for one character of blanked text: no rule matches it. */
export const BLANK = '\uFFFC'

const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]+`/g
const QUOTED_LINE = /^[ \t]*(?:>|＞).*$/gm
const LINK = /\b(?:https?:\/\/|www\.)[^\s）)」』】]+/g
const STAGE = /\*[^*\n]{2,200}\*|（[^（）\n]{1,120}）|\([^()\n]{1,160}\)|【[^【】\n]*】/g
const QUOTE_PAIRS =
  /“[^”]{1,2000}(?:”|$)|"[^"]{1,2000}(?:"|$)|「[^」]{1,2000}(?:」|$)|『[^』]{1,2000}(?:』|$)|(?<![\p{L}\p{N}])'(?:[^'\n]|(?<=\p{L})'(?=\p{L})){12,400}'(?![\p{L}])/gu

/** The sentences of a message, with what is not the speaker's own words blanked out. */
export function sentencesOf(message: string, language: RuleLanguage): Sentence[] {
  const text = blankForeign(message, language)
  const sentences: Sentence[] = []
  for (const match of text.matchAll(
    /[^。！？!?…\n;；~～♪.]+(?:\.(?=[\p{L}\p{N}])[^。！？!?…\n;；~～♪.]*)*[。！？!?…;；~～♪.”"」』)）]*/gu,
  )) {
    let ends = trim(text, match.index, match.index + match[0].length)
    if (!ends) continue
    const tail = match[0].slice(-4)
    const tag = LANGUAGE_DATA[language].tagQuestion.exec(text.slice(ends.from, ends.to))
    if (tag) ends = { from: ends.from, to: ends.from + tag.index }
    const mark = tag
      ? '.'
      : /[?？]/.test(tail)
        ? '?'
        : /[!！]/.test(tail)
          ? '!'
          : /[~～♪]/.test(tail)
            ? '~'
            : '.'
    const sentence = { from: ends.from, to: ends.to, text: text.slice(ends.from, ends.to) }
    sentences.push({ ...sentence, mark, clauses: clausesOf(text, sentence, language) })
  }
  return joinAbbreviations(sentences, text, language)
}

/** "Dr. Hall" and "a.m." are not ends of sentences. */
function joinAbbreviations(sentences: Sentence[], text: string, language: RuleLanguage): Sentence[] {
  const joined: Sentence[] = []
  for (const sentence of sentences) {
    const last = joined.at(-1)
    const between = last ? text.slice(last.to, sentence.from) : ''
    if (
      last &&
      !between.includes('\n') &&
      /\b(?:Dr|Mr|Mrs|Ms|St|Prof|vs|etc|approx|[ap]\.m|e\.g|i\.e)$/.test(last.text) &&
      between.startsWith('.')
    ) {
      const whole = { from: last.from, to: sentence.to, text: text.slice(last.from, sentence.to) }
      joined[joined.length - 1] = { ...whole, mark: sentence.mark, clauses: clausesOf(text, whole, language) }
    } else {
      joined.push(sentence)
    }
  }
  return joined
}

function clausesOf(text: string, sentence: Clause, language: RuleLanguage): Clause[] {
  const clauses: Clause[] = []
  let from = sentence.from
  const push = (to: number) => {
    const ends = trim(text, from, to)
    if (ends) clauses.push({ ...ends, text: text.slice(ends.from, ends.to) })
  }
  for (const split of sentence.text.matchAll(LANGUAGE_DATA[language].clauseBreak)) {
    push(sentence.from + split.index)
    from = sentence.from + split.index + split[0].length
  }
  push(sentence.to)
  return clauses
}

/** Offsets without blanks and closing marks; null when no letter or digit is left. */
function trim(text: string, from: number, to: number): { from: number; to: number } | null {
  let start = from
  let end = to
  while (start < end && /[\s，,、。.：:—–\-~～!！?？…;；)）”"」』*♪]/.test(text[start] ?? '')) start++
  while (end > start && /[\s，,、：:—–.。!！…;；~～♪]/.test(text[end - 1] ?? '')) end--
  return /[\p{L}\p{N}]/u.test(text.slice(start, end)) ? { from: start, to: end } : null
}

function blankForeign(message: string, language: RuleLanguage): string {
  const data = LANGUAGE_DATA[language]
  let text = matchable(message, language)
  text = blankAll(text, CODE)
  text = blankAll(text, QUOTED_LINE)
  text = blankAll(text, LINK)
  text = text.replace(QUOTE_PAIRS, (quote, offset: number) => {
    const inner = quote.slice(1, -1)
    // Quotation marks also set off names, titles and single words: those are the speaker's own.
    const introduced = data.speechIntroduction.test(text.slice(Math.max(0, offset - 24), offset))
    return (introduced && inner.length > data.shortQuote) ||
      data.speech.test(inner) ||
      inner.length > data.longQuote
      ? blank(quote)
      : quote
  })
  text = text.replace(STAGE, (aside) => (data.asideKept.test(aside) ? aside : blank(aside)))
  text = text.replace(data.colonSpeech, blank)
  const paste = data.pasteIntroduction.exec(text)
  if (paste && text.length - paste.index - paste[0].length > data.longQuote) {
    const start = paste.index + paste[0].length
    text = text.slice(0, start) + blank(text.slice(start))
  }
  return text
}

function blankAll(text: string, pattern: RegExp): string {
  return text.replace(pattern, blank)
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, BLANK)
}
