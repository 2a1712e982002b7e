/** The memory routes as a page asks them: sent again, as the same operation, until an answer comes whole. */
import type { WireRequest, WireResponse } from '../engine/api.ts'
import { tooLarge } from '../engine/http/replies.ts'
import type { Timer } from '../engine/ports.ts'
import { BODY_WAIT_MS, FETCH_ATTEMPTS } from './limits.ts'
import { newStamp, stampHeaders, toWire, wireToResponse } from './wire.ts'

export interface MemoryFetchDeps {
  /** What paths are counted from. */
  readonly origin: string
  /** Through the service worker. */
  readonly fetch: (request: Request) => Promise<Response>
  /** Whether a service worker stands in between now, of this version. */
  readonly isServed: () => boolean
  /** The way past the service worker. */
  readonly send: (request: WireRequest) => Promise<WireResponse>
  readonly timer: Timer
}

/** Rejects when the caller aborts, or the page is going away. */
export function createMemoryFetch({ origin, fetch, isServed, send, timer }: MemoryFetchDeps) {
  return async (path: string, init: RequestInit = {}): Promise<Response> => {
    const stamp = newStamp()
    const request = new Request(new URL(path, origin), init)
    const headers = new Headers(request.headers)
    stampHeaders(headers, request.method, stamp)
    const stamped = new Request(request, { headers })
    for (let attempt = 0; attempt < FETCH_ATTEMPTS && isServed(); attempt += 1) {
      try {
        const response = await fetch(stamped.clone())
        if (response.status !== 503) return await whole(response, timer)
        break
      } catch (error) {
        // A service worker that was stopped in the middle fails the fetch, or leaves its body out; a caller's abort is meant.
        if (request.signal.aborted) throw error
      }
    }
    request.signal.throwIfAborted()
    const wire = await toWire(stamped, stamp)
    return wire ? wireToResponse(await send(wire)) : tooLarge()
  }
}

/**
 * The answer with its body read, which comes at once with an answer of the memory. Rejects when it does not: where a service
 * worker has died in between Chromium keeps the reader waiting for ever.
 */
async function whole(response: Response, timer: Timer): Promise<Response> {
  const { status, headers } = response
  const reading = response.text()
  const body = await new Promise<string>((resolve, reject) => {
    const cancel = timer(BODY_WAIT_MS, () => reject(new Error('the body of an answer did not come')))
    reading.then(resolve, reject).finally(cancel)
  })
  return wireToResponse({ status, headers: [...headers], body })
}
