/** The one setting that more than the leader's worker has to know: pages and service worker read it themselves. */
import { StorageError } from '../engine/store/storage-error.ts'
import { isPlainOrigin } from './security.ts'
import { createSettingsStore } from './storage/settings-store.ts'

const settings = createSettingsStore('omoide-settings')

/** Origins that the user has said yes to; none where the settings can't be read. */
export async function readApprovedOrigins(): Promise<readonly string[]> {
  try {
    const stored = await settings.get('approvedOrigins')
    return Array.isArray(stored) ? stored.filter(isPlainOrigin) : []
  } catch (error) {
    if (error instanceof StorageError) return []
    throw error
  }
}
