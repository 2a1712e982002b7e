/** The transcripts that exist, by character (ui.md §3.1). */
import type { Failure } from '../../engine/result.ts'
import type { App } from '../app/app.svelte.ts'

export interface RecentFiles {
  readonly names: readonly string[]
  readonly state: 'loading' | 'ready' | 'failed'
  readonly error: Failure | null
  load(): Promise<void>
}

export function createRecentFiles(app: App): RecentFiles {
  let names = $state.raw<readonly string[]>([])
  let state = $state.raw<RecentFiles['state']>('loading')
  let error = $state.raw<Failure | null>(null)

  return {
    get names() {
      return names
    },
    get state() {
      return state
    },
    get error() {
      return error
    },
    async load() {
      const answer = await app.routes.recentFiles()
      state = answer.ok ? 'ready' : 'failed'
      error = answer.ok ? null : answer.error
      if (answer.ok) names = answer.value.flatMap(nameOfFile)
    },
  }
}

/** The name between prefix and suffix. */
function nameOfFile(file: string): string[] {
  const name = /^recent_(.+)\.json$/su.exec(file)?.[1]
  return name === undefined ? [] : [name]
}
