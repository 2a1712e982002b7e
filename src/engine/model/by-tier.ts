/**
 * Which model answers which task: the prompted one where the task's tier has an endpoint, and rules where it has
 * none (config.ts), so that half a configuration leaves nothing undone.
 */
import type { ModelTier } from '../config.ts'
import type { MemoryModel } from './memory-model.ts'

type Task = Exclude<keyof MemoryModel, 'kind'>

/** The tier of each task (prompts.md §1.1). */
export const tierOfTask: Readonly<Record<Task, ModelTier>> = {
  summarise: 'summary',
  shorten: 'summary',
  extractFacts: 'summary',
  extractFactsWithAi: 'summary',
  reviewHistory: 'correction',
  detectSignals: 'summary',
  findNegativeTargets: 'emotion',
  synthesise: 'summary',
  checkFeedback: 'summary',
  checkRebuttal: 'summary',
  decidePromotion: 'correction',
  resolveCorrections: 'correction',
  arbitrateDuplicates: 'summary',
  refineCluster: 'correction',
  recheckReflection: 'summary',
  recheckFact: 'summary',
  rerank: 'summary',
  fusePersona: 'correction',
}

/** A model of both. Its kind is that of extraction, which is what batches by it. */
export function modelByTier(
  configured: (tier: ModelTier) => boolean,
  prompted: MemoryModel,
  rules: MemoryModel,
): MemoryModel {
  const of = (task: Task): MemoryModel => (configured(tierOfTask[task]) ? prompted : rules)
  return {
    kind: of('extractFacts').kind,
    summarise: of('summarise').summarise,
    shorten: of('shorten').shorten,
    extractFacts: of('extractFacts').extractFacts,
    extractFactsWithAi: of('extractFactsWithAi').extractFactsWithAi,
    reviewHistory: of('reviewHistory').reviewHistory,
    detectSignals: of('detectSignals').detectSignals,
    findNegativeTargets: of('findNegativeTargets').findNegativeTargets,
    synthesise: of('synthesise').synthesise,
    checkFeedback: of('checkFeedback').checkFeedback,
    checkRebuttal: of('checkRebuttal').checkRebuttal,
    decidePromotion: of('decidePromotion').decidePromotion,
    resolveCorrections: of('resolveCorrections').resolveCorrections,
    arbitrateDuplicates: of('arbitrateDuplicates').arbitrateDuplicates,
    refineCluster: of('refineCluster').refineCluster,
    recheckReflection: of('recheckReflection').recheckReflection,
    recheckFact: of('recheckFact').recheckFact,
    rerank: of('rerank').rerank,
    fusePersona: of('fusePersona').fusePersona,
  }
}
