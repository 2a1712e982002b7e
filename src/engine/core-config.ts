/**
 * `core_config.json` and the legacy `settings.json`, kept in the global settings: the fields of the first
 * under one key each, so that a write of one field does not undo another (design.md §4).
 */
import type { SettingsStore } from './ports.ts'
import { fail, ok, type Result } from './result.ts'

/** The document as it is; the switches are named, any other field is kept. */
export interface CoreConfig {
  readonly recent_memory_auto_review?: unknown
  readonly powerful_memory_enabled?: unknown
  readonly [field: string]: unknown
}

/** History review (recent.md §7), and the batched pipeline instead of the simple one (maintenance.md §14). */
export type CoreSwitch = 'recent_memory_auto_review' | 'powerful_memory_enabled'

const FIELD_PREFIX = 'core_config.'
/** Order in which the document shows its fields. */
const FIELD_ORDER = 'core_config#order'
const LEGACY_PREFIX = 'settings.json/'

/**
 * Whether the switch is on now; read at each use, never kept. Missing or unreadable means on
 * (maintenance.md §7).
 */
export async function isSwitchedOn(settings: SettingsStore, field: CoreSwitch): Promise<boolean> {
  try {
    return Boolean((await settings.get(FIELD_PREFIX + field)) ?? true)
  } catch {
    // The contract: an unreadable switch is on. That the settings fail shows where they are written.
    return true
  }
}

/** All fields, read afresh, in the order of the document. Throws what the settings throw. */
export async function readCoreConfig(settings: SettingsStore): Promise<CoreConfig> {
  const stored = (await settings.keys()).filter((key) => key.startsWith(FIELD_PREFIX)).sort()
  const names = new Set([
    ...(await fieldOrder(settings)),
    ...stored.map((key) => key.slice(FIELD_PREFIX.length)),
  ])
  const fields: [string, unknown][] = []
  for (const name of names) {
    const value = await settings.get(FIELD_PREFIX + name)
    if (value !== undefined) fields.push([name, value])
  }
  return Object.fromEntries(fields)
}

/** Replaces all fields. */
export async function writeCoreConfig(settings: SettingsStore, config: CoreConfig): Promise<void> {
  const fields = Object.entries(config).filter(([, value]) => value !== undefined)
  const kept = new Set(fields.map(([name]) => FIELD_PREFIX + name))
  for (const [name, value] of fields) await settings.set(FIELD_PREFIX + name, value)
  await settings.set(
    FIELD_ORDER,
    fields.map(([name]) => name),
  )
  for (const key of await settings.keys()) {
    if (key.startsWith(FIELD_PREFIX) && !kept.has(key)) await settings.delete(key)
  }
}

/** The document's text. */
export async function renderCoreConfig(settings: SettingsStore): Promise<string> {
  return JSON.stringify(await readCoreConfig(settings), null, 2)
}

/** Replaces the document by an imported one, unknown fields included. `bad_request` when it is no object. */
export async function importCoreConfig(settings: SettingsStore, text: string): Promise<Result<void>> {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (thrown) {
    return fail('bad_request', 'core_config.json is not JSON.', thrown)
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return fail('bad_request', 'core_config.json must hold an object.')
  }
  await writeCoreConfig(settings, { ...parsed })
  return ok(undefined)
}

/** A character's legacy `settings.json` as it was imported; null when there is none (persona.md §3). */
export async function readLegacySettings(
  settings: SettingsStore,
  characterId: string,
): Promise<string | null> {
  const text = await settings.get(LEGACY_PREFIX + characterId)
  return typeof text === 'string' ? text : null
}

/** Keeps the document verbatim, or forgets it when `text` is null. */
export async function writeLegacySettings(
  settings: SettingsStore,
  characterId: string,
  text: string | null,
): Promise<void> {
  if (text === null) await settings.delete(LEGACY_PREFIX + characterId)
  else await settings.set(LEGACY_PREFIX + characterId, text)
}

async function fieldOrder(settings: SettingsStore): Promise<string[]> {
  const order = await settings.get(FIELD_ORDER)
  return Array.isArray(order) ? order.filter((name) => typeof name === 'string') : []
}
