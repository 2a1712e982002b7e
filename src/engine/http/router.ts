/**
 * All memory routes as one `Request → Response` function (routes.md §3): the memory server's bare paths and the
 * main server's `/api/memory`. Runs in the worker and in Node alike.
 */
import { Hono } from 'hono'

import { messageOf } from '../result.ts'
import type { Core } from '../core.ts'
import { BODY_MAX_BYTES } from '../settings.ts'
import { limitedModeReply } from './limited-mode.ts'
import { internalError, methodNotAllowed, notFound, tooLarge } from './replies.ts'
import { blockingReason, type Startup } from './runtime-routes.ts'

export type RequestHandler = (request: Request) => Promise<Response>

export function createRouter(
  core: Core,
  startup: Startup,
  parts: readonly (readonly [string, Hono])[],
): RequestHandler {
  const app = new Hono()
  for (const [prefix, part] of parts) app.route(prefix, part)

  app.notFound((c) => {
    const known = app.routes.some(
      (route) => route.method !== c.req.method && pathMatches(route.path, c.req.path),
    )
    return known ? methodNotAllowed(c) : notFound(c)
  })
  app.onError((error, c) => {
    core.deps.log.write('error', 'route.failed', { method: c.req.method, error: messageOf(error) })
    return internalError(c)
  })

  return async (request) => {
    // Outermost first: body size, then limited mode, then routing (routes.md §1.3, §1.5).
    const declared = Number(request.headers.get('Content-Length') ?? 0)
    const multipart = (request.headers.get('Content-Type') ?? '').startsWith('multipart/')
    if (declared > BODY_MAX_BYTES && !multipart) return tooLarge()
    const reason = blockingReason(startup)
    const limited = reason === null ? null : limitedModeReply(new URL(request.url).pathname, reason)
    return limited ?? app.fetch(request)
  }
}

function pathMatches(pattern: string, path: string): boolean {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => segment.startsWith(':') || segment === given[index])
  )
}
