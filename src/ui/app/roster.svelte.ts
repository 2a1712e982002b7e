/** The characters and which one is talked with. */
import type { CharacterDraft, OmoideApi } from '../../engine/api.ts'
import type { CharacterConfig } from '../../engine/config.ts'
import type { Result } from '../../engine/result.ts'

export interface Roster {
  readonly list: readonly CharacterConfig[]
  readonly current: CharacterConfig | null
  readonly loaded: boolean
  load(): Promise<void>
  create(draft: CharacterDraft): Promise<Result<CharacterConfig>>
  update(name: string, draft: CharacterDraft): Promise<Result<CharacterConfig>>
  remove(name: string): Promise<Result<null>>
  select(name: string): Promise<Result<null>>
}

export function createRoster(api: OmoideApi): Roster {
  let list = $state.raw<readonly CharacterConfig[]>([])
  /** Chosen in this tab. Another tab's choice does not change who is talked with here. */
  let chosen = $state.raw<string | null>(null)
  let stored = $state.raw<string | null>(null)
  let loaded = $state.raw(false)

  return {
    get list() {
      return list
    },
    get current() {
      const named = (wanted: string | null) => list.find(({ name }) => name === wanted)
      return named(chosen) ?? named(stored) ?? list[0] ?? null
    },
    get loaded() {
      return loaded
    },
    load,
    create: async (draft) => reloadAfter(await api.createCharacter(draft)),
    async update(name, draft) {
      const answer = await api.updateCharacter(name, draft)
      if (answer.ok && chosen === name) chosen = answer.value.name
      return reloadAfter(answer)
    },
    remove: async (name) => reloadAfter(await api.deleteCharacter(name)),
    async select(name) {
      const answer = await api.selectCharacter(name)
      if (answer.ok) chosen = name
      return reloadAfter(answer)
    },
  }

  async function load(): Promise<void> {
    const read = await api.characters()
    list = read.list
    stored = read.current
    chosen ??= read.current
    loaded = true
  }

  async function reloadAfter<T>(answer: Result<T>): Promise<Result<T>> {
    if (answer.ok) await load()
    return answer
  }
}
