/**
 * Builds `service-worker.ts` into one file, `sw.js` at the root, that carries the list of files to keep for
 * offline use. A second, nested build: its input is what the first one has written.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import type { ShellFile, ShellFiles } from '../src/worker/service-worker/shell.ts'
import { memoryPathPattern, pagePaths } from '../src/worker/routes.ts'
import { contentSecurityPolicy, fixedHeaders, serviceWorkerPolicy } from '../src/worker/security.ts'

/** Bytes above which a file is left out of the install download; it is kept on first use instead. */
const INSTALL_MAX_BYTES = 2_000_000

/** The runtime of graphics processors is as large as the rest together, and few devices ever run it. */
const onlyOnUse = /\/ort-wasm-simd-threaded\.asyncify-/

const entry = 'service-worker.ts'
const source = new URL(`../${entry}`, import.meta.url).pathname

export function serviceWorker(): Plugin {
  let root = ''
  return {
    name: 'omoide-service-worker',
    configResolved(config) {
      root = resolve(config.root, config.build.outDir)
    },
    async writeBundle() {
      await writeFile(join(root, 'sw.js'), await buildServiceWorker(await shellFiles(root)))
      await writeFile(join(root, 'serve.json'), JSON.stringify(serverSettings(), null, 2))
    },
    configureServer(server) {
      server.middlewares.use('/sw.js', (_request, response, next) => {
        buildServiceWorker({ small: [], large: [], late: [] }).then((code) => {
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
    headers: fixedHeaders,
    contentSecurityPolicy: contentSecurityPolicy([]),
    serviceWorkerPolicy,
    memoryPathPattern,
    pagePaths,
  }
}

async function shellFiles(folder: string): Promise<ShellFiles> {
  const small: ShellFile[] = []
  const large: ShellFile[] = []
  const late: ShellFile[] = []
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(file.parentPath, file.name)
    const url = path.slice(folder.length).replaceAll('\\', '/')
    if (!file.isFile() || skipped(url)) continue
    const content = await readFile(path)
    const revision = createHash('sha256').update(content).digest('hex').slice(0, 16)
    const entry = { url: url === '/index.html' ? '/' : url, revision }
    if (onlyOnUse.test(url)) late.push(entry)
    else if (content.byteLength > INSTALL_MAX_BYTES) large.push(entry)
    else small.push(entry)
  }
  const byUrl = (a: ShellFile, b: ShellFile) => (a.url < b.url ? -1 : 1)
  return { small: small.sort(byUrl), large: large.sort(byUrl), late: late.sort(byUrl) }
}

/** The built-in word table, kept in the background like other large files; what lies beside it is for people. */
const wordTable = /^\/models\/static\/words-v\d+\.bin$/

/** Never kept: the service worker itself, what only servers or debuggers read, and other models. */
function skipped(url: string): boolean {
  if (url.startsWith('/models/')) return !wordTable.test(url)
  return url === '/sw.js' || url === '/serve.json' || url.endsWith('.map')
}

/** Empty lists mean development: pages then come from the network, with the development server's own rules. */
async function buildServiceWorker(files: ShellFiles): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { __SHELL__: JSON.stringify(files) },
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input: source, output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[]
  const chunk = outputs[0]?.output[0]
  if (!chunk) throw new Error(`${entry} built to nothing`)
  return chunk.code
}
