/** The SettingsStore port over idb-keyval: one key a setting (design.md §4). */
import { createStore, del, get, keys, set, type UseStore } from 'idb-keyval'
import type { SettingsStore } from '../../engine/ports.ts'
import { StorageError } from '../../engine/store/storage-error.ts'

const STORE = 'settings'

/** Settings in the IndexedDB database `name`. Nothing is opened before the first use. */
export function createSettingsStore(name: string): SettingsStore {
  let opened: UseStore | undefined
  // idb-keyval opens when the store is made, and keeps a failed opening for good: so not before it is used.
  const store: UseStore = (mode, use) => (opened ??= createStore(name, STORE))(mode, use)
  return {
    get: (key) => told(() => get<unknown>(key, store)),
    set: (key, value) => told(() => set(key, value, store)),
    delete: (key) => told(() => del(key, store)),
    keys: () => told(async () => (await keys<IDBValidKey>(store)).filter((key) => typeof key === 'string')),
  }

  async function told<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (thrown) {
      opened = undefined
      const full = thrown instanceof Error && thrown.name === 'QuotaExceededError'
      throw new StorageError(full ? 'storage_quota' : 'storage_failed', 'The settings.', thrown)
    }
  }
}

/** Settings that end with the page: the temporary mode, and Node tests. */
export function createMemorySettings(initial: Readonly<Record<string, unknown>> = {}): SettingsStore {
  const values = new Map(Object.entries(initial))
  return {
    get: (key) => Promise.resolve(structuredClone(values.get(key))),
    set(key, value) {
      values.set(key, structuredClone(value))
      return Promise.resolve()
    },
    delete(key) {
      values.delete(key)
      return Promise.resolve()
    },
    keys: () => Promise.resolve([...values.keys()]),
  }
}
