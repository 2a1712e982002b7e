/** The stored document of a fact: its identity, its times, its fields in the reference's order (facts.md §1.1). */
import { isTruthy, textField, type JsonObject } from '../document.ts'
import type { Moment } from '../ports.ts'
import { FACT_SCHEMA_VERSION, HASH_LENGTH, ID_HASH_LENGTH } from '../settings.ts'
import { sha256Hex } from '../text/hash.ts'
import { resolveEventTimes } from '../time/event.ts'
import { toNaive } from '../time/stamp.ts'
import type { FactItem } from './validate.ts'

/** When a fact was learned, when it was said, and what is known of when it happened. */
export interface FactTimes {
  readonly created: Moment
  /** The turn it was said in: relative times are counted from here, not from when it was extracted. */
  readonly said: Moment
  /** Absolute times of the event, which win over relative ones. */
  readonly event: { readonly start: number; readonly end: number | null } | null
}

/** 16 hex digits over the text as it is; a journal entry's day is part of what it says (facts.md §6.1). */
export function factHash(text: string, imported: JsonObject | null): string {
  const day = journalDay(imported)
  return sha256Hex(day === null ? text : `${day}\n${text}`).slice(0, HASH_LENGTH)
}

/** `fact_YYYYMMDDHHMMSS_` and the first 8 digits of the hash; the time is local. */
export function factId(created: Moment, hash: string): string {
  return `fact_${compactStamp(created)}_${hash.slice(0, ID_HASH_LENGTH)}`
}

/** `YYYYMMDDHHMMSS` of the wall clock, as ids carry it. */
export function compactStamp(moment: Moment): string {
  return toNaive(moment).slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replace(/\D/g, '')
}

/** A new fact's document. Only what a model was unsure of carries `confidence`. */
export function factDocument(
  item: FactItem,
  id: string,
  hash: string,
  times: FactTimes,
  confidence: 'normal' | 'low',
): JsonObject {
  const { start, end } = eventTimes(item, times)
  return {
    id,
    text: item.text,
    importance: item.importance,
    entity: item.entity,
    source: item.source,
    tags: item.imported === null ? [] : ['external_import', importFormat(item.imported)],
    hash,
    created_at: toNaive(times.created),
    event_when_raw: item.eventWhen,
    event_start_at: start,
    event_end_at: end,
    schema_version: FACT_SCHEMA_VERSION,
    absorbed: false,
    signal_processed: item.source === 'ai_disclosure' || item.imported !== null,
    embedding: null,
    embedding_text_sha256: null,
    embedding_model_id: null,
    ...(item.imported === null ? {} : { external_import: item.imported }),
    ...(confidence === 'low' ? { confidence } : {}),
  }
}

/** The fields that change when the user says what only the character had said; null when nothing does (§6.1). */
export function sourceUpgrade(existing: JsonObject, item: FactItem): JsonObject | null {
  if (existing['source'] !== 'ai_disclosure' || item.source !== 'user_observation') return null
  return {
    source: 'user_observation',
    // An import has seen its own evidence; anything else must still be read by stage 2.
    signal_processed: item.imported !== null,
    ...(item.imported === null ? {} : { external_import: item.imported }),
  }
}

/**
 * What was said again, in how many further turns, and when last. When it was the user who said again what the user
 * had said, stage 2 hears it again, so that it supports what it supports once more.
 */
export function reinforcement(
  existing: JsonObject,
  turns: number,
  said: Moment,
  item: Pick<FactItem, 'source' | 'imported'>,
): JsonObject {
  const before = existing['reinforced']
  const byUser = [existing['source'], item.source].every((source) => source === 'user_observation')
  return {
    reinforced: (typeof before === 'number' ? before : 0) + turns,
    last_reinforced_at: toNaive(said),
    ...(byUser && item.imported === null ? { signal_processed: false } : {}),
  }
}

function eventTimes(item: FactItem, times: FactTimes): { start: string | null; end: string | null } {
  const day = journalDay(item.imported)
  if (day !== null) return { start: `${day}T00:00:00`, end: null }
  const zone = times.said.zone
  if (times.event !== null) {
    const { start, end } = times.event
    return {
      start: toNaive({ instant: start, zone }),
      end: end === null ? null : toNaive({ instant: end, zone }),
    }
  }
  const anchor = toNaive(times.said)
  return resolveEventTimes(item.eventWhen, anchor, zone, { fallbackStart: true, fallbackEnd: false })
}

function journalDay(imported: JsonObject | null): string | null {
  if (imported === null || imported['section'] !== 'daily') return null
  const day = textField(imported, 'event_date')
  return day === '' ? null : day
}

function importFormat(imported: JsonObject): string {
  const format = imported['format']
  return isTruthy(format) ? String(format) : 'unknown'
}
