/**
 * Keeping the card entries of the persona in step with the character's card and the user's profile
 * (persona.md §4). Pure: sections in, sections out.
 */
import { isObject, type JsonObject } from '../document.ts'
import { isBlank } from '../text/whitespace.ts'
import { cardEntryId, newEntry, staleCaches, type Persona } from './entry.ts'

export interface CardSources {
  /** Fields of the character's card, in order; null when there is no card. */
  readonly character: JsonObject | null
  /** Fields of the user's profile; null when there is none. */
  readonly user: JsonObject | null
}

/** The persona with its card entries as the cards have them now. A mere reordering of fields changes nothing. */
export function syncCards(persona: Persona, cards: CardSources): { persona: Persona; changed: boolean } {
  const steps = [
    ['neko', cards.character],
    ['master', cards.user],
  ] as const
  let synced = persona
  let changed = false
  for (const [entity, fields] of steps) {
    if (fields === null) continue
    const section = synced.find((candidate) => candidate.name === entity)
    const entries = syncSection(section?.entries ?? [], entity, fields)
    if (entries === null) continue
    changed = true
    synced =
      section === undefined
        ? [...synced, { name: entity, entries }]
        : synced.map((candidate) => (candidate === section ? { ...section, entries } : candidate))
  }
  return { persona: synced, changed }
}

/** Text of each card entry by id, in card order. */
export function cardEntries(entity: string, fields: JsonObject): Map<string, string> {
  const entries = new Map<string, string>()
  for (const [field, value] of Object.entries(fields)) {
    const text = reserved.has(field) ? null : fieldText(field, value)
    if (text !== null) entries.set(cardEntryId(entity, field), text)
  }
  return entries
}

/** The section's new entries, or null when nothing changes. */
function syncSection(entries: readonly unknown[], entity: string, fields: JsonObject): unknown[] | null {
  const expected = cardEntries(entity, fields)
  const stored = new Map<string, JsonObject>()
  const others: unknown[] = []
  let changed = false
  for (const entry of entries) {
    if (!isObject(entry) || entry['source'] !== CARD) {
      others.push(entry)
      continue
    }
    const id = entry['id']
    if (typeof id === 'string' && expected.has(id) && !stored.has(id)) stored.set(id, entry)
    else changed = true
  }
  const cards = [...expected].map(([id, text]) => {
    const entry = stored.get(id)
    if (entry === undefined) {
      changed = true
      return newEntry({ id, text, source: CARD, protected: true })
    }
    if (entry['text'] === text) return entry
    changed = true
    return { ...entry, text, ...staleCaches }
  })
  return changed ? [...cards, ...others] : null
}

const CARD = 'character_card'

/** Fields of a card that describe files, voices and models, or that the reference renders elsewhere. */
const reserved = new Set([
  ...[
    '_reserved',
    'live2d',
    'voice_id',
    'system_prompt',
    'model_type',
    'live3d_sub_type',
    'vrm',
    'vrm_animation',
  ],
  ...['lighting', 'vrm_rotation', 'live2d_item_id', 'live2d_idle_animation', 'item_id', 'idleAnimation'],
  ...['idleAnimations', 'mmd', 'mmd_animation', 'mmd_idle_animation', 'mmd_idle_animations', 'touch_set'],
  ...[
    '_field_order',
    '原始数据',
    '文件路径',
    '创意工坊物品ID',
    'description',
    'tags',
    'name',
    '描述',
    '标签',
    '关键词',
  ],
])

const AI_CONTEXT = '__ai_context.'

function fieldText(field: string, value: unknown): string | null {
  const shown = valueText(value)
  if (shown === null) return null
  return field.startsWith(AI_CONTEXT) ? shown : `${field}: ${shown}`
}

/** Null for what is left out: objects and empty values. 0 and false are values. */
function valueText(value: unknown): string | null {
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(plainText).join('、')
  if (isObject(value) || value === null || value === undefined) return null
  if (typeof value === 'string') return isBlank(value) ? null : value
  return plainText(value)
}

/** Booleans are spelt as in the reference's cards, so that an imported persona is found to be in step. */
function plainText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (value === null) return 'None'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
