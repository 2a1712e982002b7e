/** Adding a fact to the persona (persona.md §5): at once, or into the queue where it may contradict an entry. */
import type { Moment, Transaction } from '../ports.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { mayContradict } from '../text/keywords.ts'
import { queueCorrection } from './corrections.ts'
import { entryText, newEntry, type Persona } from './entry.ts'
import { loadPersonaIn, writePersona, type PersonaConfig } from './load.ts'
import { entriesOf, freeEntryId, isCardEntry, withEntries } from './sections.ts'

/** `rejected_card`: the card says otherwise, nothing is stored; `queued`: a model has to look at both texts. */
export type AddResult = 'added' | 'rejected_card' | 'queued'

export interface NewPersonaFact {
  readonly text: string
  /** Key of the section; `master` when left out. */
  readonly entity?: string
  /** `manual` when left out. */
  readonly source?: string
  /** The reflection that it came from, for instance. */
  readonly sourceId?: string | null
}

/**
 * Adds `fact` in the caller's transaction. The first entry of the section that it may contradict decides; there is
 * no other check, so that saying the same again is queued too. Evidence of a reflection does not come along.
 */
export async function addPersonaFact(
  tx: Transaction,
  store: CharacterStore,
  fact: NewPersonaFact,
  config: PersonaConfig,
  now: Moment = config.now,
): Promise<AddResult> {
  const { text, entity = 'master', source = 'manual', sourceId = null } = fact
  const loaded = await loadPersonaIn(tx, store, config)
  const conflict = contradicted(entriesOf(loaded.persona, entity), text, config.stopNames)
  if (conflict?.kind === 'card') return 'rejected_card'
  if (conflict?.kind === 'entry') {
    await queueCorrection(tx, store, { oldText: conflict.text, newText: text, entity }, now)
    return 'queued'
  }
  const added = appendEntry(loaded.persona, entity, { text, source, sourceId }, now)
  await writePersona(tx, store, loaded, added.persona)
  await store.journal.append(tx, {
    at: now.instant,
    who: source,
    what: 'persona.added',
    target: added.id,
    before: null,
    after: JSON.stringify({ entity, id: added.id, text, source, source_id: sourceId }),
    cause: sourceId,
  })
  return 'added'
}

/** The first entry that `text` may contradict, and whether the card says it; null where there is none. */
export function contradicted(
  entries: readonly unknown[],
  text: string,
  stopNames: readonly string[],
): { readonly kind: 'card' | 'entry'; readonly text: string } | null {
  const conflict = entries.find((entry) => mayContradict(entryText(entry), text, stopNames))
  if (conflict === undefined) return null
  return { kind: isCardEntry(conflict) ? 'card' : 'entry', text: entryText(conflict) }
}

/** The persona with a fresh entry at the end of its section: no evidence, no mentions. */
export function appendEntry(
  persona: Persona,
  section: string,
  added: { readonly text: string; readonly source: string; readonly sourceId: string | null },
  now: Moment,
): { readonly persona: Persona; readonly id: string } {
  const id = freeEntryId(persona, added, now)
  const entry = newEntry({ id, text: added.text, source: added.source, source_id: added.sourceId })
  return { persona: withEntries(persona, section, [...entriesOf(persona, section), entry]), id }
}
