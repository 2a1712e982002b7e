/**
 * What a document must look like before it is saved: the shape that its readers rely on. Fields that nobody knows stay
 * as they are, and what stood there before is not held against an edit of something else.
 */
import { isObject, parseJson } from '../document.ts'
import { ENTRY_TEXT_MAX, FINDINGS_MAX, IMPORTANCE_MAX, IMPORTANCE_MIN } from '../settings.ts'
import { isBlank } from '../text/whitespace.ts'
import { parseWallClock } from '../time/wall-clock.ts'

/** `message` is a key of the catalogue. */
export interface Finding {
  readonly path: string
  readonly message: FindingCode
}

export type FindingCode =
  | 'not_json'
  | 'not_list'
  | 'not_object'
  | 'not_text'
  | 'not_number'
  | 'not_boolean'
  | 'missing'
  | 'empty'
  | 'too_long'
  | 'out_of_range'
  | 'unknown_value'
  | 'not_date'
  | 'duplicate_id'

/** At most `FINDINGS_MAX` findings in `text`, in its order; none when it may take the place of `before`. */
export function checkDocument(name: string, text: string, before: string): Finding[] {
  const value = parseJson(text)
  if (value === undefined) return [{ path: '$', message: 'not_json' }]
  const shape = shapeOf(name)
  const old = parseJson(before)
  const findings = shape === null ? [] : shape(value, old)
  return findings.slice(0, FINDINGS_MAX)
}

type Shape = (value: unknown, old: unknown) => Finding[]
type Rule = (value: unknown) => FindingCode | null
type Fields = Readonly<Record<string, Rule>>

function shapeOf(name: string): Shape | null {
  if (name.startsWith('reflection_archive/') || name.startsWith('persona_archive/')) return list({}, false)
  return shapes[name] ?? null
}

// ------------------------------------------------------------------------------------------------- shapes

/** A list of objects; with `named` each new one needs an id that no other has. */
function list(fields: Fields, named: boolean): Shape {
  return (value, old) => elements('$', value, old, fields, named)
}

function elements(path: string, value: unknown, old: unknown, fields: Fields, named: boolean): Finding[] {
  if (!Array.isArray(value)) return [{ path, message: 'not_list' }]
  const known = new Set(Array.isArray(old) ? old.map((element) => JSON.stringify(element)) : [])
  const seen = new Set<unknown>()
  return value.flatMap((element: unknown, index): Finding[] => {
    const at = `${path}[${String(index)}]`
    const isOld = known.has(JSON.stringify(element))
    if (!isObject(element)) return isOld ? [] : [{ path: at, message: 'not_object' }]
    const { id } = element
    const isTwice = named && id !== undefined && seen.has(id)
    seen.add(id)
    if (isOld) return []
    return [
      ...(isTwice ? [{ path: `${at}.id`, message: 'duplicate_id' as const }] : []),
      ...Object.entries(fields).flatMap(([field, rule]): Finding[] => {
        const message = rule(element[field])
        return message === null ? [] : [{ path: `${at}.${field}`, message }]
      }),
    ]
  })
}

const object: Shape = (value) => (isObject(value) ? [] : [{ path: '$', message: 'not_object' }])

const sections: Shape = (value, old) => {
  if (!isObject(value)) return [{ path: '$', message: 'not_object' }]
  const before = isObject(old) ? old : {}
  return Object.entries(value).flatMap(([key, section]): Finding[] => {
    const known = before[key]
    if (JSON.stringify(section) === JSON.stringify(known)) return []
    const path = `$.${key}`
    if (!isObject(section)) return [{ path, message: 'not_object' }]
    const entries = section['facts'] ?? section['dynamics']
    if (entries === undefined) return []
    if (!Array.isArray(entries)) return [{ path: `${path}.facts`, message: 'not_list' }]
    const own = isObject(known) ? (known['facts'] ?? known['dynamics']) : []
    // A bare text is an entry too (persona.md §1).
    const objects = entries.map((entry: unknown) => (typeof entry === 'string' ? { text: entry } : entry))
    const oldObjects = Array.isArray(own)
      ? own.map((entry: unknown) => (typeof entry === 'string' ? { text: entry } : entry))
      : []
    return elements(`${path}.facts`, objects, oldObjects, personaFields, true)
  })
}

const directives: Shape = (value, old) => {
  if (!isObject(value)) return [{ path: '$', message: 'not_object' }]
  const before = isObject(old) ? old['directives'] : []
  return elements('$.directives', value['directives'] ?? [], before, { kind: text, term: text }, false)
}

const stamps: Shape = (value) => {
  if (!isObject(value)) return [{ path: '$', message: 'not_object' }]
  return Object.entries(value).flatMap(([key, stamp]): Finding[] =>
    typeof stamp === 'string' ? [] : [{ path: `$.${key}`, message: 'not_text' }],
  )
}

// -------------------------------------------------------------------------------------------------- rules

const isMissing = (value: unknown): boolean => value === undefined || value === null

function text(value: unknown): FindingCode | null {
  if (isMissing(value)) return 'missing'
  if (typeof value !== 'string') return 'not_text'
  if (isBlank(value)) return 'empty'
  return value.length > ENTRY_TEXT_MAX && [...value].length > ENTRY_TEXT_MAX ? 'too_long' : null
}

/** The rule, for a field that may be missing or null. */
function maybe(rule: Rule): Rule {
  return (value) => (isMissing(value) ? null : rule(value))
}

function date(value: unknown): FindingCode | null {
  if (typeof value !== 'string') return 'not_text'
  return parseWallClock(value) === null ? 'not_date' : null
}

function number(value: unknown): FindingCode | null {
  return typeof value === 'number' ? null : 'not_number'
}

function importance(value: unknown): FindingCode | null {
  if (typeof value !== 'number') return 'not_number'
  return value < IMPORTANCE_MIN || value > IMPORTANCE_MAX ? 'out_of_range' : null
}

function flag(value: unknown): FindingCode | null {
  return typeof value === 'boolean' ? null : 'not_boolean'
}

function texts(value: unknown): FindingCode | null {
  if (!Array.isArray(value)) return 'not_list'
  return value.every((element) => typeof element === 'string') ? null : 'not_text'
}

function oneOf(...values: readonly string[]): Rule {
  return (value) => {
    if (typeof value !== 'string') return 'not_text'
    return values.includes(value) ? null : 'unknown_value'
  }
}

const factFields: Fields = {
  id: text,
  text,
  importance: maybe(importance),
  entity: maybe(oneOf('master', 'neko', 'relationship', 'user', 'ai')),
  source: maybe(text),
  tags: maybe(texts),
  created_at: maybe(date),
  event_start_at: maybe(date),
  event_end_at: maybe(date),
  superseded_at: maybe(date),
  valid_from: maybe(date),
  valid_to: maybe(date),
  absorbed: maybe(flag),
  suppress: maybe(flag),
}

const evidenceFields: Fields = {
  reinforcement: maybe(number),
  disputation: maybe(number),
  rein_last_signal_at: maybe(date),
  disp_last_signal_at: maybe(date),
  suppress: maybe(flag),
}

const personaFields: Fields = { text, protected: maybe(flag), ...evidenceFields }

const shapes: Readonly<Record<string, Shape>> = {
  'recent.json': list({}, false),
  'facts.json': list(factFields, true),
  'facts_archive.json': list(factFields, true),
  'facts_pending_dedup.json': list({}, false),
  'reflections.json': list(
    {
      id: text,
      text,
      status: maybe(
        oneOf('pending', 'confirmed', 'promoted', 'denied', 'archived', 'merged', 'promote_blocked'),
      ),
      entity: maybe(text),
      source_fact_ids: maybe(texts),
      created_at: maybe(date),
      next_eligible_at: maybe(date),
      ...evidenceFields,
    },
    true,
  ),
  'surfaced.json': list({ reflection_id: text }, false),
  'persona.json': sections,
  'persona_corrections.json': list({ old_text: text, new_text: text, entity: maybe(text) }, false),
  'user_directives.json': directives,
  'cursors.json': stamps,
  'recent_meta.json': object,
  'synth_backoff.json': object,
  'external_import_state.json': object,
}
