/** A time limit on one request, together with the caller's own cancellation. */
import type { Timer } from '../ports.ts'

export interface Deadline {
  readonly signal: AbortSignal
  /** Why the signal fired: the caller, the clock, or not at all. */
  reason(): 'cancelled' | 'expired' | null
  /** Starts the time anew (a stream that still speaks is not late). */
  touch(): void
  /** Ends the request, if it still runs, and forgets timer and listener. */
  dispose(): void
}

export function startDeadline(timer: Timer, milliseconds: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController()
  let reason: 'cancelled' | 'expired' | null = null
  let stop: () => void = () => undefined

  const cancel = (): void => {
    reason ??= 'cancelled'
    controller.abort()
  }
  const arm = (): void => {
    stop()
    stop = timer(milliseconds, () => {
      reason ??= 'expired'
      controller.abort()
    })
  }
  if (outer?.aborted === true) cancel()
  else {
    outer?.addEventListener('abort', cancel, { once: true })
    arm()
  }

  return {
    signal: controller.signal,
    reason: () => reason,
    touch() {
      if (reason === null) arm()
    },
    dispose() {
      stop()
      outer?.removeEventListener('abort', cancel)
      if (!controller.signal.aborted) controller.abort()
    },
  }
}
