import type { EngineDeps } from './ports.ts'

/** A pause that lets other work in once a stretch of work was long enough. */
export function stretchesOf(
  deps: Pick<EngineDeps, 'clock' | 'letRepliesOut'>,
  milliseconds: number,
): () => Promise<void> {
  let since = deps.clock.monotonic()
  return async () => {
    if (deps.clock.monotonic() - since < milliseconds) return
    await deps.letRepliesOut?.()
    since = deps.clock.monotonic()
  }
}
