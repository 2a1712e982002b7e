/** Signals without a model (prompts.md §7): a fact that plainly says the same as an observation, or the opposite. */
import type { ModelContext, Observation, SignalClaim, WeighedFact } from '../memory-model.ts'
import { type Names, readStatement, relate, type Relation } from './reading.ts'

export function signalsByRules(
  {
    facts,
    observations,
  }: { readonly facts: readonly WeighedFact[]; readonly observations: readonly Observation[] },
  context: ModelContext,
): SignalClaim[] {
  const held = observations.map((observation) => ({
    observation,
    entity: entityOf(observation.promptId),
    statement: readStatement(observation.text, context),
  }))
  return facts.flatMap((fact) => {
    const said = readStatement(fact.text, context)
    return held.flatMap(({ observation, entity, statement }): SignalClaim[] => {
      if (entity !== null && entity !== fact.entity) return []
      const relation = relate(statement, said)
      if (relation === 'unrelated') return []
      return [
        {
          sourceFactId: fact.id,
          targetId: observation.promptId,
          signal: relation === 'same' ? 'reinforces' : 'negates',
          reason: `rules: ${relation}`,
        },
      ]
    })
  })
}

/** What one fact says to one observation. */
export function relationOf(observation: string, fact: string, names: Names): Relation {
  return relate(readStatement(observation, names), readStatement(fact, names))
}

/** The entity of a persona entry; a reflection's id doesn't tell. */
function entityOf(promptId: string): string | null {
  return /^persona\.([^.]+)\./.exec(promptId)?.[1] ?? null
}
