/**
 * Builds `service-worker.ts` into one file, `sw.js` at the root, that carries the list of files to keep for
 * offline use. A second, nested build: its input is what the first one has written.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin, type Rollup } from 'vite'
import { memoryPathPattern, pagePaths } from '../src/worker/routes.ts'
import { contentSecurityPolicy, fixedHeaders } from '../src/worker/security.ts'

/** Bytes above which a file is left out of the install download; it is kept on first use instead. */
const PRECACHE_MAX_BYTES = 2_000_000

const entry = 'service-worker.ts'
const source = new URL(`../${entry}`, import.meta.url).pathname

export interface PrecacheEntry {
  readonly url: string
  /** Digest of the content, so that an update downloads only what changed. */
  readonly revision: string
}

export function serviceWorker(): Plugin {
  let root = ''
  return {
    name: 'omoide-service-worker',
    configResolved(config) {
      root = join(config.root, config.build.outDir)
    },
    async closeBundle() {
      if (this.environment.config.command !== 'build') return
      const precache = await precacheList(root)
      await writeFile(join(root, 'sw.js'), await buildServiceWorker(precache))
      await writeFile(join(root, 'serve.json'), JSON.stringify(serverSettings(), null, 2))
    },
    configureServer(server) {
      server.middlewares.use('/sw.js', (_request, response, next) => {
        buildServiceWorker([]).then((code) => {
          response.setHeader('Content-Type', 'text/javascript')
          response.setHeader('Cache-Control', 'no-store')
          response.end(code)
        }, next)
      })
    },
  }
}

/** What scripts/serve.mjs has to know; written beside the app so that the server needs no TypeScript. */
function serverSettings() {
  return {
    headers: [...fixedHeaders, ['Content-Security-Policy', contentSecurityPolicy([])]],
    memoryPathPattern,
    pagePaths,
  }
}

async function precacheList(folder: string): Promise<PrecacheEntry[]> {
  const entries: PrecacheEntry[] = []
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name)
    const url = path.slice(folder.length).replaceAll('\\', '/')
    if (!file.isFile() || skipped(url) || (await stat(path)).size > PRECACHE_MAX_BYTES) continue
    const revision = createHash('sha256')
      .update(await readFile(path))
      .digest('hex')
      .slice(0, 16)
    entries.push({ url: url === '/index.html' ? '/' : url, revision })
  }
  return entries.sort((a, b) => (a.url < b.url ? -1 : 1))
}

/** Never part of the install: the service worker itself, what only servers or debuggers read, and models. */
function skipped(url: string): boolean {
  return url === '/sw.js' || url === '/serve.json' || url.endsWith('.map') || url.startsWith('/models/')
}

/** An empty list means development: pages then come from the network, with the development server's own rules. */
async function buildServiceWorker(precache: readonly PrecacheEntry[]): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { __PRECACHE__: JSON.stringify(precache) },
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input: source, output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]) as Rollup.RollupOutput[]
  const chunk = outputs[0]?.output[0]
  if (!chunk) throw new Error(`${entry} built to nothing`)
  return chunk.code
}
