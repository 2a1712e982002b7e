import type { Core } from '../core.ts'
import { FORGET_STRETCH_MS } from '../settings.ts'
import { stretchesOf } from '../stretches.ts'

/** A pause of a search for what is forgotten. */
export function stretches(core: Core): () => Promise<void> {
  return stretchesOf(core.deps, FORGET_STRETCH_MS)
}
