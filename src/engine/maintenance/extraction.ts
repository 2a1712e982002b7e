/** Runs extraction for one character (facts.md §2): one pass at a time, and what it learnt told after the commit. */
import { type Core, modelContextOf, stopNamesOf } from '../core.ts'
import type { Admission } from '../facts/admit.ts'
import { type ExtractDeps, runExtraction, runTurn, skipExtraction } from '../facts/extract.ts'
import type { Memory } from '../memories.ts'
import type { Transaction } from '../ports.ts'
import { isSwitchedOn } from '../core-config.ts'
import type { RecallPools } from '../recall-pools.ts'
import { messageOf } from '../result.ts'
import { SIGNAL_FACTS } from '../settings.ts'
import { createAnalyzer } from '../text/analyzer.ts'
import type { Life } from './life.ts'

export interface Extractor {
  /** A pass of the loop: when powerful memory is off, what was said is marked as read (facts.md §2). */
  round(memory: Memory): Promise<void>
  /** Right after a turn: the turn itself while powerful memory is off, and at once with rules. */
  afterTurn(memory: Memory, turnIds: readonly string[]): Promise<void>
}

export function createExtractor(
  core: Core,
  pools: RecallPools,
  life: Pick<Life, 'signals' | 'promote' | 'withdraw'>,
): Extractor {
  const analyzer = createAnalyzer()
  /** The situation in which a character's facts were last heard in vain. */
  const heardInVain = new Map<string, string>()

  return {
    round: (memory) =>
      memory.extractionLock.run(async () => {
        if (!(await isSwitchedOn(core.deps.settings, 'powerful_memory_enabled'))) {
          const now = core.deps.clock.now()
          await memory.store.db.transaction((tx) => skipExtraction(tx, memory.store, now))
          return
        }
        await pass(memory)
      }),

    afterTurn: (memory, turnIds) =>
      memory.extractionLock.run(async () => {
        if (await isSwitchedOn(core.deps.settings, 'powerful_memory_enabled')) {
          const model = await core.deps.models.current(memory.name)
          // A model's work is batched by the loop; rules cost nothing, so their facts are there at once.
          if (model.kind === 'rules') await pass(memory)
          return
        }
        await runTurn(await depsOf(memory), turnIds)
      }),
  }

  async function pass(memory: Memory): Promise<void> {
    const quiet = core.activity.quiet()
    const report = await runExtraction(await depsOf(memory), { idle: core.activity.idle(), talking: !quiet })
    if (report.status === 'not_due') {
      // What was learnt while the conversation went on is heard when it rests.
      if (quiet && (await mayHear(memory, false))) await hear(memory)
      return
    }
    const total = (count: (admission: Admission) => number): number =>
      report.admissions.reduce((sum, admission) => sum + count(admission), 0)
    core.deps.log.write('info', 'facts.extracted', {
      character: memory.name,
      status: report.status,
      added: total((admission) => admission.added.length),
      reinforced: total((admission) => admission.reinforced.length),
      refused: total((admission) => admission.refused.length),
      error: report.error,
    })
    if (total((admission) => admission.retracted.length) > 0) await life.withdraw(memory)
    // Facts that a failed stage 1 left unread are not there to be heard; the rest waits with them (§2.1).
    if (report.status !== 'waiting' && (await mayHear(memory, true))) await hear(memory)
  }

  /**
   * Whether stage 2 is worth a question: with rules right after a pass, otherwise for a full batch of facts or when
   * the conversation rests, and then once unless it succeeds.
   */
  async function mayHear(memory: Memory, afterPass: boolean): Promise<boolean> {
    const waiting = (await memory.store.facts.unprocessed(memory.store.db)).length
    if (waiting === 0) return false
    const model = await core.deps.models.current(memory.name)
    if (model.kind === 'rules' && afterPass) return true
    if (heardInVain.get(memory.name) === situation()) return false
    return waiting >= SIGNAL_FACTS || core.activity.quiet()
  }

  /** Stage 2 and the promotions that its signals bring about; a failure of either keeps nothing from being learnt. */
  async function hear(memory: Memory): Promise<void> {
    for (const [name, step] of [
      ['signals', () => signals(memory)],
      ['promotion', () => life.promote(memory)],
    ] as const) {
      try {
        await step()
      } catch (error) {
        const fields = { character: memory.name, step: name, error: messageOf(error) }
        core.deps.log.write('error', 'signals.step_failed', fields)
      }
    }
  }

  /** Changes with each activity, and once more when the conversation rests. */
  function situation(): string {
    return `${core.activity.quiet() ? 'rests' : 'goes on'} since ${String(core.activity.last())}`
  }

  async function signals(memory: Memory): Promise<void> {
    const asked = situation()
    const report = await life.signals(memory)
    // A question that failed, or had nothing to be about, is not asked again before anything else happens.
    if (report.status !== 'applied') heardInVain.set(memory.name, asked)
    if (report.status === 'nothing_new') return
    core.deps.log.write('info', 'facts.signals', {
      character: memory.name,
      status: report.status,
      ...(report.status === 'applied' ? { facts: report.facts.length, signals: report.signals } : {}),
      ...(report.status === 'failed' ? { error: report.error, givenUp: report.givenUp.length } : {}),
    })
  }

  async function depsOf(memory: Memory): Promise<ExtractDeps> {
    return {
      store: memory.store,
      model: await core.deps.models.current(memory.name),
      context: await modelContextOf(core, memory.name),
      names: await stopNamesOf(core, memory.name),
      terms: (text) => analyzer.terms(text),
      tokens: await core.deps.tokenCounter(),
      onAdmitted: (tx, admission) => handOn(memory, tx, admission),
    }
  }

  function handOn(memory: Memory, tx: Transaction, { turnIds }: Admission): void {
    tx.onCommit(() => {
      pools.changed(memory)
      if (turnIds.length > 0) core.deps.notify({ type: 'facts', character: memory.name, turnIds })
    })
  }
}
