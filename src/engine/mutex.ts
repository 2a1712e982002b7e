/** First come, first served; not re-entrant. */
export interface Mutex {
  /** Runs `work` alone. The lock is free again when it settles, whichever way. */
  run<T>(work: () => Promise<T>): Promise<T>
  readonly busy: boolean
}

export function createMutex(): Mutex {
  let tail: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return {
    run<T>(work: () => Promise<T>): Promise<T> {
      waiting += 1
      const result = tail.then(work)
      // The queue goes on after a failure; the failure itself is the caller's.
      tail = result.then(leave, leave)
      return result
    },
    get busy() {
      return waiting > 0
    },
  }

  function leave(): void {
    waiting -= 1
  }
}
