/** A real Chromium with the page of the storage tests, started so that it can be killed as a whole. */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Page } from 'playwright-core'
import { build, preview, type PreviewServer } from 'vite'

const pageRoot = fileURLToPath(new URL('./page', import.meta.url))

export interface TestSite {
  readonly url: string
  close(): Promise<void>
}

/** Builds the page and serves it. */
export async function serveTestPage(): Promise<TestSite> {
  const outDir = await mkdtemp(join(tmpdir(), 'omoide-storage-page-'))
  const common = { root: pageRoot, configFile: false, logLevel: 'error' } as const
  await build({
    ...common,
    base: './',
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0, minify: false },
  })
  const server: PreviewServer = await preview({
    ...common,
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1' },
  })
  const address = server.httpServer.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    async close() {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}

export interface TestBrowser {
  readonly page: Page
  /** Kills the whole process group with SIGKILL. */
  kill(): Promise<void>
  close(): Promise<void>
}

/** Starts the browser over a profile folder and opens the page. */
export async function startBrowser(executable: string, profile: string, url: string): Promise<TestBrowser> {
  await rm(join(profile, 'DevToolsActivePort'), { force: true })
  const child = spawn(
    executable,
    [
      '--headless',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      'about:blank',
    ],
    { detached: true, stdio: 'ignore' },
  )
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  try {
    const port = await debuggingPort(profile, child)
    const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
    const page = await pageOf(browser)
    await page.goto(url)
    await page.waitForFunction(() => 'runCheck' in window)
    return {
      page,
      kill: () => end(child, ended),
      async close() {
        await browser.close()
        await end(child, ended)
      },
    }
  } catch (thrown) {
    await end(child, ended)
    throw thrown
  }
}

async function end(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    process.kill(-child.pid, 'SIGKILL')
  }
  await ended
}

/** The browser writes the port it has chosen into its profile. */
async function debuggingPort(profile: string, child: ChildProcess): Promise<number> {
  const file = join(profile, 'DevToolsActivePort')
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The browser ended with ${child.exitCode}.`)
    const text = await readFile(file, 'utf8').catch(() => '')
    const port = Number(text.split('\n')[0])
    if (port > 0) return port
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function pageOf(browser: Browser): Promise<Page> {
  const [context] = browser.contexts()
  if (context === undefined) throw new Error('The browser has no window.')
  return context.pages()[0] ?? context.newPage()
}
