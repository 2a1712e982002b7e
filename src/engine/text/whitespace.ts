/**
 * The white space that the reference's text rules know (recall.md §A4): Unicode white space plus the
 * information separators U+001C–001F and U+0085, without U+FEFF. JavaScript's `\s` and `trim` differ.
 */

/** Body of a character class, for building regular expressions. */
export const SPACE_CLASS =
  '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'

const leading = new RegExp(`^[${SPACE_CLASS}]+`, 'u')
const trailing = new RegExp(`[${SPACE_CLASS}]+$`, 'u')
const runs = new RegExp(`[${SPACE_CLASS}]+`, 'gu')

/** `text` without white space at both ends. */
export function trimSpace(text: string): string {
  return text.replace(leading, '').replace(trailing, '')
}

/** `text` trimmed, with each inner run of white space as one blank. */
export function collapseSpace(text: string): string {
  return trimSpace(text.replace(runs, ' '))
}

/** True when nothing but white space is left. */
export function isBlank(text: string): boolean {
  return trimSpace(text) === ''
}
