/** Weighted choice without replacement (reflections.md §5.1). */

/** Stands for a draw of 0, whose logarithm would be no number to sort by. */
const SMALLEST_DRAW = 1e-12

/**
 * Up to `count` of `items`, heavier ones likelier: each gets the key ln(u)/weight and the largest keys win.
 * `draw` gives numbers in [0, 1) and is called once for each item of positive weight, in order; others are
 * never chosen. Equal keys keep their order.
 */
export function weightedPick<T>(
  items: readonly T[],
  weightOf: (item: T, index: number) => number,
  count: number,
  draw: () => number,
): T[] {
  const keyed: { item: T; key: number }[] = []
  items.forEach((item, index) => {
    const weight = weightOf(item, index)
    if (!(weight > 0)) return
    const uniform = draw()
    keyed.push({ item, key: Math.log(uniform > 0 ? uniform : SMALLEST_DRAW) / weight })
  })
  keyed.sort((a, b) => b.key - a.key)
  return keyed.slice(0, Math.max(0, count)).map(({ item }) => item)
}
