/** Checking and repairing one item that an extraction or an import names (facts.md §4.3). */
import { integerOf, isObject, type JsonObject } from '../document.ts'
import type { Entity, EventWhen, FactSource } from '../model/memory-model.ts'
import { IMPORTANCE_DEFAULT, IMPORTANCE_MAX, IMPORTANCE_MIN } from '../settings.ts'
import { trimSpace } from '../text/whitespace.ts'
import { normaliseEventWhen } from '../time/event.ts'

export interface FactItem {
  readonly text: string
  /** 1..10 */
  readonly importance: number
  readonly entity: Entity
  readonly source: FactSource
  readonly eventWhen: EventWhen | null
  /** Where an import took it from (facts.md §11), as the importer wrote it. */
  readonly imported: JsonObject | null
}

/**
 * The item with everything repaired that can be, or null when it is no object or has no text. Nothing is
 * dropped for being unimportant.
 */
export function readItem(raw: unknown, defaultSource: FactSource): FactItem | null {
  if (!isObject(raw)) return null
  // The reference throws on a text that is no string and loses the batch (facts.md §4.3, quirk): skipped here.
  const text = typeof raw['text'] === 'string' ? trimSpace(raw['text']) : ''
  if (text === '') return null
  const imported = raw['_external_import']
  return {
    text,
    importance: clampImportance(integerOf(raw['importance'])),
    entity: isEntity(raw['entity']) ? raw['entity'] : 'master',
    source: isFactSource(raw['source']) ? raw['source'] : defaultSource,
    eventWhen: normaliseEventWhen(raw['event_when']),
    imported: isObject(imported) ? imported : null,
  }
}

export function isEntity(value: unknown): value is Entity {
  return value === 'master' || value === 'neko' || value === 'relationship'
}

export function isFactSource(value: unknown): value is FactSource {
  return value === 'user_observation' || value === 'ai_disclosure'
}

function clampImportance(value: number | null): number {
  return Math.min(IMPORTANCE_MAX, Math.max(IMPORTANCE_MIN, value ?? IMPORTANCE_DEFAULT))
}
