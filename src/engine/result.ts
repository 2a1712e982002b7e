/**
 * Expected failures are values. A function that can fail in a way its caller must handle returns a
 * `Result`; a throw is a bug or a broken device (style.md, habit 5).
 */
import type { ErrorCode } from './errors.ts'

export interface Failure {
  readonly code: ErrorCode
  /** English text for logs and developers; users see the catalogue's words for `code`. */
  readonly message: string
  /** The exception behind it, where there is one. */
  readonly cause?: unknown
}

export type Result<T, E = Failure> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E }

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value }
}

export function fail(
  code: ErrorCode,
  message: string,
  cause?: unknown,
): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error: cause === undefined ? { code, message } : { code, message, cause } }
}

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
