/** Phrases of the same make: every front with every back. */
import type { CalendarUnit } from '../calendar-span.ts'

/** `fronts`: words by their distance from the present unit; `join` stands between front and back. */
export function crossUnits(
  unit: CalendarUnit,
  fronts: readonly (readonly [distance: number, words: readonly string[]])[],
  backs: readonly string[],
  join = '',
): Record<string, readonly [CalendarUnit, number]> {
  return Object.fromEntries(
    fronts.flatMap(([distance, words]) =>
      words.flatMap((word) => backs.map((back) => [word + join + back, [unit, distance] as const])),
    ),
  )
}

/** The same value under several words. */
export function each<T>(words: readonly string[], value: T): Record<string, T> {
  return Object.fromEntries(words.map((word) => [word, value]))
}
