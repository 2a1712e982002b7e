/** What the user may change on an entry, and which statuses are legal from where it stands (issue 5 §1). */
import type { EntryField, EntryPatch } from '../browser-api.ts'
import { isTruthy, type JsonObject } from '../document.ts'
import { isEntity } from '../facts/validate.ts'
import type { StoredEntry } from '../look/entry-row.ts'
import { ENTRY_TAG_MAX, ENTRY_TAGS_MAX, ENTRY_TEXT_MAX, IMPORTANCE_MAX, IMPORTANCE_MIN } from '../settings.ts'
import { isBlank } from '../text/whitespace.ts'
import { parseStamp } from '../time/stamp.ts'
import { refuse } from './make-change.ts'

/** Fields that an edit may change; none for what was said, and for what a card says, which is edited in the card. */
export function editableFields(
  stored: Pick<StoredEntry, 'kind'>,
  document: JsonObject,
): readonly EntryField[] {
  switch (stored.kind) {
    case 'fact':
      return ['text', 'entity', 'importance', 'event', 'tags', 'status', 'validity']
    case 'reflection':
      return ['text', 'entity', 'event', 'status']
    case 'persona':
      return isCard(document) ? [] : ['text', 'entity']
    case 'correction':
      return ['text']
    case 'turn':
      return []
  }
}

/** Statuses that an edit may set, the present one not among them. */
export function editableStatuses(
  stored: Pick<StoredEntry, 'kind' | 'archived'>,
  document: JsonObject,
): readonly string[] {
  if (stored.archived) return []
  if (stored.kind === 'fact') return isTruthy(document['superseded_at']) ? ['active'] : ['superseded']
  if (stored.kind !== 'reflection') return []
  // Promotion is a change of the persona too, which a status alone cannot make (reflections.md §6).
  const status = document['status'] ?? 'pending'
  if (status === 'pending') return ['confirmed', 'denied']
  return status === 'confirmed' ? ['denied'] : []
}

/** Throws `Refused` for a patch that may not be made on this entry, or cannot be read. */
export function checkPatch(stored: StoredEntry, document: JsonObject, patch: EntryPatch, zone: string): void {
  if (stored.kind === 'persona' && isCard(document)) refuse('card_entry', 'it comes from a card')
  const editable = new Set(editableFields(stored, document))
  const keys = Object.keys(patch)
  if (keys.length === 0) refuse('bad_request', 'the edit changes nothing')
  for (const key of keys) {
    // The patch crossed a port: what TypeScript promises is checked here.
    const field = fieldOf(key)
    if (field === null) refuse('bad_request', `${key} is no field of an entry`)
    if (!editable.has(field)) refuse('not_editable', `${field} of a ${stored.kind} cannot be changed`)
  }
  const { text, entity, importance, tags, status } = patch
  if ('text' in patch) checkText(text)
  if ('entity' in patch) checkEntity(stored, entity)
  if ('importance' in patch && !isWhole(importance, IMPORTANCE_MIN, IMPORTANCE_MAX))
    refuse('bad_request', 'the importance is no whole number from 1 to 10')
  if ('tags' in patch) checkTags(tags)
  if ('status' in patch && !editableStatuses(stored, document).includes(String(status)))
    refuse('not_editable', `the status cannot become ${String(status)}`)
  checkSpan(
    'eventStartAt' in patch ? patch.eventStartAt : document['event_start_at'],
    'eventEndAt' in patch ? patch.eventEndAt : document['event_end_at'],
    'eventStartAt' in patch || 'eventEndAt' in patch,
    zone,
  )
  checkSpan(
    'validFrom' in patch ? patch.validFrom : document['valid_from'],
    'validTo' in patch ? patch.validTo : document['valid_to'],
    'validFrom' in patch || 'validTo' in patch,
    zone,
  )
}

/** Throws `Refused` for a text that no entry may have. */
export function checkText(text: unknown): asserts text is string {
  if (typeof text !== 'string' || isBlank(text)) refuse('bad_text', 'the text is empty')
  if (text.length > ENTRY_TEXT_MAX && [...text].length > ENTRY_TEXT_MAX)
    refuse('bad_text', `the text has more than ${String(ENTRY_TEXT_MAX)} characters`)
}

/** Throws `Refused` for a stamp that cannot be read; null is none. */
export function checkStamp(stamp: unknown, zone: string): number | null {
  if (stamp === null) return null
  const instant = typeof stamp === 'string' ? parseStamp(stamp, zone) : null
  if (instant === null) refuse('bad_date', 'a date cannot be read')
  return instant
}

export function isCard(document: JsonObject): boolean {
  return document['source'] === 'character_card' || isTruthy(document['protected'])
}

function checkSpan(start: unknown, end: unknown, changed: boolean, zone: string): void {
  if (!changed) return
  const [from, to] = [checkStamp(start ?? null, zone), checkStamp(end ?? null, zone)]
  if (from !== null && to !== null && to < from) refuse('bad_date', 'the end lies before the start')
}

function checkEntity({ kind }: StoredEntry, entity: unknown): void {
  // Sections of the persona have names of their own; those of Omoide's bookkeeping begin with underscores.
  const good =
    kind === 'persona'
      ? typeof entity === 'string' &&
        !isBlank(entity) &&
        !entity.startsWith('__') &&
        entity.length <= SECTION_MAX
      : isEntity(entity)
  if (!good) refuse('bad_request', 'nobody is called so')
}

function checkTags(tags: unknown): void {
  const good =
    Array.isArray(tags) &&
    tags.length <= ENTRY_TAGS_MAX &&
    tags.every((tag) => typeof tag === 'string' && !isBlank(tag) && tag.length <= ENTRY_TAG_MAX)
  if (!good) refuse('bad_request', 'the tags are no list of short texts')
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most
}

function fieldOf(key: string): EntryField | null {
  return (fields as Readonly<Record<string, EntryField>>)[key] ?? null
}

const fields = {
  text: 'text',
  entity: 'entity',
  importance: 'importance',
  eventStartAt: 'event',
  eventEndAt: 'event',
  validFrom: 'validity',
  validTo: 'validity',
  tags: 'tags',
  status: 'status',
} as const satisfies Record<keyof EntryPatch, EntryField>

const SECTION_MAX = 100
