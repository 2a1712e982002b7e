/** How texts are put together for one run of a graph (embeddings.md §4). */

/**
 * Indexes of `lengths` (tokens) in buckets of similar length: `longest × count` of each stays within `budget`, but
 * every bucket takes at least one. Each index is in exactly one bucket.
 */
export function bucketsOf(lengths: readonly number[], budget: number): readonly (readonly number[])[] {
  const order = lengths.map((_, index) => index).sort((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0))
  const buckets: number[][] = []
  let open: number[] | null = null
  for (const index of order) {
    // In ascending order, so the newest is the longest.
    if (open !== null && (lengths[index] ?? 0) * (open.length + 1) <= budget) open.push(index)
    else {
      open = [index]
      buckets.push(open)
    }
  }
  return buckets
}

/** `ids` within `limit` tokens: the text is cut, and the `marks` behind it stay, as the model knows it. */
export function cutTokens(ids: readonly number[], marks: number, limit: number): readonly number[] {
  if (ids.length <= limit) return ids
  return [...ids.slice(0, Math.max(0, limit - marks)), ...ids.slice(ids.length - marks)]
}
