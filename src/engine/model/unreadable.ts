/**
 * Stands in for the models while their code cannot be read: each task fails as one whose server cannot be reached, so that
 * what was said is kept, and is learned from once it can.
 */
import { fail, type Result } from '../result.ts'
import type { MemoryModel } from './memory-model.ts'

const failed = (): Promise<Result<never>> =>
  Promise.resolve(fail('model_unreachable', 'the code of models could not be read'))

export const unreadableModel: MemoryModel = {
  kind: 'prompted',
  summarise: failed,
  shorten: failed,
  extractFacts: failed,
  extractFactsWithAi: failed,
  reviewHistory: failed,
  detectSignals: failed,
  findNegativeTargets: failed,
  synthesise: failed,
  checkFeedback: failed,
  checkRebuttal: failed,
  decidePromotion: failed,
  resolveCorrections: failed,
  arbitrateDuplicates: failed,
  refineCluster: failed,
  recheckReflection: failed,
  recheckFact: failed,
  rerank: failed,
  fusePersona: failed,
}
