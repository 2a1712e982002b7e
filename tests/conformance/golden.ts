/** Golden files: recorded cases `{about, cases: [{name, input, expected}]}`, and what answers them. */

export interface GoldenCase {
  /** `group/number`; groups that begin with `quirk-` are optional. */
  readonly name: string
  readonly input: JsonRecord
  readonly expected: unknown
}

export type JsonRecord = Readonly<Record<string, unknown>>

/**
 * Answers the cases of one golden file through exports of the product. `answer` gives what is compared with
 * `expected`, or a promise of it; `accepts` replaces the comparison where the file's `about` allows more than equality.
 */
export interface GoldenAdapter {
  readonly answer: (input: JsonRecord) => unknown
  /** False for cases of parts that are not built yet; they are counted apart. */
  readonly covers?: (input: JsonRecord) => boolean
  readonly accepts?: (actual: unknown, expected: unknown, input: JsonRecord) => boolean
}

/** Why a golden file has no adapter yet. */
export interface SkippedFile {
  readonly skipped: string
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Equality of JSON values: key order means nothing, numbers within `relative` and `absolute` are equal. */
export function sameJson(
  actual: unknown,
  expected: unknown,
  tolerance: { readonly relative?: number; readonly absolute?: number } = {},
): boolean {
  if (typeof actual === 'number' && typeof expected === 'number') {
    const { relative = 0, absolute = 0 } = tolerance
    if (Object.is(actual, expected) || actual === expected) return true
    return (
      Math.abs(actual - expected) <=
      Math.max(absolute, relative * Math.max(Math.abs(actual), Math.abs(expected)))
    )
  }
  if (Array.isArray(actual) && Array.isArray(expected)) {
    const expectedItems: readonly unknown[] = expected
    return (
      actual.length === expectedItems.length &&
      actual.every((item, index) => sameJson(item, expectedItems[index], tolerance))
    )
  }
  if (isRecord(actual) && isRecord(expected)) {
    const keys = Object.keys(expected)
    return (
      Object.keys(actual).length === keys.length &&
      keys.every((key) => key in actual && sameJson(actual[key], expected[key], tolerance))
    )
  }
  return actual === expected
}

// ------------------------------------------------------------------------- reading inputs, with clear complaints

export function textOf(input: JsonRecord, key: string): string {
  const value = input[key]
  if (typeof value !== 'string') throw new TypeError(`"${key}" is no text`)
  return value
}

export function textOrNull(input: JsonRecord, key: string): string | null {
  const value = input[key]
  return typeof value === 'string' ? value : null
}

export function numberOf(input: JsonRecord, key: string): number {
  const value = input[key]
  if (typeof value !== 'number') throw new TypeError(`"${key}" is no number`)
  return value
}

export function listOf(input: JsonRecord, key: string): readonly unknown[] {
  const value = input[key]
  if (!Array.isArray(value)) throw new TypeError(`"${key}" is no list`)
  return value
}

export function textsOf(input: JsonRecord, key: string): string[] {
  return listOf(input, key).map((value) => {
    if (typeof value !== 'string') throw new TypeError(`"${key}" holds something that is no text`)
    return value
  })
}

export function recordOf(input: JsonRecord, key: string): JsonRecord {
  const value = input[key]
  if (!isRecord(value)) throw new TypeError(`"${key}" is no object`)
  return value
}
