/**
 * Finding out whether a server that gave no answer is there at all: what tells a refused origin from a stopped
 * server (cases.md 31).
 */
import type { Fetch, Timer } from '../ports.ts'
import { MODEL_PROBE_TIMEOUT_MS } from '../settings.ts'
import { startDeadline } from './deadline.ts'

/**
 * Asks an origin with a `no-cors` request: no key, no body, no cookies, and an answer that can't be read. Browsers
 * refuse such a request any redirect mode but `follow`, so `send` must leave the mode as it is; it must check the
 * origin itself, and where a redirect may lead is held by the content security policy alone.
 */
export function createProbe(send: Fetch, timer: Timer): (origin: string) => Promise<boolean> {
  return async (origin) => {
    const deadline = startDeadline(timer, MODEL_PROBE_TIMEOUT_MS)
    try {
      await send(`${origin}/`, {
        method: 'GET',
        mode: 'no-cors',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        signal: deadline.signal,
      })
      return true
    } catch (error) {
      if (error instanceof Error || error instanceof DOMException) return false
      throw error
    } finally {
      deadline.dispose()
    }
  }
}
