/**
 * Keeps recent memory short (recent.md §5, §6): asks the model outside every lock, then puts the memo in the
 * place of exactly the messages that it sums up. What follows a failure is decided in recent/backup.ts.
 */
import { type Core, modelContextOf } from '../core.ts'
import type { Memory } from '../memories.ts'
import type { HistoryEdit } from '../recent/align.ts'
import { type Backup, createBackup } from '../recent/backup.ts'
import { hardCap } from '../recent/cap.ts'
import {
  applyCompression,
  compress,
  type Compression,
  planCompression,
  readRecentMeta,
  type RecentMeta,
} from '../recent/compress.ts'
import { applyToRows, readHistory, reportUnreadable } from '../recent/history.ts'
import type { StoredMessage } from '../recent/message.ts'
import { fail, messageOf, ok, type Result } from '../result.ts'
import { readBackupCounters, writeBackupCounters } from './idle-state.ts'

export interface CompressorOptions {
  /** Keep as much as possible (renew, settle, idle) instead of being brief (process). */
  readonly detailed: boolean
}

export interface Compressor {
  /** Compresses when the history is long enough. Never rejects: an error is logged and nothing is lost. */
  run(memory: Memory, options: CompressorOptions): Promise<void>
  /** Cancels second attempts under way and waits for their end. */
  dispose(): Promise<void>
}

export function createCompressor(core: Core): Compressor {
  const backups = new Map<string, Backup>()

  return {
    async run(memory, options) {
      try {
        await memory.compressionLock.run(() => compressNow(memory, options))
      } catch (error) {
        const fields = { character: memory.name, error: messageOf(error) }
        core.deps.log.write('error', 'recent.compression_error', fields)
      }
    },
    async dispose() {
      await Promise.all([...backups.values()].map((backup) => backup.dispose()))
    },
  }

  async function compressNow(memory: Memory, { detailed }: CompressorOptions): Promise<void> {
    const history = await readHistory(memory.store, memory.store.db)
    await reportUnreadable(memory.store, history.unreadable, core.deps.clock.now())
    const snapshot = planCompression(history.items.map((item) => item.message))
    if (snapshot === null) return
    const compression = await summarise(memory, snapshot, detailed)
    if (!compression.ok) {
      const fields = { character: memory.name, code: compression.error.code }
      core.deps.log.write('warn', 'recent.compression_failed', fields)
    } else {
      const docs = history.items.slice(0, snapshot.length).map((item) => item.row.doc)
      await memory.settleLock.run(() => putMemo(memory, snapshot, docs, compression.value))
    }
    // Stopped, not failed: the next start finds the history as it was.
    if (core.stopping.aborted) return
    await backupOf(memory.name).afterCompression(snapshot, compression.ok, detailed)
  }

  async function summarise(
    memory: Memory,
    snapshot: readonly StoredMessage[],
    detailed: boolean,
    signal?: AbortSignal,
  ): Promise<Result<Compression>> {
    const model = await core.deps.models.current(memory.name)
    const context = await modelContextOf(core, memory.name)
    return compress(
      snapshot,
      { model, tokens: await core.deps.tokenCounter() },
      {
        context:
          signal === undefined ? context : { ...context, signal: AbortSignal.any([signal, core.stopping]) },
        detailed,
        meta: readRecentMeta(await memory.store.documents.get(memory.store.db, 'recent_meta')),
      },
    )
  }

  /** Nothing happens when one of the summarised messages was edited or removed while the model worked. */
  async function putMemo(
    memory: Memory,
    snapshot: readonly StoredMessage[],
    docs: readonly string[],
    compression: Compression,
  ): Promise<void> {
    const current = await readHistory(memory.store, memory.store.db)
    if (docs.some((doc, index) => current.items[index]?.row.doc !== doc)) return
    const messages = current.items.map((item) => item.message)
    const edit = applyCompression(snapshot, messages, compression.memo)
    if (edit !== null) await apply(memory, 'recent.compressed', edit, compression.meta)
  }

  /** One transaction. The caller holds the settle lock. */
  async function apply(
    memory: Memory,
    what: string,
    edit: HistoryEdit,
    meta: RecentMeta | null,
  ): Promise<void> {
    const { store } = memory
    await store.db.transaction(async (tx) => {
      const removed = await applyToRows(store, tx, await readHistory(store, tx), edit)
      if (meta !== null) await store.documents.put(tx, 'recent_meta', JSON.stringify(meta))
      await store.journal.append(tx, {
        at: core.deps.clock.now(),
        who: 'machine',
        what,
        target: 'recent.json',
        before: `[${removed.join(',')}]`,
        after: JSON.stringify(edit.insert),
        cause: null,
      })
      tx.onCommit(() => core.deps.notify({ type: 'recent', character: memory.name }))
    })
  }

  function backupOf(name: string): Backup {
    let backup = backups.get(name)
    // A second attempt may come to its end when the memory was deleted or renamed: it must not make it anew.
    const still = <T>(work: (memory: Memory) => Promise<T>): Promise<T> =>
      core.memories.read(name, work, () => {
        throw new Error('The memory is gone.')
      })
    if (backup === undefined) {
      backup = createBackup({
        withSettleLock: (work) => still((memory) => memory.settleLock.run(work)),
        history: () =>
          still(async ({ store }) => (await readHistory(store, store.db)).items.map((item) => item.message)),
        apply: (edit, meta) =>
          still(async (memory): Promise<Result<unknown>> => {
            try {
              const what = edit.insert.length > 0 ? 'recent.compressed' : 'recent.capped'
              await apply(memory, what, edit, meta)
              return ok(null)
            } catch (error) {
              return fail('storage_failed', messageOf(error), error)
            }
          }),
        overCap: async (history) => hardCap(history, await core.deps.tokenCounter()),
        counters: () => still(({ store }) => readBackupCounters(store, store.db)),
        saveCounters: (counters) =>
          still(({ store }) => store.db.transaction((tx) => writeBackupCounters(store, tx, counters))),
        compress: (snapshot, detailed, signal) =>
          still((memory) => summarise(memory, snapshot, detailed, signal)),
        report: (error) => {
          const fields = { character: name, error: messageOf(error) }
          core.deps.log.write('error', 'recent.backup_error', fields)
        },
      })
      backups.set(name, backup)
    }
    return backup
  }
}
