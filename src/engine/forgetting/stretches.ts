import type { Core } from '../core.ts'
import { FORGET_STRETCH_MS } from '../settings.ts'

/** A pause that lets other work in once a stretch of work was long enough. */
export function stretches(core: Core): () => Promise<void> {
  let since = core.deps.clock.monotonic()
  return async () => {
    if (core.deps.clock.monotonic() - since < FORGET_STRETCH_MS) return
    await core.deps.letRepliesOut?.()
    since = core.deps.clock.monotonic()
  }
}
