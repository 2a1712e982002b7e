/** What the user approves can be reached, by pages, worker and service worker; until then nothing can. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { ask, expect, openTab, stopServiceWorkers, test } from './fixtures.ts'

test('an approved origin is reached after a reload, by page and worker, and also past a sleeping service worker', async ({
  context,
  site,
  allowOrigin,
}) => {
  const model = await startServer()
  allowOrigin(model.origin)
  const page = await openTab(context, site)
  expect(await reach(page, model.origin)).toBe('refused')
  const before = await instance(page)

  await approve(page, model.origin)
  // The worker is started anew under the new policy; the page asks for a reload.
  await expect.poll(() => instance(page)).not.toBe(before)
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible()

  await page.reload()
  expect(await reach(page, model.origin)).toBe('answered')
  await stopServiceWorkers(page)
  expect(await reach(page, model.origin)).toBe('answered')
  expect(await reach(page, 'http://model.example')).toBe('refused')
  await model.close()
})

/** As the settings do it, without their form. */
async function approve(page: Page, origin: string): Promise<void> {
  await page.evaluate(async (approved) => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('omoide-settings')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(new Error('no settings'))
    })
    const writing = database.transaction('settings', 'readwrite')
    writing.objectStore('settings').put([approved], 'approvedOrigins')
    await new Promise((resolve) => writing.addEventListener('complete', resolve))
    database.close()
    new BroadcastChannel('omoide').postMessage({ type: 'settings' })
  }, origin)
}

function reach(page: Page, origin: string): Promise<string> {
  return page.evaluate(
    (address) =>
      fetch(`${address}/v1/models`).then(
        () => 'answered',
        () => 'refused',
      ),
    origin,
  )
}

async function instance(page: Page): Promise<string> {
  const { instance_id } = JSON.parse((await ask(page, '/health')).body) as { instance_id: string }
  return instance_id
}

async function startServer(): Promise<{ readonly origin: string; close(): Promise<unknown> }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${String(port)}`,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
