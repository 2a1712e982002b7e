/** Something read from the worker that is read again when it changed; what is shown stays until the answer is there. */
import type { Failure, Result } from '../../engine/result.ts'

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
