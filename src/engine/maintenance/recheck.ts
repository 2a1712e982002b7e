/**
 * One entry of an older schema a round (maintenance.md §9.9): the first character with a reflection that could be
 * read anew; a fact only when no character had one. The list turns by one each round, so that nobody waits for ever.
 */
import type { Core } from '../core.ts'
import type { Memory } from '../memories.ts'
import { messageOf } from '../result.ts'

export interface Rechecks {
  /** True when an entry was read anew; false when there is none, or it failed. */
  readonly reflection: (memory: Memory) => Promise<boolean>
  readonly fact: (memory: Memory) => Promise<boolean>
}

export function createRecheckRound(
  core: Core,
  rechecks: Rechecks,
): (characters: readonly string[]) => Promise<void> {
  let turn = 0
  return async (characters) => {
    if (characters.length === 0) return
    turn = (turn + 1) % characters.length
    const order = [...characters.slice(turn), ...characters.slice(0, turn)]
    for (const recheck of [rechecks.reflection, rechecks.fact]) {
      for (const character of order) {
        if (core.stopping.aborted || (await tried(character, recheck))) return
      }
    }
  }

  async function tried(character: string, recheck: (memory: Memory) => Promise<boolean>): Promise<boolean> {
    try {
      return await core.memories.read(character, recheck, () => false)
    } catch (error) {
      core.deps.log.write('error', 'recheck.failed', { character, error: messageOf(error) })
      return false
    }
  }
}
