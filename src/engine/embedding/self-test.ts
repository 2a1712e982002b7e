/** Whether a backend gives vectors that can be used, tried on a few texts before anything else (design.md §7). */
import { PROBE_MAX_COSINE, PROBE_MIN_AGREEMENT, PROBE_NORM_TOLERANCE } from '../settings.ts'

/** In several scripts, short and long, about different things. */
export const probeTexts: readonly string[] = [
  'She goes climbing every weekend.',
  '他喜欢喝茶。',
  '明日は東京へ引っ越します。',
  'My brother is allergic to peanuts, so we never cook with them when he comes to visit us at home.',
]

export type ProbeFault =
  | 'count'
  | 'not_finite'
  | 'not_unit'
  /** Texts that mean different things have the same vector. */
  | 'not_distinct'
  /** Not what the reference backend gave when the model was installed. */
  | 'disagrees'

/**
 * The fault of the vectors of `probeTexts`; null when they can be used. `reference`: what WebAssembly gave at the
 * installation; null for that first time.
 */
export function probeFault(
  vectors: readonly (Float32Array | null)[],
  reference: readonly (readonly number[])[] | null,
): ProbeFault | null {
  const known = vectors.filter((vector) => vector !== null)
  if (known.length !== probeTexts.length) return 'count'
  if (known.some((vector) => !vector.every(Number.isFinite))) return 'not_finite'
  if (known.some((vector) => Math.abs(dot(vector, vector) - 1) > PROBE_NORM_TOLERANCE)) return 'not_unit'
  const pairs = known.flatMap((a, index) => known.slice(index + 1).map((b) => dot(a, b)))
  if (pairs.some((cosine) => cosine > PROBE_MAX_COSINE)) return 'not_distinct'
  if (reference === null) return null
  const agrees = known.every((vector, index) => dot(vector, reference[index] ?? []) >= PROBE_MIN_AGREEMENT)
  return agrees ? null : 'disagrees'
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return 0
  let sum = 0
  for (let index = 0; index < a.length; index += 1) sum += (a[index] ?? 0) * (b[index] ?? 0)
  return sum
}
