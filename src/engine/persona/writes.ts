/** The persona as reflections write to it, with cards and names read before a transaction begins. */
import type { Core } from '../core.ts'
import type { Memory } from '../memories.ts'
import type { PersonaWrites } from '../reflection/promote.ts'
import { addPersonaFact } from './add.ts'
import { personaConfig } from './load.ts'
import { mergeIntoPersona } from './merge.ts'

export async function personaWrites(
  core: Core,
  { name, store }: Pick<Memory, 'name' | 'store'>,
): Promise<PersonaWrites> {
  const config = await personaConfig(core, name)
  return {
    add: (tx, fact, now) => addPersonaFact(tx, store, fact, config, now),
    merge: (tx, merge, now) => mergeIntoPersona(tx, store, merge, now, core.deps.ids),
  }
}
