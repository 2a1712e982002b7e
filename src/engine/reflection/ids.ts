/** Ids of reflections (reflections.md §3.2). */
import { compareCodePoints } from '../text/compare.ts'
import { sha1Hex, sha256Hex } from '../text/hash.ts'

/** The id of what these facts give: independent of their order. */
export function reflectionId(factIds: readonly string[]): string {
  const sorted = [...factIds].sort(compareCodePoints)
  return `ref_${sha256Hex(sorted.map((id) => `${id}\0`).join('')).slice(0, ID_DIGITS)}`
}

/** The id of a refined reflection; `now` is a naive stamp that keeps two runs apart. */
export function refinedReflectionId(text: string, now: string): string {
  return `ref_${sha1Hex(`${text}|${now}`).slice(0, ID_DIGITS)}`
}

const ID_DIGITS = 16
