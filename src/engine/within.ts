import type { Timer } from './ports.ts'

/** Resolves when `work` has ended, whichever way, or after `milliseconds`; the work goes on. */
export function within(timer: Timer, milliseconds: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const cancel = timer(milliseconds, resolve)
    const done = (): void => {
      cancel()
      resolve()
    }
    work.then(done, done)
  })
}
