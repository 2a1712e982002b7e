/** Entries of the persona: their fields, their defaults and their ids (persona.md §2). */
import { isObject, type JsonObject } from '../document.ts'
import { noVector } from '../embedding/stored.ts'
import { compactStamp } from '../facts/record.ts'
import type { Moment } from '../ports.ts'
import { HASH_LENGTH, ID_HASH_LENGTH } from '../settings.ts'
import { sha1Hex, sha256Hex } from '../text/hash.ts'

/** One section in its place: the key and its entries as stored, legacy strings among them. */
export interface PersonaSection {
  readonly name: string
  readonly entries: readonly unknown[]
}

/** The sections in key order, which is the order of rendering. Values that are no sections are not in it. */
export type Persona = readonly PersonaSection[]

/** A persona as the store holds it: other kinds of entries were set aside when it was imported. */
export type StoredPersona = readonly {
  readonly name: string
  readonly entries: readonly (string | JsonObject)[]
}[]

/** The fields that a stored entry may lack. */
const defaults: JsonObject = {
  id: '',
  text: '',
  source: 'unknown',
  source_id: null,
  recent_mentions: [],
  suppress: false,
  suppressed_at: null,
  protected: false,
  reinforcement: 0,
  disputation: 0,
  rein_last_signal_at: null,
  disp_last_signal_at: null,
  sub_zero_days: 0,
  sub_zero_last_increment_date: null,
  user_fact_reinforce_count: 0,
  merged_from_ids: [],
  version_history: [],
  token_count: null,
  token_count_text_sha256: null,
  token_count_tokenizer: null,
  embedding: null,
  embedding_text_sha256: null,
  embedding_model_id: null,
  last_refine_cluster_hash: null,
  last_refine_at: null,
}

const obsolete = ['mention_count', 'consecutive_mentions', 'last_mentioned']

/** The entry with every field; a bare string is an entry of that text. Null for anything else. */
export function normaliseEntry(value: unknown): JsonObject | null {
  if (typeof value === 'string') return { ...defaults, text: value }
  if (!isObject(value)) return null
  const known = Object.entries(value).filter(([key]) => !obsolete.includes(key))
  return { ...defaults, ...Object.fromEntries(known) }
}

/** A new entry with defaults and `fields`. */
export function newEntry(fields: JsonObject): JsonObject {
  return { ...defaults, ...fields }
}

/** The fields of an entry whose tokens were not counted (persona.md §8.4). */
export const noCount: JsonObject = {
  token_count: null,
  token_count_text_sha256: null,
  token_count_tokenizer: null,
}

/** Cleared when the text changes, because they were made from it. */
export const staleCaches: JsonObject = { ...noCount, ...noVector }

export function cardEntryId(entity: string, field: string): string {
  return `card_${sha256Hex(`${entity}:${field}`).slice(0, ID_HASH_LENGTH)}`
}

export function legacyEntryId(text: string): string {
  return `legacy_${sha256Hex(text).slice(0, ID_HASH_LENGTH)}`
}

/** The id of an added entry: that of its reflection when it was promoted, otherwise time and content. */
export function addedEntryId(text: string, source: string, sourceId: string | null, now: Moment): string {
  if (source === 'reflection' && sourceId !== null && sourceId !== '') return `prom_${sourceId}`
  return `manual_${compactStamp(now)}_${sha256Hex(text).slice(0, ID_HASH_LENGTH)}`
}

/** The id of a refined entry; `now` is a naive stamp that keeps two runs apart. */
export function refinedEntryId(text: string, now: string): string {
  return `per_${sha1Hex(`${text}|${now}`).slice(0, HASH_LENGTH)}`
}

/** The text of a stored entry, of whatever form; empty when it has none. */
export function entryText(entry: unknown): string {
  const value = isObject(entry) ? entry['text'] : entry
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : ''
}
