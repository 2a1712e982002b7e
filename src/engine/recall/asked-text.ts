import { RECALL_QUERY_END_UNITS } from '../settings.ts'
import { trimSpace } from '../text/whitespace.ts'

/** What is looked for: a query, of a very long one its beginning and its end. Pure. */
export function askedText(query: string): string {
  return bothEnds(trimSpace(query))
}

/** A text as it is, or the beginning and the end of a very long one. */
export function bothEnds(text: string): string {
  if (text.length <= 2 * RECALL_QUERY_END_UNITS) return text
  return `${text.slice(0, RECALL_QUERY_END_UNITS)} ${text.slice(-RECALL_QUERY_END_UNITS)}`
}
