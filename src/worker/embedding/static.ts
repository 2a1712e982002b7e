/**
 * The built-in word table as the worker has it: read in the background once something asks for it, from the app's own
 * files, which the service worker keeps for offline use. Until it is there recall goes by words alone.
 */
import type {
  Embedder,
  EmbedderProvider,
  EmbedderState,
  EmbedderTrouble,
} from '../../engine/embedding/embedder.ts'
import { createStaticEmbedder } from '../../engine/embedding/static/embedder.ts'
import { openWordTable } from '../../engine/embedding/static/word-table.ts'
import type { Clock, Log, Timer } from '../../engine/ports.ts'
import { messageOf } from '../../engine/result.ts'
import { TABLE_READ_LIMIT_MS, TABLE_RETRY_MS } from '../../engine/settings.ts'
import { SHELL_CACHE } from '../protocol.ts'

/** A new table gets a new name, so that the copy that a browser keeps of one is never taken for another. */
const TABLE_PATH = '/models/static/words-v3.bin'

export interface TableFile {
  /** Rejects when there is no answer, or not with the file. */
  read(signal: AbortSignal): Promise<Uint8Array>
  /** Drops the copy that is kept on the device, which is damaged. */
  forget(): Promise<void>
}

export interface TableDeps {
  readonly clock: Clock
  readonly timer: Timer
  readonly log: Log
  readonly file: TableFile
}

/** Tries again after a failure, with growing pauses and without end: the server may be back at any time. */
export function createTableProvider({ clock, timer, log, file }: TableDeps): EmbedderProvider {
  const listeners = new Set<() => void>()
  let state: EmbedderState = { state: 'waiting' }
  let loading = false
  let failures = 0
  let cancelRetry: () => void = () => undefined

  return {
    current: () => state,
    requestLoad() {
      // While a pause lasts this is the user's wish to try now, or a question that can do without.
      if (state.state === 'ready' || loading) return
      cancelRetry()
      void load()
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    failed(_: Embedder, error: unknown) {
      // Looking words up does not fail; if it does the table stays, and the log says what happened.
      log.write('error', 'table.failed', { error: messageOf(error) })
    },
  }

  async function load(): Promise<void> {
    loading = true
    const started = clock.monotonic()
    try {
      const bytes = await readInTime()
      const opened = openWordTable(bytes)
      if (opened.ok) {
        const embedder = createStaticEmbedder(opened.table)
        const ms = Math.round(clock.monotonic() - started)
        log.write('info', 'table.ready', { model: embedder.modelId, words: opened.table.size, ms })
        become({ state: 'ready', embedder })
      } else {
        await forgetCopy()
        giveUp('checksum_wrong', opened.fault)
      }
    } catch (error) {
      giveUp('file_missing', messageOf(error))
    } finally {
      loading = false
    }
  }

  /** Whatever the reader does, the limit ends it: the next try is another one. */
  async function readInTime(): Promise<Uint8Array> {
    const limit = new AbortController()
    let cancel: () => void = () => undefined
    const late = new Promise<never>((_resolve, reject) => {
      cancel = timer(TABLE_READ_LIMIT_MS, () => {
        const error = new Error('it did not come in time')
        limit.abort(error)
        reject(error)
      })
    })
    try {
      return await Promise.race([file.read(limit.signal), late])
    } finally {
      cancel()
    }
  }

  async function forgetCopy(): Promise<void> {
    try {
      await file.forget()
    } catch (error) {
      log.write('warn', 'table.copy_stays', { error: messageOf(error) })
    }
  }

  function giveUp(trouble: EmbedderTrouble, error: string): void {
    const pause = TABLE_RETRY_MS[Math.min(failures, TABLE_RETRY_MS.length - 1)] ?? 0
    failures += 1
    log.write('warn', 'table.unavailable', { trouble, error })
    cancelRetry = timer(pause, () => void load())
    become({ state: 'failed', trouble, retryAt: clock.now() + pause })
  }

  function become(next: EmbedderState): void {
    state = next
    for (const listener of [...listeners]) listener()
  }
}

/** The table among the app's own files. */
export const servedTable: TableFile = {
  async read(signal) {
    const response = await fetch(TABLE_PATH, { signal })
    if (!response.ok) throw new Error(`${TABLE_PATH} answered ${response.status}`)
    return new Uint8Array(await response.arrayBuffer())
  },
  async forget() {
    if (!('caches' in self)) return
    const cache = await caches.open(SHELL_CACHE)
    const kept = await cache.keys()
    const damaged = kept.filter(({ url }) => new URL(url).pathname === TABLE_PATH)
    await Promise.all(damaged.map((request) => cache.delete(request)))
  },
}
