/** One inference at a time, in the whole app; what somebody waits for goes before what is done in passing. */
export interface InferenceQueue {
  /** Runs `work` when its turn comes. Rejects with the signal's reason when that is aborted before. */
  run<T>(work: () => Promise<T>, urgent: boolean, signal?: AbortSignal): Promise<T>
}

export function createInferenceQueue(): InferenceQueue {
  const urgent: (() => Promise<void>)[] = []
  const patient: (() => Promise<void>)[] = []
  let running = false

  return {
    run: (work, first, signal) =>
      new Promise((resolve, reject) => {
        const turn = async () => {
          if (signal?.aborted === true) reject(reasonOf(signal))
          else await work().then(resolve, reject)
        }
        ;(first ? urgent : patient).push(turn)
        void goOn()
      }),
  }

  async function goOn(): Promise<void> {
    if (running) return
    running = true
    for (let turn = next(); turn !== undefined; turn = next()) await turn()
    running = false
  }

  function next(): (() => Promise<void>) | undefined {
    return urgent.shift() ?? patient.shift()
  }
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new DOMException('The work was cancelled.', 'AbortError')
}
