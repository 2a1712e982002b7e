/**
 * The life of a memory without a model (design.md §6): deterministic and conservative, so that a device with no
 * model still goes from facts to reflections, from those to the persona, and takes back what is denied.
 */
import type { TokenCounter } from '../../ports.ts'
import { fail, ok } from '../../result.ts'
import type { LifeModel } from '../memory-model.ts'
import {
  correctionsByRules,
  duplicatesByRules,
  fusionByRules,
  promotionByRules,
  rankByRules,
  targetsByRules,
} from './decisions.ts'
import { feedbackByRules } from './feedback.ts'
import { signalsByRules } from './signals.ts'
import { scopeByRules, synthesisByRules } from './synthesis.ts'

export function createRulesLife(tokens: TokenCounter): LifeModel {
  return {
    // Reads as a review that leaves the history as it is (recent/review.ts: nothing taken, `white`).
    reviewHistory: () =>
      answer({
        text: '{"explanation": "no model", "corrected_dialogue": []}',
        finishReason: 'stop',
        outputTokens: 0,
      }),
    detectSignals: (input, context) => answer(signalsByRules(input, context)),
    findNegativeTargets: ({ messages, observations }, context) =>
      answer(targetsByRules(messages, observations, context)),
    synthesise({ facts }, context) {
      const claim = synthesisByRules(facts, context, tokens)
      return Promise.resolve(claim === null ? fail('bad_request', 'no fact has a text') : ok(claim))
    },
    checkFeedback: (input, context) => answer(feedbackByRules(input, context, true)),
    checkRebuttal: (input, context) => answer(feedbackByRules(input, context, false)),
    decidePromotion: (input, context) => answer(promotionByRules(input, context)),
    resolveCorrections: (items, context) => answer(correctionsByRules(items, context)),
    arbitrateDuplicates: (pairs) => answer(duplicatesByRules(pairs)),
    // An empty list: all is well as it is.
    refineCluster: () => answer([]),
    recheckReflection: ({ text }, context) =>
      answer({ temporalScope: scopeByRules(text, context), eventWhen: null }),
    recheckFact: () => answer({ eventWhen: null }),
    rerank: ({ queries, candidates, budget }) => answer(rankByRules(queries, candidates, budget)),
    fusePersona: ({ material, tokens: budget }, context) =>
      answer(fusionByRules(material, budget, context, tokens)),
  }
}

function answer<T>(value: T) {
  return Promise.resolve(ok(value))
}
