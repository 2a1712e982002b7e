/** One object that every component can reach: the worker's API and the page's own state. */
import { createContext } from 'svelte'

import type { OmoideApi } from '../../engine/api.ts'
import type { OmoideClient } from '../../worker/connect.ts'
import { deviceTimer } from './device.ts'
import { createEditChannel, type EditChannel } from './edit-channel.ts'
import { createMemoryRoutes, type MemoryRoutes } from './memory-routes.ts'
import { createNotices, type Notices } from './notices.svelte.ts'
import { createPreferences, type Preferences } from './preferences.svelte.ts'
import { createRoster, type Roster } from './roster.svelte.ts'
import { createRouter, type Router } from './router.svelte.ts'
import { createStorageStatus, type StorageStatus } from './storage-status.svelte.ts'

export interface App {
  readonly client: OmoideClient
  readonly api: OmoideApi
  readonly routes: MemoryRoutes
  readonly edits: EditChannel
  readonly router: Router
  readonly notices: Notices
  readonly preferences: Preferences
  readonly roster: Roster
  readonly storage: StorageStatus
  /** Reads everything once; the storage's state first, because the rest waits for it. */
  load(): Promise<void>
  dispose(): void
}

export const [useApp, provideApp] = createContext<App>()

export function createApp(client: OmoideClient): App {
  const { api } = client
  const router = createRouter()
  const preferences = createPreferences(api)
  const roster = createRoster(api)
  const storage = createStorageStatus(api)
  const stopListening = client.onEvent((event) => {
    if (event.type === 'status') storage.take(event.status)
    if (event.type === 'settings') void preferences.load()
    if (event.type === 'characters') void roster.load()
  })
  return {
    client,
    api,
    routes: createMemoryRoutes({ fetch: client.memoryFetch, timer: deviceTimer }),
    edits: createEditChannel(),
    router,
    notices: createNotices(),
    preferences,
    roster,
    storage,
    async load() {
      await storage.load()
      await Promise.all([preferences.load(), roster.load()])
    },
    dispose() {
      stopListening()
      router.dispose()
    },
  }
}
