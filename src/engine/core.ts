/** What the parts of the engine share: its stores, clocks and the few questions everyone asks. */
import { readSetting } from './app-settings.ts'
import type { Activity } from './activity.ts'
import type { CharacterRegistry } from './characters.ts'
import type { Forgettings } from './forgetting/forgettings.ts'
import { defaultUserName, resolveLanguage } from './language.ts'
import type { Memories } from './memories.ts'
import type { Language, ModelContext } from './model/memory-model.ts'
import type { EngineDeps, ModelProvider, Moment } from './ports.ts'
import type { RecallPools } from './recall-pools.ts'
import type { RecallTurns } from './recall-turns.ts'
import { messageOf } from './result.ts'
import { stopNames, USER_WORDS } from './text/stop-names.ts'

/** The outside, with models that are always there. */
export type CoreDeps = EngineDeps & { readonly models: ModelProvider }

export interface Core {
  readonly deps: CoreDeps
  readonly registry: CharacterRegistry
  readonly memories: Memories
  readonly activity: Activity
  readonly background: Background
  readonly pools: RecallPools
  readonly turns: RecallTurns
  readonly forgettings: Forgettings
  /** Aborted when the engine stops: ends what waits for a model. */
  readonly stopping: AbortSignal
}

/** Both parties' names and nicknames, as typed. */
export interface Names {
  readonly userName: string
  readonly userNickname: string
  readonly characterName: string
  readonly characterNickname: string
}

export async function languageOf(core: Core): Promise<Language> {
  return resolveLanguage(await readSetting(core.deps.settings, 'language'), core.deps.systemLanguage)
}

/** The names of a conversation with `character`, who need not be configured. */
export async function namesOf(core: Core, character: string): Promise<Names> {
  const [profile, configured, language] = await Promise.all([
    core.registry.profile(),
    core.registry.find(character),
    languageOf(core),
  ])
  return {
    userName: profile.name.trim() === '' ? defaultUserName(language) : profile.name,
    userNickname: profile.nickname,
    characterName: character,
    characterNickname: configured?.nickname ?? '',
  }
}

/** Names and nicknames that are left out where words are compared (facts.md §5). */
export async function stopNamesOf(core: Core, character: string): Promise<string[]> {
  return stopNamesIn(await namesOf(core, character))
}

/** The same of names that are known already. */
export function stopNamesIn(names: Names): string[] {
  return stopNames({
    userName: names.userName,
    characterName: names.characterName,
    userNicknames: [names.userNickname, ...USER_WORDS].join(' '),
    characterNicknames: names.characterNickname,
  })
}

export function nowOf(core: Core): Moment {
  return { instant: core.deps.clock.now(), zone: core.deps.clock.zone() }
}

export async function modelContextOf(core: Core, character: string): Promise<ModelContext> {
  const names = await namesOf(core, character)
  return {
    character,
    language: await languageOf(core),
    userName: names.userName,
    characterName: character,
    now: nowOf(core),
    signal: core.stopping,
  }
}

/** Work that nobody waits for, kept in sight so that a stop or a test can wait until all has ended. */
export interface Background {
  /** Starts `work`; a rejection is logged, never thrown at anybody. */
  start(name: string, work: () => Promise<unknown>): void
  /** Resolves when everything started so far, and what that started, has ended. */
  settled(): Promise<void>
}

export function createBackground({
  log,
  letRepliesOut,
}: Pick<EngineDeps, 'log' | 'letRepliesOut'>): Background {
  const running = new Set<Promise<void>>()
  return {
    start(name, work) {
      const task = run(name, work)
      running.add(task)
      void task.then(() => running.delete(task))
    },
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }

  async function run(name: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await letRepliesOut?.()
      await work()
    } catch (error) {
      log.write('error', 'background.failed', { name, error: messageOf(error) })
    }
  }
}
