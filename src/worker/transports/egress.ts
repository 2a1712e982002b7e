/** The only way out of the device: requests to origins that the user has said yes to, and to nothing else. */
import type { Fetch } from '../../engine/ports.ts'

/** A request was refused before anything was sent. */
export class OriginNotApproved extends Error {
  readonly code = 'origin_not_approved'

  constructor(readonly origin: string) {
    super(`requests to ${origin} were not approved`)
    this.name = 'OriginNotApproved'
  }
}

/**
 * `fetch` that rejects with `OriginNotApproved` for any other origin. Redirects fail: where they lead is seen
 * by nobody before it is too late. No cookies and no referrer go along.
 */
export function createEgress(
  approvedOrigins: () => Promise<readonly string[]>,
  send: Fetch = sendNow,
): Fetch {
  return async (url, init) => {
    const origin = URL.canParse(url) ? new URL(url).origin : 'null'
    if (!(await approvedOrigins()).includes(origin)) throw new OriginNotApproved(origin)
    return send(url, {
      ...init,
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    })
  }
}

const sendNow: Fetch = (url, init) => fetch(url, init)
