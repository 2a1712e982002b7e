/**
 * Runs the loops off injected timers (maintenance.md §8). The interval counts from the end of a round; a round
 * that fails is logged and the loop goes on. After a freeze a due loop runs once, not once for every missed round.
 */
import type { LoopView } from '../browser-api.ts'
import type { Core } from '../core.ts'
import type { Instant } from '../ports.ts'
import { messageOf } from '../result.ts'
import type { CharacterLoop, Loop } from './loops.ts'

export interface Scheduler {
  start(): void
  /** No further round starts; resolves when the running ones have ended. */
  stop(): Promise<void>
  /** Runs one round of a loop now, whatever the time; for tests and for "run now". */
  runNow(name: string): Promise<void>
  /** Each loop with its last and its next round, in the order of the list. */
  views(): LoopView[]
}

type Outcome = 'done' | 'skipped' | 'failed'

interface Rounds {
  /** Rounds under way: one that is due may begin while another was asked for. */
  running: number
  nextAt: Instant | null
  lastStartedAt: Instant | null
  lastEndedAt: Instant | null
  lastOutcome: Outcome | null
}

export function createScheduler(core: Core, loops: readonly Loop[]): Scheduler {
  const cancels = new Map<string, () => void>()
  const running = new Set<Promise<void>>()
  const rounds = new Map<Loop, Rounds>(
    loops.map((loop) => [
      loop,
      { running: 0, nextAt: null, lastStartedAt: null, lastEndedAt: null, lastOutcome: null },
    ]),
  )
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
      for (const kept of rounds.values()) kept.nextAt = null
      await Promise.all(running)
    },
    async runNow(name) {
      const loop = loops.find((candidate) => candidate.name === name)
      if (loop === undefined) throw new Error(`there is no loop called ${name}`)
      // Rounds of their own are too many to tell of; whoever asked for this one waits for it.
      const ended = round(loop)
      core.deps.notify({ type: 'loops' })
      await ended
      core.deps.notify({ type: 'loops' })
    },
    views: () =>
      loops.map((loop) => ({ name: loop.name, intervalMs: loop.intervalMs, ...viewOf(roundsOf(loop)) })),
  }

  function roundsOf(loop: Loop): Rounds {
    const kept = rounds.get(loop)
    if (kept === undefined) throw new Error(`no rounds are kept of ${loop.name}`)
    return kept
  }

  function schedule(loop: Loop, delay: number): void {
    roundsOf(loop).nextAt = core.deps.clock.now() + delay
    const cancel = core.deps.timer(delay, () => {
      roundsOf(loop).nextAt = null
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
    const kept = roundsOf(loop)
    kept.running += 1
    kept.lastStartedAt = core.deps.clock.now()
    kept.lastOutcome = await outcomeOf(loop)
    kept.running -= 1
    kept.lastEndedAt = core.deps.clock.now()
  }

  async function outcomeOf(loop: Loop): Promise<Outcome> {
    try {
      const characters = (await core.registry.list()).map((character) => character.name)
      if (loop.order !== 'own') return await eachCharacter(loop, characters)
      await loop.round(characters)
      return 'done'
    } catch (error) {
      core.deps.log.write('error', 'loop.failed', { loop: loop.name, error: messageOf(error) })
      return 'failed'
    }
  }

  /** Skipped when nobody's turn came, failed when one step did. */
  async function eachCharacter(loop: CharacterLoop, characters: readonly string[]): Promise<Outcome> {
    const goOn = (): boolean => !core.stopping.aborted && (!loop.idleOnly || core.activity.idle())
    if (loop.order === 'parallel') {
      if (!goOn()) return 'skipped'
      return together(await Promise.all(characters.map((character) => step(loop, character, goOn))))
    }
    const outcomes: Outcome[] = []
    for (const character of characters) {
      if (!goOn()) break
      outcomes.push(await step(loop, character, goOn))
    }
    return outcomes.length === 0 && characters.length > 0 ? 'skipped' : together(outcomes)
  }

  async function step(loop: CharacterLoop, character: string, goOn: () => boolean): Promise<Outcome> {
    try {
      await core.memories.read(
        character,
        (memory) => loop.step(memory, goOn),
        () => undefined,
      )
      return 'done'
    } catch (error) {
      const fields = { loop: loop.name, character, error: messageOf(error) }
      core.deps.log.write('error', 'loop.step_failed', fields)
      return 'failed'
    }
  }
}

function together(outcomes: readonly Outcome[]): Outcome {
  return outcomes.includes('failed') ? 'failed' : 'done'
}

function viewOf({ running, ...rounds }: Rounds): Omit<LoopView, 'name' | 'intervalMs'> {
  return { ...rounds, running: running > 0 }
}
