/** Edits of documents that are not saved: they outlive a look at another screen, and are never dropped by one. */
import { SvelteMap } from 'svelte/reactivity'

export interface Draft {
  readonly text: string
  /** The stored text that it is an edit of. */
  readonly base: string
}

const drafts = new SvelteMap<string, Draft>()

export function draftOf(character: string, name: string): Draft | null {
  return drafts.get(nameOf(character, name)) ?? null
}

/** Keeps an edit; one that changes nothing is none. */
export function keepDraft(character: string, name: string, draft: Draft | null): void {
  const key = nameOf(character, name)
  if (draft === null || draft.text === draft.base) drafts.delete(key)
  else drafts.set(key, draft)
}

export function hasDrafts(): boolean {
  return drafts.size > 0
}

function nameOf(character: string, name: string): string {
  return `${character}\n${name}`
}
