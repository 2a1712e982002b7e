/** What the bench opens: the built app, and a page with the engine in a worker of the bench's own. */
import { fileURLToPath } from 'node:url'
import { build, preview } from 'vite'
import { serve } from '../../scripts/serve.mjs'
import { withFolder } from './folder.ts'

// Vite takes its mode from here, and the program that runs the bench has said "development".
process.env['NODE_ENV'] = 'production'

const projectRoot = fileURLToPath(new URL('../..', import.meta.url))
const pageRoot = fileURLToPath(new URL('./page', import.meta.url))

/** Answered by the service worker out of its memory, with as many bytes as a short answer of the product. */
export const PING_PATH = '/bench-ping'
const PING = `
self.addEventListener('fetch', (event) => {
  if (new URL(event.request.url).pathname !== '${PING_PATH}') return
  const body = '{"app":"bench","service":"memory","status":"ok"}'
  event.respondWith(new Response(body, { headers: { 'Content-Type': 'application/json' } }))
});
`

/** With a debugger attached a line of the log costs as much as a request; without one it costs next to nothing. */
const SILENCE = 'console.info = () => undefined;\n'

/** Runs `work` with the address of the app as it is built, but for what is said above. */
export async function withApp<T>(work: (url: string) => Promise<T>): Promise<T> {
  return withFolder(async (folder) => {
    await build({ root: projectRoot, logLevel: 'error', build: { outDir: folder, emptyOutDir: true } })
    const server = await serve({
      folder,
      port: 0,
      alter(path, read) {
        if (path === '/sw.js') return PING + read()
        return /^\/assets\/worker-.*\.js$/.test(path) ? SILENCE + read() : undefined
      },
    })
    try {
      return await work(`http://localhost:${server.port}`)
    } finally {
      await server.close()
    }
  })
}

/** Isolated from other origins: only then do its clocks tell less than a tenth of a millisecond. */
const isolation = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
}

const common = { root: pageRoot, configFile: false, logLevel: 'error' } as const

/** Runs `work` with a folder that has the page that measures in a worker, its addresses relative. */
export async function withBenchFiles<T>(work: (folder: string) => Promise<T>): Promise<T> {
  return withFolder(async (outDir) => {
    await build({
      ...common,
      base: './',
      worker: { format: 'es' },
      build: { outDir, emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0 },
    })
    return work(outDir)
  })
}

/** Runs `work` with the address of that page. */
export async function withBenchPage<T>(work: (url: string) => Promise<T>): Promise<T> {
  return withBenchFiles(async (outDir) => {
    const server = await preview({
      ...common,
      build: { outDir },
      preview: { port: 0, host: '127.0.0.1', headers: isolation },
    })
    try {
      const address = server.httpServer.address()
      if (address === null || typeof address === 'string') throw new Error('the server has no port')
      return await work(`http://127.0.0.1:${address.port}/`)
    } finally {
      await server.close()
    }
  })
}
