/**
 * The white space that the reference's text rules know (recall.md §A4): Unicode white space plus the
 * information separators U+001C–001F and U+0085, without U+FEFF. JavaScript's `\s` and `trim` differ.
 */

/** Body of a character class, for building regular expressions. */
export const SPACE_CLASS =
  '\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000'

const runs = new RegExp(`[${SPACE_CLASS}]+`, 'gu')
const space = new RegExp(`[${SPACE_CLASS}]`, 'u')
const other = new RegExp(`[^${SPACE_CLASS}]`, 'u')

/**
 * `text` without white space at both ends. By hand: a pattern for the end starts anew at each inner blank, which for
 * a long run of them takes the square of its length.
 */
export function trimSpace(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && space.test(text.charAt(start))) start += 1
  while (end > start && space.test(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}

/** `text` trimmed, with each inner run of white space as one blank. */
export function collapseSpace(text: string): string {
  return trimSpace(text.replace(runs, ' '))
}

/** True when nothing but white space is left. */
export function isBlank(text: string): boolean {
  return !other.test(text)
}
