/** Builds the page of `tests/fixtures/embedding-page` once a worker of the test runner, and serves it. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test as base } from '@playwright/test'
import { build, defaultClientConditions } from 'vite'
import { type ModelHub, startModelHub } from '../fixtures/model-hub/server.ts'

export { expect }

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
}

export const test = base.extend<{ readonly hub: ModelHub }, { readonly embeddingPage: string }>({
  embeddingPage: [
    // Playwright wants a pattern here, also where nothing is taken.
    // eslint-disable-next-line no-empty-pattern -- see above
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'omoide-embedding-page-'))
      await build({
        root: fileURLToPath(new URL('../fixtures/embedding-page', import.meta.url)),
        configFile: false,
        logLevel: 'error',
        resolve: { conditions: ['onnxruntime-web-use-extern-wasm', ...defaultClientConditions] },
        worker: { format: 'es' },
        build: { outDir: folder, emptyOutDir: true, target: 'es2023', assetsInlineLimit: 0 },
      })
      const server = createServer((request, response) => {
        const path = new URL(request.url ?? '', 'http://page').pathname
        const file = path === '/' ? '/index.html' : path
        readFile(join(folder, file)).then(
          (content) =>
            response
              .writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' })
              .end(content),
          () => response.writeHead(404).end(),
        )
      })
      await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
      await use(`http://localhost:${String((server.address() as AddressInfo).port)}/`)
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  launchOptions: [
    async ({ launchOptions, browserName }, use) => {
      // Software graphics are enough to see that WebGPU gives the same vectors; without this flag there is no adapter.
      const args = browserName === 'chromium' ? ['--enable-unsafe-webgpu'] : []
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] })
    },
    { scope: 'worker' },
  ],
  hub: [
    // eslint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const hub = await startModelHub()
      await use(hub)
      await hub.close()
    },
    { scope: 'test' },
  ],
})
