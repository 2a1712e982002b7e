import { RECALL_QUERY_END_UNITS } from '../settings.ts'
import { trimSpace } from '../text/whitespace.ts'

/** What is looked for: a query, of a very long one its beginning and its end. Pure. */
export function askedText(query: string): string {
  const text = trimSpace(query)
  if (text.length <= 2 * RECALL_QUERY_END_UNITS) return text
  return `${text.slice(0, RECALL_QUERY_END_UNITS)} ${text.slice(-RECALL_QUERY_END_UNITS)}`
}
