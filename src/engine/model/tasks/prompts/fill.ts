/**
 * Putting names and conversation into our prompt texts. A template is cut at its slots once and the values go
 * between the pieces, so nothing that a value holds is ever read as a slot (prompts.md §1, placeholders).
 */
import { sha256Hex } from '../../../text/hash.ts'

/** Fills each `{{name}}` of our own text; a name without a value is a mistake of ours and throws. */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template
    .split(/\{\{(\w+)\}\}/)
    .map((piece, index) => {
      if (index % 2 === 0) return piece
      const value = Object.hasOwn(values, piece) ? values[piece] : undefined
      if (value === undefined) throw new Error(`no value for {{${piece}}}`)
      return value
    })
    .join('')
}

/** A name on one line, so that it can't end the sentence or the line that it stands in. */
export function oneLine(name: string): string {
  return name.replace(/\s+/g, ' ').trim()
}

export interface Fence {
  readonly begin: string
  readonly end: string
}

const FENCE_DIGITS = 16

/**
 * Markers around a text that the text does not contain and can't foresee: they carry a hash of the text itself.
 * Deterministic, so that the same request has the same bytes.
 */
export function fenceAround(text: string): Fence {
  let tag = sha256Hex(text).slice(0, FENCE_DIGITS)
  while (text.includes(tag)) tag = sha256Hex(tag + text).slice(0, FENCE_DIGITS)
  return { begin: `<<<BEGIN ${tag}>>>`, end: `<<<END ${tag}>>>` }
}
