/** The persona as others write to it, with cards and names read before a transaction begins. */
import type { Core } from '../core.ts'
import type { Moment, Transaction } from '../ports.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { addPersonaFact, type AddResult, type NewPersonaFact } from './add.ts'
import { personaConfig } from './load.ts'
import { mergeIntoPersona, type MergeResult, type PersonaMerge } from './merge.ts'

export interface PersonaWrites {
  add(tx: Transaction, fact: NewPersonaFact, now: Moment): Promise<AddResult>
  merge(tx: Transaction, merge: PersonaMerge, now: Moment): Promise<MergeResult>
}

export async function personaWrites(
  core: Core,
  { name, store }: { readonly name: string; readonly store: CharacterStore },
): Promise<PersonaWrites> {
  const config = await personaConfig(core, name)
  return {
    add: (tx, fact, now) => addPersonaFact(tx, store, fact, config, now),
    merge: (tx, merge, now) => mergeIntoPersona(tx, store, merge, now, core.deps.ids),
  }
}
