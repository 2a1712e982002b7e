/** Something read from the worker that is read again when it changed; what is shown stays until the answer is there. */
import type { MemoryEvent } from '../../engine/api.ts'
import type { Failure, Result } from '../../engine/result.ts'
import type { OmoideClient } from '../../worker/connect.ts'
import { deviceTimer } from '../app/device.ts'

export interface Live<T> {
  /** Null until the first answer. */
  readonly value: T | null
  /** Of the last reading; a former value stays beside it. */
  readonly trouble: Failure | null
  reload(): Promise<void>
}

export function createLive<T>(read: () => Promise<Result<T>>): Live<T> {
  let value = $state.raw<T | null>(null)
  let trouble = $state.raw<Failure | null>(null)
  let asked = 0

  return {
    get value() {
      return value
    },
    get trouble() {
      return trouble
    },
    async reload() {
      asked += 1
      const own = asked
      const answer = await read()
      // A later question was asked meanwhile, and its answer may be here already.
      if (own !== asked) return
      if (answer.ok) value = answer.value
      trouble = answer.ok ? null : answer.error
    },
  }
}

/**
 * Calls `look` when an event that `concerns` says matters has come: at once, and then no more often than every `pause`
 * milliseconds, so that a busy memory is not kept busy by being looked at. Returns how to stop.
 */
export function lookOnChange(
  client: Pick<OmoideClient, 'onEvent'>,
  concerns: (event: MemoryEvent) => boolean,
  pause: number,
  look: () => void,
): () => void {
  let resting: (() => void) | null = null
  let missed = false
  const stop = client.onEvent((event) => {
    if (!concerns(event)) return
    if (resting === null) go()
    else missed = true
  })
  return () => {
    stop()
    resting?.()
  }

  function go() {
    missed = false
    look()
    resting = deviceTimer(pause, () => {
      resting = null
      if (missed) go()
    })
  }
}

/** Any change of this character's memory. */
export function ofMemory(character: string): (event: MemoryEvent) => boolean {
  return (event) => 'character' in event && event.character === character
}
