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

/** What a refine pass has looked at: the members that are no facts (reflections.md §11). */
export function clusterHash(members: readonly { readonly id: string; readonly kind: string }[]): string {
  const ids = members.filter((member) => member.kind !== 'fact').map((member) => member.id)
  return sha1Hex(ids.sort(compareCodePoints).join('|')).slice(0, ID_DIGITS)
}
