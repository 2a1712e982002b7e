/**
 * The open memories: one database a character, opened when first used and closed when nobody has used it for a
 * while. A name without stored memory stays without a database until something is written (routes.md §6.5).
 */
import type { CharacterRegistry } from './characters.ts'
import { createMutex, type Mutex } from './mutex.ts'
import type { Clock, DatabaseProvider, Instant } from './ports.ts'
import { MEMORY_IDLE_CLOSE_MS } from './settings.ts'
import { type CharacterStore, openCharacterStore } from './store/character-store.ts'

/** One character's open memory and the locks that order the work on it. */
export interface Memory {
  readonly name: string
  readonly store: CharacterStore
  /**
   * The settle lock (routes.md §1.7): covers append and merge only, never a model call (design.md §4).
   */
  readonly settleLock: Mutex
  /** One path A/B pass, one replayed operation at a time: orders extraction without holding up a turn. */
  readonly extractionLock: Mutex
  /** One compression at a time, so that two never summarise the same messages. */
  readonly compressionLock: Mutex
  /** One question about contradictions at a time, so that two never ask about the same ones (persona.md §7.2). */
  readonly correctionsLock: Mutex
  /** One question about what was raised at a time, so that one answer of the user counts once. */
  readonly feedbackLock: Mutex
  /** One forgetting at a time: each has what is written noted while it searches. */
  readonly forgettingLock: Mutex
  /** A settle or renew under way, compression included; what `/new_dialog` waits for. */
  settling: Promise<unknown> | null
}

export interface Memories {
  /** Runs `work` on the memory of `name`, making one where there is none. */
  use<T>(name: string, work: (memory: Memory) => Promise<T>): Promise<T>
  /** The same for readers: `otherwise` is the result where nothing was ever stored. */
  read<T, U>(name: string, work: (memory: Memory) => Promise<T>, otherwise: () => U): Promise<T | U>
  /** Waits for the work on `name`, then closes its database; it opens again when next used. */
  release(name: string): Promise<void>
  /** Removes the database of `name` and forgets that there was one. */
  remove(name: string): Promise<void>
  /** Hands the memory of `from` to the name `to`; not when that has one, nor when there is none to hand over. */
  rename(from: string, to: string): Promise<'moved' | 'same' | 'taken'>
  /** Closes what nobody has used for `MEMORY_IDLE_CLOSE_MS`. */
  closeIdle(): Promise<void>
  closeAll(): Promise<void>
}

interface Hold {
  readonly opened: Opened
  readonly release: () => void
}

interface Opened {
  readonly memory: Promise<Memory>
  readonly users: Set<Promise<unknown>>
  lastUsed: Instant
}

export function createMemories(
  registry: CharacterRegistry,
  databases: DatabaseProvider,
  clock: Clock,
  /** Run on each memory that is opened, before anybody uses it. */
  prepare: (memory: Memory) => Promise<void>,
): Memories {
  const opened = new Map<string, Opened>()
  // Orders opening and closing of one name: a database must not be opened while its handle is being given back.
  const gates = new Map<string, Mutex>()

  return {
    use: (name, work) => enter(name, true, work, neverMissing),
    read: (name, work, otherwise) => enter(name, false, work, otherwise),
    release: (name) => gate(name).run(() => close(name)),

    async remove(name) {
      await gate(name).run(async () => {
        await close(name)
        const id = await registry.memoryId(name)
        if (id === undefined) return
        await databases.remove(id)
        await registry.forgetMemoryId(name)
      })
    },

    rename(from, to) {
      if (from === to) return Promise.resolve('same')
      // Both gates, in one order for all: nobody may begin a memory for `to` meanwhile, and no two hand-overs wait
      // for each other.
      const [first, second] = from < to ? [from, to] : [to, from]
      return gate(first).run(() =>
        gate(second).run(async () => {
          if ((await registry.memoryId(to)) !== undefined) return 'taken'
          await close(from)
          return registry.moveMemory(from, to)
        }),
      )
    },

    async closeIdle() {
      const due = [...opened].filter(
        ([, entry]) => entry.users.size === 0 && clock.now() - entry.lastUsed >= MEMORY_IDLE_CLOSE_MS,
      )
      for (const [name, entry] of due) {
        await gate(name).run(async () => {
          if (entry.users.size === 0) await close(name)
        })
      }
    },

    async closeAll() {
      await Promise.all([...opened.keys()].map((name) => gate(name).run(() => close(name))))
    },
  }

  async function enter<T, U>(
    name: string,
    create: boolean,
    work: (memory: Memory) => Promise<T>,
    otherwise: () => U,
  ): Promise<T | U> {
    const inUse = opened.get(name)
    // Whoever uses it already may ask again while it is about to close: waiting for the gate would never end.
    const held = inUse !== undefined && inUse.users.size > 0 ? hold(inUse) : undefined
    const entry = held ?? (await gate(name).run(() => acquire(name, create)))
    if (entry === undefined) return otherwise()
    const memory = await entry.opened.memory
    try {
      return await work(memory)
    } finally {
      entry.release()
    }
  }

  async function acquire(name: string, create: boolean): Promise<Hold | undefined> {
    const already = opened.get(name)
    if (already !== undefined) return hold(already)
    const id = create ? await registry.ensureMemoryId(name) : await registry.memoryId(name)
    if (id === undefined) return undefined
    const fresh: Opened = { memory: open(name, id), users: new Set(), lastUsed: clock.now() }
    opened.set(name, fresh)
    try {
      await fresh.memory
    } catch (error) {
      opened.delete(name)
      throw error
    }
    return hold(fresh)
  }

  function hold(entry: Opened): Hold {
    let leave: () => void = () => undefined
    const use = new Promise<void>((resolve) => {
      leave = resolve
    })
    entry.users.add(use)
    return {
      opened: entry,
      release() {
        entry.users.delete(use)
        entry.lastUsed = clock.now()
        leave()
      },
    }
  }

  async function open(name: string, id: string): Promise<Memory> {
    const database = await databases.open(id)
    try {
      const store = await openCharacterStore(database)
      const memory = createMemory(name, store)
      await prepare(memory)
      return memory
    } catch (error) {
      await database.close()
      throw error
    }
  }

  async function close(name: string): Promise<void> {
    const entry = opened.get(name)
    if (entry === undefined) return
    while (entry.users.size > 0) await Promise.all(entry.users)
    opened.delete(name)
    const memory = await entry.memory
    await memory.store.db.close()
  }

  function gate(name: string): Mutex {
    let mutex = gates.get(name)
    if (mutex === undefined) gates.set(name, (mutex = createMutex()))
    return mutex
  }
}

function neverMissing(): never {
  throw new Error('a memory that is made on demand was missing')
}

/** A memory over an open store, with its locks free. */
export function createMemory(name: string, store: CharacterStore): Memory {
  return {
    name,
    store,
    settleLock: createMutex(),
    extractionLock: createMutex(),
    compressionLock: createMutex(),
    correctionsLock: createMutex(),
    feedbackLock: createMutex(),
    forgettingLock: createMutex(),
    settling: null,
  }
}
