/**
 * Corrections by the user: a new text takes the place of the old one, which stays as history and is asserted by nobody
 * any more (issue 5 §1). Corrections that are said in a conversation take the same way in facts/correct.ts.
 */
import type { EntryAt, EntryKey } from '../browser-api.ts'
import { integerOr, isObject, parseObject, patchObject, textField, type JsonObject } from '../document.ts'
import { factColumns } from '../facts/hot.ts'
import { factDocument, factHash, factId } from '../facts/record.ts'
import { isEntity } from '../facts/validate.ts'
import { documentOf, keyOf, type StoredEntry } from '../look/entry-row.ts'
import { staleCaches } from '../persona/entry.ts'
import { rewriteEntry } from '../persona/versions.ts'
import { idsIn } from '../reflection/record.ts'
import { IMPORTANCE_DEFAULT, SECOND_MS } from '../settings.ts'
import { trimSpace } from '../text/whitespace.ts'
import { toNaive } from '../time/stamp.ts'
import { flagDependents } from './dependents.ts'
import { journalEdit } from './edit.ts'
import { checkStamp, checkText, isCard } from './edit-rules.ts'
import { refuse, seenEntries, type Making } from './make-change.ts'
import { MAKER } from './marks.ts'
import { saveDocument } from './save-document.ts'

export interface Correction {
  readonly text: string
  /** Naive stamp from which the new text holds; null: from now. */
  readonly validFrom: string | null
}

/** The key of what holds now, and of the old entry where it stays one of its own. Throws `Refused`. */
export async function correctEntry(
  making: Making,
  entry: EntryAt,
  correction: Correction,
): Promise<readonly EntryKey[]> {
  const [stored] = await seenEntries(making, [entry])
  const document = stored === undefined ? null : documentOf(stored)
  if (stored === undefined || document === null) return refuse('storage_corrupt', 'the entry cannot be read')
  if (!isObject(correction)) refuse('bad_request', 'there is no correction')
  checkText(correction.text)
  checkStamp(correction.validFrom, making.now.zone)
  const text = trimSpace(correction.text)
  if (text === textField(document, 'text')) refuse('bad_text', 'the correction says the same')
  if (stored.kind === 'fact') return correctFact(making, stored, document, text, correction.validFrom)
  if (stored.kind === 'persona') return correctPersona(making, stored, document, text)
  return refuse('not_editable', `a ${stored.kind} is edited, not corrected`)
}

async function correctFact(
  making: Making,
  stored: StoredEntry,
  document: JsonObject,
  text: string,
  validFrom: string | null,
): Promise<readonly EntryKey[]> {
  const { tx, store, now } = making
  const old = keyOf(stored)
  const at = toNaive(now)
  const by = await successor(making, stored, document, text, validFrom)
  const doc = patchObject(stored.doc, {
    superseded_at: at,
    superseded_by: by.id,
    valid_to: validFrom ?? at,
  })
  await saveDocument(tx, store, stored, doc, now)
  await journalEdit(making, old, stored, doc, 'corrected')
  await flagDependents(tx, store, old, now)
  return [by, old]
}

/** The fact that says `text`: one that is there already, or a new one with the sources of the old. */
async function successor(
  making: Making,
  stored: StoredEntry,
  document: JsonObject,
  text: string,
  validFrom: string | null,
): Promise<EntryKey> {
  const { tx, store, now, operationId } = making
  const hash = factHash(text, null)
  const supersedes = stored.id === null ? [] : [stored.id]
  const known = await store.facts.byHash(tx, hash)
  if (known !== undefined && known.id !== null && known.supersededInstant === null) {
    const before = parseObject(known.doc) ?? {}
    const doc = patchObject(known.doc, {
      supersedes: [...new Set([...idsIn(before['supersedes']), ...supersedes])],
    })
    await store.facts.update(tx, known.id, doc, factColumns(parseObject(doc) ?? {}, now.zone))
    return { kind: 'fact', id: known.id }
  }
  const { entity } = document
  const item = {
    text,
    importance: integerOr(document['importance'], IMPORTANCE_DEFAULT),
    entity: isEntity(entity) ? entity : ('master' as const),
    source: 'user_observation' as const,
    eventWhen: null,
    imported: null,
  }
  const id = await freeId(making, hash)
  const event =
    validFrom === null ? null : { start: checkStamp(validFrom, now.zone) ?? now.instant, end: null }
  const fresh: JsonObject = {
    ...factDocument(item, id, hash, { created: now, said: now, event }, 'normal'),
    [MAKER]: 'user',
    supersedes,
    valid_from: validFrom ?? toNaive(now),
  }
  const doc = JSON.stringify(fresh)
  await store.facts.insert(tx, { ...factColumns(fresh, now.zone), doc })
  const sources = stored.id === null ? [] : await store.facts.sources.of(tx, stored.id)
  await store.facts.sources.add(tx, ...sources.map((source) => ({ ...source, factId: id })))
  const entry = { at: now.instant, who: 'user', what: 'fact.added', target: id, before: null, after: doc }
  await store.journal.append(tx, { ...entry, cause: operationId })
  return { kind: 'fact', id }
}

async function freeId({ tx, store, now }: Making, hash: string): Promise<string> {
  for (let second = 0; ; second += 1) {
    const id = factId({ ...now, instant: now.instant + second * SECOND_MS }, hash)
    if ((await store.facts.get(tx, id)) === undefined) return id
  }
}

/** A line of the persona has its history inside: the old text goes there, with when it was replaced. */
async function correctPersona(
  making: Making,
  stored: StoredEntry,
  document: JsonObject,
  text: string,
): Promise<readonly EntryKey[]> {
  if (isCard(document)) refuse('card_entry', 'it comes from a card')
  if (stored.id === null) refuse('not_editable', 'a bare text of an old file is edited, not corrected')
  const { tx, store, now } = making
  const { version_history: history } = rewriteEntry(document, text, 'user_correction', now)
  const doc = patchObject(stored.doc, { text, ...staleCaches, version_history: history, [MAKER]: 'user' })
  await saveDocument(tx, store, stored, doc, now)
  const key = keyOf(stored)
  await journalEdit(making, key, stored, doc, 'corrected')
  return [key]
}
