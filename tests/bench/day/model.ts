/** A model that knows the script of the day, answers each task as a good one would, and counts what it is asked. */
import type { FactClaim, LifeModel, MemoryModel } from '../../../src/engine/model/memory-model.ts'
import { ok } from '../../../src/engine/result.ts'
import { claim } from '../../fixtures/facts.ts'
import { lifeModel } from '../../fixtures/life-model.ts'
import { type Conversation, topicOf } from './script.ts'

/** What is asked of a model: the names of its tasks. */
export type Purpose = Exclude<keyof MemoryModel, 'kind'>

export interface CountingModel {
  readonly model: MemoryModel
  /** Calls so far, by purpose. */
  readonly calls: ReadonlyMap<Purpose, number>
}

export function scriptedModel(day: readonly Conversation[]): CountingModel {
  const importance = new Map<string, number>()
  for (const { said, fact } of day.flatMap(({ turns }) => turns)) {
    if (fact !== null) importance.set(said, fact.importance)
  }
  const calls = new Map<Purpose, number>()
  const script: Partial<MemoryModel> = {
    summarise: () => Promise.resolve(ok('They chatted about the day, her running, her thesis and the cat.')),
    extractFacts: ({ turns }) =>
      Promise.resolve(
        ok({
          claims: turns.flatMap(({ turnId, role, text }): FactClaim[] => {
            const weight = importance.get(text)
            if (role !== 'human' || weight === undefined) return []
            return [claim(`Ada: ${text}`, [turnId], { importance: weight, quote: text })]
          }),
          retracts: [],
        }),
      ),
    reviewHistory: (dialogue) =>
      Promise.resolve(
        ok({ text: JSON.stringify(asItIs(dialogue)), finishReason: 'stop', outputTokens: 500 }),
      ),
    detectSignals: reinforced,
    synthesise: ({ facts }) => {
      const about = topicOf(facts[0]?.text ?? '')
      return Promise.resolve(
        ok({
          text: `${about?.believed ?? 'Ada has a lot on her mind'}, and said so again`,
          entity: 'master',
          relationType: 'preference',
          temporalScope: 'pattern',
          subject: null,
          eventWhen: null,
        }),
      )
    },
    // Half of what is raised is agreed with, the rest passed over.
    checkFeedback: ({ reflections }) =>
      Promise.resolve(
        ok(
          reflections.map(({ id, text }) => ({
            reflectionId: id,
            feedback: text.length % 2 === 0 ? ('confirmed' as const) : ('ignored' as const),
          })),
        ),
      ),
    checkRebuttal: () => Promise.resolve(ok([])),
    decidePromotion: () => Promise.resolve(ok({ action: 'promote_fresh', reason: 'new' })),
    resolveCorrections: (items) =>
      Promise.resolve(ok(items.map(({ index }) => ({ index, action: 'keep_both' as const })))),
  }
  return { model: counted(lifeModel(script), calls), calls }
}

/** Every fact about a topic supports what is believed about it. */
const reinforced: LifeModel['detectSignals'] = ({ facts, observations }) =>
  Promise.resolve(
    ok(
      facts.flatMap(({ id, text }) => {
        const about = topicOf(text)
        const target = observations.find(
          (observation) => about !== undefined && topicOf(observation.text) === about,
        )
        if (target === undefined) return []
        return [
          { sourceFactId: id, targetId: target.promptId, signal: 'reinforces' as const, reason: 'the same' },
        ]
      }),
    ),
  )

/** The review's answer when there is nothing to mend. */
function asItIs(dialogue: string): object {
  const lines = dialogue.trimEnd().split('\n\n')
  return {
    explanation: 'nothing to mend',
    corrected_dialogue: lines.map((line) => {
      const [label = '', ...content] = line.split(': ')
      const role = label === 'Ada' ? 'user' : label === 'Mika' ? 'assistant' : 'system'
      return { role, content: content.join(': ') }
    }),
  }
}

/** `model` with each call counted under the name of its task. */
function counted(model: MemoryModel, calls: Map<Purpose, number>): MemoryModel {
  return new Proxy(model, {
    get(target, name, receiver) {
      const value: unknown = Reflect.get(target, name, receiver)
      if (typeof value !== 'function') return value
      return (...given: unknown[]): unknown => {
        const purpose = name as Purpose
        calls.set(purpose, (calls.get(purpose) ?? 0) + 1)
        return Reflect.apply(value, target, given)
      }
    },
  })
}
