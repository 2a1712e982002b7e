/** Requests to a hub: to approved addresses only, and none that waits for ever. */
import type { Timer } from '../../engine/ports.ts'
import { messageOf } from '../../engine/result.ts'
import { HUB_SILENCE_MS } from '../limits.ts'
import { InstallTrouble } from './install-trouble.ts'

export interface HubConnection {
  /** What the hub answers, as JSON; undefined for what is none. */
  json(url: string): Promise<unknown>
  /** The answer with a file, from byte `from` on where the server knows ranges. */
  file(url: string, from: number): Promise<Response>
}

/**
 * `approved`: the origins that the user has said yes to. A hub sends downloads on to its file servers, so redirects are
 * followed: the security policy of the worker holds each hop to what was approved when it started.
 */
export function createHubConnection(approved: readonly string[], timer: Timer): HubConnection {
  return {
    async json(url) {
      const response = await ask(url)
      try {
        const answer: unknown = await spoken(timer, response.json(), url)
        return answer
      } catch (error) {
        if (error instanceof SyntaxError) return undefined
        throw brokeOff(url, error)
      }
    },
    file: (url, from) => ask(url, from),
  }

  async function ask(url: string, from = 0): Promise<Response> {
    const { origin } = new URL(url)
    if (!approved.includes(origin)) throw new InstallTrouble('origin_not_approved', origin)
    let response: Response
    try {
      const asked = fetch(url, {
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        ...(from > 0 ? { headers: { Range: `bytes=${from}-` } } : {}),
      })
      response = await spoken(timer, asked, url)
    } catch (error) {
      throw brokeOff(url, error)
    }
    if (response.ok) return response
    if (response.status === RANGE_NOT_THERE && from > 0)
      throw new InstallTrouble('embedding_checksum_wrong', `${url} has not the ${from} bytes that are here`)
    // What a hub is too busy for now may go in a moment; what it does not have it will not have then.
    const passing = response.status >= 500 || response.status === TOO_MANY
    throw new InstallTrouble('embedding_download_failed', `${url} answered ${response.status}`, passing)
  }
}

/** The body of an answer as it comes. */
export async function* piecesOf(response: Response, timer: Timer): AsyncGenerator<Uint8Array> {
  if (response.body === null) return
  const reader = response.body.getReader()
  try {
    for (;;) {
      const { done, value } = await spoken(timer, reader.read(), response.url)
      if (done) return
      yield value
    }
  } catch (error) {
    if (error instanceof TypeError) throw brokeOff(response.url, error)
    throw error
  } finally {
    // Also when a full disk ended it: the connection must not go on behind it.
    await reader.cancel().catch(() => undefined)
  }
}

/** A download that may go on where it stopped. */
export function brokeOff(what: string, why: unknown): InstallTrouble {
  if (why instanceof InstallTrouble) return why
  return new InstallTrouble('embedding_download_failed', `${what}: ${messageOf(why)}`, true)
}

const RANGE_NOT_THERE = 416
const TOO_MANY = 429

/** Browsers wait for hours on a connection that went dead, as while a device slept. */
async function spoken<T>(timer: Timer, work: Promise<T>, url: string): Promise<T> {
  let cancel: () => void = () => undefined
  const silence = new Promise<never>((_, reject) => {
    cancel = timer(HUB_SILENCE_MS, () => reject(brokeOff(url, `nothing came for ${HUB_SILENCE_MS} ms`)))
  })
  try {
    return await Promise.race([work, silence])
  } finally {
    cancel()
  }
}
