/**
 * What Omoide writes on documents beside the reference's fields, and what identifies the state of an entry. Unknown
 * fields travel with a document through every writer, export and import, so that marks need no place of their own.
 */
import { isObject, isTruthy, parseJson, type JsonObject } from '../document.ts'
import { idsIn } from '../reflection/record.ts'
import { REVISION_LENGTH } from '../settings.ts'
import { sha256Hex } from '../text/hash.ts'

/** `user` where the user wrote or changed the entry. */
export const MAKER = 'omoide_maker'
/** True while the user does not want it brought up; with `QUIET_UNTIL`, only before that instant. */
export const QUIET = 'omoide_quiet'
/** Epoch milliseconds; null or missing: for good. */
export const QUIET_UNTIL = 'omoide_quiet_until'
/** Ids of what it was built on and was changed since; the user should look at it. */
export const NEEDS_REVIEW = 'omoide_needs_review'

/**
 * Fields that the machine keeps beside what an entry says: counts, vectors and marks of passes. They change without
 * the entry changing, so no revision, change or undo is about them.
 */
export const volatileFields = [
  ...['token_count', 'token_count_text_sha256', 'token_count_tokenizer'],
  ...['embedding', 'embedding_text_sha256', 'embedding_model_id'],
  ...['recent_mentions', 'last_refine_cluster_hash', 'last_refine_at'],
] as const

/** The user asked not to bring it up: it answers a question, and is raised by nobody (issue 5 §1). */
export function isQuiet(entry: unknown, now: number): boolean {
  if (!isObject(entry) || !isTruthy(entry[QUIET])) return false
  const until = entry[QUIET_UNTIL]
  return typeof until !== 'number' || now < until
}

/** Until when it is not to be brought up: null for good, undefined when it may be. */
export function quietUntil(entry: JsonObject, now: number): number | null | undefined {
  if (!isQuiet(entry, now)) return undefined
  const until = entry[QUIET_UNTIL]
  return typeof until === 'number' ? until : null
}

/** Ids of changed sources that nobody has looked at yet. */
export function reviewReasons(entry: JsonObject): string[] {
  return idsIn(entry[NEEDS_REVIEW])
}

export function isUsers(entry: JsonObject): boolean {
  return entry[MAKER] === 'user'
}

/**
 * Identifies what a stored document says: the same until a field changes that means something, whatever the machine
 * keeps beside it. `archived` is part of it.
 */
export function revisionOf(doc: string, archived = false): string {
  const value = parseJson(doc)
  const said = isObject(value) ? JSON.stringify(withoutVolatile(value)) : doc
  return sha256Hex(`${archived ? 'archived' : 'kept'}\n${said}`).slice(0, REVISION_LENGTH)
}

/** The document without what the machine keeps beside it. */
export function withoutVolatile(document: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(document).filter(([field]) => !volatile.has(field)))
}

const volatile: ReadonlySet<string> = new Set(volatileFields)
