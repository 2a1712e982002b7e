/**
 * What follows a compression attempt (recent.md §6, maintenance.md §10.2): after a failure a second attempt runs
 * in the background on the same snapshot, outside every lock, and only its failure lets the hard cap act.
 */
import type { Result } from '../result.ts'
import { RECENT_BACKUP_ATTEMPTS } from '../settings.ts'
import { fingerprintOf, sameFingerprint, type Fingerprint } from '../text/fingerprint.ts'
import { mergeMemo, type HistoryEdit } from './align.ts'
import type { Compression, RecentMeta } from './compress.ts'
import type { StoredMessage } from './message.ts'

/** `compress_backup_fail_attempts` and `compress_backup_fail_fp` of a character's idle state. */
export interface BackupCounters {
  readonly attempts: number
  readonly fingerprint: Fingerprint | null
}

export const noBackupFailures: BackupCounters = { attempts: 0, fingerprint: null }

export type BackupStep =
  /** The main path succeeded: a running backup is of no use any more. */
  | { readonly do: 'cancel'; readonly counters: BackupCounters }
  | { readonly do: 'nothing'; readonly counters: BackupCounters }
  | { readonly do: 'hard_cap'; readonly counters: BackupCounters }
  | { readonly do: 'start'; readonly counters: BackupCounters }

/** What to do after a compression attempt of `snapshot`. */
export function afterCompression(
  counters: BackupCounters,
  attempt: { readonly ok: boolean; readonly snapshot: readonly StoredMessage[]; readonly running: boolean },
): BackupStep {
  if (attempt.ok) return { do: 'cancel', counters: noBackupFailures }
  if (attempt.snapshot.length === 0 || attempt.running) return { do: 'nothing', counters }
  if (counters.attempts < RECENT_BACKUP_ATTEMPTS) return { do: 'start', counters }
  return isSame(counters.fingerprint, fingerprintOf(attempt.snapshot))
    ? { do: 'hard_cap', counters }
    : { do: 'start', counters: noBackupFailures }
}

/** The counters after a failed backup of `snapshot`; failures of another snapshot don't add up. */
export function afterBackupFailure(
  counters: BackupCounters,
  snapshot: readonly StoredMessage[],
): BackupCounters {
  const fingerprint = fingerprintOf(snapshot)
  const attempts = isSame(counters.fingerprint, fingerprint) ? counters.attempts : 0
  return { attempts: attempts + 1, fingerprint }
}

/** The history of one character, as the backup reads and changes it. */
export interface BackupPort {
  /** Runs `work` under the character's settle lock. */
  withSettleLock<T>(work: () => Promise<T>): Promise<T>
  history(): Promise<readonly StoredMessage[]>
  /** Applies a change (and stores `meta`, when given) in one transaction. */
  apply(edit: HistoryEdit, meta: RecentMeta | null): Promise<Result<unknown>>
  /** The change that brings the history under the hard cap, if it is above (`hardCap`). */
  overCap(history: readonly StoredMessage[]): Promise<HistoryEdit | null>
  counters(): Promise<BackupCounters>
  saveCounters(counters: BackupCounters): Promise<void>
  compress(
    snapshot: readonly StoredMessage[],
    detailed: boolean,
    signal: AbortSignal,
  ): Promise<Result<Compression>>
  /** Told of what storage threw in the background, where no caller is left to hear it. */
  report(error: unknown): void
}

export type BackupOutcome = 'merged' | 'moot' | 'failed' | 'cancelled'

export interface Backup {
  /**
   * To be called after every compression attempt. Waits for storage only, never for a model, so it may be called
   * while the settle lock is held.
   */
  afterCompression(snapshot: readonly StoredMessage[], succeeded: boolean, detailed: boolean): Promise<void>
  /** The running attempt's end; null when none runs. */
  running(): Promise<BackupOutcome> | null
  /** Cancels a running attempt and resolves when it has ended. */
  dispose(): Promise<void>
}

/** One backup compressor for one character. */
export function createBackup(port: BackupPort): Backup {
  let current: { readonly ended: Promise<BackupOutcome>; readonly abort: AbortController } | null = null

  return {
    async afterCompression(snapshot, succeeded, detailed) {
      const step = afterCompression(await port.counters(), {
        ok: succeeded,
        snapshot,
        running: current !== null,
      })
      if (step.do === 'nothing') return
      if (step.do === 'cancel') current?.abort.abort()
      // Inline and without the settle lock: the caller may be holding it.
      if (step.do === 'hard_cap') await capNow(port)
      await port.saveCounters(step.counters)
      // Looked at again because storage was awaited in between.
      if (step.do === 'start' && current === null) start(snapshot, detailed)
    },
    running: () => current?.ended ?? null,
    async dispose() {
      current?.abort.abort()
      await current?.ended
    },
  }

  function start(snapshot: readonly StoredMessage[], detailed: boolean): void {
    const abort = new AbortController()
    const ended = runBackup(port, snapshot, detailed, abort.signal)
      .catch((error: unknown): BackupOutcome => {
        port.report(error)
        return 'failed'
      })
      .finally(() => {
        current = null
      })
    current = { ended, abort }
  }
}

/** One background attempt (recent.md §6): compress outside the lock, merge or cap under it. */
export async function runBackup(
  port: BackupPort,
  snapshot: readonly StoredMessage[],
  detailed: boolean,
  signal: AbortSignal,
): Promise<BackupOutcome> {
  const compression = await port.compress(snapshot, detailed, signal)
  if (signal.aborted) return 'cancelled'
  return await port.withSettleLock(async () => {
    if (signal.aborted) return 'cancelled'
    const outcome = compression.ok ? await merge(port, snapshot, compression.value) : 'failed'
    if (outcome === 'failed') {
      await port.saveCounters(afterBackupFailure(await port.counters(), snapshot))
      if (!compression.ok) await capNow(port)
    } else {
      await port.saveCounters(noBackupFailures)
    }
    return outcome
  })
}

async function merge(
  port: BackupPort,
  snapshot: readonly StoredMessage[],
  compression: Compression,
): Promise<'merged' | 'moot' | 'failed'> {
  const edit = mergeMemo(snapshot, await port.history(), compression.memo)
  if (edit === null) return 'moot'
  const applied = await port.apply(edit, compression.meta)
  return applied.ok ? 'merged' : 'failed'
}

async function capNow(port: BackupPort): Promise<void> {
  const edit = await port.overCap(await port.history())
  if (edit !== null) await port.apply(edit, null)
}

function isSame(left: Fingerprint | null, right: Fingerprint): boolean {
  return left !== null && sameFingerprint(left, right)
}
