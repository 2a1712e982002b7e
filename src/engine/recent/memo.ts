/**
 * The memo of recent memory: its localised prefix, and its two parts, the body and what is "earlier"
 * (recent.md §5.6, ui.md §3.4). Pure, so that the memory browser uses the same rules.
 */
import type { Language } from '../model/memory-model.ts'
import type { StoredMessage } from './message.ts'

const prefixes: Readonly<Record<Language, string>> = {
  zh: '先前对话的备忘录: ',
  'zh-TW': '先前對話的備忘錄: ',
  en: 'Memo from prior conversations: ',
  ja: '以前の会話のメモ: ',
  ko: '이전 대화의 메모: ',
  ru: 'Заметки из предыдущих разговоров: ',
  es: 'Notas de conversaciones previas: ',
  pt: 'Notas de conversas anteriores: ',
}

/** Prefixes that the reference's editor page writes or recognises beside those of its server. */
const pagePrefixes = [
  'Previous conversation memo: ',
  '前回の会話のメモ: ',
  '前回の会話メモ: ',
  '이전 대화 메모: ',
  'Заметка из предыдущего разговора: ',
  'Nota de conversación anterior: ',
  'Memorando de conversa anterior: ',
]

/** Every prefix that may stand in front of a memo in existing data. */
export const knownMemoPrefixes: readonly string[] = [...Object.values(prefixes), ...pagePrefixes]

export interface MemoParts {
  readonly body: string
  /** What is no longer current; empty when the memo has no such part. */
  readonly earlier: string
}

/** The prefix that a memo gets in this language. */
export function memoPrefix(language: Language): string {
  return prefixes[language]
}

export function memoMessage(summary: string, language: Language): StoredMessage {
  return { type: 'system', data: { content: memoPrefix(language) + summary } }
}

/** `text` without known prefixes in front, however many there are (an editor may have put a second one). */
export function stripMemoPrefix(text: string): string {
  let rest = text
  for (;;) {
    const known = barePrefixes.find((prefix) => rest.trimStart().startsWith(prefix))
    if (known === undefined) return rest
    const after = rest.trimStart().slice(known.length)
    const colon = /^[ \u00a0]*[:：][ \u00a0]*/.exec(after)
    if (colon === null) return rest
    rest = after.slice(colon[0].length)
  }
}

/** Splits a memo without prefix at the first line of three or more hyphens that has a line before and after. */
export function splitMemo(text: string): MemoParts {
  const divider = /(?:\r?\n)[ \t]*-{3,}[ \t]*(?=\r?\n)/.exec(text)
  if (divider === null) return { body: text, earlier: '' }
  return {
    body: trimBlankLinesEnd(text.slice(0, divider.index)),
    earlier: trimBlankLinesStart(text.slice(divider.index + divider[0].length)),
  }
}

/** Joins the parts again; without an earlier part there is no divider. */
export function joinMemo({ body, earlier }: MemoParts): string {
  const past = trimBlankLinesStart(earlier)
  return past.trim() === '' ? body : `${trimBlankLinesEnd(body)}\n\n---\n\n${past}`
}

const barePrefixes = knownMemoPrefixes.map((prefix) => prefix.replace(/[:：]\s*$/, ''))

function trimBlankLinesEnd(text: string): string {
  return text.replace(/(?:[ \t]*\r?\n)+[ \t]*$/, '').trimEnd()
}

/** Blank lines go; the indentation of the first line with text stays. */
function trimBlankLinesStart(text: string): string {
  return text.replace(/^(?:[ \t]*\r?\n)+/, '')
}
