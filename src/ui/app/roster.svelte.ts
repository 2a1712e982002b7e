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
  let currentName = $state.raw<string | null>(null)
  let loaded = $state.raw(false)

  return {
    get list() {
      return list
    },
    get current() {
      return list.find(({ name }) => name === currentName) ?? list[0] ?? null
    },
    get loaded() {
      return loaded
    },
    load,
    create: async (draft) => reloadAfter(await api.createCharacter(draft)),
    update: async (name, draft) => reloadAfter(await api.updateCharacter(name, draft)),
    remove: async (name) => reloadAfter(await api.deleteCharacter(name)),
    select: async (name) => reloadAfter(await api.selectCharacter(name)),
  }

  async function load(): Promise<void> {
    const stored = await api.characters()
    list = stored.list
    currentName = stored.current
    loaded = true
  }

  async function reloadAfter<T>(answer: Result<T>): Promise<Result<T>> {
    if (answer.ok) await load()
    return answer
  }
}
