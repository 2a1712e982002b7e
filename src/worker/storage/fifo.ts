/** Runs pieces of work one after another, in the order in which they were handed in. */
export type Fifo = <T>(work: () => Promise<T>) => Promise<T>

export function createFifo(): Fifo {
  let tail: Promise<void> = Promise.resolve()
  return (work) => {
    const result = tail.then(work)
    tail = result.then(noop, noop) // a failure belongs to the caller and does not stop the queue
    return result
  }
}

function noop(): void {}
