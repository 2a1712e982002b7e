/** What the memory page shows of one character, read from the worker and read again when it says that it changed. */
import type { FactView, PersonaSectionView, RefusalView } from '../../engine/api.ts'
import type { Failure, Result } from '../../engine/result.ts'
import type { App } from '../app/app.svelte.ts'

export type Loaded<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: T }
  | { readonly state: 'failed'; readonly error: Failure }

export interface PersonaEntryView {
  /** Unique on the page: sections may repeat an id. */
  readonly key: string
  readonly section: string
  readonly entry: PersonaSectionView['entries'][number]
}

export interface MemoryData {
  readonly facts: Loaded<readonly FactView[]>
  readonly persona: Loaded<readonly PersonaEntryView[]>
  readonly refusals: Loaded<readonly RefusalView[]>
  load(): Promise<void>
}

export function createMemoryData(app: App, character: string, part: 'all' | 'refusals'): MemoryData {
  let facts = $state.raw<Loaded<readonly FactView[]>>({ state: 'loading' })
  let persona = $state.raw<Loaded<readonly PersonaEntryView[]>>({ state: 'loading' })
  let refusals = $state.raw<Loaded<readonly RefusalView[]>>({ state: 'loading' })

  return {
    get facts() {
      return facts
    },
    get persona() {
      return persona
    },
    get refusals() {
      return refusals
    },
    async load() {
      if (part === 'refusals') {
        refusals = loaded(await app.api.refusals(character))
        return
      }
      const [readFacts, readPersona, readRefusals] = await Promise.all([
        app.api.facts(character),
        app.api.persona(character),
        app.api.refusals(character),
      ])
      facts = loaded(readFacts)
      persona = loaded(readPersona.ok ? { ok: true, value: entriesOf(readPersona.value) } : readPersona)
      refusals = loaded(readRefusals)
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

function entriesOf(sections: readonly PersonaSectionView[]): PersonaEntryView[] {
  return sections.flatMap(({ section, entries }) =>
    entries.map((entry, index) => ({
      key: `${section}-${entry.id === '' ? String(index) : entry.id}`,
      section,
      entry,
    })),
  )
}
