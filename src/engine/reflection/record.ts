/** The stored document of a reflection: its fields, their defaults, and what a new one is made of (reflections.md §2). */
import { isObject, textField, type JsonObject } from '../document.ts'
import type { EventWhen } from '../model/memory-model.ts'
import type { Moment } from '../ports.ts'
import { REFLECTION_SCHEMA_VERSION, SURFACE_PAUSE_MS } from '../settings.ts'
import { compareCodePoints } from '../text/compare.ts'
import { resolveEventTimes } from '../time/event.ts'
import { toNaive } from '../time/stamp.ts'

/** The end of a reflection's life: there is no way out of these (reflections.md §6). */
export const terminalStatuses = ['promoted', 'denied', 'archived', 'merged', 'promote_blocked'] as const

export function isTerminal(status: unknown): boolean {
  return terminalStatuses.some((terminal) => terminal === status)
}

/** The fields that a stored row may lack. */
const defaults: JsonObject = {
  text: '',
  entity: 'relationship',
  status: 'pending',
  source_fact_ids: [],
  feedback: null,
  reinforcement: 0,
  disputation: 0,
  rein_last_signal_at: null,
  disp_last_signal_at: null,
  sub_zero_days: 0,
  sub_zero_last_increment_date: null,
  user_fact_reinforce_count: 0,
  relation_type: null,
  temporal_scope: null,
  subject: null,
  event_when_raw: null,
  event_start_at: null,
  event_end_at: null,
  schema_version: 1,
  absorbed_into: null,
  last_promote_attempt_at: null,
  promote_attempt_count: 0,
  promote_blocked_reason: null,
  recent_mentions: [],
  suppress: false,
  suppressed_at: null,
  embedding: null,
  embedding_text_sha256: null,
  embedding_model_id: null,
  last_refine_cluster_hash: null,
  last_refine_at: null,
}

const defaultFields = Object.keys(defaults)

/** The document with every field; null for what has no id, which no reader of reflections sees. */
export function normaliseReflection(value: unknown): JsonObject | null {
  if (!isObject(value)) return null
  const id = textField(value, 'id')
  if (id === null || id === '') return null
  // A stored one has them all, and thousands are read at a time.
  return defaultFields.every((field) => field in value) ? value : { ...defaults, ...value }
}

/** Labels that passed the ontology. */
export interface ReflectionLabels {
  readonly relationType: string | null
  readonly temporalScope: string | null
  readonly subject: string | null
}

export interface NewReflection extends ReflectionLabels {
  readonly id: string
  readonly text: string
  readonly entity: string
  readonly sourceFactIds: readonly string[]
  /** Initial evidence (evidence.md §5.1). */
  readonly seed: number
  readonly eventWhen: EventWhen | null
  readonly created: Moment
}

/** A pending reflection, as it is after its first load. */
export function reflectionDocument(reflection: NewReflection): JsonObject {
  const { created, seed } = reflection
  const createdAt = toNaive(created)
  const written: JsonObject = {
    id: reflection.id,
    text: reflection.text,
    entity: reflection.entity,
    status: 'pending',
    source_fact_ids: [...reflection.sourceFactIds].sort(compareCodePoints),
    created_at: createdAt,
    feedback: null,
    next_eligible_at: toNaive({ ...created, instant: created.instant + SURFACE_PAUSE_MS }),
    reinforcement: seed,
    rein_last_signal_at: seed > 0 ? createdAt : null,
    relation_type: reflection.relationType,
    temporal_scope: reflection.temporalScope,
    subject: reflection.subject,
    ...eventFields(reflection.eventWhen, reflection.temporalScope, createdAt, created.zone),
    schema_version: REFLECTION_SCHEMA_VERSION,
  }
  return { ...written, ...defaults, ...written }
}

/** The event's fields, counted from `createdAt`; only what ends by itself has an end without being told (§3.5). */
export function eventFields(
  when: EventWhen | null,
  temporalScope: string | null,
  createdAt: string,
  zone: string,
): JsonObject {
  const fallbackEnd = temporalScope === 'state' || temporalScope === 'episode'
  const { start, end } = resolveEventTimes(when, createdAt, zone, { fallbackStart: true, fallbackEnd })
  return { event_when_raw: when, event_start_at: start, event_end_at: end }
}

/** The ids of a list field; anything else in it is left out. */
export function idsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : []
}
