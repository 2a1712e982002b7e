/**
 * What the memory browser reads out of a stored document, in one place for all kinds: fields may be missing, or of
 * another type, in documents that came from elsewhere.
 */
import type { EntryKind, EntryMaker } from '../browser-api.ts'
import { isUsers } from '../changes/marks.ts'
import { isObject, textField, type JsonObject } from '../document.ts'

/** Naive stamps between which it held; a fact that was outdated held until then. */
export function validityOf(document: JsonObject): { from: string | null; to: string | null } {
  return {
    from: textField(document, 'valid_from'),
    to: textField(document, 'valid_to') ?? textField(document, 'superseded_at'),
  }
}

/** Who made the entry what it is now. The column `maker` of facts says the same (schema-v4.ts). */
export function makerOf(kind: EntryKind, document: JsonObject): EntryMaker {
  if (isUsers(document)) return 'user'
  if (isObject(document['external_import']) || document['source'] === 'external_import') return 'import'
  if (document['confidence'] === 'low') return 'rules'
  switch (kind) {
    case 'fact':
      return factSources.has(document['source'] ?? 'user_observation') ? 'model' : 'unknown'
    case 'reflection':
    case 'correction':
      return 'model'
    case 'persona':
      return personaMakers.get(document['source']) ?? 'unknown'
    case 'turn':
      return 'unknown'
  }
}

/** Facts are made by extraction whoever said the words; a missing source is the user's (facts.md §1.1). */
const factSources: ReadonlySet<unknown> = new Set(['user_observation', 'ai_disclosure'])

const personaMakers: ReadonlyMap<unknown, EntryMaker> = new Map([
  ['character_card', 'card'],
  ['settings', 'card'],
  ['manual', 'user'],
  ['reflection', 'model'],
  ['refine', 'model'],
])
