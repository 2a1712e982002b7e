/** The state of the storage, always visible (design.md §4). */
import type { MemoryStatus, OmoideApi } from '../../engine/api.ts'

export interface StorageStatus {
  readonly current: MemoryStatus
  /** True once a state other than `starting` is known. */
  readonly known: boolean
  load(): Promise<void>
  take(status: MemoryStatus): void
}

export function createStorageStatus(api: OmoideApi): StorageStatus {
  let current = $state.raw<MemoryStatus>({
    storage: 'starting',
    reason: null,
    setAside: [],
    role: 'follower',
    instanceId: '',
  })
  return {
    get current() {
      return current
    },
    get known() {
      return current.storage !== 'starting'
    },
    async load() {
      current = await api.status()
    },
    take(status) {
      current = status
    },
  }
}
