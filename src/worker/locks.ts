/** Web Locks as this app uses them: one that is held until it is let go, and one that tells of another's end. */

/**
 * Resolves once `name` is held; the returned function lets it go. Waits behind other holders for as long as it
 * takes, or until `signal` aborts (then rejects with its reason).
 */
export function holdLock(name: string, signal?: AbortSignal): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const options: LockOptions = signal ? { signal } : {}
    navigator.locks
      .request(name, options, () => new Promise<void>((release) => resolve(release)))
      // A rejection after the grant has nobody to tell and nothing to undo: the lock is gone by then.
      .catch(reject)
  })
}

/** The same where nobody holds or waits for it; undefined, at once, where somebody does. */
export function holdFreeLock(name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, { ifAvailable: true }, (lock) =>
        lock === null ? resolve(undefined) : new Promise<void>((release) => resolve(release)),
      )
      .catch(reject)
  })
}

/** Resolves when nobody holds `name` any more. */
export async function lockFreed(name: string): Promise<void> {
  await navigator.locks.request(name, { mode: 'shared' }, () => undefined)
}
