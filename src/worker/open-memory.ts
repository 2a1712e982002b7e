/** Puts the engine on an open storage, with everything that this device gives. */
import type { MemoryEvent, StorageState } from '../engine/api.ts'
import { readSettings } from '../engine/app-settings.ts'
import { createEngine } from '../engine/engine.ts'
import type { SettingsStore } from '../engine/ports.ts'
import { type Failure, messageOf } from '../engine/result.ts'
import { forgetTemporaryApprovals, withSharedApprovals } from './approved-origins.ts'
import type { DeviceDeps } from './deps.ts'
import { createEmbeddingService, type EmbeddingService } from './embedding/embedding-service.ts'
import { startEmbedProcess } from './embedding/embed-process.ts'
import { startInstallProcess } from './embedding/install-process.ts'
import { openModelFolders } from './embedding/model-folders.ts'
import { gpuOfDevice } from './embedding/onnx-embedder.ts'
import { createTableProvider, servedTable } from './embedding/static.ts'
import type { OpenMemory, StorageHealth } from './memory-service.ts'
import { REST_AFTER_START_MS } from './limits.ts'
import type { StorageHome } from './storage/home.ts'
import { createTokenCounters } from './token-counter.ts'
import { connectionFacts, createModelProbe } from './transports/connection.ts'
import { createEgress } from './transports/egress.ts'

export interface OpenMemoryDeps {
  readonly home: StorageHome
  readonly device: DeviceDeps
  readonly notify: (event: MemoryEvent) => void
}

/** Rejects with a `StorageError` when the storage is of no use now; it is closed then. */
export async function openMemory({ home, device, notify }: OpenMemoryDeps): Promise<OpenMemory> {
  try {
    const settings = await settingsOf(home)
    const approvedOrigins = async () => (await readSettings(settings)).approvedOrigins
    const [embedding] = await Promise.all([
      embeddingsOf(home, device, notify),
      // Once here: a browser that does not tell must be found while there is still a way back.
      healthOf(home),
    ])
    const tokenCounter = createTokenCounters(device.log)
    const engine = createEngine({
      ...device,
      databases: home.databases,
      settings,
      tokenCounter,
      fetch: createEgress(approvedOrigins),
      connectionFacts,
      modelProbe: createModelProbe(approvedOrigins, device.timer),
      systemLanguage: navigator.language,
      embedders: embedding.provider,
      notify(event) {
        if (event.type === 'settings') void embedding.settingsChanged()
        notify(event)
      },
    })
    // Nobody waits for either: routes are open, and nothing of the memory needs the other.
    engine.start().catch(told('engine.start_failed'))
    embedding.start().catch(told('embedding.start_failed'))
    // When a turn first needs them, or when the page has shown itself: a first turn need not wait for them, and a page that
    // loses its network soon after has them.
    const cancelReading = device.timer(REST_AFTER_START_MS, () => {
      void tokenCounter()
      import('../engine/model/kinds.ts').catch(told('engine.code_unreadable'))
    })
    return {
      storage: () => healthOf(home),
      api: { ...engine.api, ...embedding.api },
      testModel: engine.testModel,
      handle: engine.handle,
      async close() {
        cancelReading()
        await engine.stop()
        embedding.close()
        await home.close()
      },
    }
  } catch (error) {
    await home.close()
    throw error
  }

  function told(event: string): (error: unknown) => void {
    return (error) => device.log.write('error', event, { error: messageOf(error) })
  }
}

async function embeddingsOf(
  { home, settings }: StorageHome,
  device: DeviceDeps,
  notify: (event: MemoryEvent) => void,
): Promise<EmbeddingService> {
  return createEmbeddingService({
    ...device,
    settings,
    table: createTableProvider({ ...device, file: servedTable }),
    // A temporary memory leaves nothing behind (platform.md 10).
    folders: home === 'opfs' ? await openModelFolders(device.timer) : undefined,
    startInstall: startInstallProcess,
    startEmbedding: () => startEmbedProcess(device.timer),
    gpu: gpuOfDevice,
    memoryGiB: deviceMemory(),
    freeBytes,
    onSettings: () => notify({ type: 'settings' }),
    onChange: () => notify({ type: 'embedding' }),
  })
}

/** GiB, rounded down to a power of two and never above 8; null in browsers that do not say. */
function deviceMemory(): number | null {
  return 'deviceMemory' in navigator && typeof navigator.deviceMemory === 'number'
    ? navigator.deviceMemory
    : null
}

async function freeBytes(): Promise<number | null> {
  if (!('storage' in navigator)) return null
  const { quota, usage } = await navigator.storage.estimate()
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage)
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
