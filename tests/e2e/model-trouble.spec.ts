/**
 * What the user is told when a model server gives the app no answer (cases.md 31): by the test button, which asks
 * from the worker, and in the conversation, which asks from the page.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { startModelServer } from '../fixtures/model-server/server.ts'
import { type Site, stopServiceWorkers, test } from './fixtures.ts'
import { meet, say } from './ui.ts'

test.use({ locale: 'en-US' })

const refusedWords = 'The model server is there but does not accept requests from this page.'
const unreachableWords = 'The model server cannot be reached.'

test('a server with the default origins of Ollama', async ({ context, site, allowOrigin }) => {
  const server = await startModelServer({ cors: 'forbid' })
  allowOrigin(server.origin)
  const page = await connected(context, site, server.baseUrl)
  await expectBoth(page, 'model_origin_refused', refusedWords)
  expect(server.requests).toHaveLength(0)
  await server.close()
})

test('a server that is stopped', async ({ context, site, allowOrigin }) => {
  const server = await startModelServer()
  allowOrigin(server.origin)
  const page = await connected(context, site, server.baseUrl)
  await server.close()
  await expectBoth(page, 'model_unreachable', unreachableWords)
})

test('a server whose answer to a probe leads to an address that nobody approved', async ({
  context,
  site,
  allowOrigin,
}) => {
  const server = await startRedirecting('http://elsewhere.example/')
  allowOrigin(server.origin)
  const page = await connected(context, site, `${server.origin}/v1`)
  await expectBoth(page, 'model_unreachable', unreachableWords)
  // A service worker that has just started does not know yet what is approved, and asks in the page's place.
  await stopServiceWorkers(page)
  await expectBoth(page, 'model_unreachable', unreachableWords)
  await stopServiceWorkers(page)
  expect(await probe(page, server.origin)).toBe('failed')
  // The fixture of the proxy fails the test on any request to elsewhere.
  expect(server.probes()).toBeGreaterThanOrEqual(5)
  await server.close()
})

/** Asks from the worker and from the page, and reads what is shown. */
async function expectBoth(page: Page, code: string, words: string): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Test Chat' }).click()
  const result = page.getByRole('dialog').getByRole('status').filter({ hasText: code })
  await expect(result).toContainText(words)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await say(page, 'Are you there?')
  const reply = page.getByRole('log').getByText(words).last()
  await expect(reply).toContainText(code)
}

/** The app with this chat model, approved and reloaded. */
async function connected(context: BrowserContext, site: Site, baseUrl: string): Promise<Page> {
  const page = await meet(context, site)
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Set Chat' }).click()
  await page.getByLabel('Server address').fill(baseUrl)
  await page.getByLabel('Model name').fill('tiny')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByRole('button', { name: 'Allow this address' }).click()
  const load = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload' }).click()
  await load
  // The settings open again where they were.
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  return page
}

/** The request of a probe, by the page itself. */
function probe(page: Page, origin: string): Promise<string> {
  return page.evaluate(
    (address) =>
      fetch(`${address}/`, { mode: 'no-cors' }).then(
        () => 'answered',
        () => 'failed',
      ),
    origin,
  )
}

/** Sends every plain request elsewhere, and lets no other page read its answers. */
async function startRedirecting(to: string) {
  let probes = 0
  const server = createServer((request, response) => {
    if (request.url === '/') probes += 1
    response.writeHead(302, { Location: to }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
    probes: () => probes,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
