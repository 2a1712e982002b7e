/**
 * What was forgotten while a model was thinking: its answer was made of texts that are gone, so it is let go as if it
 * had been cancelled, and the work is done again from what is there (issue 5 §4).
 */
import type { MemoryModel } from '../model/memory-model.ts'
import type { ModelProvider } from '../ports.ts'
import { fail } from '../result.ts'

export interface Forgettings {
  /** Said at the commit of a forgetting. */
  happened(character: string): void
  /** How often something was forgotten so far. */
  count(character: string): number
}

export function createForgettings(): Forgettings {
  const counts = new Map<string, number>()
  return {
    happened: (character) => void counts.set(character, (counts.get(character) ?? 0) + 1),
    count: (character) => counts.get(character) ?? 0,
  }
}

/** Models whose answers are let go when something of the character was forgotten meanwhile. */
export function guardedModels(models: ModelProvider, forgettings: Forgettings): ModelProvider {
  return {
    current: async (character) =>
      guarded(await models.current(character), () => forgettings.count(character)),
  }
}

function guarded(model: MemoryModel, count: () => number): MemoryModel {
  return new Proxy(model, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver)
      if (typeof member !== 'function') return member
      return async (...args: unknown[]) => {
        const before = count()
        // Every function of a model is a task that resolves to a result.
        const answer: unknown = await (member as (...args: unknown[]) => unknown).apply(target, args)
        return count() === before ? answer : fail('cancelled', 'something was forgotten meanwhile')
      }
    },
  })
}
