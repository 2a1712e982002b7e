/**
 * Runs the loops off injected timers (maintenance.md §8). The interval counts from the end of a round; a round
 * that fails is logged and the loop goes on. After a freeze a due loop runs once, not once for every missed round.
 */
import type { Core } from '../core.ts'
import { messageOf } from '../result.ts'
import type { CharacterLoop, Loop } from './loops.ts'

export interface Scheduler {
  start(): void
  /** No further round starts; resolves when the running ones have ended. */
  stop(): Promise<void>
  /** Runs one round of a loop now, whatever the time; for tests and for "run now". */
  runNow(name: string): Promise<void>
}

export function createScheduler(core: Core, loops: readonly Loop[]): Scheduler {
  const cancels = new Map<string, () => void>()
  const running = new Set<Promise<void>>()
  let stopped = true

  return {
    start() {
      if (!stopped) return
      stopped = false
      for (const loop of loops) schedule(loop, loop.firstDelayMs)
    },
    async stop() {
      stopped = true
      for (const cancel of cancels.values()) cancel()
      cancels.clear()
      await Promise.all(running)
    },
    async runNow(name) {
      const loop = loops.find((candidate) => candidate.name === name)
      if (loop === undefined) throw new Error(`there is no loop called ${name}`)
      await round(loop)
    },
  }

  function schedule(loop: Loop, delay: number): void {
    const cancel = core.deps.timer(delay, () => {
      const task = round(loop)
      running.add(task)
      void task.then(() => {
        running.delete(task)
        if (!stopped) schedule(loop, loop.intervalMs)
      })
    })
    cancels.set(loop.name, cancel)
  }

  /** Never rejects. */
  async function round(loop: Loop): Promise<void> {
    try {
      const characters = (await core.registry.list()).map((character) => character.name)
      if (loop.order === 'own') await loop.round(characters)
      else await eachCharacter(loop, characters)
    } catch (error) {
      core.deps.log.write('error', 'loop.failed', { loop: loop.name, error: messageOf(error) })
    }
  }

  async function eachCharacter(loop: CharacterLoop, characters: readonly string[]): Promise<void> {
    const goOn = (): boolean => !core.stopping.aborted && (!loop.idleOnly || core.activity.idle())
    if (loop.order === 'parallel') {
      if (goOn()) await Promise.all(characters.map((character) => step(loop, character, goOn)))
      return
    }
    for (const character of characters) {
      if (!goOn()) return
      await step(loop, character, goOn)
    }
  }

  async function step(loop: CharacterLoop, character: string, goOn: () => boolean): Promise<void> {
    try {
      await core.memories.read(
        character,
        (memory) => loop.step(memory, goOn),
        () => undefined,
      )
    } catch (error) {
      const fields = { loop: loop.name, character, error: messageOf(error) }
      core.deps.log.write('error', 'loop.step_failed', fields)
    }
  }
}
