/** Why a model could not be brought here; thrown inside the install worker, a value to its owner. */
import type { ErrorCode } from '../../engine/errors.ts'
import { messageOf } from '../../engine/result.ts'
import { StorageError } from '../../engine/store/storage-error.ts'

export class InstallTrouble extends Error {
  constructor(
    readonly code: ErrorCode,
    detail: string,
    /** Whether it may go better in a moment, from where it stopped. */
    readonly passing = false,
    options?: ErrorOptions,
  ) {
    super(detail, options)
    this.name = 'InstallTrouble'
  }
}

export type InstallOutcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly code: ErrorCode; readonly detail: string; readonly passing: boolean }

export async function installOutcome<T>(work: () => Promise<T>): Promise<InstallOutcome<T>> {
  try {
    return { ok: true, value: await work() }
  } catch (error) {
    const { code, passing } = error instanceof InstallTrouble ? error : troubleOf(error)
    return { ok: false, code, passing, detail: messageOf(error) }
  }
}

function troubleOf(error: unknown): { readonly code: ErrorCode; readonly passing: boolean } {
  if (error instanceof StorageError) return { code: error.code, passing: false }
  const code = error instanceof Error ? codes.get(error.name) : undefined
  return { code: code ?? 'storage_failed', passing: false }
}

/** By the name of what a browser throws. */
const codes: ReadonlyMap<string, ErrorCode> = new Map([
  ['QuotaExceededError', 'storage_quota'],
  // A file that the user chose was taken away or written while it was read.
  ['NotFoundError', 'embedding_file_missing'],
  ['NotReadableError', 'embedding_file_missing'],
])
