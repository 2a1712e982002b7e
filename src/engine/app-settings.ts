/** The user's settings, one key each in the settings store, parsed at the edge. */
import * as v from 'valibot'

import { type AppSettings, defaultSettings, type ModelEndpoint, modelTiers } from './config.ts'
import type { SettingsStore } from './ports.ts'
import { fail, ok, type Result } from './result.ts'

/** Reads all settings; an unreadable value counts as its default and stays where it is. */
export async function readSettings(store: SettingsStore): Promise<AppSettings> {
  const [language, theme, models, approvedOrigins, hideBuiltinTools, speaksUp, recallRawTurns, embedding] =
    await Promise.all([
      readSetting(store, 'language'),
      readSetting(store, 'theme'),
      readSetting(store, 'models'),
      readSetting(store, 'approvedOrigins'),
      readSetting(store, 'hideBuiltinTools'),
      readSetting(store, 'speaksUp'),
      readSetting(store, 'recallRawTurns'),
      readSetting(store, 'embedding'),
    ])
  return {
    ...{ language, theme, models, approvedOrigins },
    ...{ hideBuiltinTools, speaksUp, recallRawTurns, embedding },
  }
}

/** One of them; each read is a way to IndexedDB and back, so who needs one asks for one. */
export async function readSetting<K extends keyof AppSettings>(
  store: SettingsStore,
  key: K,
): Promise<AppSettings[K]> {
  const parsed = v.safeParse(schemas[key], await store.get(key))
  // The schema of a key gives that key's type.
  return parsed.success ? (parsed.output as AppSettings[K]) : defaultSettings[key]
}

/**
 * Stores the given values. Refused as a whole when a model's address would not be among the approved origins of
 * the result: nothing may be sent to an origin that the user has not said yes to.
 */
export async function writeSettings(
  store: SettingsStore,
  patch: Partial<AppSettings>,
): Promise<Result<AppSettings>> {
  for (const [key, value] of Object.entries(patch)) {
    const schema = isSettingsKey(key) ? schemas[key] : undefined
    if (schema === undefined || !v.safeParse(schema, value).success) {
      return fail('bad_request', `the setting ${key} is not of the expected shape`)
    }
  }
  const next = { ...(await readSettings(store)), ...patch }
  for (const tier of modelTiers) {
    const endpoint = next.models[tier]
    if (endpoint !== null && !next.approvedOrigins.includes(originOf(endpoint))) {
      return fail('origin_not_approved', `the address of the ${tier} model is not approved`)
    }
  }
  for (const [key, value] of Object.entries(patch)) await store.set(key, value)
  return ok(next)
}

/** Origin of an endpoint's address, or the empty string (which is never approved) when it is no address. */
export function originOf(endpoint: Pick<ModelEndpoint, 'baseUrl'>): string {
  return URL.canParse(endpoint.baseUrl) ? new URL(endpoint.baseUrl).origin : ''
}

const endpoint = v.object({ baseUrl: v.string(), key: v.string(), model: v.string() })
const schemas = {
  language: v.nullable(v.picklist(['zh', 'zh-TW', 'en', 'ja', 'ko', 'ru', 'es', 'pt'])),
  theme: v.picklist(['system', 'light', 'dark']),
  models: v.object({
    chat: v.nullable(endpoint),
    summary: v.nullable(endpoint),
    correction: v.nullable(endpoint),
    emotion: v.nullable(endpoint),
  }),
  approvedOrigins: v.array(v.string()),
  hideBuiltinTools: v.boolean(),
  speaksUp: v.boolean(),
  recallRawTurns: v.boolean(),
  embedding: v.object({
    choice: v.string(),
    width: v.union([v.literal('auto'), v.number()]),
    quantization: v.picklist(['auto', 'int8', 'fp32']),
    backend: v.picklist(['auto', 'wasm', 'webgpu']),
    hub: v.object({ origin: v.string(), fileOrigins: v.array(v.string()) }),
  }),
} satisfies Record<keyof AppSettings, v.GenericSchema>

function isSettingsKey(key: string): key is keyof AppSettings {
  return Object.hasOwn(schemas, key)
}
