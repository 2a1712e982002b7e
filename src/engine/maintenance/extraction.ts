/** Runs extraction for one character (facts.md §2): one pass at a time, and what it learnt told after the commit. */
import { type Core, modelContextOf, stopNamesOf } from '../core.ts'
import type { Admission } from '../facts/admit.ts'
import { type ExtractDeps, runExtraction, runTurn, skipExtraction } from '../facts/extract.ts'
import type { Memory } from '../memories.ts'
import type { Transaction } from '../ports.ts'
import { isSwitchedOn } from '../core-config.ts'
import type { RecallPools } from '../recall-pools.ts'
import { createAnalyzer } from '../text/analyzer.ts'

export interface Extractor {
  /** A pass of the loop: when powerful memory is off, what was said is marked as read (facts.md §2). */
  round(memory: Memory): Promise<void>
  /** Right after a turn: the turn itself while powerful memory is off, and at once with rules. */
  afterTurn(memory: Memory, turnIds: readonly string[]): Promise<void>
}

export function createExtractor(core: Core, pools: RecallPools): Extractor {
  const analyzer = createAnalyzer()

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
    const report = await runExtraction(await depsOf(memory), { idle: core.activity.idle() })
    if (report.status === 'not_due') return
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
  }

  async function depsOf(memory: Memory): Promise<ExtractDeps> {
    return {
      store: memory.store,
      model: await core.deps.models.current(memory.name),
      context: await modelContextOf(core, memory.name),
      names: await stopNamesOf(core, memory.name),
      terms: (text) => analyzer.terms(text),
      tokens: core.deps.tokens,
      onAdmitted: (tx, admission, archived) => handOn(memory, tx, admission, archived),
    }
  }

  function handOn(memory: Memory, tx: Transaction, admission: Admission, archived: readonly string[]): void {
    tx.onCommit(() => {
      pools.factsChanged(memory, admission.changes)
      // Archived facts change their tier, which is rare enough to read everything again.
      if (archived.length > 0) pools.invalidate(memory)
      const { turnIds } = admission
      if (turnIds.length > 0) core.deps.notify({ type: 'facts', character: memory.name, turnIds })
    })
  }
}
