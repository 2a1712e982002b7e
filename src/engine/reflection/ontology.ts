/** Which labels a reflection may carry (reflections.md §3.4). */
import type { TokenCounter } from '../ports.ts'
import { REFLECTION_TEXT_TOKENS } from '../settings.ts'

const relations: Readonly<Record<string, readonly string[]>> = {
  master: ['preference', 'trait', 'habit', 'identity', 'emotional', 'boundary'],
  neko: ['self_awareness', 'learned', 'role_note'],
  relationship: ['dynamic', 'milestone', 'tension', 'shared_memory', 'agreement'],
}
const scopes = ['pattern', 'state', 'episode', 'past', 'current', 'ongoing']

/** True when relation and scope are known, fit the entity, and the text is short; null labels pass. */
export function fitsOntology(
  reflection: {
    readonly entity: string
    readonly relationType: string | null
    readonly temporalScope: string | null
    readonly text: string
  },
  tokens: TokenCounter,
): boolean {
  const { entity, relationType, temporalScope, text } = reflection
  if (relationType !== null && !(relations[entity] ?? []).includes(relationType)) return false
  if (temporalScope !== null && !scopes.includes(temporalScope)) return false
  return tokens.count(text) <= REFLECTION_TEXT_TOKENS
}
