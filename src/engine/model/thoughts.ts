/** Removing what a model thinks aloud: `<think>…</think>` in the text of an answer, whole or in pieces. */

const OPENING = ['<think>', '<thinking>']
const CLOSING = ['</think>', '</thinking>']

/**
 * `text` without its thoughts. A thought that is never closed takes the rest with it; a closing tag without an
 * opening one ends a thought that began before the text.
 */
export function stripThoughts(text: string): string {
  let kept = ''
  let from = 0
  let thinking = false
  for (const tag of text.matchAll(/<(\/?)(?:think|thinking)>/gi)) {
    const opens = tag[1] === ''
    if (opens === thinking) {
      if (opens) continue
      // Closed without having been opened: all before it was thought.
      kept = ''
    } else if (opens) {
      kept += text.slice(from, tag.index)
    }
    thinking = opens
    from = tag.index + tag[0].length
  }
  return (thinking ? kept : kept + text.slice(from)).trim()
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
