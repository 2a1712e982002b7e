/** What was refused of one character, read from the worker and read again when something changed. */
import type { RefusalView } from '../../engine/api.ts'
import type { Failure, Result } from '../../engine/result.ts'
import type { App } from '../app/app.svelte.ts'

export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly error: Failure }

export interface Refusals {
  readonly list: Loaded<readonly RefusalView[]>
  load(): Promise<void>
}

export function createRefusals(app: App, character: string): Refusals {
  let list = $state.raw<Loaded<readonly RefusalView[]>>({ state: 'loading' })

  return {
    get list() {
      return list
    },
    async load() {
      list = loaded(await app.api.refusals(character))
    },
  }
}

/** Number of entries, or null while it is not known. */
export function countOf(list: Loaded<readonly unknown[]>): number | null {
  return list.state === 'ready' ? list.value.length : null
}

function loaded<T>(answer: Result<T>): Loaded<T> {
  return answer.ok ? { state: 'ready', value: answer.value } : { state: 'failed', error: answer.error }
}
