/** Code fences around a model's JSON (prompts.md §1.3); each rule serves the calls named with it. */

const FENCED_BLOCK = /```(?:json)?([\s\S]*?)```/i

/** Calls 5–8: only a text that starts with a fence is unwrapped; without a closing one, all marks go. */
export function stripLeadingFence(text: string): string {
  const trimmed = text.trim()
  if (!trimmed.startsWith('```')) return trimmed
  const block = FENCED_BLOCK.exec(trimmed)
  return block?.[1] !== undefined ? block[1].trim() : deleteMarks(trimmed)
}

/** Calls 2–4: the first fenced block anywhere in the text, or the text itself. */
export function firstFencedBlock(text: string): string {
  const block = FENCED_BLOCK.exec(text)
  return (block?.[1] ?? text).trim()
}

/** Calls 9–16: a text that starts with a fence loses every fence mark. */
export function deleteFences(text: string): string {
  const trimmed = text.trim()
  return trimmed.startsWith('```') ? deleteMarks(trimmed) : trimmed
}

/** Call 17: an opening fence with any tag and the closing one are removed. */
export function stripTaggedFence(text: string): string {
  return text
    .trim()
    .replace(/^```[^\n`]*\n?/, '')
    .replace(/\n?```\s*$/, '')
    .trim()
}

function deleteMarks(text: string): string {
  return text.replace(/```(?:json)?/gi, '').trim()
}
