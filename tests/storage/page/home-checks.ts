/** Choosing a home, and saying how safe it is. */
import { openStorageHome, type StorageHome } from '../../../src/worker/storage/home.ts'
import { createSettingsStore } from '../../../src/worker/storage/settings-store.ts'
import { equal, isTrue, rejectsWith } from '../check.ts'
import { poolDirectory, timer } from './homes.ts'
import type { Check } from './worker.ts'

export const homeChecks: Readonly<Record<string, Check>> = {
  'OPFS is the home where it is there, and settings stay': async ({ name }) => {
    const first = await openStorageHome({ name, timer })
    equal([first.home, await first.status(), first.missing], ['opfs', 'best_effort', []])
    await first.settings.set('language', { now: 'zh' })
    await write(first, 'a')
    await first.close()
    const second = await openStorageHome({ name, timer })
    equal(await second.settings.get('language'), { now: 'zh' })
    equal(await second.databases.list(), ['a'])
    await second.settings.delete('language')
    equal(await second.settings.get('language'), undefined)
    await second.close()
  },

  'persistence that the browser has promised makes it durable': async ({ name }) => {
    navigator.storage.persisted = () => Promise.resolve(true)
    const home = await openStorageHome({ name, timer })
    equal(await home.status(), 'durable')
    await home.close()
  },

  'without the OPFS API the home is in IndexedDB, and stays there when the API comes': async ({ name }) => {
    const restore = withoutOpfs()
    const first = await openStorageHome({ name, timer })
    equal([first.home, await first.status()], ['indexeddb', 'best_effort'])
    await write(first, 'a')
    await first.close()
    restore()
    const second = await openStorageHome({ name, timer })
    equal([second.home, await second.databases.list()], ['indexeddb', ['a']])
    equal(await (await second.databases.open('a')).all('SELECT a FROM t'), [{ a: 1 }])
    await second.close()
  },

  'an OPFS that throws means temporary, and the memory on the device is not touched': async ({ name }) => {
    const first = await openStorageHome({ name, timer })
    await write(first, 'a')
    await first.close()
    const restore = opfsThrows()
    const second = await openStorageHome({ name, timer })
    equal([second.home, await second.status(), await second.databases.list()], ['memory', 'temporary', []])
    await write(second, 'b')
    await second.settings.set('x', 1)
    equal(await second.settings.get('x'), 1)
    await second.close()
    restore()
    const third = await openStorageHome({ name, timer })
    equal(
      [third.home, await third.databases.list(), await third.settings.get('x')],
      ['opfs', ['a'], undefined],
    )
    await third.close()
  },

  'an OPFS home whose API is gone is temporary, never IndexedDB': async ({ name }) => {
    const first = await openStorageHome({ name, timer })
    await first.close()
    const restore = withoutOpfs()
    const second = await openStorageHome({ name, timer })
    equal([second.home, await second.status()], ['memory', 'temporary'])
    await second.close()
    restore()
  },

  'no IndexedDB at all means temporary': async ({ name }) => {
    const open = indexedDB.open.bind(indexedDB)
    indexedDB.open = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    const home = await openStorageHome({ name, timer })
    equal([home.home, await home.status()], ['memory', 'temporary'])
    await home.close()
    indexedDB.open = open
  },

  'data that is gone is said to be so until the user has seen it': async ({ name }) => {
    const first = await openStorageHome({ name, timer })
    await write(first, 'a')
    await write(first, 'b')
    await first.close()
    const root = await navigator.storage.getDirectory()
    await root.removeEntry((await poolDirectory(name)).name, { recursive: true })
    const second = await openStorageHome({ name, timer })
    equal([await second.status(), second.missing], ['evicted', ['a', 'b']])
    await rejectsWith(second.databases.open('a'), 'storage_corrupt')
    await write(second, 'c')
    await second.acknowledgeMissing()
    equal([await second.status(), second.missing], ['best_effort', []])
    await write(second, 'a')
    await second.databases.remove('c')
    await second.close()
    const third = await openStorageHome({ name, timer })
    equal([await third.status(), await third.databases.list()], ['best_effort', ['a']])
    await third.close()
  },

  'a canary elsewhere tells of data when everything here is gone': async ({ name }) => {
    const canary = { read: () => Promise.resolve(['a']), write: () => Promise.resolve() }
    const home = await openStorageHome({ name, timer, canary })
    equal([await home.status(), home.missing], ['evicted', ['a']])
    await home.close()
  },

  'a home that is held elsewhere is blocked, and opens when it is let go': async ({ name }) => {
    const first = await openStorageHome({ name, timer })
    await rejectsWith(openStorageHome({ name, timer }), 'storage_blocked')
    await first.close()
    const second = await openStorageHome({ name, timer })
    isTrue(second.home === 'opfs', 'opened')
    await second.close()
  },

  'settings are told apart by key and survive': async ({ name }) => {
    const settings = createSettingsStore(`${name}-settings`)
    await Promise.all([settings.set('a', 1), settings.set('b', [null, '思い出']), settings.set('c', false)])
    equal((await settings.keys()).sort(), ['a', 'b', 'c'])
    equal(await createSettingsStore(`${name}-settings`).get('b'), [null, '思い出'])
    equal(await settings.get('none'), undefined)
  },
}

async function write(home: StorageHome, id: string): Promise<void> {
  const db = await home.databases.open(id)
  await db.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)')
}

function withoutOpfs(): () => void {
  return replaced(StorageManager.prototype, 'getDirectory', undefined)
}

function opfsThrows(): () => void {
  return replaced(StorageManager.prototype, 'getDirectory', {
    configurable: true,
    value: () => Promise.reject(new DOMException('private mode', 'SecurityError')),
  })
}

/** Puts another property in the place of one, or none, until the returned function is called. */
function replaced(owner: object, key: string, by: PropertyDescriptor | undefined): () => void {
  const original = Object.getOwnPropertyDescriptor(owner, key)
  if (original === undefined) throw new Error(`There is no ${key}.`)
  Reflect.deleteProperty(owner, key)
  if (by !== undefined) Object.defineProperty(owner, key, by)
  return () => void Object.defineProperty(owner, key, original)
}
