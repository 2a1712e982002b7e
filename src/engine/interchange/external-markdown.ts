/** Markdown of an external import as single entries (ui.md §8). Every pass is linear in the length of the text. */
import { IMPORT_ENTRY_CHARS, IMPORT_SECTION_CHARS } from '../settings.ts'
import { isBlank, trimSpace } from '../text/whitespace.ts'

export interface MarkdownEntry {
  readonly text: string
  /** Headings above it, joined by ` / `; empty where there are none. */
  readonly section: string
}

/** Entries in order: each list item, each paragraph; code is left out. */
export function splitMarkdown(source: string): MarkdownEntry[] {
  const headings: string[] = []
  const entries: MarkdownEntry[] = []
  let paragraph: string[] = []
  for (const line of linesOf(source)) {
    const heading = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(line)
    const item = heading === null ? /^ {0,3}(?:[-+*]|\d{1,9}[.)])[ \t]+(.*)$/.exec(line) : null
    if (heading === null && item === null && !isBlank(line) && !isRule(line)) {
      paragraph.push(line)
      continue
    }
    end()
    if (heading !== null) {
      headings.length = Math.min(headings.length, (heading[1] ?? '').length - 1)
      headings.push(headingText(heading[2] ?? ''))
    } else if (item !== null && !isRule(line)) {
      add(item[1] ?? '')
    }
  }
  end()
  return entries

  function end(): void {
    if (paragraph.length > 0) add(paragraph.join('\n'))
    paragraph = []
  }

  function add(raw: string): void {
    const section = clip(headings.filter((heading) => heading !== '').join(' / '), IMPORT_SECTION_CHARS)
    for (const text of cleaned(raw)) entries.push({ text, section: trimSpace(section) })
  }
}

/** The blocks between lines of `§`, as Hermes writes them; null for a text without such a line outside code. */
export function splitHermes(source: string): MarkdownEntry[] | null {
  const lines = linesOf(source)
  if (!lines.some(isDivider)) return null
  const blocks: string[][] = [[]]
  for (const line of lines) {
    if (isDivider(line)) blocks.push([])
    else blocks.at(-1)?.push(line)
  }
  return blocks.flatMap((block) => cleaned(block.join('\n')).map((text) => ({ text, section: '' })))
}

/** Whether a line consists only of `§`. */
export function hasDivider(source: string): boolean {
  return source.split('\n').some(isDivider)
}

/** `section: text`, unless the text names its section itself; the section gives way where both are too long. */
export function withSection({ text, section }: MarkdownEntry): string {
  if (section === '' || text.toLowerCase().includes(section.toLowerCase())) return text
  const room = IMPORT_ENTRY_CHARS - [...text].length - ': '.length
  const prefix = trimSpace(clip(section, Math.max(0, room)))
  return prefix === '' ? text : `${prefix}: ${text}`
}

/** Lines without fenced code and without comments. A line that was only a comment is gone. */
function linesOf(source: string): string[] {
  const kept: string[] = []
  let fence: string | null = null
  for (const line of source.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})(.*)$/.exec(line)
    const [, run = '', rest = ''] = mark ?? []
    if (fence === null) {
      // Three backticks with more behind them on the line are code within it.
      if (run !== '' && !(run.startsWith('`') && rest.includes('`'))) fence = run
      else kept.push(line)
    } else if (run.startsWith(fence) && isBlank(rest)) {
      fence = null
    }
  }
  return withoutComments(kept.join('\n'))
    .split('\n')
    .filter((line) => !line.includes(GONE) || !isBlank(line.replaceAll(GONE, '')))
    .map((line) => line.replaceAll(GONE, ''))
}

/** Stands where a comment was; texts that are imported hold no NUL. */
const GONE = '\0'

function withoutComments(text: string): string {
  let result = ''
  let from = 0
  for (;;) {
    const start = text.indexOf('<!--', from)
    const end = start < 0 ? -1 : text.indexOf('-->', start + '<!--'.length)
    if (end < 0) return result + text.slice(from)
    result += text.slice(from, start) + GONE
    from = end + '-->'.length
  }
}

/** The entry as it is kept, in pieces of the longest length that is; none when nothing is left. */
function cleaned(raw: string): string[] {
  const lines = raw.split('\n').map((line) => line.trimEnd())
  const text = trimSpace(lines.join('\n'))
  const entry = text.includes('\n') ? text : spacedPair(text)
  return entry === '' ? [] : pieces(entry)
}

/**
 * `key : value` as `key: value`, `**key:** value` too. Addresses, paths, clock times and ratios are no such pairs,
 * although they have a colon.
 */
function spacedPair(text: string): string {
  const bold = /^(\*{1,2})([^:*]{1,80}):\1\s*(\S.*)$/u.exec(text)
  if (bold !== null) return pair(bold[2], bold[3], text)
  const plain = /^\*{0,2}([^:*]{1,80})\*{0,2}\s*:\s*(\S.*)$/u.exec(text)
  const colon = text.indexOf(':')
  const after = text.slice(colon + 1)
  const otherwise = /^(?:\/\/|\\)/.test(after) || (/\d$/.test(text.slice(0, colon)) && /^\d/.test(after))
  return plain === null || otherwise ? text : pair(plain[1], plain[2], text)
}

function pair(key = '', value = '', text: string): string {
  return isBlank(key) ? text : `${trimSpace(key)}: ${value}`
}

/** Cut at the last line end, or sentence end, of the second half; hard where there is none. */
function pieces(text: string): string[] {
  const parts: string[] = []
  let rest = text
  for (;;) {
    const head = clip(rest, IMPORT_ENTRY_CHARS)
    if (head.length === rest.length) break
    const sentence = head.lastIndexOf('. ')
    const at = Math.max(head.lastIndexOf('\n'), sentence < 0 ? -1 : sentence + 1)
    const end = at > head.length / 2 ? at : head.length
    parts.push(head.slice(0, end))
    rest = rest.slice(end)
  }
  return [...parts, rest].map(trimSpace).filter((part) => part !== '')
}

function headingText(raw: string): string {
  // A heading is cut to fit anyway; the pattern for its closing marks would be slow on a page of blanks.
  return trimSpace(trimSpace(clip(raw, IMPORT_SECTION_CHARS)).replace(/(?:^|[ \t])#+$/, ''))
}

/** A line across the page: it says nothing. */
function isRule(line: string): boolean {
  return /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(line)
}

function isDivider(line: string): boolean {
  return trimSpace(line) === '§'
}

/** At most `length` code points from the start. */
function clip(text: string, length: number): string {
  if (text.length <= length) return text
  return [...text.slice(0, length * 2)].slice(0, length).join('')
}
