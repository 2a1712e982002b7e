/** How safe the memory is, as the user is told it. */
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { openTab, test } from './fixtures.ts'
import { expectSound, meet, say } from './ui.ts'

test.use({ locale: 'en-US' })

const ask = 'Ask the browser to keep this for good'

test('the browser is asked to keep it, says no and then yes, and every tab knows', async ({
  context,
  site,
}) => {
  const page = await meet(context, site)
  const other = await openTab(context, site)
  await openStorage(other)
  await openStorage(page)
  await allowToKeep(context, page, site.url, 'denied')
  await page.getByRole('button', { name: ask }).click()
  await expect(page.getByText('The browser did not agree this time.', { exact: false })).toBeVisible()
  await expect(storageOf(page)).toContainText('Kept as well as the browser allows')
  await expectSound(page)

  await allowToKeep(context, page, site.url, 'granted')
  await page.getByRole('button', { name: ask }).click()
  await expect(page.getByText('The browser has agreed', { exact: false })).toBeVisible()
  await expect(storageOf(page)).toContainText('Kept for good')
  await expect(storageOf(other)).toContainText('Kept for good')
  await expect(other.getByRole('button', { name: ask })).toBeHidden()
  await expectSound(page)
})

test('a damaged file is set aside, named, and not taken for cleared data', async ({ context, site }) => {
  const page = await meet(context, site)
  await say(page, 'I like kites.')
  // A page of the same origin that is not the app: nobody holds the storage then.
  await page.goto(`${site.url}/manifest.webmanifest`)
  let damaged: string[] = []
  // Handles are let go of some time after their worker has ended.
  await expect(async () => {
    damaged = [...new Set([...damaged, ...(await damageDatabases(page))])]
  }).toPass()
  expect(damaged.length).toBeGreaterThan(0)
  await page.goto(site.url)
  await expect(page.getByText('Part of the storage is damaged')).toBeVisible()
  await expect(page.getByText('The browser has cleared the data')).toBeHidden()
  await expectSound(page)
  await openStorage(page)
  for (const name of damaged) await expect(storageOf(page).getByText(name)).toBeVisible()
  await expectSound(page)
})

function storageOf(page: Page) {
  return page.locator('#section-storage')
}

async function openStorage(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(storageOf(page)).toBeVisible()
}

/** What the browser answers when it is asked to keep the data, for as long as the session of this call lives. */
async function allowToKeep(
  context: BrowserContext,
  page: Page,
  origin: string,
  setting: 'granted' | 'denied',
): Promise<void> {
  const session = await context.newCDPSession(page)
  const { targetInfo } = await session.send('Target.getTargetInfo')
  await session.send('Browser.setPermission', {
    origin,
    setting,
    permission: { name: 'persistent-storage' },
    ...(targetInfo.browserContextId === undefined ? {} : { browserContextId: targetInfo.browserContextId }),
  })
}

/** Overwrites the headers of the files that hold data; resolves to their names. */
async function damageDatabases(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const HEADER_BYTES = 4096
    const root = await navigator.storage.getDirectory()
    const pool = await root.getDirectoryHandle('omoide-pool')
    const damaged: string[] = []
    for await (const [name, handle] of pool.entries()) {
      if (!(handle instanceof FileSystemFileHandle)) continue
      if ((await handle.getFile()).size <= HEADER_BYTES) continue
      const stream = await handle.createWritable({ keepExistingData: true })
      await stream.write({ type: 'write', position: 0, data: new Uint8Array(HEADER_BYTES).fill(1) })
      await stream.close()
      damaged.push(name)
    }
    return damaged
  })
}
