/** The error shapes of routes.md §1. Texts are ours; keys, codes and statuses are the contract. */
import type { Context } from 'hono'

import { BODY_MAX_BYTES } from '../settings.ts'

export interface ShapeProblem {
  readonly type: string
  readonly loc: readonly (string | number)[]
  readonly msg: string
  readonly input: unknown
}

/** 422, for a typed body of the wrong shape (routes.md §1.6). */
export function unprocessable(c: Context, problems: readonly ShapeProblem[]): Response {
  return c.json({ detail: problems.map((problem) => ({ ...problem, input: shown(problem.input) })) }, 422)
}

/** What was sent, to be shown; null when it is nested too deeply to be spelt. */
function shown(input: unknown): unknown {
  try {
    JSON.stringify(input)
    return input
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** 400 of the memory server. */
export function badRequest(c: Context, detail: string): Response {
  return c.json({ detail }, 400)
}

/** Failure of a main-server route: `{success: false, error}` with the given status. */
export function unsuccessful(c: Context, error: string, status: 200 | 400 | 404 | 409 | 500 = 200): Response {
  return c.json({ success: false, error }, status)
}

/** 413 (routes.md §1.5). */
export function tooLarge(): Response {
  const error = 'The request body is larger than 16 MiB. Nothing was stored; send it in smaller parts.'
  return Response.json(
    { ok: false, error_code: 'payload_too_large', max_bytes: BODY_MAX_BYTES, error },
    { status: 413 },
  )
}

/** 500 as the reference sends it for anything uncaught. */
export function internalError(c: Context): Response {
  return c.text('Internal Server Error', 500)
}

export function methodNotAllowed(c: Context): Response {
  return c.json({ detail: 'Method Not Allowed' }, 405)
}

export function notFound(c: Context): Response {
  return c.json({ detail: 'Not Found' }, 404)
}
