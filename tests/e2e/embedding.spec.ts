/**
 * A model for finding by meaning, as a user gets it: chosen in the settings, downloaded after a yes from a hub, used
 * offline afterwards. No origin is asked that was not approved (the fixtures see every request).
 */
import type { Page } from '@playwright/test'
import { tinyModelFiles } from '../../scripts/tiny-model/files.ts'
import { en } from '../../src/ui/i18n/en.ts'
import { type ModelHub, startModelHub } from '../fixtures/model-hub/server.ts'
import { ask, controlled, expect, test as base } from './fixtures.ts'
import { expectSound, meet, say, tabTo } from './ui.ts'

const words = en.settings.meaning
const REPOSITORY = 'made/tiny'

const test = base.extend<{ readonly hub: ModelHub }>({
  // Playwright wants a pattern here, also where nothing is taken.
  // eslint-disable-next-line no-empty-pattern -- see above
  hub: async ({}, use) => {
    const hub = await startModelHub()
    hub.offer(REPOSITORY, tinyModelFiles())
    await use(hub)
    await hub.close()
  },
})

test.use({ locale: 'en-US' })
// A model is brought here, loaded twice, and every memory gone through while nobody talks.
test.describe.configure({ timeout: 120_000 })

test('a model is downloaded after a yes, and finds by meaning offline', async ({
  context,
  site,
  hub,
  allowOrigin,
}) => {
  const page = await meet(context, site)
  await say(page, 'I like rock climbing.')
  await say(page, 'I have a cat called Juno.')

  await openSettings(page)
  await page.getByRole('radio', { name: words.none }).check()
  await expect(page.getByRole('status').filter({ hasText: words.states.off })).toBeVisible()
  // Nothing of it is the same word.
  expect(await recalled(page, '攀岩')).not.toContain('climbing')

  await useHub(page, hub)
  await page.getByLabel(words.repository).fill(REPOSITORY)
  await page.getByRole('form', { name: words.other }).getByRole('button', { name: words.download }).click()
  const dialog = page.getByRole('dialog', { name: words.downloadTitle(REPOSITORY) })
  await expect(dialog).toContainText(hub.origin)
  await expect(dialog).toContainText(hub.fileOrigin)
  expect(hub.requests).toEqual([])
  allowOrigin(hub.origin)
  allowOrigin(hub.fileOrigin)
  await dialog.getByRole('button', { name: words.download }).click()
  await expect(page.getByRole('radio', { name: REPOSITORY })).toBeChecked({ timeout: 30_000 })

  // The page itself reaches no hub: it has nothing to be loaded anew for.
  await expect(page.getByText(en.app.approvalReload)).toHaveCount(0)

  await expect.poll(() => recalled(page, '攀岩'), { timeout: 40_000 }).toContain('climbing')
  await expect(page.getByText(words.running(64, words.backendNames.wasm))).toBeVisible()

  // The device goes offline: neither the app's server nor the hub is there.
  await site.stop()
  await hub.close()
  await page.reload()
  await controlled(page)
  await expect.poll(() => recalled(page, '攀岩'), { timeout: 30_000 }).toContain('climbing')
  expect(await recalled(page, '攀岩')).not.toContain('Juno')
})

test('the section is sound, by keyboard and on a narrow screen, and says what went wrong', async ({
  context,
  site,
  hub,
  allowOrigin,
}) => {
  const page = await meet(context, site)
  await page.setViewportSize({ width: 360, height: 740 })
  await openSettings(page)
  await useHub(page, hub)
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await expectSound(page)
  }
  const download = page.getByRole('button', { name: `${words.download} BGE small en v1.5` })
  await tabTo(page, download)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: words.downloadTitle('BGE small en v1.5') })
  await expect(dialog).toContainText('MIT')
  // The hub does not have this one.
  allowOrigin(hub.origin)
  await dialog.getByRole('button', { name: words.download }).click()
  await expect(page.getByText(en.errors.embedding_download_failed.happened)).toBeVisible()
  // There is nothing that could.
  await expect(page.getByRole('button', { name: words.goOn })).toHaveCount(0)
  await expectSound(page)
  await page.getByRole('button', { name: words.dismiss }).click()
  await expect(page.getByText(words.installing('BGE small en v1.5'))).toHaveCount(0)
})

test('a hub that hands a download on to an address that nobody approved gets nowhere', async ({
  context,
  site,
  hub,
  allowOrigin,
}) => {
  const page = await meet(context, site)
  await openSettings(page)
  await useHub(page, { origin: hub.origin, fileOrigin: '' })
  await page.getByLabel(words.repository).fill(REPOSITORY)
  await page.getByRole('form', { name: words.other }).getByRole('button', { name: words.download }).click()
  allowOrigin(hub.origin)
  const dialog = page.getByRole('dialog', { name: words.downloadTitle(REPOSITORY) })
  await dialog.getByRole('button', { name: words.download }).click()
  // It is tried for a while, as a connection that breaks off would be.
  await expect(page.getByRole('button', { name: words.goOn })).toBeVisible({ timeout: 60_000 })
  const section = page.getByRole('region', { name: en.settings.sections.meaning })
  await expect(section.getByRole('alert')).toContainText(en.errors.embedding_download_failed.happened)
  expect(hub.requests.filter(({ path }) => path.startsWith(`/${REPOSITORY}/onnx/`))).toEqual([])
})

async function openSettings(page: Page): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/#settings-meaning`)
  await expect(page.getByRole('heading', { name: en.settings.sections.meaning })).toBeVisible()
}

async function useHub(page: Page, hub: Pick<ModelHub, 'origin' | 'fileOrigin'>): Promise<void> {
  await page.getByText(words.more).click()
  const form = page.getByRole('form', { name: words.hub })
  await form.getByLabel(words.hubOrigin).fill(hub.origin)
  await form.getByLabel(words.hubFiles).fill(hub.fileOrigin)
  await form.getByRole('button', { name: en.common.save }).click()
}

/** What recall answers, as text. */
async function recalled(page: Page, query: string): Promise<string> {
  const { body } = await ask(page, '/query_memory/Mika', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  return body
}
