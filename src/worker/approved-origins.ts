/** The one setting that more than the leader's worker has to know: pages and service worker read it themselves. */
import * as v from 'valibot'
import { defaultEmbedding } from '../engine/embedding/settings.ts'
import type { SettingsStore } from '../engine/ports.ts'
import { StorageError } from '../engine/store/storage-error.ts'
import { isPlainOrigin } from './security.ts'
import { createSettingsStore } from './storage/settings-store.ts'

const KEY = 'approvedOrigins'
const kept = createSettingsStore('omoide-settings')
/** A temporary memory writes nothing where a lasting one looks (platform.md 10). */
const temporary = createSettingsStore('omoide-temporary-settings')

/** Origins that the user has said yes to; none where the settings can't be read. */
export async function readApprovedOrigins(): Promise<readonly string[]> {
  const [lasting, passing] = await Promise.all([listIn(kept), listIn(temporary)])
  return [...new Set([...lasting, ...passing])]
}

/**
 * Origins that only models are downloaded from, by a worker that is started for it: a page that was loaded before their
 * approval lacks nothing.
 */
export async function readHubOrigins(): Promise<readonly string[]> {
  const stored = v.safeParse(hubSetting, await unlessUnavailable(kept.get('embedding')))
  const { origin, fileOrigins } = stored.success ? stored.output.hub : defaultEmbedding.hub
  return [origin, ...fileOrigins]
}

const hubSetting = v.object({ hub: v.object({ origin: v.string(), fileOrigins: v.array(v.string()) }) })

/** `settings` of a temporary memory, with what is approved there seen by the whole browser session. */
export function withSharedApprovals(settings: SettingsStore): SettingsStore {
  return {
    ...settings,
    async set(key, value) {
      await settings.set(key, value)
      if (key === KEY) await unlessUnavailable(temporary.set(KEY, value))
    },
  }
}

export async function forgetTemporaryApprovals(): Promise<void> {
  await unlessUnavailable(temporary.delete(KEY))
}

async function listIn(settings: SettingsStore): Promise<readonly string[]> {
  const stored = await unlessUnavailable(settings.get(KEY))
  return Array.isArray(stored) ? stored.filter(isPlainOrigin) : []
}

async function unlessUnavailable(work: Promise<unknown>): Promise<unknown> {
  try {
    return await work
  } catch (error) {
    if (error instanceof StorageError) return undefined
    throw error
  }
}
