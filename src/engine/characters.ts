/**
 * Who exists: configured characters, the user's profile, and which database holds whose memory. Read afresh at
 * each use, so that a change acts at once; the worker of the leader is the only writer (design.md §4).
 */
import * as v from 'valibot'

import type { CharacterDraft } from './api.ts'
import { checkName, renameToNames } from './character-name.ts'
import type { CharacterConfig, UserProfile } from './config.ts'
import { isObject, type JsonObject } from './document.ts'
import { createMutex } from './mutex.ts'
import type { Ids, SettingsStore } from './ports.ts'
import { fail, ok, type Result } from './result.ts'

export interface CharacterRegistry {
  /** Configured characters, in the order in which they were made. */
  list(): Promise<readonly CharacterConfig[]>
  find(name: string): Promise<CharacterConfig | undefined>
  current(): Promise<string | null>
  select(name: string): Promise<Result<null>>
  /** Making the very same character again gives the one that is there. */
  create(draft: CharacterDraft): Promise<Result<CharacterConfig>>
  /** Name, nickname and card in one write. Making the very same change again changes nothing. */
  update(name: string, draft: CharacterDraft): Promise<Result<CharacterConfig>>
  remove(name: string): Promise<Result<null>>

  profile(): Promise<UserProfile>
  setProfile(profile: UserProfile): Promise<Result<UserProfile>>

  /** Id of the database that holds this name's memory; undefined when nothing was ever stored for it. */
  memoryId(name: string): Promise<string | undefined>
  /** The same, made when there is none. A name need not be configured to have memory (routes.md §5). */
  ensureMemoryId(name: string): Promise<string>
  /** Every name with memory, in code-point order. */
  namesWithMemory(): Promise<string[]>
  /** Hands over; `taken` when `to` has memory by now, `same` when `from` has none. */
  moveMemory(from: string, to: string): Promise<'moved' | 'same' | 'taken'>
  forgetMemoryId(name: string): Promise<void>
}

// Not `v.record`, which drops keys that are called "constructor", "prototype" or "__proto__".
const fields = v.custom<JsonObject>(isObject)
const characterSchema = v.object({
  id: v.string(),
  name: v.string(),
  nickname: v.optional(v.string(), ''),
  card: v.optional(fields, {}),
})
const profileSchema = v.object({
  name: v.optional(v.string(), ''),
  nickname: v.optional(v.string(), ''),
  fields: v.optional(fields, {}),
})

/** Settings keys. `memory_names` maps a character's name to the opaque id of its database. */
const CHARACTERS = 'characters'
const CURRENT = 'current_character'
const PROFILE = 'profile'
const MEMORY_NAMES = 'memory_names'

export function createCharacterRegistry(settings: SettingsStore, ids: Ids): CharacterRegistry {
  // Each change reads a value and writes it back; two at once would lose one.
  const changes = createMutex()

  return {
    list,
    find: async (name) => (await list()).find((character) => character.name === name),

    async current() {
      const stored = await settings.get(CURRENT)
      const all = await list()
      if (typeof stored === 'string' && all.some((character) => character.name === stored)) return stored
      return all[0]?.name ?? null
    },

    async select(name) {
      if (!(await list()).some((character) => character.name === name)) return unknownCharacter(name)
      await settings.set(CURRENT, name)
      return ok(null)
    },

    create(draft) {
      return changes.run(async () => {
        const checked = checkName(draft.name, renameToNames)
        if (!checked.ok) return fail('bad_name', `not a usable name: ${checked.problem}`)
        const all = await list()
        const there = all.find((character) => character.name === checked.name)
        if (there !== undefined && !isSame(there, draft)) return fail('name_taken', `${checked.name} exists`)
        const character = there ?? {
          id: freeId(all, (await names())[checked.name]),
          name: checked.name,
          nickname: draft.nickname,
          card: draft.card,
        }
        if (there === undefined) await settings.set(CHARACTERS, [...(await storedList()), character])
        await settings.set(CURRENT, checked.name)
        return ok(character)
      })
    },

    update(name, draft) {
      return changes.run(async () => {
        const { nickname, card } = draft
        const to = draft.name.trim()
        if (to === name) return change(name, (character) => ({ ...character, nickname, card }))
        const checked = checkName(to, renameToNames)
        if (!checked.ok) return fail('bad_name', `not a usable name: ${checked.problem}`)
        const all = await list()
        const there = all.find((character) => character.name === checked.name)
        if (there !== undefined) {
          const repeated = isSame(there, draft) && !all.some((character) => character.name === name)
          return repeated ? ok(there) : fail('name_taken', `${checked.name} exists`)
        }
        const wasCurrent = (await settings.get(CURRENT)) === name
        const renamed = await change(name, (character) => ({
          ...character,
          name: checked.name,
          nickname,
          card,
        }))
        if (renamed.ok && wasCurrent) await settings.set(CURRENT, checked.name)
        return renamed
      })
    },

    remove(name) {
      return changes.run(async () => {
        const stored = await storedList()
        const kept = stored.filter((entry) => readCharacter(entry)?.name !== name)
        if (kept.length === stored.length) return unknownCharacter(name)
        await settings.set(CHARACTERS, kept)
        if ((await settings.get(CURRENT)) === name) await settings.delete(CURRENT)
        return ok(null)
      })
    },

    async profile() {
      const parsed = v.safeParse(profileSchema, (await settings.get(PROFILE)) ?? {})
      return parsed.success ? parsed.output : { name: '', nickname: '', fields: {} }
    },

    async setProfile(profile) {
      await settings.set(PROFILE, profile)
      return ok(profile)
    },

    memoryId: async (name) => (await names())[name],

    ensureMemoryId(name) {
      return changes.run(async () => {
        const known = await names()
        const existing = known[name]
        if (existing !== undefined) return existing
        const configured = (await list()).find((character) => character.name === name)
        // The database of that id went to another name, if the memory was handed over without the configuration.
        const handedOver = configured !== undefined && Object.values(known).includes(configured.id)
        const id = configured === undefined || handedOver ? ids.uuid() : configured.id
        await settings.set(MEMORY_NAMES, { ...known, [name]: id })
        return id
      })
    },

    namesWithMemory: async () => Object.keys(await names()).sort(byCodePoint),

    moveMemory(from, to) {
      return changes.run(async () => {
        const { [from]: id, ...rest } = await names()
        if (id === undefined || from === to) return 'same'
        if (rest[to] !== undefined) return 'taken'
        await settings.set(MEMORY_NAMES, { ...rest, [to]: id })
        return 'moved'
      })
    },

    forgetMemoryId(name) {
      return changes.run(async () => {
        const { [name]: _removed, ...rest } = await names()
        await settings.set(MEMORY_NAMES, rest)
      })
    },
  }

  async function list(): Promise<CharacterConfig[]> {
    return (await storedList()).flatMap((entry) => readCharacter(entry) ?? [])
  }

  /** As stored: an entry that cannot be read is shown to nobody, but stays when others change. */
  async function storedList(): Promise<readonly unknown[]> {
    const stored = await settings.get(CHARACTERS)
    return Array.isArray(stored) ? (stored as readonly unknown[]) : []
  }

  function readCharacter(entry: unknown): CharacterConfig | undefined {
    const parsed = v.safeParse(characterSchema, entry)
    return parsed.success ? parsed.output : undefined
  }

  async function names(): Promise<Record<string, string>> {
    const stored = await settings.get(MEMORY_NAMES)
    // Without prototype: a character may be called "constructor" or "__proto__".
    const known = Object.create(null) as Record<string, string>
    if (!isObject(stored)) return known
    for (const [name, id] of Object.entries(stored)) if (typeof id === 'string') known[name] = id
    return known
  }

  /** `wanted` where no configured character has it: after a hand-over of memory alone, the old name still does. */
  function freeId(all: readonly CharacterConfig[], wanted: string | undefined): string {
    const free = wanted !== undefined && !all.some(({ id }) => id === wanted)
    return free ? wanted : ids.uuid()
  }

  async function change(
    name: string,
    edit: (character: CharacterConfig) => CharacterConfig,
  ): Promise<Result<CharacterConfig>> {
    const stored = await storedList()
    const index = stored.findIndex((entry) => readCharacter(entry)?.name === name)
    const found = readCharacter(stored[index])
    if (found === undefined) return unknownCharacter(name)
    const edited = edit(found)
    await settings.set(CHARACTERS, stored.with(index, edited))
    return ok(edited)
  }
}

/**
 * Whether a draft asks for what is there. A call goes to the next leader when its answer was lost with the one that
 * carried it out, and carries no key of its own (design.md rule 7): it is known by what it wants.
 */
function isSame(character: CharacterConfig, draft: CharacterDraft): boolean {
  return (
    character.nickname === draft.nickname && JSON.stringify(character.card) === JSON.stringify(draft.card)
  )
}

function unknownCharacter(name: string): Result<never> {
  return fail('unknown_character', `no character is called ${name}`)
}

function byCodePoint(a: string, b: string): number {
  const left = [...a]
  const right = [...b]
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}
