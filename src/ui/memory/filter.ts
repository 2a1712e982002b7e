/** The search box over a list: every word has to occur; case, width and Han variants do not matter. */
import { foldHan } from '../../engine/text/fold.ts'

/** Those of `items` whose text holds every word of `query`; all of them for a blank query. */
export function filterByText<T>(
  items: readonly T[],
  query: string,
  textOf: (item: T) => string,
): readonly T[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return items
  return items.filter((item) => {
    const text = fold(textOf(item))
    return words.every((word) => text.includes(word))
  })
}

function fold(text: string): string {
  return foldHan(text.normalize('NFKC').toLowerCase())
}
