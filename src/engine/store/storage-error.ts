/**
 * The one exception of the storage port. Storage failing is a broken device or a bug, not an expected
 * result, so it is thrown; the code says what the user can be told.
 */
import { errorCatalogue, type ErrorCode } from '../errors.ts'
import { fail, type Result } from '../result.ts'

export class StorageError extends Error {
  readonly code: ErrorCode

  constructor(code: ErrorCode, detail?: string, cause?: unknown) {
    const words = errorCatalogue[code]
    super(detail === undefined ? words : `${words} ${detail}`, cause === undefined ? undefined : { cause })
    this.name = 'StorageError'
    this.code = code
  }
}

/** The failure value of a thrown storage error; anything else that was thrown is a bug and is passed on. */
export function storageFailure<T>(thrown: unknown): Result<T> {
  if (thrown instanceof StorageError) return fail(thrown.code, thrown.message, thrown)
  throw thrown
}
