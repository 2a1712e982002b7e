/**
 * Model servers as a real browser meets them (cases.md 31): what it reports is the same `TypeError` for each of
 * these, and the user must be told what to do. Without the logging proxy of the other tests: a proxy answers in the
 * place of a stopped server, and the browser takes its address for the server's.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, test, type Page } from '@playwright/test'
import { build } from 'vite'
import type { BrowserModel } from '../fixtures/model-server/browser-entry.ts'
import { startModelServer, type ModelServer } from '../fixtures/model-server/server.ts'

const SECURE_PAGE = 'https://omoide.example'

let html: string
let site: Server
let model: ModelServer

test.beforeAll(async () => {
  html = `<!doctype html><meta charset="utf-8"><title>model</title><script>${await bundle()}</script>`
  site = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(html)
  })
  await new Promise<void>((resolve) => site.listen(0, resolve))
})
test.afterAll(() => {
  site.close()
})
test.beforeEach(async ({ page, context }) => {
  model = await startModelServer()
  model.script('*', 'Hello there')
  await context.route(`${SECURE_PAGE}/**`, (route) => route.fulfill({ contentType: 'text/html', body: html }))
  await page.goto(`http://localhost:${String((site.address() as AddressInfo).port)}/`)
})
test.afterEach(() => model.close())

test('a server that allows the page answers, whole and streamed', async ({ page }) => {
  expect(await askModel(page, model.baseUrl)).toBe('Hello there')
  const events = await page.evaluate(
    (baseUrl) => (globalThis as unknown as BrowserModel).streamModel(baseUrl),
    model.baseUrl,
  )
  expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThan(1)
  expect(events.at(-1)).toMatchObject({ type: 'end', completion: { text: 'Hello there' } })
})

test('a server with the default origins of Ollama refuses this page', async ({ page }) => {
  model.configure({ cors: 'forbid' })
  expect(await askModel(page, model.baseUrl)).toBe('model_origin_refused')
  expect(model.requests).toHaveLength(0)
})

test('a stopped server cannot be reached', async ({ page }) => {
  const { baseUrl } = model
  await model.close()
  expect(await askModel(page, baseUrl)).toBe('model_unreachable')
  model = await startModelServer()
})

test('a secure page may not call a server without https', async ({ page }) => {
  await page.goto(`${SECURE_PAGE}/`)
  expect(await askModel(page, 'http://nas:11434/v1')).toBe('model_mixed_content')
})

test('a page from the net needs leave to call this device', async ({ page, context }) => {
  await page.goto(`${SECURE_PAGE}/`)
  expect(await askModel(page, model.baseUrl)).toBe('model_local_access_denied')
  await context.grantPermissions(['local-network-access'], { origin: SECURE_PAGE })
  expect(await askModel(page, model.baseUrl)).toBe('Hello there')
})

function askModel(page: Page, baseUrl: string): Promise<string> {
  return page.evaluate((url) => (globalThis as unknown as BrowserModel).askModel(url), baseUrl)
}

/** The transport as one script for a page. */
async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL('../fixtures/model-server/browser-entry.ts', import.meta.url)),
        formats: ['iife'],
        name: 'model',
      },
    },
  })
  for (const output of Array.isArray(result) ? result : [result]) {
    if ('output' in output) return output.output[0].code.replaceAll('</script', '<\\/script')
  }
  throw new Error('the bundle was not built')
}
