/**
 * The steps that keep a memory alive, each ready to run for one character: what they need is put together here, and
 * whether powerful memory is on is asked at each run (maintenance.md §14).
 */
import { isSwitchedOn } from '../core-config.ts'
import { type Core, modelContextOf, nowOf } from '../core.ts'
import { modelVectors } from '../embedding/model-vectors.ts'
import { resolveDuplicates } from '../facts/dedup.ts'
import { recordDirectives } from '../facts/directives.ts'
import { rebutByKeyword } from '../facts/negative-keywords.ts'
import { recheckFact } from '../facts/recheck.ts'
import { applySignals, type SignalReport } from '../facts/signals.ts'
import type { Memory } from '../memories.ts'
import { addPersonaFact } from '../persona/add.ts'
import { sweepPersona } from '../persona/archive.ts'
import { personaConfig } from '../persona/load.ts'
import { mergeIntoPersona } from '../persona/merge.ts'
import { refinePersonaPass } from '../persona/refine.ts'
import { resolveCorrections } from '../persona/resolve-corrections.ts'
import type { Transaction } from '../ports.ts'
import type { RecallPools } from '../recall-pools.ts'
import type { RefineDeps } from '../refine/pass.ts'
import { checkFeedback, type FeedbackReport } from '../reflection/feedback.ts'
import { promoteByAge } from '../reflection/promote-by-age.ts'
import { promoteByScore, type PersonaWrites, type PromotionDeps } from '../reflection/promote.ts'
import { checkRebuttals, skipRebuttals } from '../reflection/rebuttal.ts'
import { recheckReflection } from '../reflection/recheck.ts'
import { refineReflectionPass } from '../reflection/refine.ts'
import { recordSurfaced } from '../reflection/surfaced.ts'
import { sweepReflections } from '../reflection/sub-zero.ts'
import { withdrawRetracted } from '../reflection/withdraw.ts'
import { createAnalyzer } from '../text/analyzer.ts'
import { synthesise, type SynthesisDeps, type SynthesisReport } from '../reflection/synthesise.ts'

export interface Life {
  /** The user's words as feedback on what was raised, and the promotion pass that follows a verdict. */
  feedback(memory: Memory, messages: readonly string[], cause: string): Promise<FeedbackReport>
  /** These reflections were raised just now; the user's next words are their feedback. */
  recordSurfaced(memory: Memory, reflectionIds: readonly string[]): Promise<void>
  /** What new facts say about what is believed: one batch; rests while powerful memory is off. */
  signals(memory: Memory): Promise<SignalReport>
  /** Disputes what a negative phrase of the user is about; rests while powerful memory is off. */
  rebutByKeyword(memory: Memory, messages: readonly string[]): Promise<void>
  /** Topics that the user banned or allowed again in these turns. */
  hearDirectives(memory: Memory, messages: readonly string[], turnIds: readonly string[]): Promise<void>
  /** By evidence while powerful memory is on, by age while it is off. */
  promote(memory: Memory): Promise<void>
  rebut(memory: Memory): Promise<void>
  synthesise(memory: Memory): Promise<SynthesisReport>
  /** One batch of facts that may say the same; rests while powerful memory is off. */
  resolveDuplicates(memory: Memory): Promise<void>
  /** One batch of queued contradictions; rests while powerful memory is off. */
  resolveContradictions(memory: Memory): Promise<void>
  refinePersona(memory: Memory): Promise<void>
  refineReflections(memory: Memory): Promise<void>
  sweep(memory: Memory): Promise<void>
  /** Judgements that rest on facts which were taken back: denied, or disputed once. */
  withdraw(memory: Memory): Promise<void>
  /** True when a reflection of an older schema was read anew. */
  recheckReflection(memory: Memory): Promise<boolean>
  /** The same for a fact. */
  recheckFact(memory: Memory): Promise<boolean>
}

export function createLife(core: Core, pools: RecallPools): Life {
  const life: Life = {
    async feedback(memory, messages, cause) {
      const report = await checkFeedback(await depsOf(memory), memory, messages, cause)
      if (report.status === 'judged') await life.promote(memory)
      return report
    },

    recordSurfaced: async (memory, reflectionIds) =>
      recordSurfaced(await depsOf(memory), memory, reflectionIds),

    async signals(memory) {
      if (!(await isPowerful())) return { status: 'nothing_new' }
      return applySignals(await depsOf(memory), memory)
    },

    async rebutByKeyword(memory, messages) {
      if (messages.length === 0 || !(await isPowerful())) return
      const report = await rebutByKeyword(await depsOf(memory), memory, messages)
      if (report.status === 'no_phrase') return
      core.deps.log.write('info', 'facts.negative_keywords', { character: memory.name, ...report })
    },

    async hearDirectives({ store }, messages, turnIds) {
      if (messages.length === 0) return
      const { clock } = core.deps
      const tokens = await core.deps.tokenCounter()
      await store.db.transaction(async (tx) => {
        // Counted from when it was said, so that a turn which is heard again counts once.
        const instants = (await store.timeIndex.byTurnIds(tx, turnIds)).map(({ instant }) => instant ?? 0)
        const said = Math.min(clock.now(), Math.max(0, ...instants) || clock.now())
        await recordDirectives(tx, store, { messages, said, tokens })
      })
    },

    async promote(memory) {
      const deps = await depsOf(memory)
      if (await isPowerful()) await promoteByScore(deps, memory)
      else await promoteByAge(deps, memory)
    },

    async rebut(memory) {
      const deps = await depsOf(memory)
      if (await isPowerful()) await checkRebuttals(deps, memory, !core.activity.quiet())
      else await skipRebuttals(deps, memory)
    },

    synthesise: async (memory) => synthesise(await depsOf(memory), memory),

    async resolveDuplicates(memory) {
      if (await isPowerful()) await resolveDuplicates(await depsOf(memory), memory)
    },

    async resolveContradictions(memory) {
      if (!(await isPowerful())) return
      const { model, context } = await depsOf(memory)
      await resolveCorrections({ model, context, config: () => personaConfig(core, memory.name) }, memory)
    },

    async refinePersona(memory) {
      if (await isPowerful()) await refinePersonaPass(await depsOf(memory), memory)
    },

    async refineReflections(memory) {
      if (await isPowerful()) await refineReflectionPass(await depsOf(memory), memory)
    },

    async withdraw(memory) {
      const { terms } = createAnalyzer()
      await withdrawRetracted({ ...(await depsOf(memory)), terms }, memory)
    },

    async sweep(memory) {
      const deps = await depsOf(memory)
      await sweepReflections(deps, memory)
      await sweepPersona(memory, deps)
      // Also for what a kill kept from being withdrawn at once.
      await life.withdraw(memory)
    },

    recheckReflection: async (memory) =>
      (await recheckReflection(await depsOf(memory), memory)) === 'rechecked',

    recheckFact: async (memory) => (await recheckFact(await depsOf(memory), memory)) === 'rechecked',
  }
  return life

  function isPowerful(): Promise<boolean> {
    return isSwitchedOn(core.deps.settings, 'powerful_memory_enabled')
  }

  async function depsOf(memory: Memory): Promise<SynthesisDeps & PromotionDeps & Pick<RefineDeps, 'pause'>> {
    const { ids, log } = core.deps
    return {
      model: await core.deps.models.current(memory.name),
      context: await modelContextOf(core, memory.name),
      now: () => nowOf(core),
      ids,
      tokens: await core.deps.tokenCounter(),
      log,
      vectors: modelVectors(core.deps, core.stopping),
      pause: core.deps.letRepliesOut,
      persona: () => personaWrites(memory),
      onReflections: (tx) => handOn(memory, tx),
      onFacts: (tx) => handOn(memory, tx),
    }
  }

  /** Cards and names are read before the transaction, in which only the database may be awaited. */
  async function personaWrites({ name, store }: Memory): Promise<PersonaWrites> {
    const config = await personaConfig(core, name)
    return {
      add: (tx, fact, now) => addPersonaFact(tx, store, fact, config, now),
      merge: (tx, merge, now) => mergeIntoPersona(tx, store, merge, now, core.deps.ids),
    }
  }

  function handOn(memory: Memory, tx: Transaction): void {
    tx.onCommit(() => pools.changed(memory))
  }
}
