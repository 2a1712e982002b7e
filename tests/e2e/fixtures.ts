/** The built app on a port of its own, in a browser whose every request is seen. */
import { fileURLToPath } from 'node:url'
import { type BrowserContext, expect, type Page, test as base } from '@playwright/test'
import { serve, type StaticServer } from '../../scripts/serve.mjs'
import { type LoggingProxy, startProxy } from './proxy.ts'

export { expect }

const dist = process.env['OMOIDE_DIST'] ?? fileURLToPath(new URL('../../dist', import.meta.url))

export interface Site {
  /** Origin of the app in this test. */
  readonly url: string
  /** From now on the paths that `pattern` matches have what `change` makes of the built file. */
  alter(pattern: RegExp, change: (built: string) => string): void
  /** The server is gone, as when the device is offline. */
  stop(): Promise<void>
}

interface TestFixtures {
  readonly site: Site
  /** Allows requests to a further origin in this test, e.g. a scripted model server the user approves. */
  readonly allowOrigin: (origin: string) => void
  readonly noLeaks: undefined
  readonly noPageErrors: undefined
}

interface WorkerFixtures {
  readonly traffic: LoggingProxy
}

/** Firefox’s notice, which it counts among errors, of a request that was under way when its page was left. */
const CUT_OFF = /A ServiceWorker intercepted the request and encountered an unexpected error\./

export const test = base.extend<TestFixtures, WorkerFixtures>({
  traffic: [
    // Playwright wants a pattern here, also where nothing is taken.
    // eslint-disable-next-line no-empty-pattern -- see above
    async ({}, use) => {
      const proxy = await startProxy()
      await use(proxy)
      await proxy.close()
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, traffic }, use) => {
      // By default a browser does not ask a proxy for addresses of this machine; here it does.
      await use({ ...launchOptions, proxy: { server: traffic.url, bypass: '<-loopback>' } })
    },
    { scope: 'worker' },
  ],
  noLeaks: [
    async ({ traffic }, use) => {
      traffic.takeRefused()
      await use(undefined)
      expect(traffic.takeRefused(), 'requests to origins that nobody approved').toEqual([])
    },
    { auto: true },
  ],
  noPageErrors: [
    async ({ context }, use) => {
      const thrown: string[] = []
      context.on('weberror', (event) => {
        const error = event.error()
        const told = error.stack ?? error.message
        if (!CUT_OFF.test(told)) thrown.push(told)
      })
      await use(undefined)
      expect(thrown, 'errors that nobody on the page caught').toEqual([])
    },
    { auto: true },
  ],
  site: async ({ traffic, noLeaks: _ }, use) => {
    const site = await startSite()
    traffic.allow(site.url)
    await use(site)
    await site.stop()
  },
  allowOrigin: async ({ traffic, noLeaks: _ }, use) => {
    await use((origin) => traffic.allow(origin))
  },
})

async function startSite(): Promise<Site> {
  const changes: { readonly pattern: RegExp; readonly change: (built: string) => string }[] = []
  let server: StaticServer | undefined = await serve({
    folder: dist,
    port: 0,
    alter: (path, read) => changes.findLast(({ pattern }) => pattern.test(path))?.change(read()),
  })
  return {
    url: `http://localhost:${String(server.port)}`,
    alter: (pattern, change) => void changes.push({ pattern, change }),
    async stop() {
      await server?.close()
      server = undefined
    },
  }
}

/** Opens a tab with the app and waits until it is controlled by the service worker. */
export async function openTab(context: BrowserContext, site: Site, path = '/'): Promise<Page> {
  const page = await context.newPage()
  await page.goto(site.url + path)
  await controlled(page)
  return page
}

export async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

export interface Reply {
  readonly status: number
  readonly body: string
}

/** A request that a page makes with the browser's own `fetch`, as unmodified clients do. */
export function ask(page: Page, path: string, init: RequestInit = {}): Promise<Reply> {
  return page.evaluate(
    async ([address, options]) => {
      const response = await fetch(address, options)
      return { status: response.status, body: await response.text() }
    },
    [path, init] as const,
  )
}

/** A body whose `input_history` is these messages. */
export function historyBody(messages: readonly object[]): string {
  return JSON.stringify({ input_history: JSON.stringify(messages) })
}

/** `POST` of that body. */
export function historyOf(messages: readonly object[], headers: Record<string, string> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: historyBody(messages),
  }
}

export function said(type: 'human' | 'ai', text: string, metadata?: object): object {
  return { type, data: { content: [{ type: 'text', text }] }, ...(metadata ? { metadata } : {}) }
}

/** Recent memory as it is stored; for characters that nobody has set up as well. `origin` as in `ask`. */
export async function storedText(page: Page, name: string, origin = ''): Promise<string> {
  const { body } = await ask(page, `${origin}/api/memory/recent_file?filename=recent_${name}.json`)
  return body
}

/** Whether this tab's worker owns the storage. */
export function isLeader(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const name = `who-am-i-${crypto.randomUUID()}`
    return navigator.locks.request(name, async () => {
      const { held = [] } = await navigator.locks.query()
      const clientOf = (lock: string) => held.find((info) => info.name === lock)?.clientId
      return clientOf('omoide-leader') === clientOf(name)
    })
  })
}

/** Ends every service worker of the browser, as it does by itself when one is idle. */
export async function stopServiceWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  await session.detach()
}

/** Kills the process that shows `page`. */
export async function crash(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // The process dies before it can answer.
  session.send('Page.crash').catch(() => undefined)
  await crashed
}
