/** Removing what a model thinks aloud: `<think>…</think>` in the text of an answer, whole or in pieces. */

const OPENING = ['<think>', '<thinking>']
const CLOSING = ['</think>', '</thinking>']

/**
 * `text` without its thoughts. A thought that is never closed takes the rest with it; a closing tag without an
 * opening one ends a thought that began before the text.
 */
export function stripThoughts(text: string): string {
  const closed = text.replace(/<(think|thinking)>[\s\S]*?<\/\1>/gi, '')
  const orphan = /^[\s\S]*<\/(?:think|thinking)>/i.exec(closed)
  const rest = orphan === null ? closed : closed.slice(orphan[0].length)
  return rest.replace(/<(?:think|thinking)>[\s\S]*$/i, '').trim()
}

export interface ThoughtFilter {
  /** The part of `chunk` (and of what was held back) that is surely no thought. */
  push(chunk: string): string
  /** What was held back as a possible tag and turned out to be none. */
  end(): string
}

/** The same for a stream, where a tag may come in pieces. Leading blanks after a thought are dropped. */
export function createThoughtFilter(): ThoughtFilter {
  let held = ''
  let thinking = false
  let started = false

  return {
    push(chunk) {
      held += chunk
      let shown = ''
      for (;;) {
        const tags = thinking ? CLOSING : OPENING
        const found = firstTag(held, tags)
        if (found !== null) {
          if (!thinking) shown += held.slice(0, found.index)
          held = held.slice(found.index + found.length)
          thinking = !thinking
          continue
        }
        const keep = tagPrefixLength(held, tags)
        if (!thinking) shown += held.slice(0, held.length - keep)
        held = held.slice(held.length - keep)
        return show(shown)
      }
    },
    end() {
      const rest = thinking ? '' : held
      held = ''
      return show(rest)
    },
  }

  function show(text: string): string {
    const visible = started ? text : text.trimStart()
    if (visible !== '') started = true
    return visible
  }
}

function firstTag(text: string, tags: readonly string[]): { index: number; length: number } | null {
  const lower = text.toLowerCase()
  let best: { index: number; length: number } | null = null
  for (const tag of tags) {
    const index = lower.indexOf(tag)
    if (index >= 0 && (best === null || index < best.index)) best = { index, length: tag.length }
  }
  return best
}

/** Length of the longest end of `text` that could still become one of `tags`. */
function tagPrefixLength(text: string, tags: readonly string[]): number {
  const lower = text.toLowerCase()
  let longest = 0
  for (const tag of tags) {
    for (let length = Math.min(tag.length - 1, lower.length); length > longest; length -= 1) {
      if (lower.endsWith(tag.slice(0, length))) longest = length
    }
  }
  return longest
}
