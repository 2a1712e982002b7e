/**
 * The app's own files, from the cache: everything small at install, the large ones on first use or once the app
 * runs. Pages and worker scripts leave here with a content security policy of the origins approved by then.
 */
import { SHELL_CACHE } from '../protocol.ts'
import { contentSecurityPolicy, fixedHeaders } from '../security.ts'

export interface ShellFile {
  readonly url: string
  /** Digest of the content. */
  readonly revision: string
}

export interface ShellFiles {
  /** Fetched at install. */
  readonly small: readonly ShellFile[]
  /** Fetched once the app runs, or when they are first used. */
  readonly large: readonly ShellFile[]
  /** Kept when they are first used, and not before. */
  readonly late: readonly ShellFile[]
}

export interface Shell {
  /** Fetches what an older version has not; rejects when a file can't be had, so that no half version installs. */
  install(): Promise<void>
  /** Drops what only older versions needed. */
  activate(): Promise<void>
  /** Fetches the large files that are not here yet. */
  fetchLarge(): Promise<void>
  /** Whether this path is answered here. */
  has(pathname: string): boolean
  /** `navigate` and workers get fresh headers; anything that can't be found in the cache comes from the network. */
  answer(request: Request): Promise<Response>
}

export function createShell(
  { small, large, late }: ShellFiles,
  pagePaths: readonly string[],
  approvedOrigins: () => Promise<readonly string[]>,
): Shell {
  // One cache for all versions: an entry is addressed by its revision, so versions share what they have in common.
  const keys = new Map(
    [...small, ...large, ...late].map(({ url, revision }) => [url, `${url}?revision=${revision}`]),
  )
  const page = keys.get('/')
  if (page !== undefined) for (const path of pagePaths) keys.set(path, page)

  return {
    async install() {
      await Promise.all(small.map(({ url }) => keep(url)))
    },
    async activate() {
      const cache = await caches.open(SHELL_CACHE)
      const wanted = new Set([...keys.values()].map((key) => new URL(key, location.origin).href))
      const stored = await cache.keys()
      await Promise.all(stored.filter(({ url }) => !wanted.has(url)).map((key) => cache.delete(key)))
    },
    async fetchLarge() {
      // What fails now, offline most likely, is tried again at the next start of a page.
      await Promise.allSettled(large.map(({ url }) => keep(url)))
    },
    has: (pathname) => keys.has(pathname),
    async answer(request) {
      const { pathname } = new URL(request.url)
      const runs = request.mode === 'navigate' || request.destination === 'worker'
      if (!runs) return keep(pathname)
      return withPolicy(...(await Promise.all([keep(pathname), approvedOrigins()])))
    },
  }

  /** The file of this version, from the cache where it is there. */
  async function keep(url: string): Promise<Response> {
    const cache = await caches.open(SHELL_CACHE)
    const key = keys.get(url) ?? url
    const stored = await cache.match(key)
    if (stored) return stored
    const response = await fetch(url, { cache: 'no-cache' })
    if (!response.ok || response.redirected) throw new Error(`${url} answered ${response.status}`)
    await cache.put(key, response.clone())
    return response
  }
}

function withPolicy(response: Response, approved: readonly string[]): Response {
  const headers = new Headers(response.headers)
  for (const [name, value] of fixedHeaders) headers.set(name, value)
  headers.set('Content-Security-Policy', contentSecurityPolicy(approved))
  return new Response(response.body, { status: response.status, headers })
}
