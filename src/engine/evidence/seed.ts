/** What a new reflection or fused entry begins with (evidence.md §5.1). */
import { integerOf } from '../document.ts'

/** Least importance → initial reinforcement, highest first. */
const seeds = [
  [10, 0.8],
  [9, 0.6],
  [8, 0.4],
  [7, 0.2],
] as const

/**
 * Initial reinforcement from the greatest importance among the source facts; 0 when that is low or no whole
 * number. The clock is the creation time where the seed is above 0; a fused persona entry keeps none.
 */
export function seedOf(maxImportance: unknown): number {
  const importance = integerOf(maxImportance) ?? 0
  return seeds.find(([least]) => importance >= least)?.[1] ?? 0
}
