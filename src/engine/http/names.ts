/** The `{name}` segment of a memory-server route (routes.md §1.2). */
import type { Context } from 'hono'

import { checkName, nameProblemDetail } from '../character-name.ts'
import { badRequest, notFound } from './replies.ts'

/** Calls `work` with the trimmed name, or answers 400; an encoded slash makes the path an unknown one. */
export async function namedRoute(
  c: Context,
  work: (name: string) => Response | Promise<Response>,
): Promise<Response> {
  if (/%2f/i.test(new URL(c.req.url).pathname)) return notFound(c)
  const checked = checkName(c.req.param('name') ?? '')
  return checked.ok ? work(checked.name) : badRequest(c, nameProblemDetail[checked.problem])
}
