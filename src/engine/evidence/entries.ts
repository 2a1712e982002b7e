/** The rows that carry evidence: reflections and persona entries, addressed by their ids (evidence.md §3.1). */
import { parseObject, patchObject, type JsonObject } from '../document.ts'
import type { Transaction } from '../ports.ts'
import type { CharacterStore } from '../store/character-store.ts'
import { personaEntryHot, reflectionHot } from '../store/hot.ts'
import type { PersonaEntryRow } from '../store/persona.ts'
import type { ReflectionRow } from '../store/reflections.ts'

export type EvidenceTarget =
  | { readonly targetType: 'reflection'; readonly targetId: string }
  | { readonly targetType: 'persona'; readonly targetId: string; readonly entityKey: string }

/** A stored entry, as it was read. */
export type EvidenceEntry = { readonly doc: string; readonly entry: JsonObject } & (
  | { readonly targetType: 'reflection'; readonly row: ReflectionRow }
  | { readonly targetType: 'persona'; readonly row: PersonaEntryRow }
)

/** The entry of that id in any status; null when there is none or it cannot be read. */
export async function findEntry(
  tx: Transaction,
  store: CharacterStore,
  target: EvidenceTarget,
): Promise<EvidenceEntry | null> {
  if (target.targetType === 'reflection') {
    const row = await store.reflections.get(tx, target.targetId)
    const entry = row === undefined ? null : parseObject(row.doc)
    return row === undefined || entry === null ? null : { targetType: 'reflection', row, doc: row.doc, entry }
  }
  const row = await store.persona.entries.get(tx, target.entityKey, target.targetId)
  const entry = row === undefined ? null : parseObject(row.doc)
  return row === undefined || entry === null ? null : { targetType: 'persona', row, doc: row.doc, entry }
}

/** The entry with `changes`; everything else keeps its spelling. */
export function patchEntry(found: EvidenceEntry, changes: JsonObject): EvidenceEntry {
  return { ...found, doc: patchObject(found.doc, changes), entry: { ...found.entry, ...changes } }
}

/** Writes the entry back in its place. Its times of creation and surfacing must be those that were read. */
export async function saveEntry(
  tx: Transaction,
  store: CharacterStore,
  { doc, entry, ...found }: EvidenceEntry,
): Promise<void> {
  if (found.targetType === 'persona') {
    await store.persona.entries.update(tx, found.row.seq, doc, personaEntryHot(entry))
    return
  }
  const { seq, createdInstant, nextEligibleInstant } = found.row
  // The instants were read in the zone of their writing, which may be another than today's.
  const hot = { ...reflectionHot(entry, () => null), createdInstant, nextEligibleInstant }
  await store.reflections.update(tx, seq, doc, hot)
}

export async function removeEntry(
  tx: Transaction,
  store: CharacterStore,
  found: EvidenceEntry,
): Promise<void> {
  const table = found.targetType === 'reflection' ? store.reflections : store.persona.entries
  await table.remove(tx, [found.row.seq])
}

/** What the journal calls the entry. */
export function targetName(target: EvidenceTarget): string {
  return target.targetType === 'reflection' ? target.targetId : `${target.entityKey}/${target.targetId}`
}

/** How events name the entry. */
export function targetKeys(target: EvidenceTarget): JsonObject {
  return target.targetType === 'reflection'
    ? { reflection_id: target.targetId }
    : { entity_key: target.entityKey, entry_id: target.targetId }
}
