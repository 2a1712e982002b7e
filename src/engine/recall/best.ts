/** The best of many without sorting all of them. */

/**
 * The first `count` elements in the order of `compare` that `accept` lets through; it is asked in that order.
 * `compare` must tell any two apart. Costs linear time plus a logarithm for each element looked at.
 */
export function takeBest<T>(
  items: readonly T[],
  count: number,
  compare: (a: T, b: T) => number,
  accept: (item: T) => boolean = () => true,
): T[] {
  const heap = items.slice()
  for (let at = (heap.length >> 1) - 1; at >= 0; at -= 1) sink(heap, at, compare)
  const best: T[] = []
  while (best.length < count) {
    const top = heap[0]
    if (top === undefined) break
    const last = heap.pop()
    if (last !== undefined && heap.length > 0) {
      heap[0] = last
      sink(heap, 0, compare)
    }
    if (accept(top)) best.push(top)
  }
  return best
}

/**
 * The `count`-th largest of `values` that `counts`, or -Infinity when there are fewer: what a row must reach to be among
 * the best, found without making an object of each. `counts` is asked by index, and of few.
 */
export function cutoff(
  values: ArrayLike<number>,
  count: number,
  counts: (index: number) => boolean = () => true,
): number {
  if (values.length < count || count < 1) return Number.NEGATIVE_INFINITY
  // Largest first; short, so that moving its end costs little.
  const top = new Float64Array(count).fill(Number.NEGATIVE_INFINITY)
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? Number.NEGATIVE_INFINITY
    if (!(value > (top[count - 1] ?? 0)) || !counts(index)) continue
    let at = count - 1
    while (at > 0 && (top[at - 1] ?? 0) < value) {
      top[at] = top[at - 1] ?? 0
      at -= 1
    }
    top[at] = value
  }
  return top[count - 1] ?? Number.NEGATIVE_INFINITY
}

function sink<T>(heap: T[], start: number, compare: (a: T, b: T) => number): void {
  let at = start
  for (;;) {
    const item = heap[at]
    let child = 2 * at + 1
    const left = heap[child]
    if (item === undefined || left === undefined) return
    const right = heap[child + 1]
    if (right !== undefined && compare(right, left) < 0) child += 1
    const better = heap[child]
    if (better === undefined || compare(item, better) <= 0) return
    heap[at] = better
    heap[child] = item
    at = child
  }
}
