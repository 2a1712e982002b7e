/** Opens the storage and puts the engine on it, with everything that this device gives. */
import type { MemoryEvent, StorageState } from '../engine/api.ts'
import { readSettings } from '../engine/app-settings.ts'
import { createEngine } from '../engine/engine.ts'
import type { SettingsStore } from '../engine/ports.ts'
import type { Failure } from '../engine/result.ts'
import { forgetTemporaryApprovals, withSharedApprovals } from './approved-origins.ts'
import type { DeviceDeps } from './deps.ts'
import type { OpenMemory, StorageHealth } from './memory-service.ts'
import { openStorageHome, type StorageHome } from './storage/home.ts'
import { chooseTokenCounter } from './token-counter.ts'
import { connectionFacts, createModelProbe } from './transports/connection.ts'
import { createEgress } from './transports/egress.ts'

export interface OpenMemoryDeps {
  readonly device: DeviceDeps
  readonly notify: (event: MemoryEvent) => void
}

/** Rejects with a `StorageError` when the storage can't be opened now; nothing is held then. */
export async function openMemory({ device, notify }: OpenMemoryDeps): Promise<OpenMemory> {
  // Begun first: the table takes as long to read as the storage to open, and much of either is waiting.
  const choosing = chooseTokenCounter(device.log)
  const home = await openStorageHome({ timer: device.timer })
  try {
    const settings = await settingsOf(home)
    const approvedOrigins = async () => (await readSettings(settings)).approvedOrigins
    const engine = createEngine({
      ...device,
      databases: home.databases,
      settings,
      tokens: await choosing,
      fetch: createEgress(approvedOrigins),
      connectionFacts,
      modelProbe: createModelProbe(approvedOrigins, device.timer),
      systemLanguage: navigator.language,
      notify,
    })
    await engine.start()
    // Once here: a browser that does not tell must be found while there is still a way back.
    await healthOf(home)
    return {
      storage: () => healthOf(home),
      api: engine.api,
      testModel: engine.testModel,
      handle: engine.handle,
      async close() {
        await engine.stop()
        await home.close()
      },
    }
  } catch (error) {
    await home.close()
    throw error
  }
}

/** What the user approves in the temporary mode has to reach pages and service worker all the same. */
async function settingsOf({ home, settings }: StorageHome): Promise<SettingsStore> {
  if (home === 'memory') return withSharedApprovals(settings)
  await forgetTemporaryApprovals()
  return settings
}

async function healthOf(home: StorageHome): Promise<StorageHealth> {
  const storage = await home.status()
  return { storage, reason: reasonOf(storage, home), setAside: home.quarantined }
}

function reasonOf(storage: StorageState, { missing, quarantined }: StorageHome): Failure | null {
  const damaged = quarantined.length
  switch (storage) {
    case 'temporary':
      return { code: 'storage_failed', message: 'The browser gives this page no storage that lasts.' }
    case 'evicted':
      return {
        code: 'storage_corrupt',
        message: `${missing.length} databases that were here are gone; ${damaged} damaged files are set aside.`,
      }
    default:
      return null
  }
}
