/** A stored entry of any kind as the memory browser lists it. */
import type { EntryKey, EntryKind, EntryRow } from '../browser-api.ts'
import { quietUntil, reviewReasons, revisionOf } from '../changes/marks.ts'
import {
  integerOf,
  isObject,
  isTruthy,
  numberOrZero,
  parseJson,
  textField,
  type JsonObject,
} from '../document.ts'
import { evidenceScore } from '../evidence/score.ts'
import type { Instant, Moment } from '../ports.ts'
import { decodeMessage, historyText, type StoredMessage } from '../recent/message.ts'
import type { JsonValue } from '../text/tolerant-json.ts'
import { parseStamp } from '../time/stamp.ts'
import { makerOf, validityOf } from './entry-fields.ts'

/** Where a row is kept. `shards` holds archived reflections and persona entries. */
export type EntryTable = 'facts' | 'reflections' | 'persona' | 'corrections' | 'shards' | 'turns'

/** A row as it was read, before anything is made of its document. */
export interface StoredEntry {
  readonly kind: EntryKind
  readonly table: EntryTable
  readonly seq: number
  /** The document's own id; null for a row that has none. */
  readonly id: string | null
  readonly doc: string
  readonly archived: boolean
  /** Section of a persona entry. */
  readonly section: string | null
  /** Naive stamp of a turn, for one whose zone is not known. */
  readonly stamp?: string
  /** When it was made, for tables that keep it as an instant. */
  readonly instant: Instant | null
}

export function keyOf({
  kind,
  table,
  seq,
  id,
}: Pick<StoredEntry, 'kind' | 'table' | 'seq' | 'id'>): EntryKey {
  return { kind, id: id ?? (table === 'shards' ? `${SHARD_PLACE}${String(seq)}` : `${PLACE}${String(seq)}`) }
}

/** Ids of rows that have none: their place in the table, or in the archive's. */
export const PLACE = '#'
export const SHARD_PLACE = '#a'

/** The entry's document; null for a row that cannot be read. A bare text of an old file is an entry of that text. */
export function documentOf({ kind, doc }: Pick<StoredEntry, 'kind' | 'doc'>): JsonObject | null {
  const value = parseJson(doc)
  if (isObject(value)) return value
  return kind === 'persona' && typeof value === 'string' ? { text: value } : null
}

/** The row to list; null for one that cannot be read. */
export function entryRow(stored: StoredEntry, now: Moment): EntryRow | null {
  const document = documentOf(stored)
  return document === null ? null : rowOf(stored, document, now)
}

/** The same where the document has been read already. */
export function rowOf(stored: StoredEntry, document: JsonObject, now: Moment): EntryRow {
  return { ...describe(stored, document, now), revision: revisionOf(stored.doc, stored.archived) }
}

/** The row without its revision, which takes longer to compute than all the rest. */
export function describe(stored: StoredEntry, document: JsonObject, now: Moment): Omit<EntryRow, 'revision'> {
  if (stored.kind === 'turn') return turnRow(stored, document, now)
  const { kind } = stored
  const quiet = quietUntil(document, now.instant)
  const validity = validityOf(document)
  return {
    key: keyOf(stored),
    text: textOf(kind, document),
    entity: stored.section ?? textField(document, 'entity'),
    status: statusOf(kind, document),
    importance: 'importance' in document ? integerOf(document['importance']) : null,
    score: scoreOf(kind, document, now),
    maker: makerOf(kind, document),
    confidence: document['confidence'] === 'low' ? 'low' : 'normal',
    tags: textsIn(document['tags']),
    createdAt: stored.instant ?? parseStamp(textField(document, 'created_at'), now.zone),
    eventStartAt: textField(document, 'event_start_at'),
    eventEndAt: textField(document, 'event_end_at'),
    validFrom: validity.from,
    validTo: validity.to,
    archived: stored.archived,
    superseded: kind === 'fact' && isTruthy(document['superseded_at']),
    suppressed: quiet !== undefined,
    suppressedUntil: quiet ?? null,
    protected: isTruthy(document['protected']),
    needsReview: reviewReasons(document).length > 0,
    role: null,
  }
}

/** What a queued contradiction says is both of its texts. */
export function textOf(kind: EntryKind, document: JsonObject): string {
  if (kind === 'correction') {
    return [document['old_text'], document['new_text']].filter((text) => typeof text === 'string').join(' → ')
  }
  if (kind === 'turn') {
    const message = messageOf(document)
    return message === null ? '' : historyText(message)
  }
  const { text } = document
  return typeof text === 'string' ? text : typeof text === 'number' ? String(text) : ''
}

/** Facts hold or were outdated, contradictions wait; only reflections have a life of their own (reflections.md §6). */
export function statusOf(kind: EntryKind, document: JsonObject): string | null {
  if (kind === 'fact') return isTruthy(document['superseded_at']) ? 'superseded' : 'active'
  if (kind === 'reflection') return textField(document, 'status') ?? 'pending'
  return kind === 'correction' ? 'queued' : null
}

/** Evidence now; null for kinds without, and for protected entries, which need none (evidence.md §2). */
export function scoreOf(kind: EntryKind, document: JsonObject, now: Moment): number | null {
  if (kind !== 'reflection' && kind !== 'persona') return null
  if (isTruthy(document['protected'])) return null
  return numberOrZero(evidenceScore(document, now))
}

function turnRow(stored: StoredEntry, document: JsonObject, now: Moment): Omit<EntryRow, 'revision'> {
  const message = messageOf(document)
  return {
    key: keyOf(stored),
    text: textOf('turn', document),
    entity: null,
    status: null,
    importance: null,
    score: null,
    maker: message?.type === 'human' ? 'user' : message?.type === 'ai' ? 'character' : 'unknown',
    confidence: 'normal',
    tags: [],
    createdAt: stored.instant ?? parseStamp(stored.stamp, now.zone),
    eventStartAt: null,
    eventEndAt: null,
    validFrom: null,
    validTo: null,
    archived: false,
    superseded: false,
    suppressed: false,
    suppressedUntil: null,
    protected: false,
    needsReview: false,
    role: message?.type ?? null,
  }
}

function messageOf(document: JsonObject): StoredMessage | null {
  // A parsed document is JSON.
  return decodeMessage(document as JsonValue)
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((tag): tag is string => typeof tag === 'string') : []
}
