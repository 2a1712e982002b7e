/** Not bringing something up: nobody raises it, it still answers a question, and it is not deleted (issue 5 §1). */
import type { EntryAt, EntryKey } from '../browser-api.ts'
import { isObject, parseJson, parseObject, patchObject } from '../document.ts'
import { documentOf, keyOf, type StoredEntry } from '../look/entry-row.ts'
import type { Instant } from '../ports.ts'
import { isStampable } from '../time/stamp.ts'
import { journalEdit } from './edit.ts'
import { changedKeys } from './field-names.ts'
import { refuse, seenEntries, type Making } from './make-change.ts'
import { NEEDS_REVIEW, QUIET, QUIET_UNTIL } from './marks.ts'
import { saveDocument } from './save-document.ts'

export interface BringUpRule {
  readonly bringUp: boolean
  /** Null: for good. */
  readonly until: Instant | null
}

/** Throws `Refused`; also where a date is over already. */
export async function bringUp(
  making: Making,
  entries: readonly EntryAt[],
  rule: BringUpRule,
): Promise<readonly EntryKey[]> {
  if (!isObject(rule) || typeof rule.bringUp !== 'boolean') refuse('bad_request', 'there is no rule')
  const until = rule.until ?? null
  if (until !== null && (!isStampable(until) || until <= making.now.instant))
    refuse('bad_date', 'the date is over already')
  const fields = rule.bringUp
    ? { [QUIET]: undefined, [QUIET_UNTIL]: undefined }
    : { [QUIET]: true, [QUIET_UNTIL]: until }
  return patchAll(making, entries, rule.bringUp ? 'brought_up' : 'kept_quiet', (stored) => {
    if (stored.kind === 'correction' || stored.kind === 'turn')
      refuse('not_editable', `a ${stored.kind} is brought up by nobody`)
    return fields
  })
}

/** Takes the flag off entries that are right as they stand. Throws `Refused`. */
export function reviewed(making: Making, entries: readonly EntryAt[]): Promise<readonly EntryKey[]> {
  return patchAll(making, entries, 'reviewed', () => ({ [NEEDS_REVIEW]: undefined }))
}

async function patchAll(
  making: Making,
  entries: readonly EntryAt[],
  what: string,
  fieldsOf: (stored: StoredEntry) => Readonly<Record<string, unknown>>,
): Promise<readonly EntryKey[]> {
  const { tx, store, now } = making
  const found = await seenEntries(making, entries)
  for (const stored of found) {
    const document = documentOf(stored)
    if (document === null || !isObject(parseJson(stored.doc)))
      refuse('not_editable', 'the entry has no place for marks')
    const doc = patchObject(stored.doc, fieldsOf(stored))
    // What is so already is not spelt anew.
    const changed = changedKeys(document, parseObject(doc) ?? {}).length > 0
    if (changed) await saveDocument(tx, store, stored, doc, now)
    await journalEdit(making, keyOf(stored), stored, doc, what)
  }
  return found.map(keyOf)
}
