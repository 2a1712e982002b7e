/** Edits by the user: any field that may be changed, of any entry, as one change (issue 5 §1). */
import type { EntryAt, EntryKey, EntryPatch } from '../browser-api.ts'
import { isObject, isTruthy, parseJson, patchObject, textField, type JsonObject } from '../document.ts'
import { noVector } from '../embedding/stored.ts'
import { factHash } from '../facts/record.ts'
import { documentOf, keyOf, type StoredEntry } from '../look/entry-row.ts'
import { newEntry, staleCaches } from '../persona/entry.ts'
import { rewriteEntry } from '../persona/versions.ts'
import { addedEntryId } from '../persona/entry.ts'
import { closeSurfaced, isOpen, patchSurfaced, surfacedAbout } from '../reflection/surfaced.ts'
import { toNaive } from '../time/stamp.ts'
import { trimSpace } from '../text/whitespace.ts'
import { flagDependents } from './dependents.ts'
import { checkPatch } from './edit-rules.ts'
import { changedKeys } from './field-names.ts'
import { refuse, seenEntries, type Making } from './make-change.ts'
import { MAKER } from './marks.ts'
import { saveDocument } from './save-document.ts'

/** Makes the edits, all or none. Throws `Refused`. */
export async function editEntries(
  making: Making,
  edits: readonly (EntryAt & { readonly patch: EntryPatch })[],
): Promise<readonly EntryKey[]> {
  const found = await seenEntries(making, edits)
  const checked = found.map((stored, index) => {
    const patch = edits[index]?.patch
    const document = documentOf(stored)
    if (!isObject(patch)) refuse('bad_request', 'an edit names no fields')
    if (document === null) refuse('storage_corrupt', 'the entry cannot be read')
    checkPatch(stored, document, patch, making.now.zone)
    return { stored, document, patch }
  })
  const keys: EntryKey[] = []
  for (const { stored, document, patch } of checked) {
    keys.push(await editOne(making, stored, document, patch))
  }
  return keys
}

async function editOne(
  making: Making,
  stored: StoredEntry,
  document: JsonObject,
  patch: EntryPatch,
): Promise<EntryKey> {
  const { tx, store, now } = making
  const fields = fieldsOf(making, stored, document, patch)
  const whole = isObject(parseJson(stored.doc)) ? stored.doc : JSON.stringify(fields)
  const doc = patchObject(whole, fields)
  const key = { ...keyOf(stored), ...(stored.id === null ? idIn(fields) : {}) }
  if (stored.kind === 'persona' && patch.entity !== undefined && patch.entity !== stored.section) {
    await moveToSection(making, stored, patch.entity)
  }
  await saveDocument(tx, store, stored, doc, now)
  await journalEdit(making, key, stored, doc, 'edited')
  const says = ['text', 'superseded_at', 'valid_to', 'status']
  if (changedKeys(document, { ...document, ...fields }).some((changed) => says.includes(changed))) {
    await flagDependents(tx, store, key, now)
  }
  if (stored.kind === 'reflection' && stored.id !== null) await followSurfaced(making, stored.id, fields)
  return key
}

/** One line of the journal; what the rows were before is kept by the database itself. */
export async function journalEdit(
  { tx, store, now, operationId }: Making,
  { kind, id }: EntryKey,
  stored: StoredEntry,
  doc: string | null,
  what: string,
): Promise<void> {
  await store.journal.append(tx, {
    at: now.instant,
    who: 'user',
    what: `${kind}.${what}`,
    target: stored.kind === 'persona' && stored.section !== null ? `${stored.section}/${id}` : id,
    before: stored.doc,
    after: doc,
    cause: operationId,
  })
}

/** What the edit writes: the fields, the mark of the user, and nothing that was made from an old text. */
function fieldsOf(making: Making, stored: StoredEntry, document: JsonObject, patch: EntryPatch): JsonObject {
  const { now } = making
  const text = patch.text === undefined ? undefined : trimSpace(patch.text)
  const common: JsonObject = {
    ...(text === undefined ? {} : textFields(making, stored, document, text)),
    ...(patch.eventStartAt === undefined ? {} : { event_start_at: patch.eventStartAt, event_when_raw: null }),
    ...(patch.eventEndAt === undefined ? {} : { event_end_at: patch.eventEndAt, event_when_raw: null }),
    ...(patch.validFrom === undefined ? {} : { valid_from: patch.validFrom ?? undefined }),
    ...(patch.validTo === undefined ? {} : { valid_to: patch.validTo ?? undefined }),
    ...(patch.tags === undefined ? {} : { tags: [...patch.tags] }),
    ...(patch.importance === undefined ? {} : { importance: patch.importance }),
    ...(patch.entity === undefined || stored.kind === 'persona' ? {} : { entity: patch.entity }),
    [MAKER]: 'user',
  }
  if (patch.status === undefined) return common
  const at = toNaive(now)
  if (stored.kind === 'reflection') return { ...common, status: patch.status, [`${patch.status}_at`]: at }
  return patch.status === 'superseded'
    ? { ...common, superseded_at: at, superseded_by: null, valid_to: common['valid_to'] ?? at }
    : { ...common, superseded_at: undefined, superseded_by: undefined, valid_to: undefined }
}

function textFields({ now }: Making, stored: StoredEntry, document: JsonObject, text: string): JsonObject {
  switch (stored.kind) {
    case 'fact': {
      const imported = document['external_import']
      const hash = factHash(text, isObject(imported) ? imported : null)
      // Who reads and mends a line stands behind it.
      return { text, hash, confidence: undefined, ...noVector }
    }
    case 'reflection':
      return { text, ...noVector }
    case 'persona': {
      const entry = stored.id === null ? adopted(document, now) : document
      const { version_history: history } = rewriteEntry(entry, text, 'user_edit', now)
      return { ...(stored.id === null ? entry : {}), text, ...staleCaches, version_history: history }
    }
    default:
      return { new_text: text }
  }
}

/** A bare text of an old file as an entry, so that it can be named from now on. */
function adopted(document: JsonObject, now: Making['now']): JsonObject {
  const text = textField(document, 'text') ?? ''
  return newEntry({ ...document, id: addedEntryId(text, 'manual', null, now), source: 'manual' })
}

function idIn(fields: JsonObject): { readonly id?: string } {
  const id = textField(fields, 'id')
  return id === null ? {} : { id }
}

async function moveToSection({ tx, store }: Making, { seq }: StoredEntry, section: string): Promise<void> {
  const target = await store.persona.sections.ensure(tx, section)
  await store.persona.entries.move(tx, seq, target.seq)
}

/** What was raised with the user follows the text, and nobody asks about what the user turned down. */
async function followSurfaced({ tx, store, now }: Making, id: string, fields: JsonObject): Promise<void> {
  if (fields['status'] === 'denied') await closeSurfaced(tx, store, id, 'denied', now)
  if (!isTruthy(fields['text'])) return
  for (const row of await surfacedAbout(tx, store, [id])) {
    if (isOpen(row)) await patchSurfaced(tx, store, row, { text: fields['text'] })
  }
}
