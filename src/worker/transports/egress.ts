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
    await refuseUnapproved(url, approvedOrigins)
    return send(url, {
      ...init,
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    })
  }
}

/**
 * The way out of a probe (`createProbe`), to approved origins as well. Browsers refuse `no-cors` any redirect mode
 * but `follow`: that a redirect ends at what was approved is up to the security policy of page and worker. Of
 * `init` only the signal is taken, so no key and no body can go along.
 */
export function createProbeEgress(
  approvedOrigins: () => Promise<readonly string[]>,
  send: Fetch = sendNow,
): Fetch {
  return async (url, { signal }) => {
    await refuseUnapproved(url, approvedOrigins)
    return send(url, {
      method: 'GET',
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      ...(signal === undefined ? {} : { signal }),
    })
  }
}

async function refuseUnapproved(
  url: string,
  approvedOrigins: () => Promise<readonly string[]>,
): Promise<void> {
  const origin = URL.canParse(url) ? new URL(url).origin : 'null'
  if (!(await approvedOrigins()).includes(origin)) throw new OriginNotApproved(origin)
}

const sendNow: Fetch = (url, init) => fetch(url, init)
